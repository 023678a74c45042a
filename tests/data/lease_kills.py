"""Processes that share a database, killed, stopped and ended at random while they play.

`python -m tests.data.lease_kills --faults 50` takes a minute and a half on a server of its own.
Each acknowledged save must be in the log, once, by one process; the log has no gaps; and each save
was acknowledged by whoever held the shard of its table then.
"""

import argparse
import asyncio
import os
import random
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from sqlalchemy import URL, func, select

from data.database import Database
from data.schema import log, tables
from data.server import upgrade_server
from data.store import SqlStore
from engine.presets import PRESETS
from tests.data.cluster import binaries, running
from tests.data.games import TickingClock, begun, lobby

OWNERS: Final = Path(__file__).parent / "owners.py"
SHARDS: Final = 6
PROCESSES: Final = 3
TABLES: Final = 24
LEASE: Final = 3.0
STILL: Final = 7.0
"""Seconds for which a process is stopped: longer than its leases."""
SETTLED: Final = 400
"""Acknowledged saves without a fault at the end, so that every shard is held again."""


@dataclass(slots=True)
class Report:
    """What was seen.

    Attributes:
        faults: how often processes were killed, stopped, ended, by word.
        told: how often each save was acknowledged, by table and version.
        logged: how many entries the log of each table has, and the highest version.
        taken: how often a shard was taken.
        lost: how often a process heard that it had lost one.
    """

    faults: Counter[str] = field(default_factory=Counter)
    told: Counter[tuple[int, int]] = field(default_factory=Counter)
    logged: dict[int, tuple[int, int]] = field(default_factory=dict)
    taken: int = 0
    lost: int = 0

    @property
    def missing(self) -> int:
        """Acknowledged saves that are not in the log."""
        return sum(version > self.logged[table][1] for table, version in self.told)

    @property
    def twice(self) -> int:
        """Saves that were acknowledged more than once."""
        return sum(times > 1 for times in self.told.values())

    @property
    def gaps(self) -> int:
        """Tables whose log lacks a version."""
        return sum(rows != highest for rows, highest in self.logged.values())

    def __str__(self) -> str:
        """Give what was seen in two lines."""
        rows = sum(rows for rows, _ in self.logged.values())
        faults = ", ".join(f"{times} {word}" for word, times in sorted(self.faults.items()))
        return (
            f"{faults}; {self.taken} shards taken, {self.lost} lost\n{rows} entries, "
            f"{len(self.told)} acknowledged, {self.missing} of them missing, {self.twice} twice; "
            f"{self.gaps} gaps"
        )


class Fleet:
    """The processes, and what they tell."""

    def __init__(self, url: URL, chance: random.Random) -> None:
        """Start nothing yet."""
        self._url = url
        self._chance = chance
        self._members: list[Process] = []
        self._listening: set[asyncio.Task[None]] = set()
        self._news = asyncio.Event()
        self.report = Report()

    async def start(self) -> None:
        """Start one more process."""
        address = self._url.render_as_string(hide_password=False)
        arguments = (OWNERS, address, str(SHARDS), str(PROCESSES), str(LEASE), "play")
        member = await asyncio.create_subprocess_exec(sys.executable, *arguments, stdout=PIPE)
        self._members.append(member)
        task = asyncio.create_task(self._listen(member))
        self._listening.add(task)
        task.add_done_callback(self._listening.discard)

    async def _listen(self, member: Process) -> None:
        assert member.stdout is not None
        while line := (await member.stdout.readline()).decode().split():
            match line:
                case "saved", _, table, version:
                    self.report.told[int(table), int(version)] += 1
                case "taken", *_:
                    self.report.taken += 1
                case "lost", *_:
                    self.report.lost += 1
                case _:
                    pass
            self._news.set()

    async def until_told(self, more: int) -> None:
        """Wait for so many more acknowledged saves."""
        wanted = self.report.told.total() + more
        async with asyncio.timeout(120):
            while self.report.told.total() < wanted:
                self._news.clear()
                await self._news.wait()

    async def fault(self) -> None:
        """Kill, end or stop a process at random, and start another in place of a dead one."""
        member = self._chance.choice(self._members)
        word = self._chance.choices(("killed", "ended", "stopped"), (6, 2, 2))[0]
        self.report.faults[word] += 1
        if word == "stopped":
            member.send_signal(signal.SIGSTOP)
            loop = asyncio.get_running_loop()
            loop.call_later(STILL, self._go_on, member)
            return
        self._members.remove(member)
        # A stopped one ends only when it goes on.
        self._go_on(member)
        member.send_signal(signal.SIGKILL if word == "killed" else signal.SIGTERM)
        await self.start()
        await member.wait()

    def _go_on(self, member: Process) -> None:
        if member.returncode is None:
            member.send_signal(signal.SIGCONT)

    async def end(self) -> None:
        """End all processes in order, and hear them out."""
        for member in self._members:
            self._go_on(member)
            member.send_signal(signal.SIGTERM)
        async with asyncio.timeout(60):
            await asyncio.gather(*(member.wait() for member in self._members))
            await asyncio.gather(*self._listening)

    def kill(self) -> None:
        """Kill whatever still runs."""
        for member in self._members:
            if member.returncode is None:
                member.kill()


async def tried(url: URL, faults: int, seed: int) -> Report:
    """Let processes play at the tables of a database, with so many faults."""
    async with await Database.open(url) as database:
        store = SqlStore(database, TickingClock())
        for number in range(TABLES):
            rules = list(PRESETS.values())[number % len(PRESETS)]
            await begun(store, lobby(f"{number}", rules, guild_id=number << 22))
    fleet = Fleet(url, random.Random(seed))
    try:
        for _ in range(PROCESSES):
            await fleet.start()
        for _ in range(faults):
            await fleet.until_told(fleet._chance.randrange(1, 400))
            await fleet.fault()
        await fleet.until_told(SETTLED)
        await fleet.end()
    finally:
        fleet.kill()
    async with await Database.open(url) as database, database.read() as connection:
        versions = func.count(log.c.version), func.max(log.c.version)
        found = await connection.execute(
            select(tables.c.id, *versions).join(log).group_by(tables.c.id)
        )
        fleet.report.logged = {table: (rows, highest) for table, rows, highest in found}
    return fleet.report


def main() -> None:
    """Do what the command line asks for, on a server in a temporary folder."""
    parser = argparse.ArgumentParser(prog="python -m tests.data.lease_kills", description=__doc__)
    parser.add_argument("--faults", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    programs = binaries()
    if programs is None:
        parser.error("PostgreSQL's programs are not installed")

    with running(programs) as cluster:

        async def all_of_it() -> Report:
            url = await cluster.new()
            await upgrade_server(url)
            return await tried(url, chosen.faults, chosen.seed)

        sys.stdout.write(f"at a load of {os.getloadavg()[0]:.1f}\n{asyncio.run(all_of_it())}\n")


if __name__ == "__main__":
    main()
