"""Kill -9 at any moment of several games at once loses nothing and does nothing twice."""

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tests.loopback.api import LoopbackDiscord
from tests.process.club import Club
from tests.process.host import Host, check_output
from tests.process.moments import MOMENTS
from tests.process.tally import PROPERTY
from tests.process.trial import Trial

KILLS: Final = 10
"""In one test; there are as many tests as seeds, so that they spread over pytest's workers."""

SEEDS: Final = (1, 2, 3, 4, 5)


@pytest.mark.parametrize("seed", SEEDS)
async def test_kill(
    seed: int, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """After each kill the log has all that people were told, and the next bot goes on from it."""
    counts = Counter({"planned": KILLS})
    try:
        await _kill_again_and_again(seed, tmp_path, counts)
    finally:
        record_property(PROPERTY, dict(counts))


async def _kill_again_and_again(seed: int, folder: Path, counts: Counter[str]) -> None:
    chance = random.Random(seed)
    async with LoopbackDiscord() as discord:
        club = Club.founded(Host(discord, folder), seed)
        trial = Trial(club, counts)
        process = await club.host.start()
        for number in range(KILLS):
            await trial.kill(process, MOMENTS[(number + seed) % len(MOMENTS)], chance)
            process = await trial.revive(after_an_hour=chance.random() < 1 / 2)
            counts["survived"] += 1
        assert await process.terminate() == 0
        check_output(process)
        assert discord.violations == []
