"""Refusals that house rules bring with them, reached through the real bot."""

from typing import Any

import pytest

from bot.tables import lifecycle
from engine.presets import PRESETS
from engine.round import Round
from tests.cogs.forging import forge
from tests.cogs.player import Player, Said
from tests.cogs.server import Server


async def begun(server: Server, preset: str = "one_page", **changed: Any) -> None:  # noqa: ANN401
    """Begin a game of four with some rules changed."""
    ada = server.people[0]
    await server.lobby(*server.people[1:4], rules=preset)
    if changed:
        rules = PRESETS[preset].changed(**changed)
        await server.tables.change(
            1, lambda table: lifecycle.change_rules(table, ada.id, rules), ada.id
        )
    await ada.press_table("Start")
    for person in server.people[:4]:
        await person.open_hand()


def round_of(server: Server) -> Round:
    """Give the round that is played."""
    game = server.table().game
    assert game is not None
    assert game.round is not None
    return game.round


async def press(server: Server, person: Player, verb: str, last: str) -> Said:
    """Let a person press a bid or card for the present turn, whether or not it can be seen."""
    number, moves = server.table().turn_key
    seat = server.table().seat_of(person.id)
    custom_id = f"s:{verb}:1:{number}.{moves}:{seat}:{last}"
    version = server.table().version
    said = await forge(server, person, person.hand(), custom_id)
    assert said.private
    assert server.table().version == version
    return said


def spades_of(server: Server) -> int:
    """Count the spades of the seat to act."""
    current = round_of(server)
    return (current.hands[current.turn] & current.rules.deck_in_play.trumps).bit_count()


async def test_a_bid_of_more_than_there_are_tricks(server: Server) -> None:
    """Fourteen is a bid at a table for three, not at one for four."""
    await begun(server)
    said = await press(server, server.actor(), "bid", "14")
    assert "That is not a bid at this table." in said.text


@pytest.mark.parametrize(
    ("bidding", "sentence"),
    [
        ("mirror", "With mirror bidding you bid the number of spades you hold."),
        ("whiz", "With whiz bidding you bid the number of spades you hold, or nil."),
    ],
)
async def test_a_forced_bid(server: Server, bidding: str, sentence: str) -> None:
    """Any other number than that of one's spades."""
    await begun(server, bidding)
    said = await press(server, server.actor(), "bid", str(spades_of(server) + 1))
    assert sentence in said.text


async def test_a_suicide_bid(server: Server) -> None:
    """After a partner's number only nil is left."""
    await begun(server, "suicide")
    await server.actor().bid(4)
    await server.turn()
    said = await press(server, server.actor(), "bid", "3")
    assert "With suicide bidding one of you and your partner bids nil" in said.text


async def test_below_the_minimum(server: Server) -> None:
    """The bid that settles a side's contract below the least that it must be."""
    await begun(server, minimum_contract=4)
    for _ in range(2):
        await server.actor().bid(1)
    said = await press(server, server.actor(), "bid", "2")
    assert "Your side must bid at least 4." in said.text


async def test_a_bid_that_follows_from_cards_not_seen(server: Server) -> None:
    """With whiz bidding and blind nil a number cannot be bid before a look."""
    await begun(server, "hero_partners", bidding="whiz")
    said = await press(server, server.actor(), "bid", "3")
    assert "Look at your cards first." in said.text


async def test_the_lowest_club_opens(server: Server) -> None:
    """Another card than the lowest server, from whoever holds it."""
    await begun(server, opening="lowest_club")
    await server.bidding()
    actor = server.actor()
    assert actor.cards(enabled=True) == ["2C"]
    other = next(card for card in actor.cards() if card != "2C")
    said = await press(server, actor, "play", other)
    assert "The first trick is opened with 2♣" in said.text


async def test_no_spade_on_the_first_trick(server: Server) -> None:
    """A spade on the first trick, where spades may otherwise be led at any time."""
    await begun(server, spades_on_first_trick=False, spade_leads="any_time")
    await server.bidding()
    actor = server.actor()
    spade = next(card for card in actor.cards() if card.endswith("S"))
    said = await press(server, actor, "play", spade)
    assert "No spade may be played on the first trick while you hold something else." in said.text
