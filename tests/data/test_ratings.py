"""Ratings are written with the result of a game, and follow from what was played."""

import random
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from bot.tables import seating, votes
from bot.tables.model import Status, Table
from bot.tables.records import ALL_TIME, NOT_RATED, Order, season_of
from data.catching_up import catch_up
from data.database import Database
from data.rating_schema import rated_servers, rating_changes, ratings
from data.rebuild import rebuild
from data.records import SqlRecords
from data.schema import people
from data.store import SqlStore
from engine.presets import CARDCOUCH, HERO_SOLO
from engine.ratings import NEWCOMER
from tests.data.games import (
    EPOCH,
    GUILD,
    USERS,
    begun,
    finished,
    lobby,
    played,
    rows_of,
    saved,
)

SEASON = season_of(EPOCH)
SHORT = CARDCOUCH.changed(target=50)


async def known(database: Database, season: int = SEASON) -> dict[int, tuple[int, int]]:
    """Give the rating and the deviation of each person, in thousandths."""
    users = {row[0]: row[1] for row in await rows_of(database, people)}
    rows = await rows_of(database, ratings)
    return {users[row[3]]: (row[4], row[5]) for row in rows if row[1] == season}


async def means_of(database: Database, season: int = SEASON) -> dict[int, int]:
    """Give the rating of each person, in thousandths."""
    return {user: mean for user, (mean, _) in (await known(database, season)).items()}


async def anything(database: Database) -> list[list[tuple[Any, ...]]]:
    """Give every row of what ratings are kept in."""
    return [await rows_of(database, table) for table in (ratings, rating_changes, rated_servers)]


class Calendar:
    """A clock that stands until it is set."""

    def __init__(self) -> None:
        self.at = EPOCH

    def now(self) -> datetime:
        """Give the moment that was set."""
        return self.at


async def test_a_game_changes_ratings(store: SqlStore, database: Database) -> None:
    """Winners gain, losers lose; the change is told by the table, once and no more."""
    records = SqlRecords(database)
    table = await finished(store, CARDCOUCH, "one", USERS)
    assert table.game is not None
    assert table.game.outcome is not None
    winner = table.game.outcome.winner
    told = await records.rated(table.id)
    assert [change.user_id for change in told.changes] == sorted(USERS)
    for change in told.changes:
        won = USERS.index(change.user_id) % 2 == winner
        assert change.before == NEWCOMER.mean
        assert change.after > change.before if won else change.after < change.before
        assert change.provisional
        assert change.among_people
        assert (change.place == 1) == won
    assert told.season_over is None
    assert await means_of(database) == await means_of(database, ALL_TIME)
    assert await records.rated(table.id + 1) == NOT_RATED


async def test_solo_and_partners_are_apart(store: SqlStore, database: Database) -> None:
    """Each of the two has a rating of its own."""
    await finished(store, CARDCOUCH, "one", USERS)
    await finished(store, HERO_SOLO, "two", USERS)
    assert {(row[2], row[6]) for row in await rows_of(database, ratings)} == {
        ("partners", 1), ("solo", 1),
    }  # fmt: skip


async def with_computers(store: SqlStore, name: str) -> Table:
    """Play a game of one person with three computer players."""
    table = lobby(name, SHORT, USERS[:1])
    computers = [replace(chair, computer=f"Robot {n}") for n, chair in enumerate(table.chairs[1:])]
    table = replace(table, chairs=(table.chairs[0], *computers))
    return await played(store, await begun(store, table), random.Random(name), wild=0.1)


async def test_computers_are_fixed_points(store: SqlStore, database: Database) -> None:
    """Only the person is rated, and the game counts as one with computers."""
    table = await with_computers(store, "alone")
    told = await SqlRecords(database).rated(table.id)
    assert [change.user_id for change in told.changes] == [USERS[0]]
    assert not told.changes[0].among_people
    card = await SqlRecords(database).card(GUILD, USERS[0])
    assert card is not None
    assert (card.people.games, card.computers.games) == (0, 1)


async def test_the_same_four_again_weigh_less(store: SqlStore, database: Database) -> None:
    """What the deviation loses by a game shrinks when the same people repeat it within a day."""

    async def lost(name: str, users: Sequence[int]) -> int:
        usual = (0, round(NEWCOMER.deviation * 1000))
        before = (await known(database)).get(users[0], usual)
        await finished(store, CARDCOUCH, name, users)
        return before[1] - (await known(database))[users[0]][1]

    first, second = await lost("one", USERS), await lost("two", USERS)
    others = (USERS[0], 201, 202, 203)
    third = await lost("three", others)
    assert second < first * 0.6
    assert third > second


async def test_who_ends_a_game_alone_counts_it_as_lost(store: SqlStore, database: Database) -> None:
    """A game that one person ends costs that person, and gives or takes nobody else anything."""
    table = await begun(store, lobby("one", CARDCOUCH))
    while table.game is None or not table.game.sheets:
        table = await played(store, table, random.Random(table.version), 1, wild=0.0)
    await saved(store, table, votes.end(table, table.host, moderator=True))
    means = await means_of(database)
    assert set(means) == {table.host}
    assert means[table.host] <= NEWCOMER.mean * 1000
    card = await SqlRecords(database).card(GUILD, table.host)
    assert card is not None
    assert card.changes[-1].place == 0
    assert card.people.games == 0


async def test_a_game_that_both_sides_end_counts_for_nobody(
    store: SqlStore, database: Database
) -> None:
    """Where people of both sides want the end, nobody has left anyone."""
    table = await begun(store, lobby("one", CARDCOUCH))
    while table.game is None or not table.game.sheets:
        table = await played(store, table, random.Random(table.version), 1, wild=0.0)
    for user in USERS:
        if not table.status.ended:
            table = await saved(store, table, votes.end(table, user, moderator=False))
    assert table.status is Status.CLOSED
    assert await means_of(database) == {}


async def test_who_leaves_counts_by_the_rounds(store: SqlStore, database: Database) -> None:
    """Someone who left a game that others finished is rated with it, by the rounds played."""
    table = await begun(store, lobby("one", CARDCOUCH.changed(target=150)))
    while table.game is None or not table.game.sheets:
        table = await played(store, table, random.Random(table.version), 1, wild=0.0)
    table = await saved(store, table, seating.leave(table, USERS[1]))
    table = await played(store, table, random.Random(3), wild=0.1)
    means = await means_of(database)
    assert set(means) == set(USERS)
    stayed, left = means[USERS[3]], means[USERS[1]]
    start = NEWCOMER.mean * 1000
    assert abs(left - start) < abs(stayed - start)


async def test_seasons_follow_each_other(database: Database) -> None:
    """The first game of a season begins nearer to the start, and tells that the last is over."""
    clock = Calendar()
    store, records = SqlStore(database, clock), SqlRecords(database)
    for number in range(3):
        clock.at += timedelta(days=2)
        await finished(store, CARDCOUCH, f"winter {number}", USERS)
    winter = await means_of(database)
    clock.at = datetime(2026, 4, 1, tzinfo=UTC)
    first = await finished(store, CARDCOUCH, "spring", USERS)
    second = await finished(store, CARDCOUCH, "spring again", USERS)
    told = await records.rated(first.id)
    assert told.season_over == SEASON
    assert (await records.rated(second.id)).season_over is None
    assert await means_of(database) == winter
    for change in told.changes:
        kept = (winter[change.user_id] / 1000 - NEWCOMER.mean) * 0.7 + NEWCOMER.mean
        assert abs(change.before - kept) < 0.01
    everything = await anything(database)
    await rebuild(database)
    assert await anything(database) == everything


async def test_a_server_begins_anew(store: SqlStore, database: Database) -> None:
    """The ratings of the season and of all time are gone, and stay so in a rebuild."""
    records = SqlRecords(database)
    await finished(store, CARDCOUCH, "one", USERS)
    await records.begin_anew(GUILD, SEASON)
    assert await means_of(database) == await means_of(database, ALL_TIME) == {}
    again = await finished(store, CARDCOUCH, "two", USERS)
    changes = (await records.rated(again.id)).changes
    assert {change.before for change in changes} == {NEWCOMER.mean}
    await records.begin_anew(GUILD + 1, SEASON)
    everything = await anything(database)
    await rebuild(database)
    assert await anything(database) == everything


async def test_earlier_games_are_rated_while_the_bot_runs(
    store: SqlStore, database: Database, path: Path
) -> None:
    """What an older version has left without a number is rated in the order in which it ended."""
    for number in range(4):
        await finished(store, CARDCOUCH, f"{number}", USERS)
    everything = await anything(database)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE tables SET nth = NULL")
        for name in ("ratings", "rating_changes", "rated_servers"):
            connection.execute(f"DELETE FROM {name}")  # noqa: S608 - our own
    for _ in range(2):
        assert await catch_up(database) == 0
        assert await anything(database) == everything


async def test_a_new_game_waits_for_the_earlier_ones(
    store: SqlStore, database: Database, path: Path
) -> None:
    """While earlier games are not rated yet, a new one is rated after them, not before."""
    await finished(store, CARDCOUCH, "one", USERS)
    with closing(sqlite3.connect(path)) as connection, connection:
        for name in ("ratings", "rating_changes"):
            connection.execute(f"DELETE FROM {name}")  # noqa: S608 - our own
        connection.execute("UPDATE rated_servers SET rated = 0")
    await finished(store, CARDCOUCH, "two", USERS)
    assert await means_of(database) == {}
    await catch_up(database)
    live = await anything(database)
    await rebuild(database)
    assert await anything(database) == live


async def test_a_card_tells_of_a_person(store: SqlStore, database: Database) -> None:
    """The card has the last games, and the partner with whom most were won."""
    for number in range(4):
        await finished(store, CARDCOUCH, f"{number}", USERS)
    card = await SqlRecords(database).card(GUILD, USERS[0])
    assert card is not None
    assert len(card.changes) == 4
    assert card.people.games == 4
    assert card.partner is not None
    assert (card.partner.user_id, card.partner.games) == (USERS[2], 4)
    assert card.partner.wins == card.people.wins
    assert card.totals.games == 4
    assert await SqlRecords(database).card(GUILD, 999) is None


async def test_wins_against_people_are_counted(store: SqlStore, database: Database) -> None:
    """The board of wins leaves out games against computer players."""
    records = SqlRecords(database)
    for number in range(3):
        await with_computers(store, f"alone {number}")
    assert (await records.leaderboard(GUILD, Order.WINS, SEASON)).standings == ()
    for number in range(3):
        await finished(store, CARDCOUCH, f"{number}", USERS)
    board = await records.leaderboard(GUILD, Order.WINS, ALL_TIME)
    assert {line.user_id for line in board.standings} == set(USERS)
    assert sum(line.value for line in board.standings) == 6
