"""Puzzles from games that were played: one's own mistakes, and one a day for a server."""

import hashlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from typing import Final

from bot.tables.history import History
from bot.tables.model import Table
from bot.tables.reviewing import Reviewer
from bot.tables.service import Tables
from engine.cards import Card
from engine.players.puzzles import DEAR
from engine.players.review import Judgement
from engine.seats import Seat
from engine.turns import Turn, sheet_of

LAST_GAMES: Final = 30
"""The games of a server among which its puzzle of the day is found."""

MOST_REVIEWS: Final = 10
"""Rounds that are reviewed in search of one puzzle; each takes a part of a second."""

KEPT: Final = 64
"""Puzzles of the day to keep, of as many servers and days."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with one answer.

    Attributes:
        table: where it was played.
        number: the deal, from 1.
        turn: the decision as it was made.
        answer: the card that is clearly the best.
        judgement: what a strong player says of it.
    """

    table: Table
    number: int
    turn: Turn
    answer: Card
    judgement: Judgement


@dataclass(frozen=True, slots=True)
class Found:
    """What came of a search.

    Attributes:
        puzzle: the puzzle, or None.
        onward: the table and the deal after which to look on; None where nothing is left.
    """

    puzzle: Puzzle | None
    onward: tuple[int, int] | None


@dataclass(slots=True)
class Puzzles:
    """Finds puzzles.

    Attributes:
        tables: give the games.
        history: names them.
        reviewer: judges them.
    """

    tables: Tables
    history: History
    reviewer: Reviewer
    _days: "OrderedDict[tuple[int, date], Puzzle | None]" = field(default_factory=OrderedDict)

    async def of_day(self, guild_id: int, day: date) -> Puzzle | None:
        """Give the puzzle of a server and a day, the same whenever it is asked for.

        It comes from a game that ended before that day (UTC). None where no such game makes one.

        Raises:
            NoReviewNowError: it cannot be looked for now.
            StoreError: the games cannot be read now.
        """
        key = (guild_id, day)
        if key not in self._days:
            begins = datetime.combine(day, time(), UTC)
            ids = await self.history.ended_before(guild_id, begins, LAST_GAMES)
            ids.sort(key=lambda each: hashlib.sha256(f"{day}/{each}".encode()).digest())
            found = await self._first(ids, None, None)
            self._days[key] = found.puzzle
            while len(self._days) > KEPT:
                self._days.popitem(last=False)
        return self._days[key]

    async def of_person(
        self, guild_id: int, user_id: int, after: tuple[int, int] | None = None
    ) -> Found:
        """Give a puzzle from a person's own mistakes, the newest games first.

        Args:
            guild_id: the server.
            user_id: the person.
            after: the table and the deal after which to look on; None for the newest game.

        Raises:
            NoReviewNowError: it cannot be looked for now.
            StoreError: the games cannot be read now.
        """
        before = None if after is None else after[0] + 1
        ids = await self.history.games_of(guild_id, user_id, before, LAST_GAMES)
        return await self._first(ids, user_id, after)

    async def _first(
        self, ids: Sequence[int], user_id: int | None, after: tuple[int, int] | None
    ) -> Found:
        """Find the first puzzle in some games, of one person or of anyone."""
        reviewed = 0
        async for table, number, seats in self._rounds(ids, user_id, after):
            if reviewed >= MOST_REVIEWS:
                return Found(None, after)
            for seat in seats:
                reviewed += 1
                puzzle = await self._in_round(table, number, seat)
                if puzzle is not None:
                    return Found(puzzle, (table.id, number))
            after = (table.id, number)
        return Found(None, None)

    async def _rounds(
        self, ids: Sequence[int], user_id: int | None, after: tuple[int, int] | None
    ) -> AsyncIterator[tuple[Table, int, tuple[Seat, ...]]]:
        """Give the rounds of games, each with the seats of the people to look at."""
        for table_id in ids:
            table = await self.tables.get(table_id)
            if table.game is None:
                continue
            seats = _seats(table, user_id)
            begun = after[1] + 1 if after is not None and after[0] == table_id else 1
            theirs = None if user_id is None else await self.history.rounds_of(table_id, user_id)
            for number in range(begun, 1 + len(table.game.deals)):
                sheet = sheet_of(table.game, number)
                if sheet is not None and (theirs is None or sheet.number in theirs):
                    yield table, number, seats

    async def _in_round(self, table: Table, number: int, seat: Seat) -> Puzzle | None:
        review = await self.reviewer.review(table, number, seat)
        for mistake in review.mistakes:
            if mistake.points < DEAR:
                continue
            answer = await self.reviewer.answer(table.id, number, mistake.turn)
            if answer is not None:
                return Puzzle(table, number, mistake.turn, answer, mistake)
        return None


def _seats(table: Table, user_id: int | None) -> tuple[Seat, ...]:
    """Give the seat of a person, or those of all people."""
    if user_id is None:
        people = zip(table.rules.seats, table.chairs, strict=True)
        return tuple(seat for seat, chair in people if chair.person is not None)
    seat = table.played_seat(user_id)
    return () if seat is None else (seat,)
