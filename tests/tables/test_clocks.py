"""The clock of a person's turn: when it runs out, what happens then, what begins it anew."""

import asyncio
from datetime import timedelta

import pytest

from bot.tables.model import DueKind, Pace, Person, Table
from engine.actions import Bid, Look
from engine.notation import parse_action
from engine.phases import Phase
from engine.presets import CARDCOUCH, HERO_PARTNERS, HERO_SOLO, ONE_PAGE
from engine.rules import Rules
from tests.tables.fakes import EPOCH, ScriptedPlayers
from tests.tables.harness import BEN, CAT, DAN, Harness, due_kind, game_of, turn_of


def passed_at(harness: Harness) -> float:
    """Say when the newest news came, in seconds from the beginning."""
    return (harness.publisher.times[-1] - EPOCH).total_seconds()


def seconds_left(harness: Harness, table: Table) -> float:
    """Say how long the clock of a table still runs."""
    due = harness.now(table).due
    assert due is not None
    return (due.at - harness.clock.now()) / timedelta(seconds=1)


def holder(table: Table) -> Person:
    """Give the person who holds the seat to act, away or not."""
    person = table.chairs[turn_of(table)].person
    assert person is not None
    return person


async def test_a_bid_is_made_exactly_at_the_deadline(harness: Harness) -> None:
    """BUG64: when a person is not there, the bid is made after 30 s, not a moment sooner."""
    table = await harness.four(HERO_SOLO)
    await harness.clock.passes(29.9)
    assert harness.now(table) == table
    await harness.clock.passes(0.2)
    after = harness.now(table)
    assert after.version == table.version + 1
    assert passed_at(harness) == pytest.approx(30, abs=1e-3)
    assert harness.publisher.last.actor is None


async def test_a_card_is_played_exactly_at_the_deadline(harness: Harness) -> None:
    """BUG64: a legal card is played after 15 s for a person who is not there."""
    table = await harness.bidding(await harness.four(HERO_SOLO))
    begun = passed_at(harness)
    legal = harness.view(table).legal
    await harness.clock.passes(15)
    assert passed_at(harness) - begun == pytest.approx(15, abs=1e-3)
    assert parse_action(harness.store.log_of(table.id)[-1]) in legal


async def test_no_action_follows_one_that_came_in_time(harness: Harness) -> None:
    """BUG63: who acts in time has nothing done for them, though they had been gone before."""
    table = await harness.four(HERO_SOLO)
    person = harness.actor(table)
    await harness.leave(table, person)
    await harness.sit(table, person)
    await harness.clock.passes(3)
    table = await harness.turn(harness.now(table))
    await harness.clock.passes(29)
    assert harness.now(table) == table
    assert harness.now(table).chairs[table.seat_of(person.id) or 0].misses == 0
    assert [news.actor for news in harness.news_of(table) if news.events] == [101, person.id]


async def test_an_action_at_the_deadline_counts_once(harness: Harness) -> None:
    """Of a press and the clock at one moment the first counts, and the other does nothing."""
    table = await harness.four(HERO_SOLO)
    person, key = harness.actor(table), table.turn_key
    harness.store.gate.clear()
    press = asyncio.create_task(
        harness.press(table, person, lambda seat: Bid(seat, 5), turn_key=key)
    )
    await harness.clock.passes(31)
    harness.store.gate.set()
    assert not (await press).stale
    assert harness.store.log_of(table.id)[1:] == [f"bid {table.turn} 5"]
    assert harness.now(table).chairs[turn_of(table)].misses == 0


async def test_a_press_after_the_deadline_is_stale(harness: Harness) -> None:
    """A press that comes when the clock has acted does nothing in the game."""
    table = await harness.four(HERO_SOLO)
    person, key = harness.actor(table), table.turn_key
    await harness.clock.passes(30)
    log = harness.store.log_of(table.id)
    late = await harness.press(table, person, lambda seat: Bid(seat, 5), turn_key=key)
    assert late.stale
    assert harness.store.log_of(table.id) == log


@pytest.mark.parametrize("rules", [CARDCOUCH, ONE_PAGE])
async def test_no_clock_runs_where_the_rules_have_none(harness: Harness, rules: Rules) -> None:
    """In cardcouch and one_page a turn waits for its person for days."""
    table = await harness.four(rules)
    assert due_kind(table) is DueKind.CLOSE
    await harness.clock.passes(5 * 86_400)
    assert harness.now(table) == table


@pytest.mark.parametrize(
    ("pace", "to_bid", "to_play"),
    [(Pace.QUICK, 30, 15), (Pace.STEADY, 60, 30), (Pace.RELAXED, 180, 90)],
)
async def test_a_pace_is_chosen_at_the_table(
    harness: Harness, pace: Pace, to_bid: int, to_play: int
) -> None:
    """The pace of the table goes before the clocks of its rules."""
    table = await harness.four(CARDCOUCH, pace)
    assert seconds_left(harness, table) == to_bid
    table = await harness.bidding(table)
    assert seconds_left(harness, table) == to_play
    await harness.clock.passes(to_play)
    assert harness.now(table).version == table.version + 1


async def test_a_pace_without_clocks_goes_before_heros(harness: Harness) -> None:
    """Hero can be played without its clocks."""
    table = await harness.four(HERO_SOLO, Pace.NONE)
    assert due_kind(table) is DueKind.CLOSE


async def test_nothing_else_begins_a_clock_anew(harness: Harness) -> None:
    """Looks, stale presses, other people's comings and goings and messages leave a clock alone."""
    table = await harness.four(HERO_PARTNERS)
    acting = harness.actor(table)
    for at, other in enumerate(person for person in (BEN, CAT, DAN) if person != acting):
        await harness.clock.passes(3)
        await harness.press(table, other, Look)
        await harness.press(table, other, lambda seat: Bid(seat, 1), turn_key=(9, 9))
        await harness.leave(table, other)
        await harness.sit(table, other)
        await harness.tables.note_message(table.id, 70 + at, 1)
    await harness.press(table, acting, Look)
    assert harness.now(table).due == table.due
    version = harness.now(table).version
    await harness.clock.passes(30 - passed_at(harness))
    assert harness.now(table).version > version


async def test_getting_up_and_sitting_down_wins_no_time(harness: Harness) -> None:
    """A person who leaves in turn and sits down again has what was left of the clock, not more."""
    table = await harness.four(HERO_SOLO)
    person = harness.actor(table)
    for _ in range(3):
        await harness.clock.passes(8)
        table = await harness.leave(table, person)
        assert due_kind(table) is DueKind.COMPUTER
        table = await harness.sit(table, person)
        assert due_kind(table) is DueKind.TURN
    assert seconds_left(harness, table) == pytest.approx(6, abs=1e-3)
    await harness.clock.passes(6)
    assert harness.now(table).version == table.version + 1


async def test_clocks_are_full_after_a_restart(harness: Harness) -> None:
    """No time is lost to anyone by a restart: the turn has all of its time again."""
    table = await harness.four(HERO_SOLO)
    await harness.clock.passes(25)
    again = await harness.restart()
    assert seconds_left(again, table) == 30
    await again.clock.passes(29.9)
    assert again.now(table).version == table.version
    await again.clock.passes(0.2)
    assert again.now(table).version == table.version + 1
    await again.close()


@pytest.mark.parametrize("rules", [HERO_SOLO, HERO_PARTNERS])
async def test_the_clock_never_bids_nil(harness: Harness, rules: Rules) -> None:
    """What the clock bids is at least one: never nil, never blind nil."""
    for _ in range(5):
        table = await harness.four(rules)
        await harness.clock.passes(130)
        bids = [
            action
            for line in harness.store.log_of(table.id)
            if isinstance(action := parse_action(line), Bid)
        ]
        assert len(bids) == 4
        assert all(bid.tricks >= 1 for bid in bids)


async def test_the_clock_looks_at_a_hidden_hand_first(harness: Harness) -> None:
    """For a hand that nobody has seen the clock looks, then bids; log and news hold both."""
    table = await harness.four(HERO_PARTNERS)
    seat = turn_of(table)
    await harness.clock.passes(30)
    look, bid = map(parse_action, harness.store.log_of(table.id)[1:])
    assert look == Look(seat)
    assert isinstance(bid, Bid)
    assert bid.seat == seat
    kinds = [type(event).__name__ for event in harness.publisher.last.events]
    assert kinds == ["Looked", "BidMade", "TurnPassed"]


async def test_the_clock_does_not_look_twice(harness: Harness) -> None:
    """A hand that its person has seen is not looked at again by the clock."""
    table = await harness.four(HERO_PARTNERS)
    await harness.press(table, harness.actor(table), Look)
    await harness.clock.passes(30)
    assert [line.split()[0] for line in harness.store.log_of(table.id)] == ["deal", "look", "bid"]


async def test_a_computers_turn_behind_a_slow_disk_closes_nothing() -> None:
    """A clock that rings for a turn which has become a computer player's lets that one act.

    The clock rings while the leaving of its person is still being saved, and by the time it is
    heard the computer player is overdue as well.
    """
    players = ScriptedPlayers()
    harness = Harness(players=players)
    table = await harness.four(HERO_SOLO)
    person = harness.actor(table)
    await harness.clock.passes(29)
    harness.store.gate.clear()
    leaving = asyncio.create_task(harness.leave(table, person))
    other = next(each for each in (BEN, CAT, DAN) if each != person)
    also = asyncio.create_task(harness.leave(table, other))
    await harness.clock.passes(10)
    harness.store.gate.set()
    await asyncio.gather(leaving, also)
    await harness.clock.passes(0)
    assert not harness.now(table).status.ended
    await harness.clock.passes(2)
    assert harness.now(table).version > table.version
    assert players.seeds
    await harness.close()


@pytest.mark.logs_errors
async def test_a_clock_that_could_not_be_saved_rings_again(harness: Harness) -> None:
    """When the disk is full at a deadline, the clock tries again every few seconds until it works.

    Nothing has happened at the table meanwhile.
    """
    table = await harness.four(HERO_SOLO)
    with harness.store.failure():
        await harness.clock.passes(60)
        assert harness.now(table) == table
    await harness.clock.passes(5)
    assert harness.now(table).version == table.version + 1
    assert harness.now(table).chairs[turn_of(table)].misses == 1


async def test_the_next_round_is_dealt_after_a_pause(harness: Harness) -> None:
    """A score sheet stands for its time; whoever comes or goes meanwhile does not prolong it."""
    table = await harness.bidding(await harness.four(CARDCOUCH))
    table = await harness.turns(table, 52)
    assert game_of(table).phase == Phase.DEALING
    assert due_kind(table) is DueKind.DEAL
    assert seconds_left(harness, table) == 10
    await harness.clock.passes(6)
    await harness.leave(table, DAN)
    await harness.sit(table, DAN)
    assert seconds_left(harness, table) == pytest.approx(4, abs=1e-3)
    await harness.clock.passes(4)
    assert game_of(harness.now(table)).number == 2
    assert harness.store.commands_of(table.id)[-1] == f"deal:{table.id}:{table.version + 1}"
