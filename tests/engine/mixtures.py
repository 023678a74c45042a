"""Mixtures of house rules: for every field some values worth playing with."""

import random
from collections.abc import Mapping, Sequence

from engine.errors import BadRules
from engine.rules import Rules

CHOICES: Mapping[str, Sequence[object]] = {
    "mode": ["partners", "partners", "solo"],
    "deck": ["standard", "jokers"],
    "target": [500, 50, 150, 200, 300, 1000],
    "losing_score": [None, -50, -200, -400],
    "nil_value": [100, 10, 50, 200],
    "blind_nil": [False, True, True],
    "blind_nil_value": [200, 200, 100, 300],
    "failed_nil_tricks": ["bags_only", "help_partner", "ignored"],
    "failed_nil_bag_points": [1, 1, 0],
    "double_nil": ["each", "each", "unit"],
    "bag_limit": [10, 1, 5, 7, 13, None],
    "bag_points_kept": [True, True, False],
    "breaking": ["any_spade", "trump_only"],
    "first_dealer": ["before_host", "random"],
    "bid_seconds": [None, 30],
    "play_seconds": [None, 15],
    "places": ["winner_only", "points_then_bags"],
}


def random_rules(rng: random.Random) -> Rules:
    """Draw a mixture that agrees with itself."""
    while True:
        try:
            return Rules().changed(**{field: rng.choice(CHOICES[field]) for field in CHOICES})
        except BadRules:
            continue
