"""Mixtures of house rules: for every field some values worth playing with."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from engine.contradictions import contradiction
from engine.rules import Rules

CHOICES: Mapping[str, Sequence[object]] = {
    "mode": ["partners", "partners", "solo"],
    "players": [4, 4, 3],
    "deck": ["standard", "standard", "jokers", "deuces", "deuces_spade_high"],
    "target": [50, 50, 100, 150, 200, 300, 500],
    "losing_score": [None, -50, -100, -200, -400],
    "bidding": ["free", "free", "mirror", "whiz", "suicide"],
    "minimum_contract": [0, 0, 1, 4, 7],
    "first_round": ["bid", "bids_itself"],
    "nil_value": [100, 10, 50, 200],
    "blind_nil": [False, True, True],
    "blind_nil_value": [200, 200, 100, 300],
    "blind_nil_deficit": [0, 0, 20, 100],
    "exchange": [0, 1, 2, 3],
    "exchange_when": ["any_nil", "any_nil", "blind_nil"],
    "failed_nil_tricks": ["bags_only", "help_partner", "ignored"],
    "failed_nil_bag_points": [1, 1, 0],
    "double_nil": ["each", "each", "unit"],
    "bag_limit": [10, 1, 5, 7, 13, None],
    "bag_points_kept": [True, True, False],
    "bag_count": ["remainder", "reset"],
    "ten_made": [100, 200, 137],
    "ten_missed": [100, 200, 113],
    "boston": ["nothing", "bonus", "wins"],
    "boston_bonus": [250, 250, 500],
    "spade_leads": ["once_broken", "once_broken", "any_time"],
    "breaking": ["any_spade", "trump_only"],
    "spades_on_first_trick": [True, False],
    "opening": ["dealers_left", "lowest_club"],
    "first_dealer": ["before_host", "random"],
    "bid_seconds": [None, 30],
    "play_seconds": [None, 15],
    "places": ["winner_only", "points_then_bags"],
}
"""Values that change the game are frequent, and games to a low target many: they are short."""

FIELDS = tuple(CHOICES)


def sentence_of(fields: Mapping[str, Any]) -> str | None:
    """Say what contradicts in fields that are all there, and each in range; None where nothing."""
    return contradiction(Rules.model_construct(None, **fields))


def random_rules(rng: random.Random) -> Rules:
    """Draw a mixture that agrees with itself, every field of it at random.

    A draw that contradicts itself is mended, one field at a time, rather than thrown away: most
    draws do, and throwing them away would leave few mixtures of fields that depend on others.
    """
    drawn = {field: rng.choice(CHOICES[field]) for field in CHOICES}
    while sentence_of(drawn) is not None:
        field = rng.choice(FIELDS)
        drawn[field] = rng.choice(CHOICES[field])
    return Rules().changed(**drawn)
