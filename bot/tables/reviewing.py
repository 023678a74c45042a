"""Reviews of rounds that are over, thought out in the processes of the computer players.

A review is many small jobs, one at a time, so that a table that waits for a choice waits for one
decision at most.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, TypeVar

import structlog

from bot.processes import WorkerLostError, Workers, WorkFailedError
from bot.tables.model import Table
from engine.cards import Card
from engine.players import core
from engine.players.puzzles import answer_of
from engine.players.review import DEALS, Judgement, Review, judge
from engine.seats import Seat
from engine.turns import Turn, turns_of

T = TypeVar("T")

log = structlog.get_logger(__name__)

DEALS_WITHOUT_CORE: Final = 100
"""Deals that a card is compared in where the core is not compiled: a round takes some seconds."""

SECONDS_TO_JUDGE: Final = 5.0
"""Seconds that one decision may take, the time in the queue included."""

KEPT: Final = 64
"""The most recently used reviews to keep."""


def deals_for_review() -> int:
    """Give the number of deals that a card is compared in."""
    return DEALS if core.compiled else DEALS_WITHOUT_CORE


class NoReviewNowError(Exception):
    """The processes cannot judge a decision now."""


@dataclass(slots=True)
class Reviewer:
    """Judges the decisions of people, one after the other.

    Attributes:
        processes: think; None where the operator wants none, and so no reviews.
        deals: in how many deals a card is compared.
    """

    processes: Workers | None
    deals: int = field(default_factory=deals_for_review)
    _kept: "OrderedDict[tuple[int, int, Seat], Review]" = field(default_factory=OrderedDict)
    _one_at_a_time: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))

    async def review(self, table: Table, number: int, seat: Seat) -> Review:
        """Judge the decisions of a seat in a round that is over.

        Args:
            table: the table, whose game has the round.
            number: the deal, from 1.
            seat: the seat.

        Raises:
            NoReviewNowError: it cannot be done now.
            ValueError: there is no such deal.
        """
        if table.game is None:
            raise ValueError("without a game there is no deal")
        key = (table.id, number, seat)
        if key not in self._kept:
            judged = [
                await self.judge(table.id, number, turn)
                for turn in turns_of(table.game, number, seat)
            ]
            self._kept[key] = Review(seat, number, tuple(filter(None, judged)))
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]

    async def judge(self, table_id: int, number: int, turn: Turn) -> Judgement | None:
        """Judge one decision, also one that was not made in the game; None where it was none.

        Raises:
            NoReviewNowError: it cannot be done now.
        """
        return await self._run(judge, table_id, number, turn)

    async def answer(self, table_id: int, number: int, turn: Turn) -> Card | None:
        """Give the answer of a position as a puzzle; None where it makes none.

        Raises:
            NoReviewNowError: it cannot be done now.
        """
        return await self._run(answer_of, table_id, number, turn)

    async def _run(
        self, work: Callable[[Turn, str, int], T], table_id: int, number: int, turn: Turn
    ) -> T:
        if self.processes is None:
            raise NoReviewNowError
        seed = f"review {table_id}/{number}"
        async with self._one_at_a_time:
            try:
                async with asyncio.timeout(SECONDS_TO_JUDGE):
                    return await self.processes.run(work, turn, seed, self.deals)
            except (TimeoutError, WorkerLostError) as fault:
                log.warning("review_given_up", table=table_id, cause=type(fault).__name__)
            except WorkFailedError as fault:
                log.error("review_failed", table=table_id, fault=fault.kind, where=fault.places)  # noqa: TRY400
        raise NoReviewNowError
