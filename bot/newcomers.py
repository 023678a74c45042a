"""Who has never finished a game, and so is told what each step is about."""

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
    """Everybody but those who have finished a game.

    Kept in memory, since every hand asks for it.
    """

    def __init__(self, records: Finishers) -> None:
        """Begin with nobody known; `start` reads who is."""
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
        """Take note of the people of a game that has been finished."""
        if news.after.status is Status.FINISHED:
            self._finished.update(person.id for person in news.after.people)
