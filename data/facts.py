"""Single facts that the bot remembers between runs."""

from sqlalchemy import select

from data.database import Database
from data.schema import facts
from data.statements import REMEMBER
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
        """Remember a text under a name, in place of the previous one.

        Raises:
            StoreError: it cannot be written now.
        """
        row = {"name": name, "value": value}
        await self._database.write(lambda: run(REMEMBER, [row]))
