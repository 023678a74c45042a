"""Whatever people do at a table and in whatever order, nobody is moved and nothing is lost.

A machine lets five people do anything at any time, sensible or not, with the clock and restarts
among it, and compares the table before and after each thing that was done.
"""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import TypeVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.tables import lifecycle, seating
from bot.tables.errors import TableError
from bot.tables.model import DueKind, Pace, Person, Place, Status, Table
from engine.actions import Bid, Deal, Look, SeatAction
from engine.deals import deal
from engine.errors import RuleError
from engine.notation import parse_action
from engine.presets import PRESETS
from engine.seats import SEATS, Seat
from tests.tables.harness import ELSEWHERE, PEOPLE, PLACE, Harness, due_kind
from tests.tables.virtual import VirtualLoop

T = TypeVar("T")

EVERYONE = st.sampled_from(PEOPLE)
FOUR_SEATS = sorted(name for name, rules in PRESETS.items() if rules.players == len(SEATS))
"""Tables that keep their number of seats, so that each can be watched from state to state."""
ANY_SEAT = st.sampled_from((None, *range(4)))
LIFE = {
    Status.LOBBY: {Status.LOBBY, Status.PLAYING, Status.CLOSED},
    Status.PLAYING: set(Status) - {Status.LOBBY},
    Status.PAUSED: {Status.PAUSED, Status.PLAYING, Status.PARKED, Status.CLOSED},
    Status.PARKED: {Status.PARKED, Status.PLAYING, Status.CLOSED},
    Status.FINISHED: {Status.FINISHED},
    Status.CLOSED: {Status.CLOSED},
}
"""Where a table may go from where it is, in one thing that is done."""


NOW_AND_THEN = st.integers(0, 9).map(lambda number: number == 0)
"""Draws True for what would end most games before they have gone anywhere."""


def people(table: Table) -> list[Person | None]:
    """Give the person of each seat."""
    return [chair.person for chair in table.chairs]


def at_rest(table: Table) -> Table:
    """Give a table without what only a running bot knows: what is due, and since when time runs."""
    left = None if table.time_left is None else replace(table.time_left, at=None)
    return replace(table, due=None, time_left=left)


class AnythingGoes(RuleBasedStateMachine):
    """People at one table, doing whatever comes."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner(loop_factory=VirtualLoop)
        self.harness = self.run(self._move_in())
        self.table: Table

    @staticmethod
    async def _move_in() -> Harness:
        return Harness()

    def run(self, doing: Coroutine[None, None, T]) -> T:
        """Let something be done, and everything that follows from it at once."""

        async def settled() -> T:
            result = await doing
            await asyncio.sleep(1e-6)
            return result

        return self.runner.run(settled())

    def teardown(self) -> None:
        """Check that every deal came from the seeds, and go home."""
        self.deals_follow_from_the_seeds()
        self.run(self.harness.close())
        self.runner.close()

    def now(self) -> Table:
        """Give the table as it is."""
        return self.run(self.harness.tables.get(self.table.id))

    def attempt(self, doing: Coroutine[None, None, object], who: Person | None) -> None:
        """Let a person, or the clock, do something, and see what it may have changed."""
        before = self.now()
        told = len(self.harness.publisher.news)
        try:
            self.run(doing)
        except (TableError, RuleError):
            assert self.now() == before
            assert len(self.harness.publisher.news) == told
        self.table = self.now()
        self.only_the_actor_has_moved(before, who)
        self.clocks_run_on(before, who)
        assert self.table.status in LIFE[before.status]

    def only_the_actor_has_moved(self, before: Table, who: Person | None) -> None:
        """Hold that everyone but the actor sits where they sat, as they sat."""
        for seat, was, now in zip(SEATS, before.chairs, self.table.chairs, strict=True):
            if was.person != who:
                assert now.person in {was.person, who}, f"seat {seat} was taken from its person"
            if now.person not in {who, None}:
                assert now.person == was.person, f"someone else was put in seat {seat}"

    def clocks_run_on(self, before: Table, who: Person | None) -> None:
        """Hold that a turn of someone else keeps its deadline, whatever the actor did."""
        was, now = before.due, self.table.due
        if was is None or now is None or was.kind is not DueKind.TURN or now.kind is not was.kind:
            return
        same_turn = before.turn_key == self.table.turn_key and before.turn == self.table.turn
        if same_turn and before.status is self.table.status:
            assert now == was

    @initialize(
        name=st.sampled_from(FOUR_SEATS),
        pace=st.sampled_from(Pace),
        others=st.permutations(PEOPLE[1:]),
        many=st.integers(0, 3),
        begins=st.booleans(),
    )
    def opens(self, name: str, pace: Pace, others: list[Person], many: int, begins: bool) -> None:
        """Ann opens a table for a short game, some others sit down, and maybe she starts."""
        rules = PRESETS[name].changed(target=50, losing_score=-50)
        self.table = self.run(self.harness.open(rules, pace))
        for person in others[:many]:
            self.sits(person, None)
        if begins:
            self.starts(PEOPLE[0])

    @rule(person=EVERYONE, seat=ANY_SEAT)
    def sits(self, person: Person, seat: int | None) -> None:
        """Somebody wants to sit down, or to change seats."""
        self.attempt(self.harness.sit(self.table, person, seat), person)

    @rule(person=EVERYONE, number=st.integers(0, 3))
    def takes_a_free_seat(self, person: Person, number: int) -> None:
        """Somebody wants a seat that no person holds."""
        free = [seat for seat in SEATS if self.table.chairs[seat].open_to_all]
        if free:
            self.sits(person, free[number % len(free)])

    @rule(really=NOW_AND_THEN)
    def all_leave(self, really: bool) -> None:
        """Everyone leaves, one after the other."""
        for person in self.table.people if really else ():
            self.leaves(person)

    @rule(person=EVERYONE)
    def leaves(self, person: Person) -> None:
        """Somebody wants to leave."""
        self.attempt(self.harness.leave(self.table, person), person)

    @rule(person=EVERYONE)
    def is_back(self, person: Person) -> None:
        """Somebody says "I'm back"."""
        self.attempt(self.harness.back(self.table, person), person)

    @precondition(lambda self: self.table.game is None)
    @rule(person=EVERYONE)
    def is_ready(self, person: Person) -> None:
        """Somebody says ready."""
        self.attempt(self.harness.ready(self.table, person), person)

    @rule(person=EVERYONE)
    def starts(self, person: Person) -> None:
        """Somebody wants to start."""
        self.attempt(self.harness.start(self.table, person), person)

    @precondition(lambda self: self.table.game is None)
    @rule(person=EVERYONE, seat=ANY_SEAT)
    def adds_a_computer(self, person: Person, seat: int | None) -> None:
        """Somebody wants to seat a computer player."""
        wanted = None if seat is None else SEATS[seat]
        adds: Callable[[Table], Table] = lambda t: seating.add_computer(t, person.id, wanted)  # noqa: E731
        self.attempt(self.harness.change(self.table, adds, person), person)

    @precondition(lambda self: self.table.game is None)
    @rule(person=EVERYONE, seat=st.sampled_from(SEATS))
    def removes_a_computer(self, person: Person, seat: Seat) -> None:
        """Somebody wants to send a computer player away."""
        removes: Callable[[Table], Table] = lambda t: seating.remove_computer(t, person.id, seat)  # noqa: E731
        self.attempt(self.harness.change(self.table, removes, person), person)

    @precondition(lambda self: self.table.game is None)
    @rule(person=EVERYONE, name=st.sampled_from(FOUR_SEATS))
    def changes_the_rules(self, person: Person, name: str) -> None:
        """Somebody wants other rules."""
        rules = PRESETS[name].changed(target=50, losing_score=-50)
        changes: Callable[[Table], Table] = lambda t: lifecycle.change_rules(t, person.id, rules)  # noqa: E731
        self.attempt(self.harness.change(self.table, changes, person), person)

    @rule(person=EVERYONE, tricks=st.integers(0, 14), fresh=st.booleans())
    def bids(self, person: Person, tricks: int, fresh: bool) -> None:
        """Somebody presses a bid, in turn or not, of this turn or of another."""
        key = self.table.turn_key if fresh else (1, 2)
        make: Callable[[Seat], SeatAction] = lambda seat: Bid(seat, tricks)  # noqa: E731
        self.attempt(self.harness.press(self.table, person, make, turn_key=key), person)

    @rule(person=EVERYONE)
    def looks(self, person: Person) -> None:
        """Somebody looks at a hand."""
        self.attempt(self.harness.press(self.table, person, Look), person)

    @rule(many=st.integers(1, 40))
    def play_goes_on(self, many: int) -> None:
        """The people act in time, and so do the computer players."""
        for _ in range(many):
            kind = due_kind(self.table)
            if self.table.status is not Status.PLAYING:
                return
            if kind in {DueKind.COMPUTER, DueKind.DEAL}:
                self.attempt(self.harness.clock.passes(10 if kind is DueKind.DEAL else 1), None)
            else:
                person = self.harness.actor(self.table)
                self.attempt(self.harness.turn(self.table), person)

    @rule(seconds=st.sampled_from((0.5, 1, 5, 16, 31, 100)))
    def time_passes(self, seconds: float) -> None:
        """Nobody does anything for a moment."""
        self.attempt(self.harness.clock.passes(seconds), None)

    @rule(seconds=st.sampled_from((601, 4000)), really=NOW_AND_THEN)
    def a_long_time_passes(self, seconds: float, really: bool) -> None:
        """Nobody does anything for so long that what nobody is at is closed."""
        self.attempt(self.harness.clock.passes(seconds if really else 0), None)

    @rule(really=NOW_AND_THEN)
    def loses_its_channel(self, really: bool) -> None:
        """The channel is closed."""
        if really:
            self.attempt(self.harness.tables.change(self.table.id, lifecycle.park), None)

    @rule(person=EVERYONE, place=st.sampled_from((PLACE, ELSEWHERE)))
    def resumes(self, person: Person, place: Place) -> None:
        """Somebody brings the table to a channel."""
        self.attempt(self.harness.resume(self.table, person, place), person)

    @rule()
    def restarts(self) -> None:
        """The process ends and another begins: all is as it was, but for the clocks."""
        before = self.now()
        self.harness = self.run(self.harness.restart())
        self.table = self.now()
        assert at_rest(self.table) == at_rest(before)
        if before.due is not None and self.table.due is not None:
            assert self.table.due.at >= before.due.at

    @rule(person=EVERYONE, really=NOW_AND_THEN)
    def ends(self, person: Person, really: bool) -> None:
        """Somebody wants to end the table."""
        if really:
            self.attempt(self.harness.end(self.table, person), person)

    @precondition(lambda self: self.table.status.ended)
    @rule(
        name=st.sampled_from(FOUR_SEATS),
        pace=st.sampled_from(Pace),
        others=st.permutations(PEOPLE[1:]),
        many=st.integers(0, 3),
    )
    def opens_again(self, name: str, pace: Pace, others: list[Person], many: int) -> None:
        """After the end Ann opens another table, and starts it."""
        self.deals_follow_from_the_seeds()
        self.opens(name, pace, others, many, begins=True)

    def deals_follow_from_the_seeds(self) -> None:
        """Hold that the deals in the log are those that the seeds give."""
        game = self.table.game
        if game is None:
            return
        seats = game.rules.seats
        actions = map(parse_action, self.harness.store.log_of(self.table.id))
        dealt = [action for action in actions if isinstance(action, Deal)]
        for number, hands in enumerate(dealt, start=1):
            dealer = seats[(game.first_dealer + number - 1) % len(seats)]
            assert hands == deal(self.table.seeds, number, dealer, game.rules)

    @invariant()
    def the_store_has_it(self) -> None:
        """What is in memory is what the store gives back: log replayed, clocks at rest."""
        stored = self.harness.store.stored(self.table.id)
        left = self.table.time_left
        rests = (
            self.table if left is None else replace(self.table, time_left=replace(left, at=None))
        )
        assert replace(stored, due=None) == replace(rests, due=None)
        assert len(self.harness.store.log_of(self.table.id)) == self.table.version

    @invariant()
    def each_has_one_seat(self) -> None:
        """Nobody holds two seats, and no two computer players have one name."""
        seated = [person.id for person in people(self.table) if person is not None]
        assert len(set(seated)) == len(seated)
        computers = [chair.computer for chair in self.table.chairs if chair.computer]
        assert len(set(computers)) == len(computers)

    @invariant()
    def each_sees_one_hand(self) -> None:
        """Nobody has ever held two seats of one game, and whoever holds one is remembered."""
        if self.table.game is None:
            return
        assert len({user for user, _ in self.table.sat}) == len(self.table.sat)
        for seat, person in zip(SEATS, people(self.table), strict=True):
            assert person is None or (person.id, seat) in self.table.sat

    @invariant()
    def the_host_is_there(self) -> None:
        """As long as anyone holds a seat, so does the host."""
        assert not self.table.people or self.table.seat_of(self.table.host) is not None

    @invariant()
    def the_status_says_what_is(self) -> None:
        """A game goes on exactly while someone is there, and no seat of a game is empty."""
        table = self.table
        if table.status is Status.PLAYING:
            assert table.anyone_there
        if table.status is Status.PAUSED:
            assert not table.anyone_there
        assert (table.game is None) == (table.version == 0)
        assert table.game is None or not any(chair.empty for chair in table.chairs)
        assert (table.status is Status.FINISHED) == bool(table.game and table.game.outcome)

    @invariant()
    def misses_are_counted(self) -> None:
        """Two misses are a stand-in, fewer are none; ready is a word of the lobby."""
        for chair in self.table.chairs:
            assert chair.away == (chair.misses >= seating.MISSES_UNTIL_AWAY)
            assert chair.person is not None or not (chair.misses or chair.ready)
            assert not chair.ready or self.table.game is None

    @invariant()
    def a_clock_runs_where_something_is_due(self) -> None:
        """A timer is set exactly where something happens by itself, and never in the past."""
        table = self.table
        assert (table.due is None) == table.status.ended
        assert self.harness.timers == (table.due is not None)


TestAnythingGoes = AnythingGoes.TestCase
TestAnythingGoes.settings = settings(max_examples=60, stateful_step_count=40)
