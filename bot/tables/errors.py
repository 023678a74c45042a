"""Every refusal of the table layer, as one tree. Texts are looked up by `code`.

TableError
    NoSuchTable          the id belongs to no table
    TableEnded           it is over; the table is carried along to say how
    NotSeated            the user holds no seat here
    NotYourHand          the press came from another seat's hand
    SeatTaken            someone else holds the seat
    TableFull            no seat is free
    AlreadySeated        the user holds a seat here already
    SeenAnotherHand      the user has played another seat of this game
    HostOnly             only the host (or a moderator) may do this
    TableIsPrivate       only people whom the host lets in may sit down
    RemovedByHost        the host has taken the user off the table
    StillHere            the seat of a person who is there is given to nobody
    NotInLobby           seats and rules are fixed once the game has begun
    NotPlaying           the game has not begun, or waits
    NobodySeated         a game needs at least one person
    NotAbsent            the table has not waited long enough for that seat
    NotAway              the user's seat is not held by a computer player
    ModeratorsOnly       only people who may manage the server may do this
    NoThreadHere         a thread can be opened in a text channel alone
    NoTableHere          nothing is played where a command was given
    WhichTable           several tables could be meant
    NotSaved             the store failed; nothing has changed
"""

from dataclasses import dataclass
from typing import ClassVar

from bot.tables.model import Table
from engine.seats import Seat


class TableError(Exception):
    """Something that a table does not allow now."""

    code: ClassVar[str] = "table"


@dataclass(eq=False)
class NoSuchTable(TableError):
    """The id belongs to no table."""

    code: ClassVar[str] = "no_such_table"
    table_id: int


@dataclass(eq=False)
class TableEnded(TableError):
    """The table is over."""

    code: ClassVar[str] = "table_ended"
    table: Table


@dataclass(eq=False)
class NotSeated(TableError):
    """The user holds no seat at the table."""

    code: ClassVar[str] = "not_seated"
    table: Table


@dataclass(eq=False)
class NotYourHand(TableError):
    """The press came from the hand of another seat."""

    code: ClassVar[str] = "not_your_hand"
    table: Table


@dataclass(eq=False)
class SeatTaken(TableError):
    """Someone else holds the seat."""

    code: ClassVar[str] = "seat_taken"
    seat: Seat
    name: str


@dataclass(eq=False)
class TableFull(TableError):
    """No seat is free."""

    code: ClassVar[str] = "table_full"


@dataclass(eq=False)
class AlreadySeated(TableError):
    """The user holds a seat at the table already."""

    code: ClassVar[str] = "already_seated"
    seat: Seat


@dataclass(eq=False)
class SeenAnotherHand(TableError):
    """The user has played another seat of this game, and so has seen its cards."""

    code: ClassVar[str] = "seen_another_hand"


@dataclass(eq=False)
class HostOnly(TableError):
    """Only the host may do this.

    Attributes:
        host: the host's user id.
    """

    code: ClassVar[str] = "host_only"
    host: int


@dataclass(eq=False)
class TableIsPrivate(TableError):
    """Only people whom the host lets in may sit down.

    Attributes:
        host: the host's user id.
    """

    code: ClassVar[str] = "table_is_private"
    host: int


@dataclass(eq=False)
class RemovedByHost(TableError):
    """The host has taken the user off the table, and has not let them in again.

    Attributes:
        host: the host's user id.
    """

    code: ClassVar[str] = "removed_by_host"
    host: int


@dataclass(eq=False)
class StillHere(TableError):
    """The person of a seat is there, so nobody else may dispose of it.

    Attributes:
        name: whose seat it is.
    """

    code: ClassVar[str] = "still_here"
    name: str


@dataclass(eq=False)
class NotInLobby(TableError):
    """The game has begun, so seats and rules are fixed."""

    code: ClassVar[str] = "not_in_lobby"


@dataclass(eq=False)
class NotPlaying(TableError):
    """The game has not begun, or waits for someone to come back.

    Attributes:
        status: the status of the table.
    """

    code: ClassVar[str] = "not_playing"
    status: str


@dataclass(eq=False)
class NobodySeated(TableError):
    """A game needs at least one person."""

    code: ClassVar[str] = "nobody_seated"


@dataclass(eq=False)
class NotAway(TableError):
    """The user's seat is not held by a computer player."""

    code: ClassVar[str] = "not_away"


@dataclass(eq=False)
class NotAbsent(TableError):
    """The table has not waited so long for a seat that a computer player may play for it.

    Attributes:
        seat: the seat.
    """

    code: ClassVar[str] = "not_absent"
    seat: Seat


@dataclass(eq=False)
class ModeratorsOnly(TableError):
    """Only people who may manage the server may do this."""

    code: ClassVar[str] = "moderators_only"


@dataclass(eq=False)
class NoThreadHere(TableError):
    """A thread was asked for where none can be opened."""

    code: ClassVar[str] = "no_thread_here"


@dataclass(eq=False)
class NoPrivateThreadHere(TableError):
    """A private thread was asked for in an announcement channel, where Discord allows none."""

    code: ClassVar[str] = "no_private_thread_here"


@dataclass(eq=False)
class NoTableHere(TableError):
    """A command that needs a table was given where none is open."""

    code: ClassVar[str] = "no_table_here"


@dataclass(eq=False)
class WhichTable(TableError):
    """A command could mean several tables.

    Attributes:
        tables: their ids.
    """

    code: ClassVar[str] = "which_table"
    tables: tuple[int, ...]


@dataclass(eq=False)
class NotSaved(TableError):
    """The store failed; nothing has changed."""

    code: ClassVar[str] = "not_saved"
