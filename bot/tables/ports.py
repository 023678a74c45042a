"""The ports of the table layer, as Protocols."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol

from bot.tables.model import Level, Table
from bot.tables.resting import Resting, Shard
from engine.actions import Action, RoundAction, SeatAction
from engine.events import Event
from engine.players.player import Choice
from engine.views import SeatView

FORGOTTEN: Final = "forgotten"
"""What processes tell each other when someone is forgotten, besides `person:ID`."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One action for the log.

    Attributes:
        command_id: unique over all tables: the interaction's id, or for automatic actions a name
            made from the table and version.
        action: the action.
        thought: how a computer player chose it, for example how many worlds it sampled.
    """

    command_id: str
    action: Action
    thought: str = ""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A computer player's choice.

    Attributes:
        action: the action; legal in the view that it was chosen from, or a claim.
        thought: how it was chosen, for the log.
        pause: the share of the usual delay of computer players after which it is made.
    """

    action: RoundAction
    thought: str = ""
    pause: float = 1.0


class DuplicateCommandError(Exception):
    """The command id is already in the log: the command has been applied."""


class StaleVersionError(Exception):
    """Another writer has appended to the table's log; nothing was written."""


class StoreError(Exception):
    """The store cannot be read or written now; nothing has changed."""


class LeaseLostError(StoreError):
    """Another process serves the table now, or may do so; nothing has changed."""


class BrokenTableError(StoreError):
    """The stored data of one table is invalid; other tables are not affected.

    Attributes:
        table_id: the table.
        version: the entry of the log that cannot be applied, or 0 if the log is not at fault.
        code: the code of the engine's refusal, or the name of the Python exception.
    """

    def __init__(self, table_id: int, version: int, code: str) -> None:
        """Say which table, where and why; the stored value is not told."""
        super().__init__(f"table {table_id} cannot be read: {code} at version {version}")
        self.table_id = table_id
        self.version = version
        self.code = code


class Store(Protocol):
    """Keeps tables. A call that returns has its change on disk; one that raises changed none."""

    async def create(self, table: Table) -> Table:
        """Store a new table and give it with its id.

        A repeated `command_id` gives the table that it opened before.

        Raises:
            StoreError: it cannot be written now.
        """
        ...

    async def save(self, before: Table, after: Table, entries: Sequence[Entry] = ()) -> None:
        """Write the difference between two states of a table, in one transaction.

        Appends the entries to the log from version `before.version + 1` on, and writes the results
        and totals of finished rounds and games.

        Raises:
            DuplicateCommandError: an entry's command id is already in the log.
            StaleVersionError: the log is not at `before.version`.
            StoreError: it cannot be written now.
        """
        ...

    async def load(self, table_id: int) -> Table | None:
        """Give a table with its game replayed from the log, ended or not; None if unknown.

        Raises:
            BrokenTableError: its stored data is invalid.
            StoreError: it cannot be read now.
        """
        ...

    async def outlines(self, table_ids: Sequence[int]) -> list[Table]:
        """Give what the rows say of tables, oldest first, without reading any log.

        `game` is None, also of a table that plays. Unknown and unreadable tables are left out.

        Raises:
            StoreError: they cannot be read now.
        """
        ...

    async def resting(self, shard: Shard | None = None) -> list[Resting]:
        """Give every table that has not ended, or whose end has not been shown, by its rows.

        The latter still has a message.

        Args:
            shard: only those of its servers; None for all.

        Raises:
            StoreError: they cannot be read now.
        """
        ...

    async def last_in_channel(self, guild_id: int, channel_id: int) -> int | None:
        """Give the id of a channel's newest table that ended with a game.

        None if there is none; closed lobbies do not count.

        Raises:
            StoreError: it cannot be read now.
        """
        ...


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """Give the present moment (aware, UTC)."""
        ...


class Players(Protocol):
    """The computer players."""

    async def choose(self, view: SeatView, seed: str, level: Level, name: str) -> Chosen:
        """Choose an action for a seat from its view.

        Args:
            view: what the seat sees; something is legal in it.
            seed: where chance comes from.
            level: how well to play.
            name: the name of the computer player, which determines its style.
        """
        ...

    def automatic(self, view: SeatView, seed: str) -> SeatAction:
        """Give the action for a person whose time has run out.

        It is always legal, and never nil while another bid is legal.
        """
        ...


class Advisor(Protocol):
    """Gives hints."""

    async def advise(self, view: SeatView, seed: str) -> Choice | None:
        """Give the best action for a seat, with the reason; None if there is no time.

        Args:
            view: what the seat sees; it must be its turn.
            seed: where chance comes from.
        """
        ...


@dataclass(frozen=True, slots=True)
class News:
    """A saved change, which may now be shown.

    Attributes:
        before: the table before, or None for one that is new or was not in memory.
        after: the table now.
        events: what happened in the game, in order.
        actor: the user who did it, or None for the clock and computer players.
        restored: whether the table was restored after a restart, which people should be told.
    """

    before: Table | None
    after: Table
    events: tuple[Event, ...] = ()
    actor: int | None = None
    restored: bool = False


@dataclass(frozen=True, slots=True)
class Prompted:
    """A posted message that asks someone to act.

    Attributes:
        channel_id: its channel.
        message_id: the message.
        table_id: the table that waits; None if an older version noted only the message.
        turn: the turn that it asks for, see `Table.turn_key`.
        user_id: whom it asks.
        guild_id: its server; None if an older version noted only the message.
    """

    channel_id: int
    message_id: int
    table_id: int | None = None
    turn: tuple[int, int] | None = None
    user_id: int | None = None
    guild_id: int | None = None


class Publisher(Protocol):
    """Shows news to people. It only takes note, and never blocks or raises."""

    def publish(self, news: News) -> None:
        """Note a saved change."""
        ...

    def release(self, table_id: int) -> bool:
        """Let go of a table that is to leave memory; say whether that is possible now.

        It is not while there is something to show, or somebody has a hand open.
        """
        ...

    def drop(self, table_id: int) -> None:
        """Let go of a table that another process serves now, whatever is still to be shown."""
        ...


class Secrets(Protocol):
    """The source of secrets."""

    def secret(self) -> bytes:
        """Give 32 bytes from a cryptographically secure source, never the same twice."""
        ...
