"""Kills the real bot many times: `python -m tests.process.kills --kills 500`.

It kills the bot in play and during the start, and its workers; after each kill it compares the
database with what people were told. The tests do fifty of these; this command does any number, with
other seeds, and with workers that are stopped instead of killed.
"""

import argparse
import asyncio
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.loopback.api import LoopbackDiscord
from tests.process import victims
from tests.process.community import AT_LEISURE, GROUPS, Community
from tests.process.host import Host, check_output
from tests.process.kill_times import MOMENTS
from tests.process.tally import PROPERTY, said
from tests.process.trial import Trial

KILLS: Final = 10
"""Kills per round, each round with its own community and database."""

IN_PLAY: Final = 7
"""Those of the bot in play, each followed by a start; the others come in between."""


async def kill_ten(seed: int, folder: Path, counts: Counter[str], *, stopping: bool) -> None:
    """Kill a bot and its workers ten times; raise any failed check.

    Args:
        seed: determines everything but the timing.
        folder: for the database.
        counts: counts what was seen.
        stopping: whether workers are stopped, which takes longer to notice, or killed.
    """
    chance = random.Random(seed)
    counts["planned"] += KILLS
    async with LoopbackDiscord() as discord:
        community = Community.gathered(
            Host(discord, folder), seed, AT_LEISURE if stopping else GROUPS
        )
        trial = Trial(community, counts)
        process = await community.host.start()
        for number in range(IN_PLAY):
            await trial.kill(process, MOMENTS[(number + seed) % len(MOMENTS)], chance)
            counts["survived"] += 1
            if number == seed % IN_PLAY:
                await victims.the_bot_as_it_starts(trial, chance)
            elif number == (seed + 3) % IN_PLAY:
                await _others(trial, chance, stopping=stopping)
            process = await trial.revive(after_an_hour=chance.random() < 1 / 2)
        assert await process.terminate() == 0
        check_output(process)
        assert discord.violations == []


async def _others(trial: Trial, chance: random.Random, *, stopping: bool) -> None:
    if stopping and chance.random() < 1 / 2:
        await victims.every_worker_and_then_a_stop(trial)
    else:
        number = signal.SIGSTOP if stopping else signal.SIGKILL
        await victims.a_worker(trial, chance, number)


def main(arguments: Sequence[str] | None = None) -> int:
    """Kill as often as the command line says, and print the counts."""
    parser = argparse.ArgumentParser(prog="python -m tests.process.kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=500, help="rounded up to tens")
    parser.add_argument("--seed", type=int, default=1, help="of the first ten")
    options = parser.parse_args(arguments)
    counts: Counter[str] = Counter()
    for seed in range(options.seed, options.seed - (-options.kills // KILLS)):
        begun = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(kill_ten(seed, Path(folder), counts, stopping=seed % 2 == 0))
        sys.stdout.write(f"seed {seed}: {time.monotonic() - begun:.0f} s\n")
        sys.stdout.flush()
    sys.stdout.write(said([(PROPERTY, counts)]) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
