"""The way out of a contradiction: what else must change for a rule to be had."""

import random
from typing import Any, Final

import pytest

from bot.tables.mending import MOST_CHANGES, mending
from bot.texts.house_rules.catalogue import ENTRIES
from engine.presets import CARDCOUCH, HERO_PARTNERS, JOKER_DEUCE
from engine.rules import Rules
from tests.engine.mixtures import random_rules, sentence_of

CASES: Final[list[tuple[Rules, dict[str, Any], dict[str, Any] | None]]] = [
    (CARDCOUCH, {"target": 300}, {}),
    (CARDCOUCH, {"players": 3}, {"mode": "solo"}),
    (CARDCOUCH, {"exchange_when": "blind_nil"}, {"blind_nil": True, "exchange": 2}),
    (HERO_PARTNERS, {"mode": "solo"}, {"failed_nil_tricks": "bags_only"}),
    (JOKER_DEUCE, {"blind_nil": False}, {"blind_nil_deficit": 0}),
    (
        JOKER_DEUCE,
        {"bidding": "mirror"},
        {"blind_nil": False, "blind_nil_deficit": 0, "minimum_contract": 0},
    ),
    (CARDCOUCH, {"players": 3, "mode": "partners"}, None),
]
"""Rules, what is wanted of them, and what else must change; None where nothing helps."""


def values(name: str) -> list[object]:
    """Give what a rule may become."""
    return list(ENTRIES[name].values())


@pytest.mark.parametrize(("rules", "wanted", "changes"), CASES)
def test_what_else_must_change(
    rules: Rules, wanted: dict[str, Any], changes: dict[str, Any] | None
) -> None:
    """Few other fields change, to what people usually play, and never the wanted ones."""
    assert mending(rules, wanted, values) == changes


def test_mended_rules_agree() -> None:
    """Any value can be had beside any mixture, and what was mended agrees with itself."""
    rng = random.Random(4)
    for _ in range(60):
        rules, entry = random_rules(rng), rng.choice(list(ENTRIES.values()))
        wanted = {entry.name: rng.choice(values(entry.name))}
        changes = mending(rules, wanted, values)
        assert changes is not None, (entry.name, wanted, rules)
        assert len(changes) <= MOST_CHANGES
        assert sentence_of({**rules.model_dump(), **wanted, **changes}) is None
