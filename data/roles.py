"""Who was what at a table that is put away, by key: host, let in, removed, voters."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from data.rows import Row

SETS: Final = ("invited", "removed", "end_votes", "resign_votes")
"""The columns of a table that are JSON lists of user ids."""


@dataclass(frozen=True, slots=True)
class Roles:
    """Who was what at a table that is put away, by key.

    Attributes:
        host: the host; None where forgotten.
        sets: by column of the table, the people who are in it.
        added: what is behind contributions: key, press and salt.
    """

    host: int | None
    sets: Mapping[str, Sequence[int]]
    added: Sequence[tuple[int, str, str]] = ()

    def print(self) -> str:
        """Write them as JSON."""
        return json.dumps({"host": self.host, **self.sets, "added": self.added})

    @staticmethod
    def parse(text: str) -> "Roles":
        """Read them; a ValueError, LookupError or TypeError says that they are invalid."""
        read = json.loads(text)
        sets = {name: tuple(read[name]) for name in SETS}
        return Roles(read["host"], sets, tuple((key, *rest) for key, *rest in read["added"]))

    @property
    def keys(self) -> set[int]:
        """Every key among them."""
        found = {key for keys in self.sets.values() for key in keys}
        found.update(key for key, _, _ in self.added)
        return found if self.host is None else found | {self.host}

    def without(self, key: int) -> "Roles":
        """Give the roles of everyone else."""
        sets = {name: [each for each in keys if each != key] for name, keys in self.sets.items()}
        added = [each for each in self.added if each[0] != key]
        return Roles(None if self.host == key else self.host, sets, added)

    def columns(self, users: Mapping[int, int]) -> Row:
        """Give the columns of the table that they stand for, given the user of each key."""
        sets = {
            name: json.dumps([users[key] for key in keys if key in users])
            for name, keys in self.sets.items()
        }
        added = [(users[key], *rest) for key, *rest in self.added if key in users]
        host = 0 if self.host is None else users.get(self.host, 0)
        return {"host": host, **sets, "added": json.dumps(added)}
