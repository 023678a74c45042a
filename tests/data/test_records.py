"""The leaderboard: who is ranked, in which order, on which page."""

from dataclasses import asdict

import pytest
from sqlalchemy import bindparam, update

from bot.tables.records import Order, Page, Totals
from data.database import Database
from data.records import SqlRecords
from data.schema import tables
from data.statements import COUNT, Statement
from data.store import SqlStore
from data.transaction import run
from engine.presets import HERO_SOLO
from tests.data.games import GUILD, begun, lobby


async def written(database: Database, *everyone: Totals, guild_id: int = GUILD) -> SqlRecords:
    """Store totals, and give the records that tell of them."""
    rows = [{"guild_id": guild_id, **asdict(each)} for each in everyone]
    await database.write(lambda: run(COUNT, rows))
    return SqlRecords(database)


def lines_of(page: Page) -> list[tuple[int, int]]:
    """Give place and user of each line."""
    return [(line.place, line.totals.user_id) for line in page.standings]


async def test_wins_come_first(database: Database) -> None:
    """By wins, most first; equal people share a place, by id; the next place is left out."""
    records = await written(
        database,
        Totals(4, games=9, wins=2, rounds=9),
        Totals(3, games=3, wins=2, rounds=9),
        Totals(2, games=9, wins=5, rounds=9),
        Totals(1, games=1, wins=0, rounds=9),
        Totals(5, games=0, wins=0, rounds=99),
    )
    page = await records.leaderboard(GUILD, Order.WINS)
    assert lines_of(page) == [(1, 2), (2, 3), (2, 4), (4, 1)]
    assert page.standings[0].totals == Totals(2, games=9, wins=5, rounds=9)
    assert (page.number, page.pages) == (1, 1)


async def test_a_rate_needs_games(database: Database) -> None:
    """By wins a game; below three games nobody is ranked, and equal fractions are equal."""
    records = await written(
        database,
        Totals(1, games=2, wins=2),
        Totals(2, games=3, wins=1),
        Totals(3, games=9, wins=3),
        Totals(4, games=3, wins=2),
        Totals(5, games=300, wins=100),
        Totals(6, games=49, wins=33),
    )
    page = await records.leaderboard(GUILD, Order.WIN_RATE)
    assert lines_of(page) == [(1, 6), (2, 4), (3, 2), (3, 3), (3, 5)]


async def test_points_and_bags_go_by_the_round(database: Database) -> None:
    """By points and by bags a round; below five rounds nobody is ranked."""
    records = await written(
        database,
        Totals(1, rounds=4, points=4000, bags=0),
        Totals(2, rounds=5, points=-5, bags=5),
        Totals(3, rounds=10, points=500, bags=30),
        Totals(4, rounds=100, points=5000, bags=100),
        Totals(5, rounds=50, points=0, bags=1),
    )
    points = await records.leaderboard(GUILD, Order.POINTS_A_ROUND)
    assert lines_of(points) == [(1, 3), (1, 4), (3, 5), (4, 2)]
    bags = await records.leaderboard(GUILD, Order.FEWEST_BAGS)
    assert lines_of(bags) == [(1, 5), (2, 2), (2, 4), (4, 3)]


async def test_nils_made_need_a_nil(database: Database) -> None:
    """By nils made, most first, among those who ever bid one."""
    records = await written(
        database,
        Totals(1, nils=9, nils_made=1),
        Totals(2, nils=2, nils_made=2),
        Totals(3, rounds=9),
    )
    assert lines_of(await records.leaderboard(GUILD, Order.NILS_MADE)) == [(1, 2), (2, 1)]


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
    records = await written(database, *(Totals(n, games=n, wins=n) for n in range(1, 24)))
    page = await records.leaderboard(GUILD, Order.WINS, asked, 5)
    assert (page.number, page.pages) == (number, 5)
    assert lines_of(page) == [(24 - user, user) for user in users]


async def test_ties_across_pages_share_their_place(database: Database) -> None:
    """A tie that goes over the end of a page has one place on both."""
    records = await written(database, *(Totals(n, games=1, wins=n < 3) for n in range(1, 8)))
    pages = [await records.leaderboard(GUILD, Order.WINS, number, 3) for number in (1, 2, 3)]
    assert [lines_of(page) for page in pages] == [
        [(1, 1), (1, 2), (3, 3)],
        [(3, 4), (3, 5), (3, 6)],
        [(3, 7)],
    ]


@pytest.mark.parametrize("order", Order)
async def test_an_empty_leaderboard_has_a_page(database: Database, order: Order) -> None:
    """In a server where nobody has played, and for someone in another server, it is empty."""
    records = await written(database, Totals(1, 9, 9, 9, nils=1), guild_id=GUILD + 1)
    assert await records.leaderboard(GUILD, order, 3) == Page((), 1, 1)
    assert lines_of(await records.leaderboard(GUILD + 1, order)) == [(1, 1)]


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
