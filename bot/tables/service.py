"""The service that everything at a table goes through: one queue a table, save, then show."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Final

import structlog

from bot.tables import chairs, course
from bot.tables.deadlines import Dispatcher, Timing, due_of
from bot.tables.errors import NoSuchTable, NotSaved, NotYourHand, TableError
from bot.tables.model import (
    Chair,
    Due,
    DueKind,
    Pace,
    Person,
    Place,
    Status,
    Table,
)
from bot.tables.ports import (
    Clock,
    DuplicateCommandError,
    News,
    Players,
    Publisher,
    Secrets,
    StaleVersionError,
    Store,
    StoreError,
)
from bot.tables.step import Change, Step
from engine.actions import SeatAction
from engine.deals import Seeds, key_of
from engine.rules import Rules
from engine.seats import Seat
from engine.views import seat_view

log = structlog.get_logger(__name__)

REMEMBERED_COMMANDS: Final = 64
"""Commands of a table that are recognised when Discord delivers them twice; the log knows all."""

SECONDS_BEFORE_ANOTHER_TRY: Final = 5
"""How long a table waits after a fault before its clock is tried again."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What a new table is opened with."""

    place: Place
    host: Person
    rules: Rules
    pace: Pace = Pace.RULES
    computers: int = 0


@dataclass(frozen=True, slots=True)
class Acted:
    """The answer to a press on a hand.

    Attributes:
        table: the table as it is now.
        seat: the seat of the person.
        stale: the press was meant for an earlier turn, so nothing was done.
    """

    table: Table
    seat: Seat
    stale: bool = False


@dataclass(slots=True)
class _Live:
    """A table in memory, with its queue."""

    table: Table
    queue: asyncio.Lock = field(default_factory=asyncio.Lock)
    commands: deque[str] = field(default_factory=lambda: deque(maxlen=REMEMBERED_COMMANDS))


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
    ) -> None:
        """Join the ports; `start` brings back what the store holds."""
        self._store = store
        self._players = players
        self._publisher = publisher
        self._clock = clock
        self._secrets = secrets
        self._timing = timing
        self._lives: dict[int, _Live] = {}
        self._dispatcher = Dispatcher(clock, self._wake)

    async def start(self) -> None:
        """Bring back every open table, with its clock in full.

        Raises:
            StoreError: the store cannot be read.
        """
        now = self._clock.now()
        for stored in await self._store.load_open():
            table = replace(stored, due=due_of(stored, None, now, self._timing))
            self._lives[table.id] = _Live(table)
            self._dispatcher.set(table.id, table.due)
            self._publisher.publish(News(None, table, restored=True))

    async def close(self) -> None:
        """Stop the clocks and let everything that has begun be saved."""
        await self._dispatcher.close()
        for live in tuple(self._lives.values()):
            async with live.queue:
                pass

    @property
    def open_tables(self) -> tuple[Table, ...]:
        """Every table that has not ended, oldest first."""
        return tuple(live.table for _, live in sorted(self._lives.items()))

    def in_guild(self, guild_id: int) -> tuple[Table, ...]:
        """Give the open tables of a server, oldest first."""
        return tuple(t for t in self.open_tables if t.place.guild_id == guild_id)

    def in_channel(self, channel_id: int) -> tuple[Table, ...]:
        """Give the open tables of a channel, oldest first."""
        return tuple(t for t in self.open_tables if t.place.channel_id == channel_id)

    def of_user(self, user_id: int) -> tuple[Table, ...]:
        """Give the open tables at which a user holds a seat, oldest first."""
        return tuple(t for t in self.open_tables if t.seat_of(user_id) is not None)

    def open_table(self, table_id: int) -> Table | None:
        """Give a table that has not ended, or None."""
        live = self._lives.get(table_id)
        return None if live is None else live.table

    async def get(self, table_id: int) -> Table:
        """Give a table, ended or not.

        Raises:
            NoSuchTable: there is none of this id.
            NotSaved: the store cannot be read.
        """
        live = self._lives.get(table_id)
        if live is not None:
            return live.table
        try:
            table = await self._store.load(table_id)
        except StoreError as fault:
            raise NotSaved from fault
        if table is None:
            raise NoSuchTable(table_id)
        return table

    async def open(self, opening: Opening, command_id: str) -> Table:
        """Open a table, with its host in the first seat and computer players beside.

        Raises:
            NotSaved: the store failed.
        """
        now = self._clock.now()
        table = Table(
            id=0,
            command_id=command_id,
            place=opening.place,
            host=opening.host.id,
            rules=opening.rules,
            pace=opening.pace,
            status=Status.LOBBY,
            chairs=(Chair(),) * len(opening.rules.seats),
            seeds=Seeds(self._secrets.secret()),
            created_at=now,
        )
        table = chairs.sit(table, opening.host, None, command_id)
        for _ in range(min(opening.computers, len(table.chairs) - 1)):
            table = chairs.add_computer(table, opening.host.id, None)
        table = replace(table, due=due_of(table, None, now, self._timing))
        try:
            table = await self._store.create(table)
        except StoreError as fault:
            raise NotSaved from fault
        if table.id in self._lives:
            return self._lives[table.id].table
        self._lives[table.id] = _Live(table)
        self._dispatcher.set(table.id, table.due)
        self._publisher.publish(News(None, table, actor=opening.host.id))
        return table

    async def change(
        self, table_id: int, make: Callable[[Table], Table], actor: int | None = None
    ) -> Table:
        """Change a table by one of the pure functions of `chairs` and `course`.

        Raises:
            TableError, RuleError: the change is refused.
        """
        return await self.step(table_id, lambda table: Step(make(table)), actor)

    async def step(
        self, table_id: int, make: Change, actor: int | None = None, command_id: str | None = None
    ) -> Table:
        """Change a table and its game; the same command a second time changes nothing.

        Raises:
            TableError, RuleError: the change is refused.
        """
        async with self._turn(table_id) as live:
            if command_id is None or command_id not in live.commands:
                await self._apply(live, make(live.table), actor, command_id)
            return live.table

    async def act(
        self,
        table_id: int,
        user_id: int,
        command_id: str,
        make: Callable[[Seat], SeatAction],
        *,
        seat: Seat | None = None,
        turn_key: tuple[int, int] | None = None,
    ) -> Acted:
        """Do what a person's press asks for.

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
        async with self._turn(table_id) as live:
            table = live.table
            chairs.require_open(table)
            held = chairs.require_seat(table, user_id)
            if seat is not None and seat != held:
                raise NotYourHand(table)
            if command_id in live.commands:
                return Acted(table, held)
            if turn_key is not None and turn_key != table.turn_key:
                await self._apply(live, Step(chairs.present(table, held)), user_id, None)
                return Acted(live.table, held, stale=True)
            step = course.act(table, held, make(held), command_id)
            await self._apply(live, step, user_id, command_id)
            return Acted(live.table, held)

    async def note_message(self, table_id: int, message_id: int | None, number: int) -> None:
        """Remember which public message shows a table; an ended or unknown table is left alone.

        Raises:
            NotSaved: the store failed.
        """
        live = self._lives.get(table_id)
        if live is None:
            return
        async with live.queue:
            after = replace(live.table, message_id=message_id, message_round=number)
            await self._save(live, Step(after))

    @asynccontextmanager
    async def _turn(self, table_id: int) -> AsyncIterator[_Live]:
        """Wait for one's turn in the queue of a table."""
        live = self._lives.get(table_id)
        if live is None:
            live = _Live(await self.get(table_id))
        async with live.queue:
            yield live

    async def _apply(
        self, live: _Live, step: Step, actor: int | None, command_id: str | None
    ) -> None:
        before = live.table
        if step.table == before:
            return
        due = due_of(step.table, before, self._clock.now(), self._timing)
        saved = await self._save(live, replace(step, table=replace(step.table, due=due)))
        if command_id is not None:
            live.commands.append(command_id)
        if not saved:
            return
        after = live.table
        if after.status.ended:
            self._lives.pop(after.id, None)
        self._dispatcher.set(after.id, after.due)
        self._publisher.publish(News(before, after, step.events, actor))

    async def _save(self, live: _Live, step: Step) -> bool:
        try:
            await self._store.save(live.table, step.table, step.entries)
        except DuplicateCommandError:
            log.info("command_repeated", table=live.table.id)
            return False
        except (StoreError, StaleVersionError) as fault:
            log.exception("table_not_saved", table=live.table.id)
            raise NotSaved from fault
        live.table = step.table
        return True

    async def _wake(self, table_id: int) -> None:
        live = self._lives.get(table_id)
        if live is None or live.table.due is None:
            return
        try:
            if live.table.due.kind is DueKind.COMPUTER:
                await self._computer(live)
            else:
                async with live.queue:
                    await self._run_due(live)
        except TableError:
            self._try_again(live)

    def _try_again(self, live: _Live) -> None:
        due = live.table.due
        if due is not None:
            later = self._clock.now() + timedelta(seconds=SECONDS_BEFORE_ANOTHER_TRY)
            self._dispatcher.set(live.table.id, Due(due.kind, later))

    async def _computer(self, live: _Live) -> None:
        """Let a computer player choose outside the queue, then act if the turn is still its own."""
        table = live.table
        seat = table.turn
        if seat is None or table.game is None:
            return
        seed = key_of(table.seeds.secret, (f"player {table.version}",)).hex()
        action = await self._players.choose(seat_view(table.game, seat), seed)
        async with live.queue:
            now = live.table
            due = now.due
            if now.turn_key == table.turn_key and due is not None and due.kind is DueKind.COMPUTER:
                await self._apply(live, course.computer_acts(now, action), None, None)

    async def _run_due(self, live: _Live) -> None:
        table = live.table
        due = table.due
        if due is None or due.at > self._clock.now():
            self._dispatcher.set(table.id, due)
            return
        if due.kind is DueKind.TURN:
            step = course.run_out(table, self._players.automatic)
        elif due.kind is DueKind.DEAL:
            step = course.next_deal(table, f"deal:{table.id}:{table.version + 1}")
        else:
            step = Step(course.close(table))
        await self._apply(live, step, None, None)
