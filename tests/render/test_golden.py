"""What pictures look like, held against golden ones."""

import pytest
from PIL import Image

from tests.render.golden import (
    FAR_SHARE,
    FOLDER,
    MEAN,
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


@pytest.mark.parametrize("colors", ["two", "four"])
def test_emojis_look_as_they_did(colors: str) -> None:
    """Each set of emojis is that of the golden file, but for a small tolerance."""
    with Image.open(FOLDER / f"emojis_{colors}.png") as golden:
        mean, far = difference(golden, emoji_sheet("four" if colors == "four" else "two"))
    assert mean <= MEAN
    assert far <= FAR_SHARE


def test_the_tolerance_sees_a_changed_card() -> None:
    """The golden test is no formality: one other card on the table goes beyond the tolerance."""
    mean, far = difference(small("play"), small("play_taken"))
    assert far > FAR_SHARE
    assert mean > 0


def test_the_golden_files_are_those_of_the_states() -> None:
    """No golden picture is missing, and none is left over."""
    assert {path.stem for path in FOLDER.glob("*.png")} == set(goldens())
