"""Kill -9 at any moment of several games at once loses nothing and does nothing twice."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tests.process.kills import kill_ten
from tests.process.tally import PROPERTY

SEEDS: Final = (1, 2, 3, 4, 5)
"""Ten kills each, fifty in all, so that they spread over pytest's workers."""


@pytest.mark.parametrize("seed", SEEDS)
async def test_kill(
    seed: int, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """After each kill the log has all that people were told, and the next bot goes on from it.

    The bot is killed in play and while it starts, and so is one that thinks or draws for it:
    another takes its place, and nothing of the dead is left behind.
    """
    counts: Counter[str] = Counter()
    try:
        await kill_ten(seed, tmp_path, counts, stopping=False)
    finally:
        record_property(PROPERTY, dict(counts))
