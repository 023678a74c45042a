"""Texts that the bot remembers by name: single facts, and the settings of people and servers."""

from collections.abc import Mapping

from sqlalchemy import select

from data.database import Database
from data.schema import facts, preferences
from data.statements import PREFER, REMEMBER
from data.transaction import run


class SqlFacts:
    """Remembers texts by name."""

    def __init__(self, database: Database) -> None:
        """Use an open database."""
        self._database = database

    async def fact(self, name: str) -> str | None:
        """Give what was remembered under a name, or None.

        Raises:
            StoreError: it cannot be read now.
        """
        async with self._database.read() as connection:
            found = await connection.execute(select(facts.c.value).where(facts.c.name == name))
            value: str | None = found.scalar_one_or_none()
            return value

    async def remember(self, name: str, value: str) -> None:
        """Remember a text under a name, in place of the previous one; any process may.

        Raises:
            StoreError: it cannot be written now.
        """
        row = {"name": name, "value": value}
        await self._database.write(lambda: run(REMEMBER, [row]))


class SqlPreferences:
    """Keeps settings: `bot.preferences.PreferenceStore` over the database."""

    def __init__(self, database: Database) -> None:
        """Use an open database."""
        self._database = database

    async def load_all(self) -> Mapping[tuple[str, int], str]:
        """Give all stored settings, by kind and owner.

        Raises:
            StoreError: it cannot be read now.
        """
        async with self._database.read() as connection:
            rows = (await connection.execute(select(preferences))).mappings()
            return {(row["kind"], row["owner"]): row["settings"] for row in rows}

    async def load(self, kind: str, owner: int) -> str | None:
        """Give the stored settings of a person or server, or None.

        Raises:
            StoreError: it cannot be read now.
        """
        mine = preferences.c.kind == kind, preferences.c.owner == owner
        async with self._database.read() as connection:
            found = await connection.execute(select(preferences.c.settings).where(*mine))
            text: str | None = found.scalar_one_or_none()
            return text

    async def keep(self, kind: str, owner: int, text: str) -> None:
        """Store the settings of a person or server, in place of the previous ones.

        Any process may: a person is in many servers, the last choice counts, and nothing is
        reckoned from it. Then the others are told `kind:owner`.

        Raises:
            StoreError: it cannot be written now.
        """
        row = {"kind": kind, "owner": owner, "settings": text}
        await self._database.write(lambda: run(PREFER, [row]))
        await self._database.hearing.tell(f"{kind}:{owner}")
