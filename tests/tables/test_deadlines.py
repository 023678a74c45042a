"""What is due at a table and when, and the dispatcher that wakes it."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.tables import lifecycle, seating
from bot.tables.deadlines import Dispatcher, LeftClock, due_of, left_clock
from bot.tables.model import CLOCKS, DAY, Chair, Due, DueKind, Pace, Person, Status, Table
from bot.tables.ports import Chosen
from engine.actions import Bid, Look
from engine.deals import Seeds
from engine.phases import Phase
from engine.presets import CARDCOUCH, HERO_PARTNERS, HERO_SOLO, ONE_PAGE, PRESETS
from engine.rules import Rules
from engine.seats import SEATS
from tests.tables.fakes import EPOCH, SettableClock
from tests.tables.harness import ANN, BEN, CAT, DAN, EVE, PLACE, TIMING, turn_of
from tests.tables.virtual import LoopClock
from tests.texts.scenes import states

LATER = EPOCH + timedelta(seconds=5)
PEOPLE = (ANN, BEN, CAT, DAN)
NOT_SLOW = [pace for pace in CLOCKS if pace is not Pace.SLOW]


def lobby(rules: Rules = CARDCOUCH, pace: Pace = Pace.RULES) -> Table:
    """Give a lobby of four people."""
    return Table(
        id=1,
        command_id="open",
        place=PLACE,
        host=ANN.id,
        rules=rules,
        pace=pace,
        status=Status.LOBBY,
        chairs=tuple(Chair(person) for person in PEOPLE[: len(rules.seats)]),
        seeds=Seeds(b"secret"),
        created_at=EPOCH,
    )


def begun(rules: Rules = HERO_SOLO, pace: Pace = Pace.RULES) -> Table:
    """Give a game of four people that has begun at `EPOCH`."""
    table = lifecycle.begin(lobby(rules, pace), "start").table
    return replace(table, due=due_of(table, None, EPOCH, TIMING))


def left_by(table: Table, person: Person) -> Table:
    """Give a table that a person has just left, with the deadline that it then has."""
    after = seating.leave(table, person.id)
    return replace(after, due=due_of(after, table, EPOCH, TIMING))


def bidding_done(table: Table) -> Table:
    """Give the table once everyone has bid the least that the rules let them."""
    while table.game is not None and table.game.phase == Phase.BIDDING:
        bid = next(each for each in table.game.legal_actions if isinstance(each, Bid))
        table = lifecycle.act(table, bid.seat, bid, f"bid {table.version}").table
    return table


def is_bid_and_played(rules: Rules) -> bool:
    """Say whether everyone bids in the first round, and even the lowest bids are played."""
    bidding, playing = begun(rules).game, bidding_done(begun(rules)).game
    assert bidding is not None
    assert playing is not None
    return bidding.phase == Phase.BIDDING and playing.to_act is not None


BID_AND_PLAYED = [rules for rules in PRESETS.values() if is_bid_and_played(rules)]


@pytest.mark.parametrize(
    ("rules", "pace", "clocks"),
    [
        (CARDCOUCH, Pace.RULES, (None, None)),
        (ONE_PAGE, Pace.RULES, (None, None)),
        (HERO_SOLO, Pace.RULES, (30, 15)),
        (HERO_PARTNERS, Pace.RULES, (30, 15)),
        *((rules, pace, CLOCKS[pace]) for rules in BID_AND_PLAYED for pace in NOT_SLOW),
    ],
)
def test_a_turn_has_the_clock_of_the_rules_or_of_the_pace(
    rules: Rules, pace: Pace, clocks: tuple[int | None, int | None]
) -> None:
    """Hero gives 30 s to bid and 15 s to play, the others no clock; a pace goes before both."""
    to_bid = begun(rules, pace)
    to_play = bidding_done(to_bid)
    for table, seconds in zip((to_bid, to_play), clocks, strict=True):
        due = due_of(table, None, LATER, TIMING)
        if seconds is None:
            assert due == Due(DueKind.CLOSE, EPOCH + timedelta(days=6))
        else:
            assert due == Due(DueKind.TURN, LATER + timedelta(seconds=seconds))


def test_the_paces() -> None:
    """Quick is hero's clock; steady and relaxed give more, slow a day a turn; none gives none."""
    assert CLOCKS[Pace.QUICK] == (30, 15)
    assert CLOCKS[Pace.STEADY] == (60, 30)
    assert CLOCKS[Pace.RELAXED] == (180, 90)
    assert CLOCKS[Pace.SLOW] == (DAY, DAY)
    assert CLOCKS[Pace.NONE] == (None, None)


@pytest.mark.parametrize(("pace", "share"), [(Pace.QUICK, 0.5), (Pace.STEADY, 1), (Pace.NONE, 1)])
def test_a_quick_table_waits_half_as_long_for_itself(pace: Pace, share: float) -> None:
    """Computer players act sooner there, and the next round is dealt sooner."""
    table = begun(CARDCOUCH, pace)
    computers = tuple(Chair(computer=name) for name in ("Wren", "Lark", "Swift", "Robin"))
    acting = due_of(replace(table, chairs=computers), None, LATER, TIMING)
    assert acting == Due(DueKind.COMPUTER, LATER + timedelta(seconds=TIMING.computer_delay * share))
    scored = next(game for game in states(CARDCOUCH) if game.sheets and game.to_act is None)
    dealing = due_of(replace(table, game=scored), None, LATER, TIMING)
    assert dealing == Due(DueKind.DEAL, LATER + timedelta(seconds=TIMING.between_rounds * share))


@pytest.mark.parametrize(("hours_later", "left"), [(0, 24), (5, 19), (23, 1), (24, 1), (100, 1)])
def test_a_slow_turn_began_anew_at_every_restart(hours_later: int, left: int) -> None:
    """Its day goes on while the bot is away, and an hour of it is left at least."""
    table = begun(CARDCOUCH, Pace.SLOW)
    assert table.due == Due(DueKind.TURN, EPOCH + timedelta(days=1))
    now = EPOCH + timedelta(hours=hours_later)
    assert due_of(table, None, now, TIMING) == Due(DueKind.TURN, now + timedelta(hours=left))


def test_a_slow_table_waits_a_day_for_people() -> None:
    """A slow lobby, and a slow game that all have left, stand for a day; computers do not wait."""
    table = begun(CARDCOUCH, Pace.SLOW)
    away = tuple(replace(chair, computer="Wren") for chair in table.chairs)
    for changed, kind, seconds in (
        (lobby(pace=Pace.SLOW), DueKind.CLOSE, DAY),
        (replace(table, status=Status.PAUSED), DueKind.CLOSE, DAY),
        (replace(table, chairs=away), DueKind.COMPUTER, TIMING.computer_delay),
    ):
        assert due_of(changed, table, LATER, TIMING) == Due(
            kind, LATER + timedelta(seconds=seconds)
        )
    acting = replace(table, chairs=away, due=Due(DueKind.COMPUTER, EPOCH))
    soon = LATER + timedelta(seconds=TIMING.computer_delay)
    assert due_of(acting, None, LATER, TIMING) == Due(DueKind.COMPUTER, soon)


def test_what_is_due_follows_the_status() -> None:
    """A lobby, a game without people and one without a channel are closed; an ended one stays."""
    table = begun()
    empty = tuple(Chair(computer=name) for name in ("Wren", "Lark", "Swift", "Robin"))
    hour, ten_minutes = timedelta(seconds=3600), timedelta(seconds=600)
    for changed, due in (
        (lobby(), Due(DueKind.CLOSE, LATER + hour)),
        (replace(table, status=Status.PAUSED), Due(DueKind.CLOSE, LATER + ten_minutes)),
        (
            replace(table, status=Status.PARKED, due=None),
            Due(DueKind.CLOSE, LATER + timedelta(seconds=TIMING.parked)),
        ),
        (
            replace(table, status=Status.PARKED, chairs=empty, due=None),
            Due(DueKind.CLOSE, LATER + ten_minutes),
        ),
        (replace(table, status=Status.FINISHED), None),
        (replace(table, status=Status.CLOSED), None),
    ):
        assert due_of(changed, None, LATER, TIMING) == due


def test_a_computer_acts_after_its_delay() -> None:
    """A seat that a computer player holds, its own or a person's, acts after the set delay."""
    table = begun()
    seat = turn_of(table)
    for chair in (Chair(computer="Wren"), Chair(table.chairs[seat].person, computer="Wren")):
        due = due_of(table.with_chair(seat, chair), None, LATER, TIMING)
        assert due == Due(DueKind.COMPUTER, LATER + timedelta(seconds=1))


def test_what_others_do_leaves_a_clock_alone() -> None:
    """A turn keeps its deadline while other seats change hands or come back."""
    table = begun()
    other = table.chairs[(turn_of(table) + 1) % 4].person
    assert other is not None
    left = left_by(table, other)
    assert left.due == table.due
    back = seating.sit(left, other, None)
    assert due_of(back, left, LATER, TIMING) == table.due


def test_a_look_leaves_the_clock_alone() -> None:
    """Looking at the hand, in turn or before, does not begin the clock anew."""
    table = begun(HERO_PARTNERS)
    for seat in (turn_of(table), SEATS[(turn_of(table) + 1) % 4]):
        looked = lifecycle.act(table, seat, Look(seat), "look").table
        assert due_of(looked, table, LATER, TIMING) == table.due


def test_the_next_turn_begins_a_clock() -> None:
    """A bid or a card begins the clock of the next turn, even where the seat is the same."""
    table = begun()
    seat = turn_of(table)
    after = lifecycle.act(table, seat, Bid(seat, 3), "bid").table
    assert due_of(after, table, LATER, TIMING) == Due(DueKind.TURN, LATER + timedelta(seconds=30))


def test_the_clock_of_a_lobby_begins_anew_with_each_change() -> None:
    """A lobby in which something happens has its hour again."""
    before = replace(lobby(), due=Due(DueKind.CLOSE, EPOCH + timedelta(hours=1)))
    after = seating.leave(before, DAN.id)
    assert due_of(after, before, LATER, TIMING) == Due(DueKind.CLOSE, LATER + timedelta(hours=1))


def test_a_clock_that_was_left_goes_on_for_the_same_person() -> None:
    """Who gets up in mid-turn and sits down again finds the clock as it would have been."""
    table = begun()
    seat = turn_of(table)
    person = table.chairs[seat].person
    assert person is not None
    left = left_by(table, person)
    clock = left_clock(table, left, None)
    assert table.due is not None
    assert clock == LeftClock(person.id, table.turn_key, table.due)
    same = seating.sit(left, person, None)
    assert due_of(same, left, LATER, TIMING, clock) == table.due
    assert left_clock(left, same, clock) == clock


def test_where_there_is_no_clock_none_is_left_running() -> None:
    """Whoever leaves their turn at a table without a clock finds none when they sit down again."""
    table = begun(CARDCOUCH)
    assert table.due is not None
    assert table.due.kind is DueKind.CLOSE
    person = PEOPLE[turn_of(table)]
    after = seating.leave(table, person.id)
    assert left_clock(table, after, None) is None


def test_a_newcomer_has_a_clock_of_their_own() -> None:
    """Whoever takes a seat over in mid-turn has all the time of a turn."""
    table = begun()
    person = table.chairs[turn_of(table)].person
    assert person is not None
    left = left_by(table, person)
    now = seating.sit(left, EVE, None)
    clock = left_clock(table, left, None)
    full = Due(DueKind.TURN, LATER + timedelta(seconds=30))
    assert due_of(now, left, LATER, TIMING, clock) == full


def test_a_left_clock_ends_with_its_turn() -> None:
    """The clock that someone left is forgotten with the turn, and while the table waits."""
    table = begun()
    person = table.chairs[turn_of(table)].person
    assert person is not None
    left = left_by(table, person)
    clock = left_clock(table, left, None)
    seat = turn_of(table)
    acted = lifecycle.computer_acts(left, Chosen(Bid(seat, 3))).table
    assert left_clock(left, acted, clock) is None
    assert left_clock(left, replace(left, status=Status.PAUSED), clock) is None


class Woken:
    """Remembers which tables were woken, and when."""

    def __init__(self) -> None:
        self.at: list[tuple[int, float]] = []

    async def wake(self, table_id: int) -> None:
        """Take note."""
        self.at.append((table_id, asyncio.get_running_loop().time()))


def after(seconds: float) -> Due:
    """Give a deadline in so many seconds from the beginning."""
    return Due(DueKind.TURN, EPOCH + timedelta(seconds=seconds))


async def test_the_dispatcher_wakes_each_table_at_its_time() -> None:
    """Each table is woken once, at its own deadline, and no timer stays behind."""
    clock, woken = LoopClock(), Woken()
    dispatcher = Dispatcher(clock, woken.wake)
    for table_id, seconds in ((1, 30), (2, 10), (3, 20)):
        dispatcher.set(table_id, after(seconds))
    assert len(dispatcher) == 3
    await clock.passes(60)
    assert woken.at == [(2, 10.0), (3, 20.0), (1, 30.0)]
    assert len(dispatcher) == 0


async def test_the_dispatcher_moves_and_removes_deadlines() -> None:
    """A table has one deadline: a new one takes the place of the old, and None removes it."""
    clock, woken = LoopClock(), Woken()
    dispatcher = Dispatcher(clock, woken.wake)
    for due in (after(10), after(40), after(20)):
        dispatcher.set(1, due)
    dispatcher.set(2, after(10))
    dispatcher.set(2, None)
    dispatcher.set(3, None)
    assert len(dispatcher) == 1
    await clock.passes(60)
    assert woken.at == [(1, 20.0)]


async def test_a_deadline_in_the_past_wakes_at_once() -> None:
    """What should have happened already happens now."""
    clock, woken = SettableClock(EPOCH + timedelta(hours=1)), Woken()
    Dispatcher(clock, woken.wake).set(1, after(0))
    await LoopClock().passes(0)
    assert woken.at == [(1, 0.0)]


async def test_a_closed_dispatcher_wakes_nobody() -> None:
    """After closing no deadline is left, and none can be set."""
    clock, woken = LoopClock(), Woken()
    dispatcher = Dispatcher(clock, woken.wake)
    dispatcher.set(1, after(10))
    await dispatcher.close()
    dispatcher.set(2, after(10))
    await clock.passes(60)
    assert (woken.at, len(dispatcher)) == ([], 0)


async def test_closing_waits_for_what_has_begun() -> None:
    """Closing returns only when every wake that has begun has ended."""
    clock, ended = LoopClock(), []

    async def slow(table_id: int) -> None:
        await clock.passes(5)
        ended.append(table_id)

    dispatcher = Dispatcher(clock, slow)
    dispatcher.set(1, after(1))
    await clock.passes(2)
    await dispatcher.close()
    assert ended == [1]


@pytest.mark.logs_errors
async def test_a_wake_that_fails_harms_no_other(caplog: pytest.LogCaptureFixture) -> None:
    """A fault in one table's wake is logged, and the others are woken as ever."""
    clock, woken = LoopClock(), Woken()

    async def wake(table_id: int) -> None:
        if table_id == 1:
            raise RuntimeError("broken")
        await woken.wake(table_id)

    dispatcher = Dispatcher(clock, wake)
    dispatcher.set(1, after(1))
    dispatcher.set(2, after(2))
    await clock.passes(5)
    assert woken.at == [(2, 2.0)]
    assert "deadline_failed" in caplog.text
