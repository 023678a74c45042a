"""The way out of a contradiction: what else must change for a rule to be had."""

import random
from typing import Any, Final

import pytest

from bot.tables.mending import changed, mended
from bot.texts.house_rules.catalogue import ENTRIES, GUIDE
from engine.errors import BadRules
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


@pytest.mark.parametrize(("rules", "wanted", "changes"), CASES)
def test_what_else_must_change(
    rules: Rules, wanted: dict[str, Any], changes: dict[str, Any] | None
) -> None:
    """Few other fields change, to what people usually play, and never the wanted ones."""
    expected = None if changes is None else rules.changed(**wanted, **changes)
    assert mended(rules, wanted, GUIDE) == expected


def test_mended_rules_agree() -> None:
    """Any value can be had beside any mixture, and what was mended agrees with itself."""
    rng = random.Random(4)
    for _ in range(60):
        rules, entry = random_rules(rng), rng.choice(list(ENTRIES.values()))
        value = rng.choice(list(entry.values()))
        after = mended(rules, {entry.name: value}, GUIDE)
        assert after is not None, (entry.name, value, rules)
        assert getattr(after, entry.name) == value
        assert sentence_of(after.model_dump()) is None


def test_what_has_nothing_to_act_on_gives_way() -> None:
    """A number without a meaning goes back to its default, and a rule that acts does not."""
    bonus = CARDCOUCH.changed(boston="bonus", boston_bonus=400)
    assert changed(bonus, {"boston": "wins"}, GUIDE) == CARDCOUCH.changed(boston="wins")
    blind = HERO_PARTNERS.changed(blind_nil_value=300, blind_nil_deficit=100)
    assert changed(blind, {"blind_nil": False}, GUIDE) == HERO_PARTNERS.changed(blind_nil=False)
    with pytest.raises(BadRules, match="deficit"):
        changed(CARDCOUCH, {"blind_nil_deficit": 50}, GUIDE)
    with pytest.raises(BadRules, match="exchanged with a partner"):
        changed(CARDCOUCH.changed(exchange=2), {"mode": "solo"}, GUIDE)
