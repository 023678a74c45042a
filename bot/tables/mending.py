"""What else must change so that a rule can be had: the way out of a contradiction."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from engine.contradictions import CONTRADICTIONS
from engine.rules import Rules

MOST_CHANGES: Final = 8
"""Rules that are changed for one; with more the table would not be the one that was meant."""

MOST_TRIES: Final = 6
"""Ways that are followed at once, so that a press is answered soon; the likeliest come first."""

Values = Callable[[str], Iterable[object]]
"""Gives the values that a rule may take to mend another, by its field, the likeliest first."""


def mending(
    rules: Rules, wanted: Mapping[str, object], values: Values
) -> Mapping[str, object] | None:
    """Give other fields that must change so that rules take some values: few, if not the fewest.

    Args:
        rules: the rules as they are.
        wanted: the values to take, by field, each within its range.
        values: what other fields may become.

    Returns:
        The values of the other fields; none where nothing stands against the wanted ones, and
        None where nothing short helps.
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
    """Give the single changes that end the first contradiction, or None where there is none."""
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
