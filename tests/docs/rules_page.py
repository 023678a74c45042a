"""Writes docs/rules.md from the code: `python -m tests.docs.rules_page` (or `make docs`).

Everything on the page is read from where it is kept: fields and ranges from `engine.rules`, values
from `engine.presets` with the sources that its docstrings name, sentences from `bot.texts.rules`,
what cannot go together from `engine.contradictions`.
"""

import ast
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, get_args

from bot.tables.forms import FORMS, field_of
from bot.texts.fields import field_label, form_title
from bot.texts.names import preset_title
from bot.texts.rule_sentences import SENTENCES
from bot.texts.translator import ENGLISH
from engine.contradictions import CONTRADICTIONS
from engine.presets import PRESETS, PUBLISHED
from engine.rules import Rules

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = ROOT / "docs" / "rules.md"

NEEDS: Final[dict[str, dict[str, Any]]] = {
    "players": {"mode": "solo"},
    "blind_nil_value": {"blind_nil": True},
    "blind_nil_deficit": {"blind_nil": True},
    "exchange_when": {"exchange": 1, "blind_nil": True},
    "boston_bonus": {"boston": "bonus"},
}
"""What else must be so for a field to be free."""

EXAMPLES: Final[dict[str, tuple[object, ...]]] = {
    "target": (500,),
    "losing_score": (None, -200),
    "minimum_contract": (4,),
    "nil_value": (100,),
    "blind_nil_value": (200,),
    "blind_nil_deficit": (100,),
    "exchange": (2,),
    "failed_nil_bag_points": (1, 0),
    "bag_limit": (None, 10),
    "ten_made": (200,),
    "ten_missed": (200,),
    "bid_seconds": (None, 30),
}
"""Values of numbers that are read out on the page; of words, all are."""

SAID_WITH: Final = {
    "boston_bonus": "boston",
    "play_seconds": "bid_seconds",
}
"""Fields that the sentence of another says."""

INTRODUCTION: Final = """\
# Rules

Every house rule is one field of [`Rules`](../engine/rule_fields.py). It is chosen in a table's
lobby, where it may come from a preset or from a rule set that the server has saved, and stays as it
is once the game has started. What no field says is the same at all tables: spades are trump,
everyone bids once in turn, a contract is worth ten points for each trick bid, and a trick over it
is worth one and is a bag.

This page is written from the code by `make docs`, and a test compares the two.
"""


def page() -> str:
    """Write the whole page."""
    parts = [INTRODUCTION, "## The rules, one by one\n"]
    for form, fields in FORMS.items():
        parts.append(f"### {form_title(form, ENGLISH)}\n")
        parts.append(_table(["Rule", "Range", "Default", "What a table says"], map(_row, fields)))
    parts += [_presets(), _values(), _contradictions()]
    return "\n".join(parts)


def _table(heads: list[str], rows: Iterator[list[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def _row(field: str) -> list[str]:
    label = field_label(field, ENGLISH).split(" (")[0]
    return [f"{label}<br>`{field}`", _range(field), _default(field), "<br>".join(_said(field))]


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


def _said(field: str) -> Iterator[str]:
    """Give what tables say of a field, value by value."""
    if field in SAID_WITH:
        yield f"said with `{SAID_WITH[field]}`"
        return
    base = Rules().changed(**NEEDS.get(field, {}))
    for value in _read(field):
        said = SENTENCES[field](base.changed(**{field: value}), ENGLISH)
        if said:
            yield f"`{_value(value)}`: {said}"


def _read(field: str) -> tuple[object, ...]:
    annotation = Rules.model_fields[field].annotation
    if annotation is bool:
        return (True, False)
    return EXAMPLES.get(field) or get_args(annotation)


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
