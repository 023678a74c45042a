"""Rules beside which one of them has something to act on."""

from collections.abc import Iterator, Mapping

from bot.tables.mending import mended
from bot.texts.house_rules.catalogue import ENTRIES, GUIDE
from bot.texts.house_rules.entry import RuleEntry
from engine.rules import Rules


def with_value(entry: RuleEntry, value: object) -> Rules:
    """Give rules that agree, in which a rule has a value and something to act on."""
    for others in _others(entry.name):
        rules = mended(Rules(), {entry.name: value, **others}, GUIDE)
        if rules is not None and entry.applies(rules):
            return rules
    raise AssertionError(f"{entry.name} cannot be {value!r} with anything to act on")


def _others(name: str) -> Iterator[Mapping[str, object]]:
    yield {}
    for other in ENTRIES.values():
        if other.name != name:
            yield from ({other.name: value} for value in other.values())
