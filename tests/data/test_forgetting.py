"""Forgetting a person: no byte of the database holds the id or the name, and all else holds."""

import asyncio
import random
from dataclasses import replace
from pathlib import Path
from typing import Final

from sqlalchemy import bindparam, insert

from bot.tables.forgetting import without
from bot.tables.model import Asking, Chair, Person, Place, Table
from bot.tables.ports import Prompted
from bot.tables.records import ALL_TIME, RANKED_AFTER, Order
from bot.tables.rulesets import RuleSet
from bot.tidying import AFTER_THE_END, Tidying
from data.database import Database
from data.own_data import SqlOwnData
from data.preparation import upgrade
from data.prompts import SqlPrompts
from data.rating_schema import RANKS, STANDING_COUNTERS, ratings, standings
from data.rebuild import rebuild
from data.records import SqlRecords
from data.remembered import SqlPreferences
from data.rulesets import SqlRuleSets
from data.schema import (
    COUNTERS,
    games,
    metadata,
    old_totals,
    people,
    preferences,
    prompts,
    rule_sets,
    seats,
    tables,
)
from data.statements import Statement
from data.store import SqlStore
from data.transaction import run
from engine.deals import deal
from engine.presets import CARDCOUCH
from engine.seats import SEATS
from tests.data.games import GUILD, TickingClock, begun, lobby, open_tables, played, rows_of, saved
from tests.data.test_migrations import NAMES, USERS, older
from tests.data.test_rebuild import projections_of
from tests.tables.fakes import SettableClock

ZOE: Final = Person(812_345_678_901_234_567, "Zoe Quill", "avatars/812345678901234567/beef")
OTHERS: Final = (102, 103, 104)

NAMING: Final = {
    "people": {"user_id", "name", "avatar"},
    "preferences": {"owner"},
    "prompts": {"user_id"},
    "round_seats": {"user_id"},
    "rule_sets": {"author"},
    "seats": {"user_id", "name", "avatar", "held_for"},
    "sittings": {"user_id"},
    "tables": {
        "host", "invited", "removed", "end_votes", "resign_votes", "asking", "added",
        "contributions",
    },
    "totals": {"user_id"},
}  # fmt: skip
"""The columns that may hold an id of a user or a name; forgetting knows each of them."""

BY_KEY: Final = {
    "games": {"record"},
    "leavers": {"person"},
    "people": {"key"},
    "person_totals": {"person"},
    "played": {"person"},
    "rating_changes": {"person", "partner"},
    "ratings": {"person"},
    "round_seats": {"person"},
    "seats": {"person"},
    "sittings": {"person"},
    "standings": {"person"},
    "tables": {"roles"},
}
"""The columns that may hold a person's key, which leads to nobody once the person is forgotten."""

OF_NOBODY: Final = {
    "facts": {"name", "value"},
    "forgetting": set(),
    "games": set(),
    "identify_buckets": {"bucket", "next_at"},
    "log": {"command_id", "action", "thought"},
    "people": {"met_at"},
    "preferences": {"kind", "settings"},
    "prompts": {"channel_id", "moves", "round"},
    "rated_servers": {"ended", "rated"},
    "rating_changes": {"before", "place", "among_people"},
    "ratings": {"games", "gone", "by_rating"},
    "results": {"winner", "places", "tallies", "rounds", "finished_at"},
    "round_seats": {"bid", "blind"},
    "rounds": {"side", "contract", "bags", "total", "bags_left"},
    "rule_sets": {"key", "name"},
    "seats": {"computer", "misses", "ready", "acted_at"},
    "serving_processes": {"name", "until_at"},
    "shard_leases": {
        "shard", "owner", "fence", "until_at", "wanted_by", "wanted_until_at", "ready", "leaving",
        "told",
    },
    "sittings": {"id", "from_version"},
    "standings": {*STANDING_COUNTERS, *RANKS, "gone"},
    "tables": {
        "id", "command_id", "channel_id", "preset", "pace", "level", "status", "secret",
        "created_at", "first_dealer", "start", "message_round", "left_channel", "left_message",
        "due_kind", "due_at", "private", "ask_first", "called", "moved_at", "warned_at",
        "time_left",
    },
    "totals": set(COUNTERS),
    "person_totals": set(COUNTERS),
}  # fmt: skip
"""The columns that say nothing of who somebody is."""

EVERYWHERE: Final = {
    "at", "deviation", "guild_id", "mean", "message_id", "mode", "nth", "number", "points", "rules",
    "season", "seat", "table_id", "taken", "version",
}  # fmt: skip
"""Columns of several tables that say nothing of who somebody is."""

RATED: Final = (Order.PARTNERS, Order.WINS)


def with_zoe(name: str) -> Table:
    """Give a lobby with her in the first seat, as its host."""
    table = lobby(name, CARDCOUCH.changed(target=50), (101, *OTHERS))
    chairs = (replace(table.chairs[0], person=ZOE), *table.chairs[1:])
    return replace(table, chairs=chairs, host=ZOE.id, invited=frozenset({ZOE.id, 102}))


async def lived(store: SqlStore, database: Database) -> tuple[Table, Table]:
    """Let her finish a game and begin another, with settings and a rule set of her own."""
    done = await played(store, await begun(store, with_zoe("done")), random.Random(1), wild=0.1)
    assert done.status.ended
    on = await played(store, await begun(store, with_zoe("on")), random.Random(2), 40, wild=0.1)
    await SqlPreferences(database).keep("person", ZOE.id, '{"four_color":true}')
    await SqlRuleSets(database).save(GUILD, RuleSet("Ours", CARDCOUCH, ZOE.id))
    return done, on


async def ranked(store: SqlStore, database: Database) -> None:
    """Let her finish as many rated games as a leaderboard asks for."""
    for number in range(RANKED_AFTER[Order.PARTNERS]):
        table = await begun(store, with_zoe(f"rated {number}"))
        assert (await played(store, table, random.Random(number), wild=0.1)).status.ended
    for order in RATED:
        assert ZOE.id in await leaders(database, order)


async def leaders(database: Database, order: Order) -> list[int]:
    """Give everyone on a leaderboard of all time."""
    page = await SqlRecords(database).leaderboard(GUILD, order, ALL_TIME)
    return sorted(line.user_id for line in page.standings)


async def forget(store: SqlStore, database: Database, user_id: int) -> None:
    """Forget someone as the bot does, with its tables in the store alone."""
    own = SqlOwnData(database)
    for table_id, ended in await own.naming(user_id):
        table = await store.load(table_id)
        assert table is not None
        if not ended:
            await store.save(table, without(table, user_id))
    for table_id, _ in await own.naming(user_id):
        await store.put_away(table_id)
    assert await own.naming(user_id) == [
        (table.id, False) for table in await open_tables(store) if table.seat_of(user_id)
    ]
    await own.forget(user_id)


def traces(path: Path, user_id: int, *words: str) -> list[tuple[str, bytes]]:
    """Give what of someone is in the files of a database, whatever the place."""
    marks = [str(user_id).encode(), user_id.to_bytes(8), *(word.encode() for word in words)]
    files = [each for each in path.parent.glob(f"{path.name}*") if each.is_file()]
    assert path in files
    return [(each.name, mark) for each in files for mark in marks if mark in each.read_bytes()]


async def test_no_byte_is_left_of_who_is_forgotten(
    store: SqlStore, database: Database, path: Path
) -> None:
    """While the database is open, neither it nor its journal holds id, name or avatar."""
    await ranked(store, database)
    await lived(store, database)
    assert traces(path, ZOE.id, ZOE.name, "beef")
    await forget(store, database, ZOE.id)
    assert traces(path, ZOE.id, ZOE.name, "beef") == []
    await database.close()
    assert traces(path, ZOE.id, ZOE.name, "beef") == []


async def test_no_row_is_left_of_who_is_forgotten(store: SqlStore, database: Database) -> None:
    """In every table of either database, no value holds id or name."""
    await ranked(store, database)
    await lived(store, database)
    await forget(store, database, ZOE.id)
    for table in metadata.sorted_tables:
        said = repr(await rows_of(database, table))
        assert str(ZOE.id) not in said, table.name
        assert ZOE.name not in said, table.name


async def test_everything_holds_for_the_others(store: SqlStore, database: Database) -> None:
    """Their totals stay, a rebuild changes nothing, and deals still follow from their seeds."""
    done, on = await lived(store, database)
    records = SqlRecords(database)
    before = [await records.totals(GUILD, user) for user in OTHERS]
    await forget(store, database, ZOE.id)
    assert await records.totals(GUILD, ZOE.id) is None
    assert [await records.totals(GUILD, user) for user in OTHERS] == before
    live = await projections_of(database)
    await rebuild(database)
    assert await projections_of(database) == live
    after = await store.load(done.id)
    assert after is not None
    assert after.game == done.game
    assert [chair.person and chair.person.id for chair in after.chairs] == [0, *OTHERS]
    [still_on] = await open_tables(store)
    assert (still_on.id, still_on.host) == (on.id, OTHERS[0])
    assert still_on.chairs[0].computer is not None
    await played(store, still_on, random.Random(3), 200, wild=0.1)


async def test_leaderboards_lose_who_is_forgotten(store: SqlStore, database: Database) -> None:
    """The others keep rating and rank, also by a rebuild, which brings nobody back."""
    await ranked(store, database)
    await lived(store, database)
    [key] = [row[0] for row in await rows_of(database, people) if row[1] == ZOE.id]
    before = [row for row in await rows_of(database, ratings) if row[3] != key]
    await forget(store, database, ZOE.id)
    for _ in range(2):
        assert [row for row in await rows_of(database, ratings) if row[3] != key] == before
        assert key not in {row[2] for row in await rows_of(database, standings)}
        for order in RATED:
            assert await leaders(database, order) == sorted(OTHERS)
        assert await SqlRecords(database).card(GUILD, ZOE.id) is None
        await rebuild(database)


async def test_a_game_under_way_ranks_nobody_who_is_forgotten(
    store: SqlStore, database: Database
) -> None:
    """When a game ends that the person had played in, the person stays out of leaderboards."""
    await ranked(store, database)
    _, on = await lived(store, database)
    [key] = [row[0] for row in await rows_of(database, people) if row[1] == ZOE.id]
    await forget(store, database, ZOE.id)
    [left] = await open_tables(store)
    assert left.id == on.id
    assert (await played(store, left, random.Random(3), wild=0.1)).status.ended
    live = await projections_of(database)
    assert key not in {row[2] for row in live["standings"]}
    assert {row[8] for row in live["ratings"] if row[3] == key} == {None}
    await rebuild(database)
    assert await projections_of(database) == live


def test_every_column_is_known_to_the_forgetting() -> None:
    """A new column is named here, as one that forgetting empties, or as one of nobody."""
    for table in metadata.sorted_tables:
        known = [of.get(table.name, set()) for of in (NAMING, BY_KEY, OF_NOBODY)]
        assert {column.name for column in table.c} - EVERYWHERE == set().union(
            *known
        ) - EVERYWHERE, table.name
        assert sum(map(len, known)) == len(set().union(*known)), table.name


async def test_what_is_kept_besides_games_is_forgotten(store: SqlStore, database: Database) -> None:
    """Prompts, held seats, requests for seats, and totals of an older version lose the person."""
    _, on = await lived(store, database)
    on = await saved(store, on, replace(on, asking=(Asking(ZOE, SEATS[1]),)))
    await SqlPrompts(database).note(Prompted(5, 6, on.id, (1, 2), ZOE.id, GUILD))
    held = replace(lobby("held", users=OTHERS), chairs=(Chair(held_for=ZOE.id), *[Chair()] * 3))
    await store.create(replace(held, host=OTHERS[0], removed=frozenset({ZOE.id})))
    row = {"guild_id": GUILD, "user_id": ZOE.id, **dict.fromkeys(COUNTERS, 1)}
    add = Statement(insert(old_totals).values({name: bindparam(name) for name in row}))
    await database.write(lambda: run(add, [row]))
    for table in (prompts, seats, old_totals, preferences, rule_sets, tables):
        assert str(ZOE.id) in repr(await rows_of(database, table)), table.name
    await forget(store, database, ZOE.id)
    for table in metadata.sorted_tables:
        assert str(ZOE.id) not in repr(await rows_of(database, table)), table.name


async def test_who_comes_back_is_someone_new(store: SqlStore, database: Database) -> None:
    """A key that was left by who is forgotten is never used again."""
    await lived(store, database)
    await forget(store, database, ZOE.id)
    await played(store, await begun(store, with_zoe("new")), random.Random(1), wild=0.1)
    found = await SqlRecords(database).totals(GUILD, ZOE.id)
    assert found is not None
    assert found.games == 1


async def test_games_of_an_older_version_lose_a_person_too(path: Path) -> None:
    """Where ids stood in the contributions, the key stays, and every deal follows from it."""
    await asyncio.to_thread(older, path)
    await asyncio.to_thread(upgrade, path)
    async with await Database.open(path) as database:
        store = SqlStore(database, TickingClock())
        await forget(store, database, USERS[1])
        assert traces(path, USERS[1], NAMES[1]) == []
        for number in (1, 2, 3):
            table = await store.load(number)
            assert table is not None
            assert table.game is not None
            assert table.seeds.key is not None
            for played_round, each in enumerate([*table.game.past, table.game.round], 1):
                assert each is not None
                assert each.deal == deal(table.seeds, played_round, each.dealer, table.rules)
        assert (await rebuild(database)).broken == ()
        assert await SqlRecords(database).totals(GUILD, USERS[2]) is not None


async def test_a_server_is_forgotten_with_all_of_its_games(
    store: SqlStore, database: Database
) -> None:
    """No row names it, nor who played there alone; another server keeps everything."""
    done, _ = await lived(store, database)
    await store.put_away(done.id)
    there = replace(with_zoe("there"), place=Place(GUILD + 1, 5))
    kept = await played(store, await begun(store, there), random.Random(4), wild=0.1)
    await SqlPreferences(database).keep("server", GUILD, "{}")
    await SqlRuleSets(database).make_default(GUILD, "ours")
    assert await SqlOwnData(database).forget_server(GUILD) == 2
    for table in metadata.sorted_tables:
        assert str(GUILD) not in repr(await rows_of(database, table)), table.name
    assert await store.load(kept.id) == kept
    records = SqlRecords(database)
    assert await records.totals(GUILD + 1, OTHERS[0]) is not None
    assert await SqlOwnData(database).forget_server(GUILD) == 0
    assert await SqlOwnData(database).forget_server(GUILD + 1) == 1
    assert {row[1] for row in await rows_of(database, people)} == {None}


async def test_settings_of_strangers_go_with_a_server(store: SqlStore, database: Database) -> None:
    """Whoever chose how to see the game and never played is forgotten with a server that is."""
    await lived(store, database)
    there = replace(with_zoe("there"), place=Place(GUILD + 1, 5))
    await played(store, await begun(store, there), random.Random(4), wild=0.1)
    chosen = SqlPreferences(database)
    author, stranger = 77, 78
    for owner in (OTHERS[0], author, stranger):
        await chosen.keep("person", owner, "{}")
    await chosen.keep("server", GUILD + 1, "{}")
    await SqlRuleSets(database).save(GUILD + 1, RuleSet("ours", CARDCOUCH, author))
    await SqlOwnData(database).forget_server(GUILD)
    left = await chosen.load_all()
    assert {("person", OTHERS[0]), ("person", author), ("server", GUILD + 1)} <= left.keys()
    assert ("person", stranger) not in left


async def test_names_go_with_time(store: SqlStore, database: Database) -> None:
    """Who has not played since a moment has no name any more, but is the same person still."""
    done, _ = await lived(store, database)
    await store.put_away(done.id)
    own, late = SqlOwnData(database), done.created_at.replace(year=2100)
    assert await own.drop_names(done.created_at) == 0
    assert await own.drop_names(late) == 4
    after = await store.load(done.id)
    assert after is not None
    assert after.people == tuple(Person(user, "") for user in (ZOE.id, *OTHERS))
    assert await own.met(ZOE.id) is None


async def test_what_is_due_is_tidied(store: SqlStore, database: Database) -> None:
    """An hour after its end a table is put away; an open one is left alone."""
    done, on = await lived(store, database)
    await store.save(done, replace(done, message_id=None))
    clock = SettableClock(done.created_at + AFTER_THE_END)
    tidying = Tidying(store, SqlOwnData(database), clock, lambda: True)
    await tidying.tidy()
    assert await rows_of(database, games) == []
    clock.advance(86_400)
    await tidying.tidy()
    assert [row[0] for row in await rows_of(database, games)] == [done.id]
    assert await store.load(on.id) == on
