"""What a custom id says is read in one way."""

import pytest

from cogs.base.custom_ids import CustomId, decode, parse_id, parse_number, parse_turn, turn_text


@pytest.mark.parametrize(("said", "read"), [("0", 0), ("7", 7), ("007", 7), ("999999", 999_999)])
def test_a_number_is_read(said: str, read: int) -> None:
    """Rounds, moves, pages and seasons are numbers of up to six digits."""
    assert parse_number(said) == read


@pytest.mark.parametrize("said", ["", "-1", "1.5", "1000000", "٣", "a", " 1", "1\n"])
def test_what_is_no_number(said: str) -> None:
    """Nothing else is one, and neither are two, or none."""
    assert parse_number(said) is None
    assert parse_number() is None
    assert parse_number("1", "2") is None


def test_ids_are_apart_from_numbers() -> None:
    """An id of Discord's is never 0 and fits into 64 bits."""
    assert parse_id("1") == 1
    assert parse_id(str(2**63 - 1)) == 2**63 - 1
    assert [parse_id(each) for each in ("0", "01", str(2**63), "", "x")] == [None] * 5


def test_an_id_is_read_as_it_was_written() -> None:
    """Verb, table and arguments come back, and so does a turn."""
    written = CustomId("play", 12, (turn_text((3, 17)), "1", "AS"))
    assert str(written) == "s:play:12:3.17:1:AS"
    assert decode(str(written)) == written
    assert parse_turn("3.17") == (3, 17)
    assert parse_turn("3") is None
    assert decode("s:play:12:" + "x" * 25) is None
