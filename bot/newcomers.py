"""Who has never finished a game, and so gets tips on each step."""

from collections.abc import Collection
from typing import Protocol

from bot.tables.model import Status
from bot.tables.ports import News


class Finishers(Protocol):
    """Knows who has finished games."""

    async def finishers(self) -> Collection[int]:
        """Give the user ids of all who have finished a game, in any server.

        Raises:
            StoreError: they cannot be read now.
        """
        ...


class Newcomers:
    """Everyone who has never finished a game.

    Kept in memory, since every hand asks for it.
    """

    def __init__(self, records: Finishers) -> None:
        """Start empty; `start` reads who has finished a game."""
        self._records = records
        self._finished: set[int] = set()

    async def start(self) -> None:
        """Read who has finished a game.

        Raises:
            StoreError: it cannot be read now.
        """
        self._finished.update(await self._records.finishers())

    def __contains__(self, user_id: int) -> bool:
        """Say whether a person has never finished a game."""
        return user_id not in self._finished

    def publish(self, news: News) -> None:
        """Note the people of a finished game."""
        if news.after.status is Status.FINISHED:
            self._finished.update(person.id for person in news.after.people)

    def release(self, _table_id: int) -> bool:
        """Let every table go: only people are noted."""
        return True

    def drop(self, _table_id: int) -> None:
        """Do nothing: only people are noted."""
