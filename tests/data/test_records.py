"""The leaderboard: who is ranked, in which order, on which page."""

from dataclasses import asdict
from typing import Final

import pytest
from sqlalchemy import bindparam, update

from bot.tables.records import MOST_RANKED, Order, Page, Standing, Totals
from data.database import Database
from data.rating_schema import STANDING_COUNTERS
from data.rating_statements import RANK, RATE
from data.records import SqlRecords
from data.rows import Row
from data.schema import tables
from data.statements import COUNT, MEET, Statement
from data.store import SqlStore
from data.transaction import run
from engine.presets import HERO_SOLO
from tests.data.games import GUILD, begun, lobby

SEASON: Final = 8107


def row_of(user_id: int, season: int = SEASON, guild_id: int = GUILD, **counted: int) -> Row:
    """Give the row of a person's standing."""
    row: Row = {"guild_id": guild_id, "season": season, "person": user_id}
    return row | dict.fromkeys(STANDING_COUNTERS, 0) | counted


async def ranked(database: Database, *rows: Row) -> SqlRecords:
    """Store standings, and give the records that tell of them."""
    await met(database, *(row["person"] for row in rows))
    await database.write(lambda: run(RANK, rows))
    return SqlRecords(database)


async def met(database: Database, *users: int) -> None:
    """Let the bot know people, whose keys are like their ids."""
    rows = [{"key": user, "user_id": user, "name": "", "avatar": "", "met_at": 0} for user in users]
    await database.write(lambda: run(MEET, rows))


async def with_ratings(database: Database, *rows: Row) -> SqlRecords:
    """Store ratings, and give the records that tell of them."""
    await met(database, *(row["person"] for row in rows))
    await database.write(lambda: run(RATE, rows))
    return SqlRecords(database)


def rating_row(user_id: int, mean: int, games: int = 5, mode: str = "partners") -> Row:
    """Give the row of a person's rating."""
    return {
        "guild_id": GUILD, "season": SEASON, "mode": mode, "person": user_id,
        "mean": mean * 1000, "deviation": 70_000, "games": games,
    }  # fmt: skip


async def written(database: Database, *everyone: Totals, guild_id: int = GUILD) -> SqlRecords:
    """Store totals, and give the records that tell of them."""
    rows = [{"guild_id": guild_id, "person": each.user_id, **asdict(each)} for each in everyone]
    await met(database, *(each.user_id for each in everyone))
    await database.write(lambda: run(COUNT, rows))
    return SqlRecords(database)


def lines_of(page: Page) -> list[tuple[int, int]]:
    """Give place and user of each line."""
    return [(line.place, line.user_id) for line in page.standings]


async def test_wins_come_first(database: Database) -> None:
    """By wins, most first; equal people share a place; the next place is left out."""
    records = await ranked(
        database,
        row_of(4, people_games=9, people_wins=2),
        row_of(3, people_games=3, people_wins=2),
        row_of(2, people_games=9, people_wins=5),
        row_of(1, people_games=3, people_wins=0),
        row_of(5, people_games=2, people_wins=2),
    )
    page = await records.leaderboard(GUILD, Order.WINS, SEASON)
    assert lines_of(page) == [(1, 2), (2, 4), (2, 3), (4, 1)]
    assert page.standings[0] == Standing(1, 2, 5.0, 9)
    assert (page.number, page.pages) == (1, 1)


async def test_shares_need_enough(database: Database) -> None:
    """Contracts and nils go by the share made, points by the round; who has few is not ranked."""
    records = await ranked(
        database,
        row_of(1, contracts=20, contracts_made=15, nils=5, nils_made=1, rounds=20, points=-40),
        row_of(2, contracts=40, contracts_made=30, nils=4, nils_made=4, rounds=200, points=8000),
        row_of(3, contracts=19, contracts_made=19, nils=9, nils_made=6, rounds=19, points=900),
    )
    contracts = await records.leaderboard(GUILD, Order.CONTRACTS, SEASON)
    assert [(each.user_id, each.value) for each in contracts.standings] == [(2, 0.75), (1, 0.75)]
    assert lines_of(contracts) == [(1, 2), (1, 1)]
    nils = await records.leaderboard(GUILD, Order.NILS, SEASON)
    assert [(each.user_id, each.count) for each in nils.standings] == [(3, 9), (1, 5)]
    points = await records.leaderboard(GUILD, Order.POINTS, SEASON)
    assert [(each.user_id, each.value) for each in points.standings] == [(2, 40.0), (1, -2.0)]


async def test_ratings_are_ranked_by_mode(database: Database) -> None:
    """The two ratings have boards of their own; a rating of few games is not ranked."""
    rows = [
        rating_row(1, 1510),
        rating_row(2, 1620),
        rating_row(3, 1900, games=4),
        rating_row(4, 1400, mode="solo"),
    ]
    records = await with_ratings(database, *rows)
    partners = await records.leaderboard(GUILD, Order.PARTNERS, SEASON)
    assert partners.standings == (Standing(1, 2, 1620.0, 5), Standing(2, 1, 1510.0, 5))
    assert lines_of(await records.leaderboard(GUILD, Order.SOLO, SEASON)) == [(1, 4)]
    assert lines_of(await records.leaderboard(GUILD, Order.SOLO, SEASON + 1)) == []


async def test_who_has_left_the_server_is_left_out(database: Database) -> None:
    """People who are gone are in no board, until they play again."""
    await with_ratings(database, rating_row(1, 1600), rating_row(2, 1500))
    rows = [row_of(user, people_games=3, people_wins=3 - user) for user in (1, 2)]
    records = await ranked(database, *rows)
    await records.note_gone(GUILD, {1})
    for order in (Order.PARTNERS, Order.WINS):
        assert lines_of(await records.leaderboard(GUILD, order, SEASON)) == [(1, 2)]
    await ranked(database, row_of(1))
    assert lines_of(await records.leaderboard(GUILD, Order.WINS, SEASON)) == [(1, 1), (2, 2)]


@pytest.mark.parametrize(
    ("asked", "number", "users"),
    [
        (-3, 1, [23, 22, 21, 20, 19]),
        (0, 1, [23, 22, 21, 20, 19]),
        (1, 1, [23, 22, 21, 20, 19]),
        (2, 2, [18, 17, 16, 15, 14]),
        (5, 5, [3, 2, 1]),
        (6, 5, [3, 2, 1]),
        (10**12, 5, [3, 2, 1]),
    ],
)
async def test_pages(database: Database, asked: int, number: int, users: list[int]) -> None:
    """A page holds so many lines; places go on from page to page; none is out of range."""
    rows = [row_of(n, people_games=n + 3, people_wins=n) for n in range(1, 24)]
    records = await ranked(database, *rows)
    page = await records.leaderboard(GUILD, Order.WINS, SEASON, asked, 5)
    assert (page.number, page.pages) == (number, 5)
    assert lines_of(page) == [(24 - user, user) for user in users]


async def test_a_leaderboard_ends_after_a_thousand(database: Database) -> None:
    """However many people play in a server, the best thousand are shown."""
    people = MOST_RANKED + 5
    rows = [row_of(n, people_games=n + 3, people_wins=n) for n in range(1, people + 1)]
    records = await ranked(database, *rows)
    page = await records.leaderboard(GUILD, Order.WINS, SEASON, 10**9)
    assert (page.number, page.pages) == (100, 100)
    assert lines_of(page) == [(place, people + 1 - place) for place in range(991, 1001)]


async def test_ties_across_pages_share_their_place(database: Database) -> None:
    """A tie that goes over the end of a page has one place on both."""
    rows = [row_of(n, people_games=3, people_wins=n > 5) for n in range(1, 8)]
    records = await ranked(database, *rows)
    pages = [await records.leaderboard(GUILD, Order.WINS, SEASON, n, 3) for n in (1, 2, 3)]
    assert [lines_of(page) for page in pages] == [
        [(1, 7), (1, 6), (3, 5)],
        [(3, 4), (3, 3), (3, 2)],
        [(3, 1)],
    ]


@pytest.mark.parametrize("order", Order)
async def test_an_empty_leaderboard_has_a_page(database: Database, order: Order) -> None:
    """In a server where nobody has played it is empty, whatever was played elsewhere."""
    enough = dict.fromkeys(STANDING_COUNTERS, 99)
    records = await ranked(database, row_of(1, guild_id=GUILD + 1, **enough))
    assert await records.leaderboard(GUILD, order, SEASON, 3) == Page((), 1, 1)
    if order not in {Order.PARTNERS, Order.SOLO}:
        assert lines_of(await records.leaderboard(GUILD + 1, order, SEASON)) == [(1, 1)]


async def test_who_has_finished_a_game(database: Database) -> None:
    """Everyone with a finished game counts, wherever it was; rounds alone do not."""
    records = await written(database, Totals(1, games=1), Totals(2, rounds=3))
    await written(database, Totals(3, games=2), Totals(1, games=4), guild_id=GUILD + 1)
    assert await records.finishers() == {1, 3}


async def test_the_rules_that_a_person_has_played_last(store: SqlStore, database: Database) -> None:
    """Of the newest game of theirs in that server: a lobby is none, nor are rules of no version."""
    records = SqlRecords(database)
    ann = lobby("one").chairs[0].person
    assert ann is not None
    await begun(store, lobby("one", HERO_SOLO))
    newest = await begun(store, lobby("two"))
    await store.create(lobby("three", HERO_SOLO))
    assert await records.last_rules(GUILD, ann.id) == newest.rules
    assert await records.last_rules(GUILD + 1, ann.id) is None
    assert await records.last_rules(GUILD, 99) is None
    spoil = Statement(update(tables).values(rules=bindparam("rules")))
    await database.write(lambda: run(spoil, [{"rules": '{"target": "sky"}'}]))
    assert await records.last_rules(GUILD, ann.id) is None
