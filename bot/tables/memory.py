"""Which tables a process knows: those in memory, and those that are known only by their rows."""

import asyncio
from collections import deque
from collections.abc import Iterable
from typing import Final

from bot.tables.index import Key, TableIndex
from bot.tables.live_table import LiveTable
from bot.tables.model import Table
from bot.tables.resting import Resting, Shard

REMEMBERED_TABLES: Final = 16
"""Ended tables to keep in memory, for commands that arrive twice or late."""


class Memory:
    """The tables of this process: open, at rest, and lately ended.

    Attributes:
        shards: whose tables it serves; None for all servers.
    """

    def __init__(self) -> None:
        """Start with no tables, for all servers."""
        self.shards: set[Shard] | None = None
        self._open: dict[int, LiveTable] = {}
        self._resting: dict[int, Resting] = {}
        self._ended: deque[LiveTable] = deque(maxlen=REMEMBERED_TABLES)
        self._index = TableIndex()

    def __len__(self) -> int:
        """Count the tables that have not ended."""
        return len(self._open) + sum(not each.status.ended for each in self._resting.values())

    def serves(self, guild_id: int) -> bool:
        """Say whether this process serves the tables of a server."""
        return self.shards is None or any(shard.has(guild_id) for shard in self.shards)

    @property
    def open(self) -> tuple[LiveTable, ...]:
        """Every table in memory that has not ended, oldest first."""
        return tuple(live for _, live in sorted(self._open.items()))

    @property
    def by_use(self) -> tuple[LiveTable, ...]:
        """The same, the one that was used longest ago first."""
        return tuple(self._open.values())

    @property
    def guilds(self) -> list[int]:
        """The ids of the servers that have open tables."""
        return self._index.guilds

    def find(self, key: Key) -> list[int]:
        """Give the ids of the open tables of a user, channel or server, oldest first."""
        return self._index.find(key)

    def live(self, table_id: int) -> LiveTable | None:
        """Give a table in memory that has not ended, or None."""
        return self._open.get(table_id)

    def at_hand(self, table_id: int) -> LiveTable | None:
        """Give a table in memory that is open or has just ended, or None."""
        found = self._open.get(table_id)
        if found is not None:
            return found
        return next((live for live in self._ended if live.table.id == table_id), None)

    def resting(self, table_id: int) -> Resting | None:
        """Give a table that is known by its rows, or None."""
        return self._resting.get(table_id)

    def is_open(self, table_id: int) -> bool:
        """Say whether a table has not ended, in memory or not."""
        resting = self._resting.get(table_id)
        return table_id in self._open or (resting is not None and not resting.status.ended)

    def used(self, live: LiveTable) -> None:
        """Note that a table is used now."""
        live.used = asyncio.get_running_loop().time()
        if self._open.pop(live.table.id, None) is not None:
            self._open[live.table.id] = live

    def keep(self, live: LiveTable) -> None:
        """Keep a table in memory as it is now; of those that ended, the last ones."""
        table = live.table
        self._resting.pop(table.id, None)
        if not table.status.ended:
            self._open[table.id] = live
            self._index.put(table.id, table.place, _users(table))
            self.used(live)
            return
        self._open.pop(table.id, None)
        self._index.remove(table.id)
        if live not in self._ended:
            self._ended.append(live)

    def rest(self, resting: Resting) -> None:
        """Know a table by its rows from now on."""
        self._open.pop(resting.id, None)
        self._resting[resting.id] = resting
        if not resting.status.ended:
            self._index.put(resting.id, resting.place, resting.users)

    def forget(self, table_id: int) -> None:
        """Know a table no more; an unknown one is ignored."""
        live = self._open.pop(table_id, None)
        if live is not None:
            live.gone = True
        self._resting.pop(table_id, None)
        self._index.remove(table_id)

    def drop_ended(self) -> None:
        """Know no table any more that has ended: the next to ask reads it from the store."""
        self._ended.clear()

    def of_shard(self, shard: Shard) -> tuple[int, ...]:
        """Give the ids of the tables of a shard."""
        places = [(each.table.id, each.table.place) for each in self._open.values()]
        places += [(each.id, each.place) for each in self._resting.values()]
        return tuple(table_id for table_id, place in places if shard.has(place.guild_id))


def _users(table: Table) -> Iterable[int]:
    return (person.id for person in table.people)
