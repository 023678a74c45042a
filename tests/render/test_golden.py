"""What pictures look like, held against golden ones."""

from collections.abc import Callable
from typing import get_args

import pytest
from PIL import Image

from bot.render.picture import Colors, Stage
from tests.render.golden import (
    FAR_SHARE,
    FOLDER,
    MEAN,
    card_sheet,
    difference,
    emoji_sheet,
    goldens,
    small,
)
from tests.render.states import pictures


@pytest.mark.parametrize("name", sorted(pictures()))
def test_a_picture_looks_as_it_did(name: str) -> None:
    """A state's picture is that of the golden file, but for a small tolerance."""
    with Image.open(FOLDER / f"{name}.png") as golden:
        mean, far = difference(golden, small(name))
    assert mean <= MEAN, f"{name}: {mean:.2f} off; see the docstring of golden.py"
    assert far <= FAR_SHARE, f"{name}: {far:.2%} of it differ; see the docstring of golden.py"


@pytest.mark.parametrize("sheet", [emoji_sheet, card_sheet])
@pytest.mark.parametrize("colors", ["two", "four"])
def test_cards_look_as_they_did(sheet: Callable[[Colors], Image.Image], colors: Colors) -> None:
    """Each set, as emojis and on the table, with jokers and back, is that of the golden file."""
    name = "emojis" if sheet is emoji_sheet else "cards"
    with Image.open(FOLDER / f"{name}_{colors}.png") as golden:
        mean, far = difference(golden, sheet(colors))
    assert mean <= MEAN
    assert far <= FAR_SHARE


def test_every_kind_of_picture_has_its_golden_one() -> None:
    """Each stage of a game is among the states, with partners and in solo."""
    drawn = {(picture.stage, picture.partners) for picture in pictures().values()}
    alone, paired = set(get_args(Stage)) - {"exchange"}, set(get_args(Stage)) - {"drawing"}
    assert drawn == {(stage, True) for stage in paired} | {(stage, False) for stage in alone}


def test_the_tolerance_sees_a_changed_card() -> None:
    """The golden test is no formality: one other card on the table goes beyond the tolerance."""
    mean, far = difference(small("play"), small("play_taken"))
    assert far > FAR_SHARE
    assert mean > 0


def test_the_golden_files_are_those_of_the_states() -> None:
    """No golden picture is missing, and none is left over."""
    assert {path.stem for path in FOLDER.glob("*.png")} == set(goldens())
