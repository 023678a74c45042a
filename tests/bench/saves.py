"""How many plays a second the store saves, on SQLite and on a PostgreSQL server here.

The server runs in a temporary folder and flushes every commit to disk, as an operator's does.
"""

import asyncio
import os
import tempfile
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import URL

from data.database import Database
from data.server import upgrade_server
from data.store import SqlStore
from tests.bench import store as plays
from tests.bench._saves import HEADING, Crowd, Turn, in_turns, together
from tests.data.cluster import DURABLE, binaries, running

TABLES: Final = (1, 50)


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured.

    Attributes:
        turns: of each database and number of tables, all turns together.
        load: of the machine before.
    """

    turns: dict[tuple[str, int], Turn]
    load: float

    def __str__(self) -> str:
        """Give the figures as lines to read."""
        lines = (
            f"{name:10} {tables:3} tables {turn}" for (name, tables), turn in self.turns.items()
        )
        return "\n".join((f"at a load of {self.load:.1f}", HEADING, *lines))


def measure(turns: int = 30) -> Figures:
    """Let one and fifty tables save in turns, on both databases."""
    load = os.getloadavg()[0]
    programs = binaries()
    with tempfile.TemporaryDirectory(prefix="spades-bench-") as folder:
        if programs is None:
            return Figures(asyncio.run(_measured([Path(folder) / "one.sqlite"], turns)), load)
        with running(programs, DURABLE) as cluster:

            async def both() -> dict[tuple[str, int], Turn]:
                return await _measured([Path(folder) / "one.sqlite", await cluster.new()], turns)

            return Figures(asyncio.run(both()), load)


async def _measured(places: list[Path | URL], turns: int) -> dict[tuple[str, int], Turn]:
    kinds: list[tuple[str, int]] = []
    crowds: list[Crowd] = []
    async with AsyncExitStack() as stack:
        for place in places:
            name = "SQLite" if isinstance(place, Path) else "PostgreSQL"
            if isinstance(place, URL):
                await upgrade_server(place)
            database = await stack.enter_async_context(await Database.open(place))
            for tables in TABLES:
                store = SqlStore(database, plays._Clock())
                kinds.append((name, tables))
                crowds.append(Crowd(plays, store, tables, first=len(crowds)))
        found = await in_turns(crowds, turns)
    return {kind: together(those) for kind, those in zip(kinds, found, strict=True)}


if __name__ == "__main__":
    print(measure())
