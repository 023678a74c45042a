"""The gallery is complete: every layout and every button is in it, and every picture is there."""

import ast
from pathlib import Path
from typing import Final

from cogs.spades import HANDLERS
from tests.gallery.blind import rehearse
from tests.gallery.index import files_of, index_text
from tests.gallery.photography import MOST_BYTES, SHOWCASE
from tests.gallery.scenes import all_scenes

ROOT: Final = Path(__file__).parents[2]
GALLERY: Final = ROOT / "docs" / "gallery"

LAYOUTS: Final = {"ui.LayoutView", "ui.Modal", "list[Piece]"}
"""What functions give that draw a screen, or the greater part of one."""

FORMS_ONLY: Final = {"filled", "coded"}
"""What no button asks for: a form is sent by Discord's own."""

FORM_STATES: Final = {"house-rules-form", "house-rules-code"}
"""States of which only the form is pictured, which is no message."""

MOST_BYTES_OF_ALL: Final = 8 * 1024 * 1024


def _layouts() -> set[str]:
    """Name every function of the Discord side that draws, as `package.function`."""
    return {
        f"{path.parent.name}.{node.name}"
        for path in (ROOT / "cogs").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
        and node.name != "layout"
        and node.returns is not None
        and ast.unparse(node.returns) in LAYOUTS
    }


def test_every_layout_is_in_the_gallery() -> None:
    """Each function that draws is named by a state, and each named one is there."""
    named = {name for scene in all_scenes() for state in scene.states for name in state.drawn_by}
    assert named == _layouts()


def test_names_are_unique() -> None:
    """No picture overwrites another, and no two scenes are called the same."""
    states = [state.name for scene in all_scenes() for state in scene.states]
    scenes = [scene.name for scene in all_scenes()]
    assert len(set(states)) == len(states)
    assert len(set(scenes)) == len(scenes)
    assert set(SHOWCASE) <= set(states)


async def test_every_scene_plays_and_every_button_is_seen() -> None:
    """Each scene reaches its states in order; each button and menu of the bot is in one of them."""
    pressable: set[str] = set()
    for scene in all_scenes():
        seen = await rehearse(scene)
        assert seen.states == [state.name for state in scene.states], scene.name
        assert all(text or state in FORM_STATES for state, text in seen.texts.items())
        pressable |= seen.pressable
    verbs = {custom_id.removeprefix("m").split(":")[1] for custom_id in pressable}
    assert verbs == set(HANDLERS) - FORMS_ONLY


def test_every_picture_is_there() -> None:
    """The index lists every state, every picture of it exists, and none is large."""
    scenes = all_scenes()
    wanted = {name for scene in scenes for state in scene.states for name in files_of(state)}
    there = {path.name: path.stat().st_size for path in GALLERY.glob("*.png")}
    assert set(there) == wanted
    assert {name: size for name, size in there.items() if size > MOST_BYTES} == {}
    assert sum(there.values()) < MOST_BYTES_OF_ALL
    assert (GALLERY / "README.md").read_text(encoding="utf-8") == index_text(scenes)


def test_the_documentation_has_its_pictures() -> None:
    """What the README and other pages show is there."""
    for name in SHOWCASE.values():
        assert (ROOT / "docs" / "pictures" / f"{name}.png").is_file(), name
