"""Rounds, results and totals follow from the game, and count for whoever held the seat."""

import json
import random
from collections import Counter
from dataclasses import fields, replace
from typing import Any

import pytest

from bot.tables import lifecycle, seating, votes
from bot.tables.model import Status, Table
from bot.tables.records import Totals
from data.database import Database
from data.rebuild import rebuild
from data.records import SqlRecords
from data.results import Ended, holders_at, projections
from data.rows import Sitting
from data.schema import people, person_totals, results, round_seats, rounds
from data.statements import COUNT
from data.store import SqlStore
from engine.actions import Bid
from engine.ending import Outcome
from engine.presets import CARDCOUCH, HERO_PARTNERS, HERO_SOLO, PRESETS
from engine.rules import Rules
from engine.scoring import score_round
from engine.seats import SEATS, Side
from engine.tally import Tally
from tests.data.games import (
    GUILD,
    HOUSES,
    USERS,
    begun,
    finished,
    lobby,
    next_step,
    person,
    played,
    rows_of,
    saved,
)

Counts = Counter[tuple[int, str]]
"""By user and counter."""


MADE = {"contract_made", "ten_made", "blind_bid_made", "made_unplayed"}
"""The items of a contract that was made."""


def counted_plainly(table: Table, number: int, counts: Counts) -> None:
    """Add up a round of a table by its score sheet, for whoever holds its seats now."""
    assert table.game is not None
    rules, sheet = table.rules, table.game.sheets[number - 1]
    over = table.game.outcome is not None and number == len(table.game.sheets)
    for seat, chair in enumerate(table.chairs):
        if chair.person is None:
            continue
        user, bid, took = chair.person.id, sheet.bids[seat], sheet.taken[seat]
        side = sheet.sides[seat % len(rules.sides)]
        made = {line.item.value for line in side.lines}
        counts[user, "rounds"] += 1
        counts[user, "points"] += side.after.points - side.before.points
        counts[user, "bags"] += sum(e.count for e in side.lines if e.item.value == "bags")
        counts[user, "tricks_taken"] += took
        counts[user, "contracts"] += side.contract is not None
        counts[user, "contracts_made"] += bool(made & MADE)
        if bid is not None:
            nil = bid.is_nil
            blind = nil and bid.blind
            held = took == 0 and "double_nil_failed" not in made
            if rules.side_bid == "sum" and not (bid.blind and bid.tricks):
                counts[user, "tricks_bid"] += bid.tricks
            counts[user, "nils"] += nil
            counts[user, "nils_made"] += nil and held
            counts[user, "blind_nils"] += blind
            counts[user, "blind_nils_made"] += blind and held
        counts[user, "games"] += over
        counts[user, "wins"] += over and table.game.outcome.winner == side.side  # type: ignore[union-attr]


def as_totals(counts: Counts) -> list[Totals]:
    """Give the totals that counts amount to, by user."""
    users = sorted({user for user, _ in counts})
    names = [field.name for field in fields(Totals)][1:]
    return [Totals(user, *(counts[user, name] for name in names)) for user in users]


async def stored_totals(database: Database) -> list[Totals]:
    """Give the totals of the server as they are stored, by user."""
    records = SqlRecords(database)
    users = sorted(row[1] for row in await rows_of(database, people))
    found = [await records.totals(GUILD, user) for user in users]
    return [each for each in found if each is not None]


TABLES = PRESETS | HOUSES


@pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)
async def test_totals_are_those_of_the_score_sheets(
    store: SqlStore, database: Database, rules: Rules
) -> None:
    """Whatever is played, the totals are what adding the score sheets up by hand gives."""
    counts: Counts = Counter()
    for number in range(3):
        rng = random.Random(number)
        table = await begun(store, lobby(f"{number}", rules, (*USERS[:3], 200 + number)))
        for _ in range(180):
            before = table
            if table.status.ended:
                break
            table = await saved(store, table, next_step(table, rng, 0.4))
            assert table.game is not None
            assert before.game is not None
            if len(table.game.sheets) > len(before.game.sheets):
                counted_plainly(table, len(table.game.sheets), counts)
    assert as_totals(counts)
    assert await stored_totals(database) == as_totals(counts)


async def seats_by_user(database: Database) -> list[tuple[Any, ...]]:
    """Give the seats of all rounds, with user ids in place of keys."""
    users = {key: user for key, user, *_ in await rows_of(database, people)}
    found = await rows_of(database, round_seats)
    return [(*row[:3], users.get(row[7]), *row[4:7]) for row in found]


async def test_rounds_and_seats_are_kept(store: SqlStore, database: Database) -> None:
    """Each finished round has a row a side and a row a seat, with what its sheet says."""
    table = await begun(store, lobby(rules=HERO_PARTNERS.changed(target=2000, losing_score=None)))
    table = await played(store, table, random.Random(4), 170)
    assert table.game is not None
    assert len(table.game.sheets) >= 2
    sides = [
        (
            table.id,
            s.number,
            e.side,
            e.contract,
            e.taken,
            e.points,
            e.bags,
            e.after.points,
            e.after.bags,
        )
        for s in table.game.sheets
        for e in s.sides
    ]
    seats = [
        (table.id, s.number, seat, USERS[seat], bid.tricks, bid.blind, s.taken[seat])
        for s in table.game.sheets
        for seat, bid in enumerate(s.bids)
        if bid is not None
    ]
    assert await rows_of(database, rounds) == sides
    assert await seats_by_user(database) == seats
    assert await rows_of(database, results) == []


@pytest.mark.parametrize("rules", [CARDCOUCH, HERO_SOLO], ids=["winner only", "places"])
async def test_a_result_is_kept(store: SqlStore, database: Database, rules: Rules) -> None:
    """A finished game has one row: who won, the places if the rules have them, the final points."""
    table = await finished(store, rules, "one", USERS)
    assert table.game is not None
    outcome = table.game.outcome
    assert outcome is not None
    [row] = await rows_of(database, results)
    table_id, guild, winner, places, tallies, number, at = row
    assert (table_id, guild, winner, number) == (table.id, GUILD, outcome.winner, table.game.number)
    assert (places and tuple(json.loads(places))) == outcome.places
    assert json.loads(tallies) == [[tally.points, tally.bags] for tally in table.game.tallies]
    assert at > 0
    everyone = await stored_totals(database)
    assert [each.games for each in everyone] == [1] * 4
    winners = {user for seat, user in enumerate(USERS) if rules.side_of(SEATS[seat]) == winner}
    assert {each.user_id for each in everyone if each.wins} == winners


async def test_a_closed_game_counts_its_rounds(store: SqlStore, database: Database) -> None:
    """Finished rounds stay counted when a table is closed; a game without a winner counts none."""
    table = await begun(store, lobby(rules=CARDCOUCH.changed(target=2000, losing_score=None)))
    table = await played(store, table, random.Random(1), 60)
    await store.save(table, lifecycle.close(table))
    assert await rows_of(database, results) == []
    assert {(each.rounds, each.games) for each in await stored_totals(database)} == {(1, 0)}


async def test_an_ended_game_is_unfinished_for_those_who_ended_it(
    store: SqlStore, database: Database
) -> None:
    """It counts once, for who voted for the end and sits there, and is rebuilt from the rows."""
    table = await begun(store, lobby("voted"))
    for user in USERS[:3]:
        table = await saved(store, table, votes.end(table, user))
    assert table.status is Status.CLOSED
    table = await saved(store, table, replace(table, message_id=None, message_round=1))
    other = await begun(store, lobby("moderated"))
    other = await saved(store, other, votes.end(other, USERS[0]))
    await saved(store, other, votes.end(other, 999, moderator=True))
    silent = await begun(store, lobby("silent"))
    silent = await saved(store, silent, votes.end(silent, USERS[0]))
    await saved(store, silent, lifecycle.close(silent))
    expected = [Totals(user, unfinished=1) for user in USERS[:3]]
    assert await stored_totals(database) == expected
    await rebuild(database)
    assert await stored_totals(database) == expected
    assert await rows_of(database, results) == []


@pytest.mark.parametrize("steps", [20, 60])
async def test_a_resigned_game_is_lost(store: SqlStore, database: Database, steps: int) -> None:
    """It counts as played, and as won by the other side, in its first round or later."""
    rules = CARDCOUCH.changed(target=2000, losing_score=None)
    table = await played(store, await begun(store, lobby(rules=rules)), random.Random(1), steps)
    rounds_before = await rows_of(database, rounds)
    before = {each.user_id: each.rounds for each in await stored_totals(database)}
    table = await saved(store, table, votes.resign(table, USERS[0], "ask"))
    table = await saved(store, table, votes.resign(table, USERS[2], "agree"))
    assert table.status is Status.FINISHED
    everyone = await stored_totals(database)
    assert [(each.games, each.wins) for each in everyone] == [(1, 0), (1, 1)] * 2
    assert [each.rounds for each in everyone] == [before.get(user, 0) for user in USERS]
    live = [await rows_of(database, each) for each in (results, rounds, person_totals)]
    assert live[1] == rounds_before
    [result] = live[0]
    assert (result[2], result[5]) == (1, 1 if steps == 20 else 2)
    assert (await rebuild(database)).games == 1
    assert [await rows_of(database, each) for each in (results, rounds, person_totals)] == live
    assert await store.load(table.id) == table


async def test_a_round_counts_for_whoever_ends_it(store: SqlStore, database: Database) -> None:
    """Leaving gives a round away, taking over earns it, being away or missing turns does not."""
    table = await begun(store, lobby(rules=CARDCOUCH.changed(target=2000, losing_score=None)))
    rng = random.Random(1)
    table = await played(store, table, rng, 30)
    table = await saved(store, table, seating.leave(table, 102))
    table = await saved(store, table, seating.leave(table, 103))
    table = await saved(store, table, seating.sit(table, person(105), SEATS[2]))
    table = await saved(store, table, seating.missed(seating.missed(table, SEATS[3]), SEATS[3]))
    table = await played(store, table, rng, 26)
    assert table.game is not None
    assert len(table.game.sheets) == 1
    # Between the rounds: what has ended stays with those who ended it.
    table = await saved(store, table, seating.sit(table, person(106), SEATS[1]))
    table = await saved(store, table, seating.leave(table, 101))
    owners = [row[2:4] for row in await seats_by_user(database)]
    assert owners == [(0, 101), (1, None), (2, 105), (3, 104)]
    table = await played(store, table, rng, 57)
    owners = [row[2:4] for row in await seats_by_user(database)][4:]
    assert owners == [(0, None), (1, 106), (2, 105), (3, 104)]
    found = {each.user_id: each.rounds for each in await stored_totals(database)}
    assert found == {101: 1, 104: 2, 105: 2, 106: 1}


async def test_a_save_may_end_a_round_and_seat_someone(store: SqlStore, database: Database) -> None:
    """Who holds a seat after a save counts as having held it for the entries of that save."""
    table = await begun(store, lobby(rules=CARDCOUCH.changed(target=2000, losing_score=None)))
    table = await played(store, table, random.Random(1), 55)
    step = next_step(table, random.Random(1))
    assert step.table.game is not None
    assert len(step.table.game.sheets) == 1
    await saved(store, table, replace(step, table=seating.leave(step.table, 104)))
    owners = [row[3] for row in await seats_by_user(database)]
    assert owners == [101, 102, 103, None]


async def test_servers_do_not_mix(store: SqlStore, database: Database) -> None:
    """The same person has totals of their own in each server."""
    for guild in (GUILD, GUILD + 1):
        table = await begun(store, lobby(f"{guild}", HERO_SOLO, guild_id=guild))
        await played(store, table, random.Random(guild), 57)
    records = SqlRecords(database)
    both = [await records.totals(guild, 101) for guild in (GUILD, GUILD + 1)]
    assert [each and each.rounds for each in both] == [1, 1]
    assert both[0] != both[1]
    assert await records.totals(GUILD + 2, 101) is None
    assert await records.totals(GUILD, 999) is None


def one_round(rules: Rules, *bids: Bid, taken: tuple[int, ...]) -> dict[int, dict[str, Any]]:
    """Give what one round adds to the totals, by seat; user ids are the seats' numbers."""
    sheet = score_round(rules, bids, taken, [Tally()] * len(rules.sides))
    held = [Sitting(seat, seat, 1) for seat in SEATS]
    writes = projections(1, GUILD, [Ended(rules, sheet, None, 1, 0)], held)
    [added] = [rows for statement, rows in writes if statement is COUNT]
    return {row["person"]: row for row in added}


def bid(seat: int, tricks: int, *, blind: bool = False) -> Bid:
    """Make a bid."""
    return Bid(SEATS[seat], tricks, blind)


def test_nils_count_each_for_its_seat() -> None:
    """A nil made or failed counts for the seat that bid it alone, a blind one twice over."""
    rules = HERO_PARTNERS
    added = one_round(
        rules, bid(0, 0), bid(1, 0, blind=True), bid(2, 6), bid(3, 5), taken=(0, 1, 7, 5)
    )
    names = ("nils", "nils_made", "blind_nils", "blind_nils_made", "contracts", "contracts_made")
    assert [added[0][name] for name in names] == [1, 1, 0, 0, 1, 1]
    assert [added[1][name] for name in names] == [1, 0, 1, 0, 1, 1]
    assert [added[2][name] for name in names] == [0, 0, 0, 0, 1, 1]
    assert [added[2][name] for name in ("points", "bags", "tricks_bid", "tricks_taken")] == [
        161,
        1,
        6,
        7,
    ]


def test_nils_judged_as_one_bid_count_as_one() -> None:
    """Where two nils hold only together, one that took no trick is not made if the other did."""
    unit = CARDCOUCH.changed(double_nil="unit")
    failed = one_round(unit, bid(0, 0), bid(1, 6), bid(2, 0), bid(3, 6), taken=(0, 6, 1, 6))
    held = one_round(unit, bid(0, 0), bid(1, 6), bid(2, 0), bid(3, 7), taken=(0, 6, 0, 7))
    each = one_round(CARDCOUCH, bid(0, 0), bid(1, 6), bid(2, 0), bid(3, 6), taken=(0, 6, 1, 6))
    assert [failed[seat]["nils_made"] for seat in (0, 2)] == [0, 0]
    assert [held[seat]["nils_made"] for seat in (0, 2)] == [1, 1]
    assert [each[seat]["nils_made"] for seat in (0, 2)] == [1, 0]
    assert failed[0]["contracts"] == 0


def test_nothing_ended_is_nothing_to_write() -> None:
    """Without a finished round there is no row, and without people there are no totals."""
    assert projections(1, GUILD, [], []) == ()
    sheet = score_round(CARDCOUCH, [bid(s, 3) for s in SEATS], (4, 3, 3, 3), [Tally()] * 2)
    ended = [Ended(CARDCOUCH, sheet, Outcome(Side(0), None), 57, 0)]
    writes = projections(1, GUILD, ended, [Sitting(seat, None, 1) for seat in SEATS])
    assert [len(rows) for _, rows in writes] == [2, 4, 1]


def test_the_latest_sitting_holds() -> None:
    """The last sitting noted that counts by then decides, whatever came before or comes later."""
    noted = [
        Sitting(SEATS[0], 1, 1),
        Sitting(SEATS[0], None, 5),
        Sitting(SEATS[0], 2, 5),
        Sitting(SEATS[0], 3, 9),
        Sitting(SEATS[1], 7, 6),
    ]
    found = [holders_at(CARDCOUCH, noted, version) for version in (4, 5, 8, 9)]
    assert found == [
        (1, None, None, None),
        (2, None, None, None),
        (2, 7, None, None),
        (3, 7, None, None),
    ]


async def test_a_status_alone_writes_no_result(store: SqlStore, database: Database) -> None:
    """Changes after the end of a game do not count it again."""
    table = await finished(store, HERO_SOLO, "one", USERS)
    before = await stored_totals(database)
    await store.save(table, replace(table, message_id=5))
    assert table.status is Status.FINISHED
    assert await stored_totals(database) == before
