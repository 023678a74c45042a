"""Very many tables at once, each with one person and three computer players, on the real bot."""

import asyncio
import json
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.settings import Settings
from tests.bench._watched import FILE_VARIABLE
from tests.loopback.api import LoopbackDiscord
from tests.process.books import MICROSECONDS
from tests.process.community import Community
from tests.process.deeds import Deed
from tests.process.host import Host

LONG: Final = 300.0
LATE: Final = 0.05
GLANCE: Final = 0.1

PRESSES_BEFORE: Final = 3
"""Presses for each table before anything is measured: everybody has opened, begun and looked."""

COMPUTERS: Final = """
SELECT log.at - before.at, log.thought FROM log
JOIN log AS before ON before.table_id = log.table_id AND before.version = log.version - 1
WHERE log.command_id LIKE 'auto:%' AND log.at >= ? AND log.at < ?
"""
"""How long after the action before it each action of a computer player was saved, and how it was
chosen."""


@dataclass(frozen=True, slots=True)
class Crowd:
    """Who plays.

    Attributes:
        tables: how many tables.
        thinking: how long people think, least and most seconds.
        level: how well computer players play.
        seconds: how long it is watched, once everybody plays.
    """

    tables: int
    thinking: tuple[float, float]
    level: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured, all times in seconds.

    Attributes:
        crowd: who played.
        presses: how often people acted.
        delays: how late the callback came each time.
        worked: the processor time that went by before each.
        answers: how long people waited for their answers.
        waits: how much longer than its usual pace each computer player took.
        worlds: the deals that each might look at; None where there was no time to think and it
            went by rule.
    """

    crowd: Crowd
    presses: int
    delays: tuple[float, ...]
    worked: tuple[float, ...]
    answers: tuple[float, ...]
    waits: tuple[float, ...]
    worlds: tuple[int | None, ...]

    def __str__(self) -> str:
        """Give the figures as lines to read."""
        crowd = self.crowd
        busy = sum(self.worked) / crowd.seconds
        rate = self.presses / crowd.seconds
        moves = len(self.waits) / crowd.seconds
        by_rule = sum(each is None for each in self.worlds) / max(1, len(self.worlds))
        deals = statistics.median([each for each in self.worlds if each] or [0])
        return "\n".join(
            (
                f"{crowd.tables} tables for {crowd.seconds:.0f} s; computer players: {crowd.level}",
                f"  a second there were           {rate:.0f} presses, {moves:.0f} computer moves",
                f"  the event loop was late by    {_spread(self.delays)}",
                f"  of that its own work was      {_spread(self.worked)}; it was {busy:.0%} busy",
                f"  people waited for an answer   {_spread(self.answers)}",
                f"  computer players took longer  {_spread(self.waits)}",
                f"  they might look, in the median, at {deals:.0f} deals",
                f"  without time to think went    {by_rule:.1%} of their moves",
            )
        )


def _spread(times: Sequence[float]) -> str:
    if len(times) < 2:
        return "nothing"
    median, high = statistics.median(times), statistics.quantiles(times, n=100)[-1]
    late = sum(each > LATE for each in times)
    return (
        f"median {median * 1e3:.1f} ms, 99 % below {high * 1e3:.1f} ms, "
        f"at most {max(times) * 1e3:.0f} ms, {late} above {LATE * 1e3:.0f} ms"
    )


def watch(crowd: Crowd) -> Figures:
    """Let a crowd play, and watch the bot."""
    return asyncio.run(_watch(crowd))


async def _watch(crowd: Crowd) -> Figures:
    with tempfile.TemporaryDirectory(prefix="spades-bench-") as folder:
        async with LoopbackDiscord(validate=False, keep_bodies=False) as discord:
            file = Path(folder) / "delays.json"
            groups = (("cardcouch", 1),) * crowd.tables
            community = Community.gathered(Host(discord, Path(folder)), "crowd", groups)
            process = await discord.process(
                "run",
                main="tests.bench._watched:main",
                extra={"DATABASE_PATH": str(community.host.database), FILE_VARIABLE: str(file)},
            )
            async with process:
                await process.ready(LONG)
                began, deeds = await _play(community, crowd)
                await process.terminate()
            noted = json.loads(file.read_text(encoding="utf-8"))
            moves = _moves(community.host.database, began, crowd.seconds)
    noted = [each for each in noted if began <= each[0] <= began + crowd.seconds]
    answers = [deed.result.latency for deed in deeds if deed.offer is not None]
    return Figures(
        crowd=crowd,
        presses=len(answers),
        delays=tuple(late for _, late, _ in noted),
        worked=tuple(used for _, _, used in noted),
        answers=tuple(filter(None, answers)),
        waits=tuple(gap for gap, _ in moves),
        worlds=tuple(worlds for _, worlds in moves),
    )


async def _play(community: Community, crowd: Crowd) -> tuple[float, list[Deed]]:
    """Let everybody play; give when that was in full swing, and what people did then."""
    ground, deeds = community.ground, community.ground.diary.deeds
    ground.thinking, ground.patience, ground.glance = crowd.thinking, LONG, GLANCE
    ground.wishes = {"level": crowd.level}
    async with community.playing():
        for _ in range(PRESSES_BEFORE):
            await community.until_done(len(community.groups))
        began, known = time.time(), len(deeds)
        await asyncio.sleep(crowd.seconds)
        return began, deeds[known:]


def _moves(database: Path, began: float, seconds: float) -> list[tuple[float, int | None]]:
    """Give for each move of a computer player how much too long it took, and its worlds."""
    span = (round(began * MICROSECONDS), round((began + seconds) * MICROSECONDS))
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        rows = connection.execute(COMPUTERS, span).fetchall()
    usual = Settings.model_fields["computer_delay_seconds"].default
    return [
        (gap / MICROSECONDS - usual, int((thought or "0").split()[-1])) for gap, thought in rows
    ]
