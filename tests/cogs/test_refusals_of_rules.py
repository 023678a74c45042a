"""Refusals that house rules bring with them, reached through the real bot."""

from typing import Any

import pytest

from bot.tables import lifecycle
from engine.presets import PRESETS
from engine.round import Round
from tests.cogs.club import Club
from tests.cogs.forging import forge
from tests.cogs.player import Player, Said


async def begun(club: Club, preset: str = "one_page", **changed: Any) -> None:  # noqa: ANN401
    """Begin a game of four with some rules changed."""
    ada = club.people[0]
    await club.lobby(*club.people[1:4], rules=preset)
    if changed:
        rules = PRESETS[preset].changed(**changed)
        await club.tables.change(
            1, lambda table: lifecycle.change_rules(table, ada.id, rules), ada.id
        )
    await ada.press_table("Start")
    for person in club.people[:4]:
        await person.open_hand()


def round_of(club: Club) -> Round:
    """Give the round that is played."""
    game = club.table().game
    assert game is not None
    assert game.round is not None
    return game.round


async def press(club: Club, person: Player, verb: str, last: str) -> Said:
    """Let a person press a bid or card for the present turn, whether or not it can be seen."""
    number, moves = club.table().turn_key
    seat = club.table().seat_of(person.id)
    custom_id = f"s:{verb}:1:{number}.{moves}:{seat}:{last}"
    version = club.table().version
    said = await forge(club, person, person.hand(), custom_id)
    assert said.private
    assert club.table().version == version
    return said


def spades_of(club: Club) -> int:
    """Count the spades of the seat to act."""
    current = round_of(club)
    return (current.hands[current.turn] & current.rules.deck_in_play.trumps).bit_count()


async def test_a_bid_of_more_than_there_are_tricks(club: Club) -> None:
    """Fourteen is a bid at a table for three, not at one for four."""
    await begun(club)
    said = await press(club, club.actor(), "bid", "14")
    assert "That is not a bid at this table." in said.text


@pytest.mark.parametrize(
    ("bidding", "sentence"),
    [
        ("mirror", "With mirror bidding you bid the number of spades you hold."),
        ("whiz", "With whiz bidding you bid the number of spades you hold, or nil."),
    ],
)
async def test_a_forced_bid(club: Club, bidding: str, sentence: str) -> None:
    """Any other number than that of one's spades."""
    await begun(club, bidding)
    said = await press(club, club.actor(), "bid", str(spades_of(club) + 1))
    assert sentence in said.text


async def test_a_suicide_bid(club: Club) -> None:
    """After a partner's number only nil is left."""
    await begun(club, "suicide")
    await club.actor().bid(4)
    await club.turn()
    said = await press(club, club.actor(), "bid", "3")
    assert "With suicide bidding one of you and your partner bids nil" in said.text


async def test_below_the_minimum(club: Club) -> None:
    """The bid that settles a side's contract below the least that it must be."""
    await begun(club, minimum_contract=4)
    for _ in range(2):
        await club.actor().bid(1)
    said = await press(club, club.actor(), "bid", "2")
    assert "Your side must bid at least 4." in said.text


async def test_a_bid_that_follows_from_cards_not_seen(club: Club) -> None:
    """With whiz bidding and blind nil a number cannot be bid before a look."""
    await begun(club, "hero_partners", bidding="whiz")
    said = await press(club, club.actor(), "bid", "3")
    assert "Look at your cards first, or bid blind nil." in said.text


async def test_the_lowest_club_opens(club: Club) -> None:
    """Another card than the lowest club, from whoever holds it."""
    await begun(club, opening="lowest_club")
    await club.bidding()
    actor = club.actor()
    assert actor.cards(enabled=True) == ["2C"]
    other = next(card for card in actor.cards() if card != "2C")
    said = await press(club, actor, "play", other)
    assert "The first trick is opened with 2♣" in said.text


async def test_no_spade_on_the_first_trick(club: Club) -> None:
    """A spade on the first trick, where spades may otherwise be led at any time."""
    await begun(club, spades_on_first_trick=False, spade_leads="any_time")
    await club.bidding()
    actor = club.actor()
    spade = next(card for card in actor.cards() if card.endswith("S"))
    said = await press(club, actor, "play", spade)
    assert "No spade may be played on the first trick while you hold something else." in said.text
