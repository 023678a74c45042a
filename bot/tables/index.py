"""An index of the open tables by person, channel and server."""

from collections.abc import Iterable
from typing import Literal

from bot.tables.model import Table

Key = tuple[Literal["user", "channel", "guild"], int]


class TableIndex:
    """The ids of open tables by user, channel and server."""

    def __init__(self) -> None:
        """Start empty."""
        self._keys: dict[int, frozenset[Key]] = {}
        self._ids: dict[Key, set[int]] = {}

    def put(self, table: Table) -> None:
        """Add or update a table."""
        keys = frozenset(_keys_of(table))
        before = self._keys.get(table.id, frozenset())
        if keys == before:
            return
        self._drop(table.id, before - keys)
        for key in keys - before:
            self._ids.setdefault(key, set()).add(table.id)
        self._keys[table.id] = keys

    def remove(self, table_id: int) -> None:
        """Remove a table; an unknown one is ignored."""
        self._drop(table_id, self._keys.pop(table_id, frozenset()))

    def _drop(self, table_id: int, keys: Iterable[Key]) -> None:
        for key in keys:
            ids = self._ids[key]
            ids.discard(table_id)
            if not ids:
                del self._ids[key]

    def find(self, key: Key) -> list[int]:
        """Give the ids of the tables of a user, channel or server, oldest first."""
        return sorted(self._ids.get(key, ()))


def _keys_of(table: Table) -> Iterable[Key]:
    yield "guild", table.place.guild_id
    yield "channel", table.place.channel_id
    for person in table.people:
        yield "user", person.id
