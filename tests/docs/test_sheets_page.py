"""The page of sheets: what it says is played can be set up."""

from pathlib import Path

import pytest

from engine.rules import Rules
from tests.docs.sheets import SHEETS, fields_of, page

PAGE = Path(__file__).resolve().parents[2] / "docs" / "sheets.md"


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_that_is_played_can_be_set_up(name: str) -> None:
    """The rules of the sheet do not contradict each other, and each field has its value."""
    fields = fields_of(SHEETS[name])
    rules = Rules().changed(**fields)
    assert {field: getattr(rules, field) for field in fields} == fields


def test_page_is_as_the_code_says() -> None:
    """The page in docs is the one that is written from this list."""
    assert PAGE.read_text(encoding="utf-8") == page()
