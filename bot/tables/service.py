"""The service behind everything at a table: one queue per table, save, then show."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from bot.tables import guests, lifecycle, seating
from bot.tables.absence import PatienceOf, noticed, usual_patience
from bot.tables.deadlines import Dispatcher, Timing
from bot.tables.due_actions import DueActions
from bot.tables.errors import NotSaved, NotYourHand
from bot.tables.live_tables import LiveTables
from bot.tables.model import Chair, Level, Pace, Person, Place, Status, Table
from bot.tables.ports import Clock, Players, Publisher, Secrets, Store
from bot.tables.step import Change, Step
from engine.actions import RoundAction
from engine.deals import Seeds
from engine.rules import Rules
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class NewTable:
    """The options of a new table.

    Attributes:
        place: where it is.
        host: who opens it and sits down.
        rules: the rule set.
        pace: how long people may think.
        computers: how many computer players sit down at once.
        level: how well computer players play.
        seat: the host's seat, or None for the first.
        private: whether only people whom the host lets in may sit down.
        invited: the user ids of those already let in.
        ask_first: whether a computer player's seat takes somebody's yes during the game.
        removed: the user ids of those who are kept out.
        guests: the user ids of those for whom a seat is held, as far as there are seats.
    """

    place: Place
    host: Person
    rules: Rules
    pace: Pace = Pace.RULES
    computers: int = 0
    level: Level = Level.NORMAL
    seat: Seat | None = None
    private: bool = False
    invited: frozenset[int] = frozenset()
    removed: frozenset[int] = frozenset()
    ask_first: bool = False
    guests: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Acted:
    """The answer to a press on a hand.

    Attributes:
        table: the table as it is now.
        seat: the seat of the person.
        stale: whether the press was meant for an earlier turn, so that nothing was done.
    """

    table: Table
    seat: Seat
    stale: bool = False


class Tables:
    """All tables of this process."""

    def __init__(
        self,
        *,
        store: Store,
        players: Players,
        publisher: Publisher,
        clock: Clock,
        secrets: Secrets,
        timing: Timing,
        patience: PatienceOf = usual_patience,
    ) -> None:
        """Join the ports; `start` restores the stored tables."""
        self._clock = clock
        self._secrets = secrets
        self._dispatcher = Dispatcher(clock, self._wake)
        self._live_tables = LiveTables(
            store=store,
            publisher=publisher,
            clock=clock,
            timing=timing,
            dispatcher=self._dispatcher,
            patience=patience,
        )
        self._due_actions = DueActions(self._live_tables, self._dispatcher, players, clock)

    async def _wake(self, table_id: int) -> None:
        await self._due_actions.wake(table_id)

    async def start(self) -> None:
        """Restore every open table, and restart its clock.

        Raises:
            StoreError: the store cannot be read.
        """
        await self._live_tables.bring_back()

    async def close(self) -> None:
        """Stop the clocks and finish saving."""
        await self._dispatcher.close()
        for live in self._live_tables.open:
            async with live.queue:
                pass

    @property
    def deadlines(self) -> int:
        """How many tables have a clock running."""
        return len(self._dispatcher)

    @property
    def count(self) -> int:
        """How many tables are open."""
        return self._live_tables.count

    @property
    def open_tables(self) -> tuple[Table, ...]:
        """Every table that has not ended, oldest first."""
        return tuple(live.table for live in self._live_tables.open)

    def in_guild(self, guild_id: int) -> tuple[Table, ...]:
        """Give the open tables of a server, oldest first."""
        return self._live_tables.tables_of(("guild", guild_id))

    def in_channel(self, channel_id: int) -> tuple[Table, ...]:
        """Give the open tables of a channel, oldest first."""
        return self._live_tables.tables_of(("channel", channel_id))

    def of_user(self, user_id: int) -> tuple[Table, ...]:
        """Give the open tables where a user holds a seat, oldest first."""
        return self._live_tables.tables_of(("user", user_id))

    def open_table(self, table_id: int) -> Table | None:
        """Give a table that has not ended, or None."""
        live = self._live_tables.live(table_id)
        return None if live is None else live.table

    async def get(self, table_id: int) -> Table:
        """Give a table, ended or not.

        Raises:
            NoSuchTable: there is none of this id.
            NotSaved: the store cannot be read.
        """
        return await self._live_tables.get(table_id)

    async def last_in(self, place: Place) -> Table | None:
        """Give the table of a channel whose game ended last, or None.

        Raises:
            NotSaved: the store cannot be read.
        """
        return await self._live_tables.last_in(place)

    async def open(self, new: NewTable, command_id: str) -> Table:
        """Open a table, with its host and computer players in their seats.

        A repeated command gives the table that it opened before, ended or not.

        Raises:
            NotSaved: the store failed.
        """
        table = Table(
            id=0,
            command_id=command_id,
            place=new.place,
            host=new.host.id,
            rules=new.rules,
            pace=new.pace,
            level=new.level,
            status=Status.LOBBY,
            chairs=(Chair(),) * len(new.rules.seats),
            seeds=Seeds(self._secrets.secret()),
            created_at=self._clock.now(),
            private=new.private,
            invited=new.invited,
            removed=new.removed,
            ask_first=new.ask_first,
        )
        table = seating.sit(table, new.host, new.seat, command_id)
        for guest in new.guests:
            table = guests.invite(table, new.host.id, guest)
        for _ in range(min(new.computers, sum(chair.free for chair in table.chairs))):
            table = seating.add_computer(table, new.host.id, None)
        return await self._live_tables.add(table)

    async def change(
        self,
        table_id: int,
        make: Callable[[Table], Table],
        actor: int | None = None,
        command_id: str | None = None,
    ) -> Table:
        """Change a table by one of the pure functions of `seating` and `lifecycle`.

        A repeated command changes nothing, as far as this process remembers it.

        Raises:
            TableError, RuleError: the change is refused.
        """
        return await self.step(table_id, lambda table: Step(make(table)), actor, command_id)

    async def step(
        self, table_id: int, make: Change, actor: int | None = None, command_id: str | None = None
    ) -> Table:
        """Change a table and its game; a repeated command changes nothing.

        Raises:
            TableError, RuleError: the change is refused.
        """
        async with self._live_tables.turn(table_id) as live:
            if command_id is None or command_id not in live.commands:
                await self._live_tables.apply(live, make(live.table), actor, command_id)
            return live.table

    async def act(
        self,
        table_id: int,
        user_id: int,
        command_id: str,
        make: Callable[[Seat], RoundAction],
        *,
        seat: Seat | None = None,
        turn_key: tuple[int, int] | None = None,
    ) -> Acted:
        """Apply the action of a person's press.

        A press for an earlier turn only shows that the person is active.

        Args:
            table_id: the table.
            user_id: who pressed.
            command_id: the interaction, so that a double delivery has one effect.
            make: gives the action for the person's seat.
            seat: the seat whose hand was pressed, or None.
            turn_key: the turn that the press was meant for, or None for any.

        Raises:
            TableError, RuleError: the press is refused.
        """
        async with self._live_tables.turn(table_id) as live:
            table = live.table
            held = table.seat_of(user_id)
            if held is not None and command_id in live.commands:
                return Acted(table, held)
            seating.require_open(table)
            held = seating.require_seat(table, user_id)
            if seat is not None and seat != held:
                raise NotYourHand(table)
            if turn_key is not None and turn_key != table.turn_key:
                await self._live_tables.apply(live, Step(seating.present(table, held)), user_id)
                return Acted(live.table, held, stale=True)
            step = lifecycle.act(table, held, make(held), command_id)
            await self._live_tables.apply(live, step, user_id, command_id)
            return Acted(live.table, held)

    async def noticed(self, table_id: int, person: Person) -> None:
        """Note that a person with a seat is active at a table.

        Their present name and avatar are noted as well.

        If this cannot be saved, the next press makes up for it.
        """
        live = self._live_tables.live(table_id)
        if live is None or live.table.seat_of(person.id) is None:
            return
        if noticed(live.table, person, self._clock.now()) is live.table:
            return
        async with live.queue:
            with suppress(NotSaved):
                await self._live_tables.noticed(live, person)

    async def note_message(self, table_id: int, message_id: int | None, number: int) -> None:
        """Store which public message shows a table, or that none does any more.

        An ended table takes no new message; an unknown table is ignored.

        Raises:
            NotSaved: the store failed.
        """
        live = self._live_tables.at_hand(table_id)
        if live is None:
            return
        async with live.queue:
            if message_id is None or not live.table.status.ended:
                after = replace(live.table, message_id=message_id, message_round=number, left=None)
                await self._live_tables.note(live, after)
