"""docs/rules.md is what the code says, and leaves nothing of it out."""

import pytest

from bot.texts.names import preset_title
from engine.contradictions import CONTRADICTIONS
from engine.presets import PRESETS
from engine.rules import Rules
from tests.docs.rules_page import PAGE, page, sources

TEXT = PAGE.read_text(encoding="utf-8")


def test_page_is_current() -> None:
    """The page is, to the letter, what `make docs` writes now."""
    assert page() == TEXT, "run `make docs`"


@pytest.mark.parametrize("field", Rules.model_fields)
def test_every_field_is_told(field: str) -> None:
    """A field has a row with range, default and sentence, and one with its value in each preset."""
    rows = [line for line in TEXT.splitlines() if line.startswith("|") and f"`{field}`" in line]
    told = [row for row in rows if f"<br>`{field}` |" in row]
    values = [row for row in rows if row.startswith(f"| `{field}` |")]
    assert len(told) == len(values) == 1
    assert all(cell.strip() for cell in told[0].split("|")[1:-1])
    assert values[0].count("|") == len(PRESETS) + 2


def test_every_preset_and_its_source_is_told() -> None:
    """Each preset has a docstring that says where its numbers come from, and it is on the page."""
    assert list(sources()) == list(PRESETS)
    for name, source in sources().items():
        assert source.removeprefix(f"{preset_title(name)}: ") in TEXT


def test_every_contradiction_is_told() -> None:
    """What cannot go together stands on the page, sentence by sentence."""
    assert all(f"- {sentence}\n" in TEXT for _, sentence in CONTRADICTIONS)
