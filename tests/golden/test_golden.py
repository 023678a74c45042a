"""Recorded games: each line of notation still gives, to the letter, the game that was recorded."""

from pathlib import Path

import pytest

from engine.game_notation import parse_game, print_game
from engine.presets import PRESETS
from engine.score_sheet import Item
from tests.golden.record import TABLES, files, line_in, text_of

FILES = files()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_game_is_as_recorded(file: Path) -> None:
    """Hands, bids, tricks, breaking, every point, the end and the final tallies are the same."""
    assert text_of(line_in(file)) == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_line_is_printed_as_recorded(file: Path) -> None:
    """The notation has not changed either, so that stored games stay readable."""
    game = parse_game(line_in(file))
    assert print_game(game) == line_in(file)
    assert game.outcome is not None


def test_every_preset_is_recorded() -> None:
    """There are two games or more of each preset, and nearly all kinds of points occur in them."""
    names = [file.stem.rpartition("_")[0] for file in FILES]
    assert set(names) == set(TABLES)
    assert set(PRESETS) <= set(TABLES)
    assert all(names.count(table) >= 2 for table in TABLES)
    games = [parse_game(line_in(file)) for file in FILES]
    for name, game in zip(names, games, strict=True):
        assert game.rules == TABLES[name]
    items = {
        line.item
        for game in games
        for sheet in game.sheets
        for side in sheet.sides
        for line in side.lines
    }
    too_rare = {Item.BOSTON, Item.DOUBLE_NIL_MADE, Item.DOUBLE_NIL_BONUS}
    assert set(Item) - too_rare - items == set()
