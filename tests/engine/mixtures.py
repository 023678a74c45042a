"""Mixtures of house rules: for every field some values worth playing with."""

import random
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import FunctionType
from typing import Any

from engine.cards import DECKS
from engine.contradictions import CONTRADICTIONS, contradiction
from engine.rule_fields import RuleFields
from engine.rules import Rules

CHOICES: Mapping[str, Sequence[object]] = {
    "mode": ["partners", "partners", "solo"],
    "players": [4, 4, 3, 2],
    "two_seat_deal": ["draw", "draw", "dealt"],
    "deck": [*DECKS],
    "target": [50, 50, 100, 150, 200, 300, 500, None],
    "losing_score": [None, -50, -100, -200, -400],
    "rounds": [None, 2, 6],
    "minutes": [None, None, 30],
    "sets_lose": [None, 1, 3],
    "sets_in_a_row_lose": [None, 2],
    "spread": [None, 50, 200],
    "bidding": ["free", "free", "free", "mirror", "whiz", "suicide"],
    "seat_minimum": [1, 1, 2, 6],
    "minimum_contract": [0, 0, 1, 4, 7],
    "maximum_contract": [None, None, 4, 10],
    "contract_of_nine": [True, True, False],
    "side_bid": ["sum", "second_closes"],
    "possibles": [False, True],
    "bid_order": ["clockwise", "by_side"],
    "table_minimum": [0, 0, 11, 13],
    "table_short": ["thrown_in", "made", "last_raises"],
    "hook": [False, False, True],
    "throw_in": ["none", "no_spade", "no_spade_no_face", "no_spade_or_no_face"],
    "blind_bid": [None, None, 1, 6],
    "blind_bid_deficit": [0, 0, 20],
    "blind_bid_missed": ["doubled", "plain", "nothing"],
    "first_round": ["bid", "bids_itself"],
    "first_round_least": [0, 0, 2, 5],
    "first_round_short": ["loses", "set"],
    "first_round_wins": [None, None, 8],
    "nil": ["allowed", "allowed", "allowed", "zero", "none"],
    "nil_value": [100, 10, 50, 200],
    "nil_missed": [None, None, 0, 30],
    "blind_nil": [False, True, True],
    "blind_nil_value": [200, 200, 100, 300],
    "blind_nil_deficit": [0, 0, 20, 100],
    "exchange": [0, 1, 2, 4],
    "exchange_when": ["any_nil", "any_nil", "blind_nil"],
    "failed_nil_tricks": ["bags_only", "help_partner", "ignored"],
    "failed_nil_bag_points": [1, 1, 0],
    "double_nil": ["each", "each", "unit", "none"],
    "double_nil_bonus": [0, 0, 150],
    "bag_limit": [10, 1, 5, 7, 13, None],
    "bag_points": [1, 1, 0, -3],
    "bag_penalty": [None, None, 110],
    "bag_points_kept": [True, True, False],
    "bag_count": ["remainder", "reset"],
    "missed_contract": ["minus", "minus", "zero", "double"],
    "ten_contracts": ["exactly_ten", "ten_or_more", "doubled"],
    "ten_made": [100, 200, 137],
    "ten_missed": [100, 200, 113],
    "double_taken": ["nothing", "nothing", "set", "minus_100"],
    "boston": ["nothing", "bonus", "wins"],
    "boston_unbid": [False, True],
    "boston_bonus": [250, 250, 500],
    "spade_leads": ["once_broken", "once_broken", "any_time"],
    "breaking": ["any_spade", "trump_only"],
    "spades_on_first_trick": [True, False],
    "opening": ["dealers_left", "lowest_club", "lowest_clubs_all", "high_bidder"],
    "first_dealer": ["before_host", "random"],
    "bid_seconds": [None, 30],
    "play_seconds": [None, 15],
    "places": ["winner_only", "points_then_bags"],
}
"""Values that change the game are frequent, and games to a low target many: they are short."""

FIELDS = tuple(CHOICES)

DEPENDED_ON = ("mode", "players", "bidding", "nil", "table_short", "side_bid", "first_round")
"""Fields that much else cannot go together with; mending would leave few of their rarer values."""

KEPT = 0.7
"""How often what depends on these is changed instead of them."""

PATIENCE = 60
"""Steps after which those are changed too."""

MOST_STEPS = 400
"""Steps after which values are taken to contradict each other by way of others."""

Holds = Callable[[RuleFields], bool]


def sentence_of(fields: Mapping[str, Any]) -> str | None:
    """Say what contradicts in fields that are all there, and each in range; None where nothing."""
    return contradiction(Rules.model_construct(None, **fields))


def random_rules(rng: random.Random, seats: int | None = None) -> Rules:
    """Draw a mixture that agrees with itself, every field of it at random.

    Args:
        rng: draws.
        seats: two, three or four; None for any.
    """
    fixed: dict[str, object] = {} if seats is None else {"players": seats}
    if seats in {2, 3}:
        fixed["mode"] = "solo"
    found = drawn_around(fixed, rng)
    assert found is not None
    return found


def drawn_around(fixed: Mapping[str, object], rng: random.Random) -> Rules | None:
    """Draw a mixture that holds some values, or give None where they contradict each other.

    A draw that contradicts itself is mended, one field at a time, rather than thrown away: most
    draws do, and throwing them away would leave few mixtures of fields that depend on others.

    Args:
        fixed: the values.
        rng: draws.
    """
    drawn = {field: rng.choice(CHOICES[field]) for field in CHOICES} | dict(fixed)
    kept = {*fixed, *(DEPENDED_ON if rng.random() < KEPT else ())}
    for steps in range(MOST_STEPS):
        holds = _holding(drawn)
        if holds is None:
            return Rules().changed(**drawn)
        found = _fields_of(holds) - set(fixed)
        if not found:
            return None
        # Two of the kept values may contradict each other by way of a third, for ever.
        field = rng.choice(sorted((found - kept if steps < PATIENCE else set()) or found))
        drawn[field] = rng.choice([Rules.model_fields[field].default, rng.choice(CHOICES[field])])
    return None


def _holding(fields: Mapping[str, Any]) -> Holds | None:
    """Give what is found to contradict in fields, or None."""
    rules = Rules.model_construct(None, **fields)
    return next((holds for holds, _ in CONTRADICTIONS if holds(rules)), None)


@cache
def _fields_of(holds: Holds) -> frozenset[str]:
    """Give the fields that a condition, or a function that it calls, reads."""
    assert isinstance(holds, FunctionType)
    names = set(holds.__code__.co_names) | set(holds.__code__.co_consts)
    for name in holds.__code__.co_names:
        helper = holds.__globals__.get(name)
        if isinstance(helper, FunctionType):
            names |= set(helper.__code__.co_names)
    return frozenset(names & set(FIELDS))
