"""Counts of the ways in which positions can go on, against stored numbers and by brute force."""

from dataclasses import replace
from typing import Any

import pytest

from tests.perft import count, reference
from tests.perft.positions import (
    CHANGES,
    FIRST,
    LATE,
    OLDEST,
    depth_of,
    load,
    plain_of,
    round_of,
    tells,
)

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
    current, depth = round_of(entry), depth_of(entry)
    if count.counts(current, depth) != entry["counts"]:
        plain = plain_of(current)
        pytest.fail(
            f"{entry['round']}\n"
            f"counted {count.counts(current, depth)}\nstored  {entry['counts']}\n"
            f"by first card, engine      {count.split(current, depth)}\n"
            f"by first card, brute force {reference.split(plain, depth)}"
        )


@pytest.mark.parametrize("entry", [e for e in POSITIONS if sum(e["counts"]) < FEW], ids=name_of)
def test_brute_force_confirms(entry: dict[str, Any]) -> None:
    """A program that tries every card by the plain rule counts the same, card by card."""
    current, depth = round_of(entry), depth_of(entry)
    plain = plain_of(current)
    assert reference.counts(plain, depth) == entry["counts"]
    assert reference.split(plain, depth) == count.split(current, depth)


def test_positions_are_of_every_kind() -> None:
    """Every table has positions of several sizes, with spades broken and not, or first tricks."""
    for table in LATE:
        kinds = {
            (round_of(entry).hands[0].bit_count(), round_of(entry).broken)
            for entry in POSITIONS
            if entry["table"] == table
        }
        sizes = (2, 3, 4, 5) if table in OLDEST else (2, 3, 4)
        assert kinds == {(size, broken) for size in sizes for broken in (True, False)}
    for table, rules in FIRST.items():
        first = [round_of(entry) for entry in POSITIONS if entry["table"] == table]
        assert len(first) == 3
        assert {each.hands[0].bit_count() for each in first} == {rules.hand_size}


@pytest.mark.parametrize("table", CHANGES)
def test_counts_tell_the_rules_apart(table: str) -> None:
    """Without the rule of their table, positions that hang on it would have other counts."""
    entries = [entry for entry in POSITIONS if entry["table"] == table]
    telling = [entry for entry in entries if tells(table, round_of(entry), entry["counts"])]
    assert len(telling) >= 3


def test_counts_tell_what_breaks_spades() -> None:
    """Some counts hang on what breaks spades, so a preset with the wrong rule would be seen."""
    differing = 0
    for entry in POSITIONS:
        if entry["table"] in OLDEST and sum(entry["counts"]) < FEW:
            plain = plain_of(round_of(entry))
            other = {"any_spade": "trump_only", "trump_only": "any_spade"}[plain.play.breaking]
            changed = replace(plain, play=replace(plain.play, breaking=other))
            differing += reference.counts(changed) != entry["counts"]
    assert differing >= 3
