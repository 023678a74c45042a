"""Computer players that think in processes of their own, so that nothing else ever waits.

Under load each choice looks at fewer worlds; where no process is free in time, or one has died,
the rule of thumb plays at once. A table never waits longer than `seconds` for a choice.
"""

import asyncio
import random
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor
from dataclasses import dataclass
from typing import Final

import structlog

from bot.tables.computers import ComputerPlayers
from bot.tables.model import Level
from bot.tables.ports import Chosen
from engine.actions import SeatAction
from engine.players.player import Budget, Choice
from engine.players.registry import player_of
from engine.views import SeatView

log = structlog.get_logger(__name__)

SECONDS_TO_THINK: Final = 1.0
"""How long a table waits for a choice; typical is a third of it, and far less once compiled."""

WORLDS: Final[dict[Level, int]] = {Level.EASY: 0, Level.NORMAL: 60, Level.STRONG: 200}
"""Worlds that each level looks at when there is time; gains flatten near 200."""

FEWEST_WORLDS: Final = 20
"""With fewer than this the rules of thumb are as good."""

WAITING_FOR_EACH: Final = 8
"""Choices that may wait for each process; beyond, the rule of thumb plays at once."""


@dataclass(slots=True)
class ThinkingPlayers:
    """The `Players` and the `Advisor` of a running bot.

    Attributes:
        make_pool: makes the processes; asked again when they have died.
        workers: how many processes there are.
        rules: plays at once where thinking comes too late.
        seconds: how long a choice may take.
    """

    make_pool: Callable[[], Executor]
    workers: int
    rules: ComputerPlayers
    seconds: float = SECONDS_TO_THINK
    _pool: Executor | None = None
    _under_way: int = 0
    _closed: bool = False

    async def start(self) -> None:
        """Start the processes and let them load what they need."""
        try:
            warm = [self._executor().submit(_warm) for _ in range(self.workers)]
            await asyncio.gather(*map(asyncio.wrap_future, warm))
        except (BrokenExecutor, OSError) as fault:
            self._drop_pool()
            log.warning("players_not_ready", cause=type(fault).__name__)

    async def choose(self, view: SeatView, seed: str, level: Level) -> Chosen:
        """Choose an action for a seat that a computer player holds.

        Args:
            view: what the seat sees; something is legal in it.
            seed: where chance comes from.
            level: how well to play.
        """
        choice = await self._think(view, seed, level)
        if choice is None:
            return await self.rules.choose(view, seed, level)
        return Chosen(choice.action, f"{level.value} {choice.worlds}")

    def automatic(self, view: SeatView, seed: str) -> SeatAction:
        """Choose what is done when a person's time runs out: never nil, never an illegal card."""
        return self.rules.automatic(view, seed)

    async def advise(self, view: SeatView, seed: str) -> Choice | None:
        """Give what a strong player would do in a seat, with the reason; None if there is no time.

        Args:
            view: what the seat sees; it must be its turn.
            seed: where chance comes from.
        """
        return await self._think(view, seed, Level.STRONG)

    async def _think(self, view: SeatView, seed: str, level: Level) -> Choice | None:
        if self._closed or self._under_way >= WAITING_FOR_EACH * self.workers:
            return None
        self._under_way += 1
        try:
            worlds = self._worlds(level)
            future = self._executor().submit(_choose, view, seed, level.value, worlds)
            async with asyncio.timeout(self.seconds):
                choice = await asyncio.wrap_future(future)
        except TimeoutError:
            log.warning("player_too_slow", seat=view.seat, waiting=self._under_way)
            return None
        except (BrokenExecutor, OSError) as fault:
            self._drop_pool()
            log.warning("players_lost", cause=type(fault).__name__)
            return None
        except Exception as fault:  # noqa: BLE001 - whatever a player does wrong, the table goes on
            log.exception("player_failed", seat=view.seat, fault=type(fault).__name__)
            return None
        finally:
            self._under_way -= 1
        if choice.action in view.legal:
            return choice
        log.error("player_illegal", seat=view.seat, kind=type(choice.action).__name__)
        return None

    def _worlds(self, level: Level) -> int:
        """Share the time among the choices under way."""
        wanted = WORLDS[level]
        shared = wanted * self.workers // max(self.workers, self._under_way)
        return 0 if not wanted else max(FEWEST_WORLDS, shared)

    def _executor(self) -> Executor:
        if self._pool is None:
            self._pool = self.make_pool()
        return self._pool

    def _drop_pool(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    async def close(self) -> None:
        """Stop the processes."""
        self._closed = True
        pool, self._pool = self._pool, None
        if pool is not None:
            await asyncio.to_thread(pool.shutdown, wait=True, cancel_futures=True)


def _choose(view: SeatView, seed: str, level: str, worlds: int) -> Choice:
    return player_of(level).choose(view, Budget(worlds=worlds), random.Random(seed))  # noqa: S311


def _warm() -> None:
    """Load the players before anyone waits for them."""
    player_of(Level.STRONG.value)
