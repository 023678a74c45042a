"""A person's own hand: what can be pressed, the same message after the play, old and lost ones."""

import pytest
from simcord import SetupError
from simcord.backend.models.interaction import ResponseKind

from bot.app import Pacing
from bot.texts.sheet import sheet_text
from bot.texts.translator import ENGLISH
from cogs.hand.open_hands import OpenHands
from engine.views import seat_view
from tests.cogs.forging import forge
from tests.cogs.player import Player
from tests.cogs.reading import buttons_of, text_of
from tests.cogs.server import Server

QUARTER = 15 * 60
"""Seconds that the token of an interaction lives."""


def hands_of(server: Server) -> OpenHands:
    """Give the open hands that the bot keeps up to date."""
    hands = server.bot.services.hands
    assert isinstance(hands, OpenHands)
    return hands


async def test_exactly_the_legal_cards_can_be_pressed(server: Server) -> None:
    """In each turn of a round the hand has all its cards, and those enabled that are legal."""
    await server.four(rules="hero_partners", pace="none")
    seen = 0
    while (seat := server.table().turn) is not None:
        person, game = server.actor(), server.table().game
        assert game is not None
        view = seat_view(game, seat)
        if server.phase() == "playing":
            assert view.hand is not None
            assert set(person.cards()) == set(map(str, view.hand))
            assert set(person.cards(enabled=True)) == set(map(str, view.playable))
            seen += len(view.hand) > len(view.playable)
        await server.turn()
        if not server.is_open():
            break
    assert seen > 10


async def test_a_card_out_of_turn_says_whose_turn_it_is(server: Server) -> None:
    """Three hands show their cards, and whom the table waits for; a press changes nothing."""
    await server.four(rules="cardcouch")
    await server.bidding()
    actor = server.actor()
    for person in server.people[:4]:
        if person is not actor:
            held, version = person.cards(), server.table().version
            assert len(held) == 13
            assert person.cards(enabled=True) == []
            assert f"Waiting for {actor.name} to lead." in person.hand_text()
            said = await person.press_card(held[0])
            assert f"It is not your turn: {actor.name} is to act." in said.text
            assert person.cards() == held
            assert server.table().version == version


async def test_a_card_that_may_not_be_played_says_why(server: Server) -> None:
    """Playable cards are bright, the others can be pressed too: same hand, the reason, no play."""
    await server.four(rules="cardcouch")
    await server.bidding()
    actor = server.actor()
    while not (refused := [c for c in actor.cards() if c not in actor.cards(enabled=True)]):
        await server.turn()
        actor = server.actor()
    bright = {b.last for b in buttons_of(actor.hand()) if b.bright}
    assert bright == set(actor.cards(enabled=True))
    assert not any(b.disabled for b in buttons_of(actor.hand()))
    held, version = actor.cards(), server.table().version
    said = await actor.press_card(refused[0])
    assert said.message.id == actor.hand().id
    assert "You must follow" in said.text or "not broken" in said.text
    assert actor.cards() == held
    assert server.table().version == version


async def test_a_reason_asked_for_too_late(server: Server) -> None:
    """Where the card can be played by now, the press still plays nothing and shows the hand."""
    await server.four(rules="cardcouch")
    await server.bidding()
    following = server.at((server.table().turn or 0) + 1 & 3)
    old = {b.last: b.custom_id for b in following.of_verb("why")}
    await server.turn()
    version = server.table().version
    said = await forge(server, following, following.hand(), old[following.cards(enabled=True)[0]])
    assert "The table has moved on" in said.text
    assert server.table().version == version


async def test_a_hand_says_what_one_decides_by(server: Server, ada: Player) -> None:
    """Every bid, one's own included; then tricks, contracts, points and bags of both sides."""
    await server.four(rules="cardcouch")
    for number in (4, 3, 2, 1):
        await server.actor().bid(number)
        if number == 3:
            assert "Bids: You 4 \N{MIDDLE DOT} Ben 3" in " ".join(ada.hand_text().split())
    own, other = ada.hand_text().splitlines()[1:3]
    assert own == ("-# You 0 of 4 · Chidi 0 of 2 · contract 0 of 6 · 0 points · bags 0/10")
    assert other == ("-# Ben 0 of 3 · Dana 0 of 1 · contract 0 of 4 · 0 points · bags 0/10")
    for _ in range(4):
        await server.turn()
    assert sum(f"{n} of " in ada.hand_text() for n in (1,)) == 1
    said = (await ada.slash("score")).text
    assert "contract 1 of" in said
    assert "0 of 4" in said or "1 of 4" in said


async def test_cards_are_sorted_by_suit_from_the_top(server: Server, ada: Player) -> None:
    """Spades, hearts, clubs, diamonds, each from the ace down."""
    await server.four(rules="cardcouch")
    await server.bidding()
    idle = next(person for person in server.people[:4] if person is not server.actor())
    suits = [card[1] for card in idle.cards()]
    assert suits == sorted(suits, key="SHCD".index)
    for suit in "SHCD":
        ranks = ["23456789TJQKA".index(card[0]) for card in idle.cards() if card[1] == suit]
        assert ranks == sorted(ranks, reverse=True)


async def test_cards_stay_where_they_are(server: Server) -> None:
    """From turn to turn the order of a hand is the same, whatever is led."""
    await server.four(rules="cardcouch")
    await server.bidding()
    order = {person: person.cards() for person in server.people[:4]}
    for _ in range(16):
        await server.turn()
        for person, cards in order.items():
            assert person.cards() == [card for card in cards if card in person.cards()]


async def test_the_message_turns_into_the_hand_after_the_play(server: Server) -> None:
    """A press on a card is answered in one call, by the same message with one card less."""
    await server.four(rules="cardcouch")
    await server.bidding()
    actor = server.actor()
    hand, card = actor.hand(), actor.cards(enabled=True)[0]
    said = await actor.play(card)
    assert said.result._interaction.response_kind is ResponseKind.UPDATE
    assert said.message.id == hand.id
    assert said.private
    assert card not in actor.cards()
    assert len(actor.cards()) == 12
    assert said.result.followups == []


async def test_others_hands_follow_the_play(server: Server) -> None:
    """Every open hand shows the card just played, and the next person's can be pressed."""
    await server.four(rules="cardcouch")
    await server.bidding()
    await server.turn()
    shown = server.says().split("**Trick 1**\n")[1].split("\n")[0]
    for person in server.people[:4]:
        assert shown in person.hand_text()
    assert "Your turn" in server.actor().hand_text()
    assert server.actor().cards(enabled=True)


async def test_a_lost_hand_is_replaced_by_my_hand(server: Server, ada: Player) -> None:
    """Who closed the message presses "My hand" and goes on; that one is kept up to date."""
    await server.four(rules="cardcouch")
    lost = ada.hand()
    await ada.open_hand()
    assert ada.hand().id != lost.id
    await server.bidding()
    assert text_of(lost) != ada.hand_text()
    assert "Nobody has bid yet" in text_of(lost)
    for _ in range(4):
        await server.turn()
    assert len(ada.cards()) == 12


async def test_a_press_on_an_old_hand_shows_the_present_one(server: Server, ada: Player) -> None:
    """A hand of an earlier turn is pressed: nothing is done, and it turns into the present one."""
    await server.four(rules="cardcouch")
    old = ada.hand()
    await server.env.advance_time(QUARTER)
    for person in server.people[:4]:
        await person.open_hand()
    await server.bidding()
    version = server.table().version
    said = await ada.press(old, label="1")
    assert server.table().version == version
    assert said.message.id == old.id
    assert "The table has moved on; here is your hand now." in said.text
    assert len([b for b in buttons_of(old) if b.verb in {"play", "why"}]) == 13


async def test_an_old_hand_of_an_earlier_round(server: Server, ada: Player) -> None:
    """The same across rounds: the old card may be in another hand now, and is not played."""
    await server.four(rules="cardcouch")
    await server.bidding()
    card = ada.of_verb("play")[0]
    await server.until_round_ends()
    await server.env.advance_time(server.between_rounds)
    await server.bidding()
    version = server.table().version
    said = await forge(server, ada, ada.hand(), card.custom_id)
    assert server.table().version == version
    assert "The table has moved on" in said.text


async def test_between_rounds_there_are_no_cards(server: Server, ada: Player) -> None:
    """Once the last card is played, an open hand has the score and says when cards come."""
    await server.four(rules="cardcouch")
    await server.until_round_ends()
    table = server.table()
    assert table.game is not None
    assert sheet_text(table, table.game.sheets[-1], ENGLISH) in ada.hand_text()
    assert "A game goes on like this until a side has 500 points." in ada.hand_text()
    assert "Your next cards come with the next deal." in ada.hand_text()
    assert ada.cards() == []
    await server.env.advance_time(server.between_rounds)
    assert "Nobody has bid yet." in ada.hand_text()


async def test_at_the_end_an_open_hand_says_who_won(server: Server, ada: Player) -> None:
    """The last refresh tells the result, and the hand is forgotten."""
    await server.four(rules="hero_partners", target=50)
    await server.play_out()
    assert "This table has ended:" in ada.hand_text()
    assert len(hands_of(server)) == 0


async def test_an_expired_token_is_not_tried(server: Server) -> None:
    """After 15 minutes no edit is attempted: such 401s would get the bot's address banned."""
    await server.four(rules="cardcouch")
    await server.bidding()
    idle = [person for person in server.people[:4] if person is not server.actor()]
    await server.env.advance_time(QUARTER)
    requests = len(server.journal.requests)
    await server.actor().open_hand()
    actor = await server.turn()
    assert actor not in idle
    patched = [r.path for r in server.journal.requests[requests:] if "/webhooks/" in r.path]
    assert patched == []
    assert len(hands_of(server)) == 1


async def test_an_expired_hand_still_works_when_it_is_pressed(server: Server) -> None:
    """A press brings a fresh token, and the hand is kept up to date again."""
    await server.four(rules="cardcouch")
    await server.bidding()
    await server.env.advance_time(QUARTER)
    first = await server.turn()
    for _ in range(3):
        await server.actor().open_hand()
        await server.turn()
    assert len(first.cards()) == 12
    assert "Trick" in first.hand_text() or "trick" in first.hand_text()


async def test_a_token_that_discord_has_dropped_is_given_up_quietly(
    server: Server, ada: Player
) -> None:
    """An edit that fails with 401 and 50027 is no fault; it is not tried a second time."""
    await server.four(rules="cardcouch")
    server.env.inject_error(
        "PATCH", "/webhooks/*", status=401, code=50027, message="Invalid Webhook Token", times=None
    )
    await server.turn()
    requests = len(server.journal.requests)
    await server.actor().open_hand()
    await server.turn()
    patched = [r.path for r in server.journal.requests[requests:] if "/webhooks/" in r.path]
    assert len(patched) <= 1
    assert ada.id in {person.id for person in server.table().people}


async def test_the_hand_of_whoever_left_is_forgotten(server: Server, ben: Player) -> None:
    """Nothing is kept of a person without a seat, and nothing more is shown there."""
    await server.four(rules="cardcouch")
    shown = ben.hand_text()
    await ben.leave()
    await server.turn()
    assert len(hands_of(server)) == 3
    assert ben.hand_text() == shown
    said = await ben.press(ben.hand(), label="Score")
    assert said.labels == []


async def test_nobody_presses_anothers_hand(server: Server, ada: Player, ben: Player) -> None:
    """A message that one person alone sees can be pressed by nobody else."""
    await server.four(rules="cardcouch")
    with pytest.raises(SetupError, match="not visible"):
        await ben.press(ada.hand(), label="3")


@pytest.mark.parametrize("pacing", [Pacing(limited=False)])
async def test_many_changes_are_one_edit_of_a_hand(server: Server) -> None:
    """The next person's hand follows at once; within the pause after an edit, the newest wins."""
    await server.lobby(*server.people[1:4])
    await server.people[0].press_table("Start")
    await server.env.advance_time(2)
    opened = [await person.open_hand() for person in server.people[:4]]
    await server.env.advance_time(2)
    last = server.people[3]
    requests = len(server.journal.requests)
    await server.turn()
    assert "Your bid" in server.actor().hand_text()
    assert "Bids: Ada" in last.hand_text()
    for _ in range(2):
        await server.actor().open_hand()
        await server.turn()
    assert "Your bid" not in last.hand_text()
    await server.env.advance_time(1)
    assert "Your bid" in last.hand_text()
    token = opened[3].result._interaction.token
    edits = [r.path for r in server.journal.requests[requests:] if r.method == "PATCH"]
    assert len([path for path in edits if token in path]) == 2
    assert len([path for path in edits if path.startswith("/channels/")]) == 1


@pytest.mark.parametrize(("status", "code"), [(400, 50035), (403, 0), (429, 0), (503, 0)])
async def test_a_hand_whose_refresh_failed_once_stayed_wrong(
    server: Server, status: int, code: int
) -> None:
    """The hand of the next to act asks for the bid a little later, though nobody does anything."""
    await server.four(rules="cardcouch")
    following = server.at((server.table().turn or 0) + 1 & 3)
    server.env.inject_error("PATCH", "/webhooks/*", status=status, code=code, times=3)
    await server.turn()
    assert server.actor() is following
    assert "Your bid" not in following.hand_text()
    await server.env.advance_time(10)
    assert "Your bid" in following.hand_text()
