"""Pictures of every state of every screen: `python -m tests.gallery [SCENE ...]`."""

import asyncio
import logging
import os
import sys
from pathlib import Path
from typing import Final

from tests.gallery.index import write_index
from tests.gallery.photography import photograph
from tests.gallery.scenes import all_scenes
from tests.local.shots import NoChromium

FOLDER: Final = Path("docs/gallery")
SHOWCASE: Final = Path("docs/pictures")


def main(names: list[str]) -> int:
    """Photograph the scenes of these names, or all; give the exit code."""
    os.environ["TZ"] = "UTC"
    logging.getLogger("discord.state").setLevel(logging.ERROR)
    scenes = all_scenes()
    unknown = set(names) - {scene.name for scene in scenes}
    if unknown:
        sys.stderr.write(f"There is no scene {', '.join(sorted(unknown))}.\n")
        return 2
    for scene in scenes:
        if not names or scene.name in names:
            sys.stdout.write(f"{scene.name}: {', '.join(each.name for each in scene.states)}\n")
            sys.stdout.flush()
            try:
                asyncio.run(photograph(scene, FOLDER, SHOWCASE))
            except NoChromium:
                sys.stderr.write("The gallery needs Chromium: apt-get install chromium\n")
                return 1
    write_index(scenes, FOLDER)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
