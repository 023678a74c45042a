"""One hand a person and table: newer answers take the place of older ones, with a way back."""

from dataclasses import replace

import pytest
from simcord.backend.errors import BackendError

from tests.cogs.forging import forge
from tests.cogs.player import Player
from tests.cogs.reading import Message, labels_of, text_of
from tests.cogs.server import Server
from tests.cogs.test_hands import hands_of

QUARTER = 15 * 60
"""Seconds that the token of an interaction lives."""


def stands(server: Server, message: Message) -> bool:
    """Say whether a message is still there."""
    try:
        server.env.backend.get_message(server.channel.id, message.id)
    except BackendError:
        return False
    return True


async def test_a_new_hand_takes_the_older_away(server: Server, ada: Player) -> None:
    """After "My hand" there is one hand, in the new message."""
    await server.four(rules="cardcouch")
    old = ada.hand()
    await ada.open_hand()
    assert not stands(server, old)
    assert stands(server, ada.hand())


async def test_an_older_hand_whose_token_is_over_stays(server: Server, ada: Player) -> None:
    """After 15 minutes nothing can take it away; pressed, it turns into the one hand."""
    await server.four(rules="cardcouch")
    old = ada.hand()
    await server.env.advance_time(QUARTER)
    await ada.open_hand()
    newer = ada.hand()
    assert stands(server, old)
    said = await ada.press(old, label="Score")
    assert said.message.id == old.id
    await ada.press(old, label="My hand")
    assert "Your hand at table 1" in text_of(old)
    assert not stands(server, newer)


@pytest.mark.parametrize(
    ("path", "says"),
    [
        (["Score"], "Table 1, round 1"),
        (["More"], "Table 1, round 1"),
        (["More", "Last trick"], "No trick has been completed"),
        (["More", "Rules"], "CardCouch"),
        (["More", "Who may join"], "Who may sit at table 1"),
        (["More", "End without a result"], "End"),
        (["More", "End without a result", "Go on playing"], "The game goes on."),
    ],
)
async def test_what_a_hand_offers_opens_in_it(
    server: Server, ada: Player, path: list[str], says: str
) -> None:
    """The same message shows it, also while others go on, and has the way back to the hand."""
    await server.four(rules="cardcouch")
    hand = ada.hand()
    for label in path:
        said = await ada.press(hand, label=label)
        assert said.message.id == hand.id
        assert said.result.followups == []
    assert says in text_of(hand)
    shown = text_of(hand)
    if server.actor() is ada:
        await ada.press(hand, label="My hand")
        await server.turn()
        for label in path:
            await ada.press(hand, label=label)
        shown = text_of(hand)
    await server.turn()
    assert text_of(hand) == shown
    await ada.press(hand, label="My hand")
    assert "Your hand at table 1" in text_of(hand)
    await server.turn()
    assert "Waiting for Dana to bid." in text_of(hand)


async def test_what_is_changed_in_a_hand_is_shown_in_it(server: Server, ada: Player) -> None:
    """The host makes the table private and comes back to the hand in one message."""
    await server.four(rules="cardcouch")
    hand = ada.hand()
    for label in ("More", "Who may join", "Private: off"):
        assert (await ada.press(hand, label=label)).message.id == hand.id
    assert server.table().private
    assert "Only people whom you let in can sit down." in text_of(hand)
    await ada.press(hand, label="My hand")
    assert "Your hand at table 1" in text_of(hand)


async def test_leaving_turns_the_hand_into_its_answer(server: Server, ada: Player) -> None:
    """Whoever gets up has no hand any more, and no second message beside it."""
    await server.four(rules="cardcouch")
    hand = ada.hand()
    await ada.press(hand, label="More")
    await ada.press(hand, label="Leave the table")
    said = await ada.press(hand, label="Leave the table")
    assert said.message.id == hand.id
    assert said.result.followups == []
    assert "You have left table 1" in text_of(hand)
    assert "My hand" not in labels_of(hand)


async def test_an_answer_at_the_table_takes_the_last_one_away(
    server: Server, ada: Player, ben: Player
) -> None:
    """Ada's score goes as her last trick comes; her hand and what Ben reads stay."""
    await server.four(rules="cardcouch")
    first = (await ada.press_table("Score")).message
    bens = (await ben.press_table("Score")).message
    second = (await ada.press_table("Last trick")).message
    assert not stands(server, first)
    assert stands(server, second)
    assert stands(server, bens)
    assert stands(server, ada.hand())


async def test_refusals_at_the_table_piled_up(server: Server, ben: Player, chidi: Player) -> None:
    """The second refusal of the public message takes the first one's place."""
    await server.lobby(ben)
    only = f"Only the host, {server.people[0].mention}, can do that."
    first = (await chidi.press_table("Start")).message
    assert text_of(first) == only
    second = (await chidi.press_table("Add computer")).message
    assert text_of(second) == only
    assert not stands(server, first)
    assert stands(server, second)


async def test_a_refusal_stands_in_the_hand(server: Server, ada: Player, ben: Player) -> None:
    """Whatever was pressed in the hand's message: it shows the cards, with the reason above."""
    await server.four(rules="cardcouch")
    hand = ben.hand()
    await ben.press(hand, label="More")
    said = await forge(server, ben, hand, "s:people:1")
    assert said.message.id == hand.id
    assert said.result.followups == []
    assert f"Only the host, {ada.mention}, can do that." in said.text
    assert "Your hand at table 1" in said.text
    assert len(ben.of_verb("bid")) == 14


async def test_refusals_of_a_panel_replace_each_other(
    server: Server, ada: Player, ben: Player
) -> None:
    """In the lobby there is no hand: the panel stays, with one refusal beside it."""
    await server.lobby(ben)
    panel = (await ada.press_table("Who may join")).message
    await server.tables.change(1, lambda table: replace(table, host=ben.id))
    refused = [(await ada.press(panel, label="Private: off")).message for _ in range(2)]
    assert [stands(server, message) for message in refused] == [False, True]
    assert text_of(refused[1]).startswith("Only the host")
    assert stands(server, panel)


async def test_an_answer_that_became_the_hand_stays(server: Server, ada: Player) -> None:
    """From the score at the table back to the hand: that is the hand now, and the only one."""
    await server.four(rules="cardcouch")
    old = ada.hand()
    shown = (await ada.press_table("More")).message
    rules = await ada.press(shown, label="Rules")
    assert rules.message.id == shown.id
    await ada.press(shown, label="My hand")
    assert not stands(server, old)
    await ada.press_table("Score")
    assert stands(server, shown)
    assert "Your hand at table 1" in text_of(shown)


async def test_back_where_nobody_holds_the_seat(server: Server, ada: Player, ben: Player) -> None:
    """A second "I'm back" on an old hand shows the hand in its place; it is no fault."""
    await server.four(rules="cardcouch", pace="quick")
    for _ in range(8):
        seat = server.table().seat_of(ben.id)
        assert seat is not None
        if server.table().chairs[seat].away:
            break
        if server.actor() is ben:
            await server.env.advance_time(31)
        else:
            await server.turn()
    hand = ben.hand()
    assert "I'm back" in labels_of(hand)
    back = next(b for b in ben.of_verb("back"))
    said = await ben.press(hand, custom_id=back.custom_id)
    assert said.message.id == hand.id
    assert "I'm back" not in labels_of(hand)


async def test_the_end_forgets_what_stands_in_a_hand(server: Server, ada: Player) -> None:
    """A game that ends while somebody reads the score leaves nothing to keep up to date."""
    await server.four(rules="hero_partners", target=50)
    await ada.press(ada.hand(), label="Score")
    await ada.press(ada.hand(), label="My hand")
    await server.play_out()
    assert len(hands_of(server)) == 0
