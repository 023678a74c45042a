"""What the table layer needs from outside, as Protocols."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from bot.tables.model import Level, Table
from engine.actions import Action, SeatAction
from engine.events import Event
from engine.players.player import Choice
from engine.views import SeatView


@dataclass(frozen=True, slots=True)
class Entry:
    """One action for the log.

    Attributes:
        command_id: unique over all tables: the interaction's id, or a name that follows from
            the table and version for what no person did.
        action: what was done.
        thought: how a computer player came to it, for example how many worlds it looked at.
    """

    command_id: str
    action: Action
    thought: str = ""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a computer player chose.

    Attributes:
        action: the action; legal in the view that it was chosen from.
        thought: how it came to it, for the log.
    """

    action: SeatAction
    thought: str = ""


class DuplicateCommandError(Exception):
    """The command id is in the log already: the command has had its effect."""


class StaleVersionError(Exception):
    """Another writer has appended to the table's log; nothing was written."""


class StoreError(Exception):
    """The store cannot be read or written now; nothing was changed."""


class Store(Protocol):
    """Keeps tables. A call that returns has put its change on disk; one that raises, nothing."""

    async def create(self, table: Table) -> Table:
        """Store a new table and give it with its id.

        The same `command_id` again gives the table that it opened before.

        Raises:
            StoreError: it cannot be written now.
        """
        ...

    async def save(self, before: Table, after: Table, entries: Sequence[Entry] = ()) -> None:
        """Write all that differs between two states of a table, in one transaction.

        Appends the entries to the log as versions `before.version + 1` and up, and writes the
        results and totals that follow when a round or a game ended.

        Raises:
            DuplicateCommandError: an entry's command id is in the log.
            StaleVersionError: the log is not at `before.version`.
            StoreError: it cannot be written now.
        """
        ...

    async def load(self, table_id: int) -> Table | None:
        """Give a table with its game replayed from the log, ended or not; None if unknown.

        Raises:
            StoreError: it cannot be read now.
        """
        ...

    async def load_open(self) -> list[Table]:
        """Give every table that has not ended, with its game replayed from the log.

        Along with them come those whose end has not been shown: they still have a message.

        Raises:
            StoreError: they cannot be read now.
        """
        ...

    async def last_in_channel(self, guild_id: int, channel_id: int) -> int | None:
        """Give the id of the newest table of a channel that has ended after its game had begun.

        None where there is none: a lobby that was closed has nothing to tell.

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
        """Choose an action for a seat from what it sees.

        Args:
            view: what the seat sees; something is legal in it.
            seed: where chance comes from.
            level: how well to play.
            name: the name of the computer player, which tells its manner.
        """
        ...

    def automatic(self, view: SeatView, seed: str) -> SeatAction:
        """Give what is done when a person's time runs out.

        Always legal, and never nil while the rules leave another bid.
        """
        ...


class Advisor(Protocol):
    """Says what a strong player would do."""

    async def advise(self, view: SeatView, seed: str) -> Choice | None:
        """Give what to do in a seat, with the reason; None where there is no time for it.

        Args:
            view: what the seat sees; it must be its turn.
            seed: where chance comes from.
        """
        ...


@dataclass(frozen=True, slots=True)
class News:
    """What has been saved and may now be shown.

    Attributes:
        before: the table before, or None when it was opened.
        after: the table now.
        events: what happened in the game, in order.
        actor: the user who did it, or None for the clock and computer players.
        restored: the table was brought back after a restart, and people should be told.
    """

    before: Table | None
    after: Table
    events: tuple[Event, ...] = ()
    actor: int | None = None
    restored: bool = False


@dataclass(frozen=True, slots=True)
class Prompted:
    """A message that asks someone to act, and that stands in its channel.

    Attributes:
        channel_id: where it is.
        message_id: the message.
        table_id: the table that waits; None where an older version has noted nothing more.
        turn: the turn that it asks for, see `Table.turn_key`.
        user_id: whom it asks.
    """

    channel_id: int
    message_id: int
    table_id: int | None = None
    turn: tuple[int, int] | None = None
    user_id: int | None = None


class Publisher(Protocol):
    """Shows news to people. Never blocks and never raises: it only takes note."""

    def publish(self, news: News) -> None:
        """Take note of something that has been saved."""
        ...


class Secrets(Protocol):
    """Where secrets come from."""

    def secret(self) -> bytes:
        """Give 32 fresh bytes from a good random source."""
        ...
