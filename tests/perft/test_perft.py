"""Counts of the ways in which late positions can be played on, against stored numbers."""

from typing import Any

import pytest

from engine.deals import Seeds, deal
from engine.game import Game
from engine.presets import PRESETS
from engine.seats import SEATS
from tests.perft import count, reference
from tests.perft.positions import TABLES, load, plain_of, round_of

POSITIONS = load()
FEW = 1_500
"""The brute force, which confirmed every number when the file was made, repeats those below."""


def name_of(entry: dict[str, Any]) -> str:
    """Name a position by its rules, its cards a seat and its count."""
    first_hand = entry["round"].split(" ")[1].split("/")[0]
    return f"{entry['table']}-{len(first_hand) // 2}-{entry['counts'][-1]}"


@pytest.mark.parametrize("entry", POSITIONS, ids=name_of)
def test_counts(entry: dict[str, Any]) -> None:
    """The engine counts as many positions at every depth as are stored."""
    current = round_of(entry)
    if count.counts(current) != entry["counts"]:
        plain = plain_of(current)
        pytest.fail(
            f"{entry['round']}\n"
            f"counted {count.counts(current)}\nstored  {entry['counts']}\n"
            f"by first card, engine      {count.split(current)}\n"
            f"by first card, brute force {reference.split(plain)}"
        )


@pytest.mark.parametrize("entry", [e for e in POSITIONS if sum(e["counts"]) < FEW], ids=name_of)
def test_brute_force_confirms(entry: dict[str, Any]) -> None:
    """A program that tries every card by the plain rule counts the same, card by card."""
    current = round_of(entry)
    plain = plain_of(current)
    assert reference.counts(plain) == entry["counts"]
    assert reference.split(plain) == count.split(current)


def test_positions_are_of_every_kind() -> None:
    """Every preset has positions of two to five cards, with spades broken and unbroken."""
    for table in TABLES:
        kinds = {
            (round_of(entry).hands[0].bit_count(), round_of(entry).broken)
            for entry in POSITIONS
            if entry["table"] == table
        }
        assert kinds == {(size, broken) for size in (2, 3, 4, 5) for broken in (True, False)}


def test_counts_tell_the_rule_sets_apart() -> None:
    """Some counts hang on what breaks spades, so a preset with the wrong rule would be seen."""
    differing = 0
    for entry in POSITIONS:
        if sum(entry["counts"]) < FEW:
            plain = plain_of(round_of(entry))
            other = {"any_spade": "trump_only", "trump_only": "any_spade"}[plain.breaking]
            differing += reference.counts(replaced(plain, other)) != entry["counts"]
    assert differing >= 3


def replaced(plain: reference.Plain, breaking: str) -> reference.Plain:
    """Give the same position with another rule for breaking spades."""
    return reference.Plain(
        plain.hands, plain.trick, plain.leader, plain.broken, breaking, plain.deck
    )


@pytest.mark.parametrize(
    ("preset", "ways"),
    [("cardcouch", 14), ("one_page", 14), ("hero_solo", 14), ("hero_partners", 29)],
)
def test_ways_to_bid(preset: str, ways: int) -> None:
    """A seat bids in 14 ways; where blind nil is played, in 15 unseen and in 14 after a look."""
    rules = PRESETS[preset]
    game = Game.new(rules, SEATS[3])
    game = game.apply(deal(Seeds(bytes(32)), 1, SEATS[3], rules.cards))
    assert game.round is not None
    assert count.bidding_ends(game.round, SEATS[1]) == ways
    assert count.bidding_ends(game.round, SEATS[2]) == ways**2
