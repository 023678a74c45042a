"""`/spades puzzle`: the puzzle of the day, its solution next day, and one's own mistakes."""

import random

import pytest

from bot.tables.puzzles import MOST_REVIEWS, Puzzles
from bot.tables.reviewing import Reviewer
from bot.texts.cards import card_label
from engine.cards import CARDS
from tests.cogs.careless import careless, think_here
from tests.cogs.player import Player, Said
from tests.cogs.reading import each_component
from tests.cogs.server import Server

DAY = 86_400.0


@pytest.fixture(autouse=True)
def thinking(server: Server) -> None:
    """Let decisions be judged, in the process of the test."""
    think_here(server.bot.services, deals=60)


async def play_badly(server: Server, ada: Player) -> None:
    """Let Ada play whatever comes in a short game against computers."""
    chance = random.Random(5)
    await server.alone(rules="jokers", target=500)
    while server.is_open():
        card = careless(server.table(), chance)
        await (server.step() if card is None else ada.do(card))


def cards_of(said: Said, verb: str) -> list[str]:
    """Give the custom ids of an answer's cards."""
    ids = [c.get("custom_id", "") for c in each_component(said.message)]
    return [each for each in ids if each.startswith(f"s:{verb}:")]


async def test_the_puzzle_of_the_day(server: Server, ada: Player, eve: Player) -> None:
    """It is one of yesterday's games, the same for everyone, and solved the day after."""
    assert "no puzzle today" in (await eve.slash("puzzle")).text
    await play_badly(server, ada)
    await server.env.advance_time(DAY)
    said = await eve.slash("puzzle")
    assert said.private
    assert "Puzzle of" in said.text
    assert "Ada" not in said.text
    for piece in ("Your hand: ", "You ", "Partner ", "Left ", "Right "):
        assert piece in said.text
    assert (await ada.slash("puzzle")).text == said.text
    cards = cards_of(said, "solve")
    assert cards
    told = await eve.press(said.message, custom_id=cards[0])
    assert "solution stands here tomorrow" in told.text
    assert "Yesterday" not in told.text
    await server.env.advance_time(DAY)
    later = await eve.slash("puzzle")
    assert "Yesterday's solution" in later.text
    assert "Your hand: " in later.text
    assert "Ada" not in later.text
    assert any(f"**: {card_label(card)}" in later.text for card in CARDS)


async def test_puzzles_from_ones_own_mistakes(server: Server, ada: Player, eve: Player) -> None:
    """One's own position is set again, and its answer told at once; others have none of theirs."""
    await play_badly(server, ada)
    said = await ada.slash("puzzle", kind="mine")
    for _ in range(3 * MOST_REVIEWS):
        if cards_of(said, "retried") or "Next puzzle" not in said.labels:
            break
        said = await ada.press(said.message, label="Next puzzle")
    assert "What would you do?" in said.text
    told = await ada.press(said.message, custom_id=cards_of(said, "retried")[0])
    assert any(sign in told.text for sign in "✅❌")
    assert "No puzzle is left" in (await eve.slash("puzzle", kind="mine")).text


async def test_without_processes_there_is_no_puzzle(server: Server, ada: Player) -> None:
    """Where nothing can be judged, one sentence says so."""
    await play_badly(server, ada)
    services = server.bot.services
    none = Reviewer(None)
    object.__setattr__(services, "puzzles", Puzzles(services.tables, services.history, none))
    assert "no review right now" in (await ada.slash("puzzle", kind="mine")).text
