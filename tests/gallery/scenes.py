"""Every scene, in the order of the index."""

from tests.gallery import (
    scenes_bids,
    scenes_help,
    scenes_history,
    scenes_lobby,
    scenes_play,
    scenes_records,
    scenes_scores,
    scenes_sheets,
    scenes_two,
)
from tests.gallery.catalog import SCENES as SCENES_BY_IMPORT
from tests.gallery.catalog import Scene

_MODULES = (
    scenes_help,
    scenes_lobby,
    scenes_bids,
    scenes_sheets,
    scenes_two,
    scenes_play,
    scenes_scores,
    scenes_history,
    scenes_records,
)


def all_scenes() -> tuple[Scene, ...]:
    """Give every scene."""
    order = [module.__name__ for module in _MODULES]
    return tuple(sorted(SCENES_BY_IMPORT, key=lambda scene: order.index(scene.play.__module__)))
