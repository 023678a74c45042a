"""The page that lists the pictures."""

from collections.abc import Sequence
from pathlib import Path

from tests.gallery.catalog import Scene, State
from tests.gallery.photography import DESKTOP, DEVICES, PHONE

HEAD = """# Gallery

Every state of every screen, on a desktop and on a phone, made by `make gallery` from the real bot
on a simulated Discord.
"""


def files_of(state: State) -> tuple[str, ...]:
    """Give the names of a state's pictures."""
    return tuple(f"{state.name}-{device.name}.png" for device in DEVICES)


def index_text(scenes: Sequence[Scene]) -> str:
    """Write the page."""
    parts = [HEAD]
    for scene in scenes:
        parts.append(f"## {scene.title}\n")
        parts.extend(_entry(state) for state in scene.states)
    return "\n".join(parts)


def _entry(state: State) -> str:
    desktop, phone = files_of(state)
    return (
        f"**{state.name}**: {state.says}\n\n"
        f'<img src="{desktop}" alt="{state.says}" width="{DESKTOP.width * 3 // 4}"> '
        f'<img src="{phone}" alt="The same on a phone" width="{PHONE.width * 3 // 4}">\n'
    )


def write_index(scenes: Sequence[Scene], folder: Path) -> None:
    """Write the page beside the pictures, and remove pictures that it does not list."""
    wanted = {name for scene in scenes for state in scene.states for name in files_of(state)}
    for picture in folder.glob("*.png"):
        if picture.name not in wanted:
            picture.unlink()
    (folder / "README.md").write_text(index_text(scenes), encoding="utf-8")
