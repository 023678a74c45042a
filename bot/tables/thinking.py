"""Computer players that think in processes of their own, so that the bot never waits.

Each choice is noted with its level, style and number of worlds, with which the same seed gives the
same choice. Under load a choice may sample fewer worlds; if no process is free in time, or one has
died, the rule of thumb plays at once. A table never waits longer than `seconds` for a choice.
"""

import asyncio
import random
from dataclasses import dataclass
from typing import Final

import structlog

from bot.core import leave_outdated_out
from bot.metrics import CHOICE_SECONDS, CHOICES_BY_RULE
from bot.processes import WorkerLostError, Workers, WorkFailedError
from bot.tables.computers import ComputerPlayers, log_failure
from bot.tables.model import Level
from bot.tables.ports import Chosen
from bot.tables.seating import COMPUTER_NAMES
from engine.actions import SeatAction
from engine.players import core
from engine.players.player import Budget, Choice, Player, full_budget
from engine.players.styles import STYLES, Manner, Strength
from engine.players.values import warm_up
from engine.presets import PRESETS
from engine.views import SeatView

log = structlog.get_logger(__name__)

SECONDS_TO_THINK: Final = 1.0
"""The most seconds that a table waits for a choice; a third is typical, far less when compiled."""

FEWEST_WORLDS: Final = 20
"""The fewest worlds worth sampling; with fewer, the rules of thumb are as good."""

WAITING: Final = 8
WAITING_COMPILED: Final = 40
"""The most choices waiting per process; beyond that, the rule of thumb plays at once. As many take
a fifth of a second with the fewest worlds, interpreted or compiled."""

EASY_PAUSE: Final = 0.7
HARD_PAUSE: Final = 1.75
"""The shares of the usual delay after which the easiest and the hardest choices are made. With the
forced ones, which do not wait for it, they come to the usual delay in the mean."""


@dataclass(slots=True)
class ThinkingPlayers:
    """The `Players` and the `Advisor` of a running bot.

    Attributes:
        processes: think, each warmed up by `warm_up_presets`.
        workers: the number of processes.
        rules: plays at once if thinking takes too long.
        seconds: how long a choice may take.
    """

    processes: Workers
    workers: int
    rules: ComputerPlayers
    seconds: float = SECONDS_TO_THINK
    _under_way: int = 0
    _closed: bool = False

    async def start(self) -> None:
        """Start the processes and wait until they are loaded."""
        await self.processes.start()

    async def choose(self, view: SeatView, seed: str, level: Level, name: str) -> Chosen:
        """Choose an action for a computer player's seat.

        Args:
            view: what the seat sees; something is legal in it.
            seed: where chance comes from.
            level: how well to play.
            name: the name whose style to play in.
        """
        manner, worlds = manner_of(name), self._worlds()
        with CHOICE_SECONDS.labels(level.value).time():
            choice = await self._think(view, seed, level, manner, worlds)
        if choice is None:
            CHOICES_BY_RULE.labels(level.value).inc()
            return await self.rules.choose(view, seed, level, name)
        pause = EASY_PAUSE + choice.hard * (HARD_PAUSE - EASY_PAUSE)
        return Chosen(choice.action, f"{level.value} {manner.value} {worlds}", pause)

    def automatic(self, view: SeatView, seed: str) -> SeatAction:
        """Choose the action for a person whose time has run out.

        It is always legal, and never nil while another bid is legal.
        """
        return self.rules.automatic(view, seed)

    async def advise(self, view: SeatView, seed: str) -> Choice | None:
        """Give the best action for a seat, with the reason; None if there is no time.

        Args:
            view: what the seat sees; it must be its turn.
            seed: where chance comes from.
        """
        return await self._think(view, seed, Level.STRONG, Manner.STEADY, self._worlds())

    def _worlds(self) -> int:
        """Give the number of worlds for the next choice: the more choices under way, the fewer."""
        waiting = self._under_way + 1
        return max(FEWEST_WORLDS, full_budget().worlds * self.workers // max(self.workers, waiting))

    async def _think(
        self, view: SeatView, seed: str, level: Level, manner: Manner, worlds: int
    ) -> Choice | None:
        if self._closed or self._under_way >= most_waiting() * self.workers:
            return None
        self._under_way += 1
        try:
            async with asyncio.timeout(self.seconds):
                choice = await self.processes.run(_choose, view, seed, level, manner, worlds)
        except TimeoutError:
            log.warning("player_too_slow", seat=view.seat, waiting=self._under_way)
            return None
        except WorkerLostError as fault:
            log.warning("player_lost", seat=view.seat, cause=str(fault))
            return None
        except WorkFailedError as fault:
            log_failure(view, fault.kind, fault.places)
            return None
        finally:
            self._under_way -= 1
        if choice.action in view.legal:
            return choice
        log.error("computer_player_illegal", seat=view.seat, kind=type(choice.action).__name__)
        return None

    async def close(self) -> None:
        """Stop the processes."""
        self._closed = True
        await self.processes.close()


def most_waiting() -> int:
    """Give how many choices may wait for each process."""
    return WAITING_COMPILED if core.compiled else WAITING


def manner_of(name: str) -> Manner:
    """Give the style of a computer player by its name."""
    place = COMPUTER_NAMES.index(name) if name in COMPUTER_NAMES else 0
    return tuple(Manner)[place % len(Manner)]


def _player(level: Level, manner: Manner) -> Player:
    return next(
        style.player
        for style in STYLES.values()
        if style.strength is Strength(level.value) and style.manner is manner
    )


def _choose(view: SeatView, seed: str, level: Level, manner: Manner, worlds: int) -> Choice:
    chance = random.Random(seed)  # noqa: S311 - a player, not a secret
    return _player(level, manner).choose(view, Budget(worlds=worlds), chance)


def warm_up_presets() -> None:
    """Compute the presets' tables in advance."""
    leave_outdated_out()
    for rules in PRESETS.values():
        warm_up(rules)
