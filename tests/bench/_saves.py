"""Saves of plays in a closed loop: so many tables, each saving again at once.

What leads from one state of a table to the next is worked out before the clock counts.
"""

import asyncio
import itertools
import statistics
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Final

AHEAD: Final = 20
"""Saves of a table in one turn."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What was measured in one turn.

    Attributes:
        saves: how many saves.
        seconds: how long they took together.
        cpu: processor time of this process, in seconds.
        times: how long each took, in seconds.
    """

    saves: int
    seconds: float
    cpu: float
    times: tuple[float, ...]

    @property
    def rate(self) -> float:
        """Saves a second."""
        return self.saves / self.seconds

    def __str__(self) -> str:
        """Give the figures of one line."""
        middle, late = (
            statistics.median(self.times),
            sorted(self.times)[len(self.times) * 99 // 100],
        )
        per_save = self.cpu / self.saves
        return f"{self.rate:8.0f} {middle * 1e3:8.2f} {late * 1e3:8.2f} {per_save * 1e3:9.3f}"


HEADING: Final = f"{'':22}{'saves/s':>8} {'median':>8} {'99 % ms':>8} {'CPU ms':>9}"
"""The heading over lines of figures."""


def together(turns: Iterable[Turn]) -> Turn:
    """Add turns up."""
    found = list(turns)
    return Turn(
        sum(each.saves for each in found),
        sum(each.seconds for each in found),
        sum(each.cpu for each in found),
        tuple(itertools.chain.from_iterable(each.times for each in found)),
    )


class _Ahead:
    """A store that creates tables, and keeps saves for later."""

    def __init__(self, store: Any) -> None:  # noqa: ANN401 - of either checkout
        self._store = store
        self.kept: list[tuple[Any, ...]] = []

    async def create(self, table: Any) -> Any:  # noqa: ANN401 - as above
        return await self._store.create(table)

    async def save(self, *saved: Any) -> None:  # noqa: ANN401 - as above
        self.kept.append(saved)


class Crowd:
    """Tables that save plays in one database."""

    def __init__(
        self,
        benchmark: ModuleType,
        store: Any,  # noqa: ANN401 - of either checkout
        tables: int,
        first: int = 0,
    ) -> None:
        """Open so many tables.

        Args:
            benchmark: `tests.bench.store` of the checkout.
            store: its store.
            tables: how many.
            first: tells crowds at one database apart.
        """
        self._store = store
        self._queues = [_Ahead(store) for _ in range(tables)]
        self._players = [benchmark._Player(queue) for queue in self._queues]
        for number, player in enumerate(self._players):
            begin = 10**18 + (first * 1000 + number) * 10**9
            player._commands = itertools.count(begin)

    async def turn(self, ahead: int = AHEAD) -> Turn:
        """Save so many plays at each table, all tables at once."""
        for player in self._players:
            for _ in range(ahead):
                await player.play()
        times: list[float] = []
        began, cpu = time.perf_counter(), time.process_time()
        await asyncio.gather(*(self._drain(queue, times) for queue in self._queues))
        taken = time.perf_counter() - began, time.process_time() - cpu
        return Turn(len(times), *taken, tuple(times))

    async def _drain(self, queue: _Ahead, times: list[float]) -> None:
        saves, queue.kept = queue.kept, []
        for saved in saves:
            start = time.perf_counter()
            await self._store.save(*saved)
            times.append(time.perf_counter() - start)


async def in_turns(crowds: Sequence[Crowd], turns: int) -> list[list[Turn]]:
    """Let crowds save in turns; give the turns of each but the first, which only warms up."""
    found: list[list[Turn]] = [[] for _ in crowds]
    for number in range(turns + 1):
        # Whoever comes first in a pair comes second in the next.
        order = list(range(len(crowds)))[:: 1 if number % 2 else -1]
        for index in order:
            turn = await crowds[index].turn()
            if number:
                found[index].append(turn)
    return found
