"""The settings of people and servers: `bot.preferences.PreferenceStore` over the database."""

from collections.abc import Mapping

from sqlalchemy import select

from data.database import Database
from data.schema import preferences
from data.statements import PREFER
from data.transaction import run


class SqlPreferences:
    """Keeps settings as texts."""

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

    async def keep(self, kind: str, owner: int, text: str) -> None:
        """Store the settings of a person or server, in place of the previous ones.

        Raises:
            StoreError: it cannot be written now.
        """
        row = {"kind": kind, "owner": owner, "settings": text}
        await self._database.write(lambda: run(PREFER, [row]))
