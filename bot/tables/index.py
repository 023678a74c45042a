"""An index of the open tables by person, channel and server."""

from collections.abc import Iterable
from typing import Literal

from bot.tables.model import Place

Key = tuple[Literal["user", "channel", "guild"], int]


class TableIndex:
    """The ids of open tables by user, channel and server."""

    def __init__(self) -> None:
        """Start empty."""
        self._keys: dict[int, frozenset[Key]] = {}
        self._ids: dict[Key, set[int]] = {}

    def put(self, table_id: int, place: Place, users: Iterable[int]) -> None:
        """Add or update a table, with those who hold its seats."""
        keys = frozenset(_keys_of(place, users))
        before = self._keys.get(table_id, frozenset())
        if keys == before:
            return
        self._drop(table_id, before - keys)
        for key in keys - before:
            self._ids.setdefault(key, set()).add(table_id)
        self._keys[table_id] = keys

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

    @property
    def guilds(self) -> list[int]:
        """The ids of the servers that have tables."""
        return [value for kind, value in self._ids if kind == "guild"]


def _keys_of(place: Place, users: Iterable[int]) -> Iterable[Key]:
    yield "guild", place.guild_id
    yield "channel", place.channel_id
    for user in users:
        yield "user", user
