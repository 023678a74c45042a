"""Writes docs/rules.md from the code: `python -m tests.docs.rules_page` (or `make docs`).

Everything on the page is read from where it is kept: fields and ranges from `engine.rules`, values
from `engine.presets` with the sources that its docstrings name, sentences from `bot.texts.rules`,
what cannot go together from `engine.contradictions`.
"""

import ast
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final, get_args

from bot.tables.rule_answers import field_of
from bot.texts.house_rules.catalogue import TOPICS
from bot.texts.house_rules.entry import RuleEntry
from bot.texts.names import preset_title
from bot.texts.translator import ENGLISH
from engine.contradictions import CONTRADICTIONS
from engine.presets import PRESETS, PUBLISHED
from engine.rules import Rules
from tests.texts.applying import with_value

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = ROOT / "docs" / "rules.md"

MOST_EXAMPLES: Final = 2
"""Numbers of a rule that are read out; of words, all are."""

INTRODUCTION: Final = """\
# Rules

Every house rule is one field of [`Rules`](../engine/rule_fields/__init__.py). It is chosen in a
table's lobby, where it may come from a preset or from a rule set that the server has saved, and
stays as it is once the game has started. What no field says is the same at all tables: spades are
trump, everyone bids once in turn, and a trick over the contract is a bag.

This page is written from the code by `make docs`, and a test compares the two.
"""


def page() -> str:
    """Write the whole page."""
    parts = [INTRODUCTION, "## The rules, one by one\n"]
    for topic in TOPICS:
        parts.append(f"### {topic.label.english}\n")
        heads = ["Rule", "Range", "Default", "What a table says"]
        parts.append(_table(heads, map(_row, topic.entries)))
    parts += [_presets(), _values(), _contradictions()]
    return "\n".join(parts)


def _table(heads: list[str], rows: Iterator[list[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def _row(entry: RuleEntry) -> list[str]:
    field = entry.name
    said = list(_said(entry)) or [f"said with `{entry.said_by}`"]
    label = f"{entry.label.english}<br>`{field}`"
    return [label, _range(field), _default(field), "<br>".join(said)]


def _default(field: str) -> str:
    return f"`{_value(Rules.model_fields[field].default)}`"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value).replace("-", "\N{MINUS SIGN}")


def _range(field: str) -> str:
    asked = field_of(field)
    if asked.choices:
        return ", ".join(f"`{choice}`" for choice in asked.choices)
    lowest, highest = _value(asked.lowest), _value(asked.highest)
    numbers = f"{highest} and below" if asked.lowest is None else f"{lowest} to {highest}"
    return f"{numbers}, or none" if asked.optional else numbers


def _said(entry: RuleEntry) -> Iterator[str]:
    """Give what tables say of a rule, value by value, beside the rules that it needs."""
    for value in _read(entry):
        said = entry.sentence_of(with_value(entry, value), ENGLISH)
        if said:
            yield f"`{_value(value)}`: {said}"


def _read(entry: RuleEntry) -> tuple[object, ...]:
    annotation = Rules.model_fields[entry.name].annotation
    if annotation is bool:
        return (True, False)
    return entry.examples[:MOST_EXAMPLES] or get_args(annotation)


def _presets() -> str:
    lines = ["## Presets\n"]
    for name, source in sources().items():
        mark = ", published" if name in PUBLISHED else ""
        told = source.removeprefix(f"{preset_title(name)}: ")
        lines.append(f"- **{preset_title(name)}** (`{name}`{mark}): {told}")
    return "\n".join(lines) + "\n"


def sources() -> dict[str, str]:
    """Give what each preset is and where its numbers come from, as its docstring says."""
    text = (ROOT / "engine" / "presets.py").read_text(encoding="utf-8")
    body = ast.parse(text).body
    told = {}
    for node, following in pairwise(body):
        match node, following:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(said))),
            ) if name.lower() in PRESETS:
                told[name.lower()] = " ".join(said.split())
    return told


def _values() -> str:
    heads = ["Rule", *(f"`{name}`" for name in PRESETS)]
    table = _table(heads, (_values_of(field) for field in Rules.model_fields))
    told = "The value of every rule in every preset; in bold where it is not the default.\n"
    return f"### Values\n\n{told}\n{table}"


def _values_of(field: str) -> list[str]:
    default = Rules.model_fields[field].default
    cells = [f"`{field}`"]
    for rules in PRESETS.values():
        value = getattr(rules, field)
        cells.append(_value(value) if value == default else f"**{_value(value)}**")
    return cells


def _contradictions() -> str:
    told = "Nothing else is refused: every other mixture can be played to its end.\n"
    sentences = "".join(f"- {sentence}\n" for _, sentence in CONTRADICTIONS)
    return f"## What cannot go together\n\n{sentences}\n{told}"


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
