"""A scene can be photographed, where there is a browser."""

import asyncio
from pathlib import Path

from PIL import Image

from tests.gallery.likeness import GALLERY, unlike
from tests.gallery.photography import DEVICES, photograph
from tests.gallery.scenes import all_scenes
from tests.local.chromium import chromium_or_skip


def test_a_scene_is_photographed(tmp_path: Path) -> None:
    """A hand with its bids is pictured on each device as wide as that is, as in the gallery."""
    chromium_or_skip()
    scene = next(scene for scene in all_scenes() if scene.name == "mirror")
    asyncio.run(photograph(scene, tmp_path, tmp_path))
    assert len(list(tmp_path.iterdir())) == len(DEVICES)
    for device in DEVICES:
        file = tmp_path / f"bidding-mirror-{device.name}.png"
        assert unlike(file, GALLERY / file.name) == ""
        with Image.open(file) as picture:
            assert picture.mode == "P"
            assert picture.width == round(device.width * device.scale)
            assert 200 * device.scale < picture.height < 800 * device.scale
