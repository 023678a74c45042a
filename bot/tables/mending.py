"""Finds further changes of rules that resolve a contradiction."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from engine.contradictions import CONTRADICTIONS
from engine.rules import Rules

MOST_CHANGES: Final = 8
"""The most further changes; with more, the rules would not be those that were meant."""

MOST_TRIES: Final = 6
"""The most candidates per step, so that a press is answered soon; the likeliest come first."""

Values = Callable[[str], Iterable[object]]
"""Gives the values that a field may take to resolve a contradiction, the likeliest first."""


def mending(
    rules: Rules, wanted: Mapping[str, object], values: Values
) -> Mapping[str, object] | None:
    """Give other fields to change so that rules can take some values: few, if not the fewest.

    Args:
        rules: the present rules.
        wanted: the wanted values by field, each within its range.
        values: gives the possible values of other fields.

    Returns:
        The values of the other fields; empty if the wanted ones contradict nothing, and None if no
        short way was found.
    """
    tries: list[dict[str, object]] = [{}]
    for _ in range(MOST_CHANGES + 1):
        following: list[dict[str, object]] = []
        for changes in tries:
            draft = {**rules.model_dump(), **wanted, **changes}
            fixes = _fixes(draft, {*wanted, *changes}, values)
            if fixes is None:
                return changes
            for fix in fixes:
                if (change := {**changes, **fix}) not in following:
                    following.append(change)
        tries = following[:MOST_TRIES]
    return None


def _fixes(
    draft: Mapping[str, object], settled: set[str], values: Values
) -> list[dict[str, object]] | None:
    """Give the single changes that resolve the first contradiction, or None if there is none."""
    rules = _draft(draft)
    holds = next((holds for holds, _ in CONTRADICTIONS if holds(rules)), None)
    if holds is None:
        return None
    return [
        change for change in _changes(settled, values) if not holds(_draft({**draft, **change}))
    ]


def _changes(settled: set[str], values: Values) -> Iterator[dict[str, object]]:
    for name in Rules.model_fields:
        if name not in settled:
            yield from ({name: value} for value in values(name))


def _draft(fields: Mapping[str, Any]) -> Rules:
    return Rules.model_construct(None, **fields)
