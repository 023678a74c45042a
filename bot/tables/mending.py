"""Changes a rule, and finds further changes that resolve a contradiction."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.contradictions import CONTRADICTIONS
from engine.errors import BadRules
from engine.rules import Rules

MOST_CHANGES: Final = 8
"""The most further changes; with more, the rules would not be those that were meant."""

MOST_TRIES: Final = 6
"""The most candidates per step, so that a press is answered soon; the likeliest come first."""


@dataclass(frozen=True, slots=True)
class Guide:
    """How the fields of a rule set depend on each other.

    Attributes:
        values: the values that a field may take to resolve a contradiction, the likeliest first.
        has_effect: whether a field has an effect under rules that may contradict each other.
    """

    values: Callable[[str], Iterable[object]]
    has_effect: Callable[[Rules, str], bool]


def changed(rules: Rules, wanted: Mapping[str, object], guide: Guide) -> Rules:
    """Give rules with some fields changed.

    Fields that lose their effect and contradict the new values return to their defaults: if a
    Boston wins the game, its bonus does not matter.

    Raises:
        BadRules: a value is out of range, or contradicts fields that have an effect.
    """
    try:
        return rules.changed(**wanted)
    except BadRules:
        return rules.changed(**wanted, **_idle(rules, wanted, guide))


def mended(rules: Rules, wanted: Mapping[str, object], guide: Guide) -> Rules | None:
    """Give rules with some fields changed, and few others to resolve contradictions, or None.

    Args:
        rules: the present rules.
        wanted: the wanted values by field, each within its range.
        guide: how fields depend on each other.
    """
    settled = {**wanted, **_idle(rules, wanted, guide)}
    tries: list[dict[str, object]] = [{}]
    for _ in range(MOST_CHANGES + 1):
        following: list[dict[str, object]] = []
        for changes in tries:
            fixes = _fixes({**rules.model_dump(), **settled, **changes}, wanted, changes, guide)
            if fixes is None:
                return rules.changed(**{**settled, **changes})
            for fix in fixes:
                if (change := {**changes, **fix}) not in following:
                    following.append(change)
        tries = following[:MOST_TRIES]
    return None


def _idle(rules: Rules, wanted: Mapping[str, object], guide: Guide) -> dict[str, object]:
    """Give the defaults of the fields that the wanted ones leave without effect."""
    draft = draft_of(rules, wanted)
    return {
        name: info.default
        for name, info in Rules.model_fields.items()
        if name not in wanted and not guide.has_effect(draft, name)
    }


def _fixes(
    fields: Mapping[str, object],
    wanted: Mapping[str, object],
    changes: Mapping[str, object],
    guide: Guide,
) -> list[dict[str, object]] | None:
    """Give the single changes that resolve the first contradiction, or None if there is none."""
    draft = _draft(fields)
    holds = next((holds for holds, _ in CONTRADICTIONS if holds(draft)), None)
    if holds is None:
        return None
    free = (name for name in Rules.model_fields if name not in wanted and name not in changes)
    return [fix for fix in _single(free, guide) if not holds(_draft({**fields, **fix}))]


def _single(names: Iterable[str], guide: Guide) -> Iterator[dict[str, object]]:
    for name in names:
        yield from ({name: value} for value in guide.values(name))


def draft_of(rules: Rules, wanted: Mapping[str, object]) -> Rules:
    """Give unchecked rules with some fields changed, to ask about but not to play."""
    return _draft({**rules.model_dump(), **wanted})


def _draft(fields: Mapping[str, Any]) -> Rules:
    return Rules.model_construct(None, **fields)
