"""`/spades help`, and the practice round: read, pressed, played to the end."""

import random

import pytest

from bot.tables import practice
from bot.tables.practice import Practice
from engine.players import rules_of_thumb
from tests.cogs.forging import forge
from tests.cogs.player import Player, Said
from tests.cogs.reading import Message, buttons_of, labels_of, text_of
from tests.cogs.server import Server
from tests.cogs.test_looks import with_faces

PAGES = ["The game", "Bids", "Nil", "Bags", "Commands"]


async def begin(person: Player) -> Said:
    """Begin a practice round from the help."""
    said = await person.slash("help")
    return await person.press(said.message, label="Play a practice round")


def state_of(message: Message) -> Practice | None:
    """Read the practice round of a message; None where it is over."""
    hints = [each for each in buttons_of(message) if each.verb == "practice_hint"]
    return practice.read(hints[0].custom_id.split(":")[3:]) if hints else None


async def go_on(person: Player, message: Message) -> Said:
    """Do something sensible in a practice round."""
    now = state_of(message)
    assert now is not None
    marks = now.marks(rules_of_thumb.choose(now.view, random.Random(1)))
    return await person.press(message, custom_id=f"s:practice:0:{':'.join(marks)}")


async def test_the_help_says_what_spades_is(ada: Player) -> None:
    """One screen, for the person alone: bid, follow suit, spades, score, nil, and two ways on."""
    said = await ada.slash("help")
    assert said.private
    for word in ("Bid", "Follow suit", "Spades win", "bag", "Nil", "500"):
        assert word in said.text
    assert said.labels == [*PAGES, "Play a practice round", "Open a table"]


async def test_every_page_opens_in_the_same_message(ada: Player) -> None:
    """The page that is open cannot be pressed; the others lead on and back."""
    said = await ada.slash("help")
    seen = {said.text}
    for page in PAGES[1:]:
        turned = await ada.press(said.message, label=page)
        assert turned.message.id == said.message.id
        enabled = labels_of(turned.message, enabled=True)
        assert page not in enabled
        assert len(enabled) == len(PAGES) - 1 + 2
        seen.add(text_of(turned.message))
    assert len(seen) == len(PAGES)


async def test_the_commands_page_knows_the_rules_of_the_server(server: Server, ada: Player) -> None:
    """It names the rule set that new tables here play."""
    said = await ada.slash("help")
    shown = await ada.press(said.message, label="Commands")
    assert "New tables in this server play **CardCouch**." in shown.text
    await server.bot.services.rule_sets.make_default(server.guild.id, "whiz")
    said = await ada.slash("help")
    shown = await ada.press(said.message, label="Commands")
    assert "New tables in this server play **Whiz**." in shown.text


async def test_a_table_opens_from_the_help(server: Server, ada: Player) -> None:
    """Everyone sees the lobby, and the person sits at it."""
    said = await ada.slash("help")
    opened = await ada.press(said.message, label="Open a table")
    assert not opened.private
    assert server.table().seat_of(ada.id) == 0


async def test_a_practice_round_to_its_end(server: Server, ada: Player) -> None:
    """Every step says what there is to learn, and the last one explains the score sheet."""
    said = await begin(ada)
    assert "Bid the tricks that you expect to take" in said.text
    steps = 0
    while state_of(said.message) is not None:
        assert "> " in said.text
        assert (steps == 1) == ("is tricks taken of tricks bid" in said.text)
        assert (steps > 1) == ("Last trick: " in said.text)
        said = await go_on(ada, said.message)
        steps += 1
    assert "Last trick: " in said.text
    assert steps == 1 + 13
    assert "Your practice round is over" in said.text
    assert "Each trick more" not in said.text
    assert "A game goes on like this until a side has 500 points." in said.text
    assert said.labels == ["Play a real table", "Another practice round", "Back to the help"]
    assert server.messages() == []


async def test_a_practice_round_counts_nowhere(server: Server, ada: Player) -> None:
    """It is no table, and the person has no totals from it."""
    said = await begin(ada)
    while state_of(said.message) is not None:
        said = await go_on(ada, said.message)
    assert server.tables.open_tables == ()
    assert await server.bot.services.records.totals(server.guild.id, ada.id) is None


async def test_a_practice_round_outlives_a_restart(server: Server, ada: Player) -> None:
    """The buttons carry the whole round, so the next card is played as if nothing had been."""
    said = await begin(ada)
    for _ in range(4):
        said = await go_on(ada, said.message)
    before = state_of(said.message)
    await server.restart()
    said = await go_on(ada, said.message)
    after = state_of(said.message)
    assert before is not None
    assert after is not None
    assert after.actions[: len(before.actions)] == before.actions
    assert len(after.view.public.tricks) == len(before.view.public.tricks) + 1


async def test_a_practice_round_is_left_at_any_time(ada: Player) -> None:
    """Stopping leads back to the help, in the same message."""
    said = await go_on(ada, (await begin(ada)).message)
    left = await ada.press(said.message, label="Stop practising")
    assert left.message.id == said.message.id
    assert "Spades in one minute" in left.text


async def test_a_hint_in_a_practice_round(ada: Player) -> None:
    """It says what to do and why, and the round goes on from there."""
    said = await begin(ada)
    hinted = await ada.press(said.message, label="Hint")
    assert "\N{ELECTRIC LIGHT BULB} bid " in hinted.text
    assert state_of(hinted.message) == state_of(said.message)
    played = await go_on(ada, hinted.message)
    hinted = await ada.press(played.message, label="Hint")
    assert "\N{ELECTRIC LIGHT BULB} play " in hinted.text


async def test_a_card_that_may_not_be_played_says_why(ada: Player) -> None:
    """As in the hand: the reason stands above the cards, and the round is where it was."""
    said = await go_on(ada, (await begin(ada)).message)
    while not (grey := [b for b in buttons_of(said.message) if b.verb == "practice_why"]):
        said = await go_on(ada, said.message)
    before = state_of(said.message)
    refused = await ada.press(said.message, custom_id=grey[0].custom_id)
    assert refused.message.id == said.message.id
    assert "You must follow" in refused.text or "not broken" in refused.text
    assert state_of(refused.message) == before


async def test_another_practice_round_is_another_deal(ada: Player) -> None:
    """After one round comes one with other cards."""
    first = await begin(ada)
    one = state_of(first.message)
    said = first
    while state_of(said.message) is not None:
        said = await go_on(ada, said.message)
    again = await ada.press(said.message, label="Another practice round")
    two = state_of(again.message)
    assert one is not None
    assert two is not None
    assert one.number != two.number


@pytest.mark.parametrize("marks", ["7:zzz", "7:3123:aa", "7", "x:1"])
async def test_a_round_that_cannot_be_read(server: Server, ada: Player, marks: str) -> None:
    """A forged button is refused with the way to another round."""
    said = await begin(ada)
    forged = await forge(server, ada, said.message, f"s:practice:0:{marks}")
    assert forged.text == "This practice round cannot go on. /spades help begins another."


async def test_cards_in_the_help_have_faces(server: Server, ada: Player) -> None:
    """Where the bot has its card emojis, the examples show them."""
    with_faces(server)
    assert "<:c2_QH" in (await ada.slash("help")).text


async def test_cards_in_the_help_as_text(ada: Player) -> None:
    """Without card emojis the same examples are told by rank and suit."""
    said = await ada.slash("help")
    assert "<:" not in said.text
    assert "Q\N{BLACK HEART SUIT}" in said.text
