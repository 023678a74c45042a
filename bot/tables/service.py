"""The service behind everything at a table: one queue per table, save, then show."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from bot.tables import lifecycle, seating
from bot.tables.absence import PatienceOf, noticed, usual_patience
from bot.tables.deadlines import Dispatcher, Timing
from bot.tables.due_actions import DueActions
from bot.tables.errors import NoSuchTable, NotSaved, NotYourHand
from bot.tables.keeping import Keeping
from bot.tables.live_tables import LiveTables
from bot.tables.model import Added, Person, Place, Table
from bot.tables.opening import NewTable
from bot.tables.ports import Clock, Players, Publisher, Secrets, Store, StoreError
from bot.tables.resting import Shard
from bot.tables.step import Change, Step
from engine.actions import RoundAction
from engine.deals import SALT_BYTES
from engine.seats import Seat


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
        """Join the ports; `start` takes up the stored tables."""
        self._store = store
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
        self._memory = self._live_tables.memory
        self._keeping = Keeping(self._live_tables, store, self._dispatcher, publisher, clock)
        self._due_actions = DueActions(self._live_tables, self._dispatcher, players, clock)

    async def _wake(self, table_id: int) -> None:
        if self._memory.live(table_id) is None:
            # Its deadline is set once more when it is in memory, and is over then.
            self._keeping.rouse([table_id])
        else:
            await self._due_actions.wake(table_id)

    async def start(self) -> None:
        """Take up every open table; the arguments and errors are those of `take_up`."""
        await self._keeping.take_up(None)

    async def take_up(self, shard: Shard) -> None:
        """Serve the tables of a shard from now on, as after a restart.

        They are known by their rows at once. Those whose clock or message a restart concerns are
        brought up at a pace, the others when somebody needs them.

        Raises:
            StoreError: the store cannot be read; then nothing is taken up.
        """
        await self._keeping.take_up(shard)

    async def give_up(self, shard: Shard) -> None:
        """Serve the tables of a shard no more.

        What is being saved is finished; what is to be shown is not.
        """
        await self._keeping.give_up(shard)

    async def brought_up(self) -> None:
        """Wait until every table that a restart concerns is on its way to be shown."""
        await self._keeping.brought_up()

    def restart_in(self, guild_id: int) -> None:
        """Bring up the tables of a server that are not in memory, and show each of them."""
        self._keeping.restart(guild_id)

    async def close(self) -> None:
        """Stop the clocks and finish saving."""
        await self._keeping.close()
        await self._dispatcher.close()
        for live in self._memory.open:
            async with live.queue:
                pass

    @property
    def deadlines(self) -> int:
        """How many tables have a clock running."""
        return len(self._dispatcher)

    @property
    def count(self) -> int:
        """How many tables are open."""
        return len(self._memory)

    @property
    def in_memory(self) -> int:
        """How many of them are in memory."""
        return len(self._memory.by_use)

    @property
    def open_tables(self) -> tuple[Table, ...]:
        """Every table in memory that has not ended, oldest first."""
        return tuple(live.table for live in self._memory.open)

    @property
    def guilds(self) -> list[int]:
        """The ids of the servers that have open tables."""
        return self._memory.guilds

    async def in_guild(self, guild_id: int) -> tuple[Table, ...]:
        """Give the open tables of a server, oldest first; see `outlines`."""
        return await self._keeping.tables_of(("guild", guild_id))

    async def in_channel(self, channel_id: int) -> tuple[Table, ...]:
        """Give the open tables of a channel, oldest first; see `outlines`."""
        return await self._keeping.tables_of(("channel", channel_id))

    async def of_user(self, user_id: int) -> tuple[Table, ...]:
        """Give the open tables where a user holds a seat, oldest first; see `outlines`."""
        return await self._keeping.tables_of(("user", user_id))

    async def outlines(self, table_ids: Sequence[int]) -> tuple[Table, ...]:
        """Give tables as far as a list needs them: `game` may be None although they play.

        `get` reads the game too. Tables that are not open are left out.

        Raises:
            NotSaved: the store cannot be read.
        """
        return await self._keeping.outlines(table_ids)

    def is_open(self, table_id: int) -> bool:
        """Say whether a table has not ended, in memory or not."""
        return self._memory.is_open(table_id)

    def open_table(self, table_id: int) -> Table | None:
        """Give a table in memory that has not ended, or None.

        It is in memory for some time after `get` or a change.
        """
        live = self._memory.live(table_id)
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
        try:
            table_id = await self._store.last_in_channel(place.guild_id, place.channel_id)
        except StoreError as fault:
            raise NotSaved from fault
        return None if table_id is None else await self.get(table_id)

    async def open(self, new: NewTable, command_id: str) -> Table:
        """Open a table, with its host and computer players in their seats.

        A repeated command gives the table that it opened before, ended or not.

        Raises:
            NotSaved: the store failed.
        """
        secret = self._secrets.secret()
        added = self.addition(new.host, command_id)
        table = new.table(added, secret, self._clock.now())
        return await self._live_tables.add(table)

    def drop_ended(self) -> None:
        """Keep no table in memory that has ended."""
        self._live_tables.memory.drop_ended()

    def addition(self, person: Person, press: str) -> Added:
        """Give what a person adds to the deals by a press or command, with a salt of its own."""
        return Added(person.id, press, self._secrets.secret()[:SALT_BYTES])

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
        live = self._memory.live(table_id)
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
        with suppress(NoSuchTable):
            async with self._live_tables.turn(table_id) as live:
                if message_id is None or not live.table.status.ended:
                    noted = replace(
                        live.table, message_id=message_id, message_round=number, left=None
                    )
                    await self._live_tables.note(live, noted)
