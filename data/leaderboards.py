"""A page of a leaderboard, by the index of what it ranks by."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, RowMapping, Table, and_, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.tables.records import MOST_RANKED, Order, Page, Standing
from data.rating_schema import ratings, standings
from data.schema import people
from engine.ratings import Skill

_MILLION: Final = 1_000_000
_THOUSAND: Final = 1_000


@dataclass(frozen=True, slots=True)
class _Board:
    """How a leaderboard is made.

    Attributes:
        table: where its lines are.
        ranks: the name of the column that it ranks by, the most first.
        value: gives what a line shows.
        count: the name of the column that says of how much.
        mode: the rating that it is about, if any.
    """

    table: Table
    ranks: str
    value: Callable[[RowMapping], float]
    count: str
    mode: str | None = None

    def of(self, guild_id: int, season: int) -> ColumnElement[bool]:
        """Say which rows are those of a server and a season."""
        c = self.table.c
        mine = and_(c.guild_id == guild_id, c.season == season)
        return mine if self.mode is None else and_(mine, c.mode == self.mode)

    def here(self, guild_id: int, season: int) -> ColumnElement[bool]:
        """Say which rows belong to the board of a server and a season."""
        return and_(self.of(guild_id, season), self.table.c[self.ranks].is_not(None))


def _rating(row: RowMapping) -> float:
    return float(row["mean"]) / _THOUSAND


_BOARDS: Final = {
    Order.PARTNERS: _Board(ratings, "by_rating", _rating, "games", "partners"),
    Order.SOLO: _Board(ratings, "by_rating", _rating, "games", "solo"),
    Order.WINS: _Board(standings, "by_wins", lambda row: float(row["by_wins"]), "people_games"),
    Order.CONTRACTS: _Board(
        standings, "by_contracts", lambda row: row["by_contracts"] / _MILLION, "contracts"
    ),
    Order.NILS: _Board(standings, "by_nils", lambda row: row["by_nils"] / _MILLION, "nils"),
    Order.POINTS: _Board(
        standings, "by_points", lambda row: row["by_points"] / _THOUSAND, "rounds"
    ),
}


async def page_of(
    connection: AsyncConnection, guild_id: int, order: Order, season: int, page: int, size: int
) -> Page:
    """Give a page of a leaderboard; for a page out of range, the nearest one.

    People with equal scores share a place. The index alone gives the order, the number of people
    and the place of the first line, and no more of it is read than is shown: to count very many
    people takes long, above all where PostgreSQL has to look for each whether the row still holds.
    """
    board = _BOARDS[order]
    here, ranks = board.here(guild_id, season), board.table.c[board.ranks]
    best = select(ranks).where(here).order_by(ranks.desc()).limit(MOST_RANKED).subquery()
    ranked = await connection.scalar(select(func.count()).select_from(best)) or 0
    pages = max(1, -(-ranked // size))
    number = min(max(page, 1), pages)
    c = board.table.c
    # The index has all that this needs, so that a page far behind reads no rows on the way.
    shown = (
        select(c.person.label("key"))
        .where(here)
        .order_by(ranks.desc(), c.person.desc())
        .limit(size)
        .offset((number - 1) * size)
        .subquery()
    )
    lines = (
        select(people.c.user_id, board.table)
        .select_from(shown)
        .join(board.table, and_(board.of(guild_id, season), c.person == shown.c.key))
        .join(people, people.c.key == c.person)
        .order_by(ranks.desc(), c.person.desc())
    )
    rows = (await connection.execute(lines)).mappings().all()
    if not rows:
        return Page((), number, pages)
    ahead = select(func.count()).select_from(board.table)
    before = await connection.scalar(ahead.where(here, ranks > rows[0][board.ranks])) or 0
    return Page(_placed(board, rows, before, (number - 1) * size), number, pages)


def _placed(
    board: _Board, rows: Sequence[RowMapping], before: int, offset: int
) -> tuple[Standing, ...]:
    """Give the lines of a page: a tie with the line before shares its place."""
    placed: list[Standing] = []
    for at, row in enumerate(rows):
        tied = at and row[board.ranks] == rows[at - 1][board.ranks]
        place = placed[-1].place if tied else (offset + at + 1 if at else before + 1)
        provisional = board.mode is not None and _provisional(row)
        placed.append(
            Standing(place, row["user_id"], board.value(row), row[board.count], provisional)
        )
    return tuple(placed)


def _provisional(row: RowMapping) -> bool:
    return Skill(row["mean"] / _THOUSAND, row["deviation"] / _THOUSAND).provisional
