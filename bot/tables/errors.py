"""Every refusal of the table layer; the unions at the end list them."""

from dataclasses import dataclass
from typing import ClassVar

from bot.tables.model import Status, Table
from engine.seats import Seat


class TableError(Exception):
    """An action that a table does not allow now."""

    code: ClassVar[str] = "table"


@dataclass(eq=False)
class NoSuchTable(TableError):
    """No table has this id."""

    code: ClassVar[str] = "no_such_table"
    table_id: int


@dataclass(eq=False)
class TableEnded(TableError):
    """The table is over."""

    code: ClassVar[str] = "table_ended"
    table: Table


@dataclass(eq=False)
class NotSeated(TableError):
    """The user has no seat at the table."""

    code: ClassVar[str] = "not_seated"
    table: Table


@dataclass(eq=False)
class NotYourHand(TableError):
    """The press is from the hand of another seat."""

    code: ClassVar[str] = "not_your_hand"
    table: Table


@dataclass(eq=False)
class NotYourSide(TableError):
    """Only the people of the other side may decide this."""

    code: ClassVar[str] = "not_your_side"


@dataclass(eq=False)
class SeatTaken(TableError):
    """Someone else holds the seat."""

    code: ClassVar[str] = "seat_taken"
    seat: Seat
    name: str


@dataclass(eq=False)
class SeatHeld(TableError):
    """The host holds the seat for a guest.

    Attributes:
        guest: the guest's user id.
    """

    code: ClassVar[str] = "seat_held"
    guest: int


@dataclass(eq=False)
class AlreadyCalled(TableError):
    """The server's players have been called to this lobby before."""

    code: ClassVar[str] = "already_called"


@dataclass(eq=False)
class TableFull(TableError):
    """No seat is free."""

    code: ClassVar[str] = "table_full"


@dataclass(eq=False)
class AlreadySeated(TableError):
    """The user already has a seat at the table."""

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
class HostOrPartnerOnly(TableError):
    """Only the host, or the partner at the seat in question, may do this."""

    code: ClassVar[str] = "host_or_partner_only"


@dataclass(eq=False)
class NotAsking(TableError):
    """The person does not ask for a seat any more."""

    code: ClassVar[str] = "not_asking"


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
    """The host has removed the user from the table, and has not let them in again.

    Attributes:
        host: the host's user id.
    """

    code: ClassVar[str] = "removed_by_host"
    host: int


@dataclass(eq=False)
class StillHere(TableError):
    """The person of a seat is present, so nobody else may free it.

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
    status: Status


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
    """The table has not waited long enough for a computer player to take over a seat.

    Attributes:
        seat: the seat.
    """

    code: ClassVar[str] = "not_absent"
    seat: Seat


@dataclass(eq=False)
class ModeratorsOnly(TableError):
    """Only people who manage the server may do this."""

    code: ClassVar[str] = "moderators_only"


@dataclass(eq=False)
class NoThreadHere(TableError):
    """A thread was requested where none can be created."""

    code: ClassVar[str] = "no_thread_here"


@dataclass(eq=False)
class NoPrivateThreadHere(TableError):
    """A private thread was requested in an announcement channel, where Discord allows none."""

    code: ClassVar[str] = "no_private_thread_here"


@dataclass(eq=False)
class NoTableHere(TableError):
    """A command that needs a table was used where none is open."""

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
class UnknownRuleSet(TableError):
    """Neither a preset nor a saved rule set has this name."""

    code: ClassVar[str] = "unknown_rule_set"
    name: str


@dataclass(eq=False)
class OutdatedRuleSet(TableError):
    """A rule set was saved by a version whose rules can no longer be read."""

    code: ClassVar[str] = "outdated_rule_set"
    name: str


@dataclass(eq=False)
class BadRuleCode(TableError):
    """A code of a rule set cannot be read.

    Attributes:
        newer: whether it says what only another version knows; else it is damaged.
    """

    code: ClassVar[str] = "bad_rule_code"
    newer: bool = False


@dataclass(eq=False)
class BadRuleSetName(TableError):
    """The name is empty, too long, or that of a preset."""

    code: ClassVar[str] = "bad_rule_set_name"
    name: str


@dataclass(eq=False)
class TooManyRuleSets(TableError):
    """The server has saved the most rule sets allowed."""

    code: ClassVar[str] = "too_many_rule_sets"


@dataclass(eq=False)
class ServedElsewhere(TableError):
    """Another process serves a table that is to be changed, so nothing has changed."""

    code: ClassVar[str] = "served_elsewhere"


@dataclass(eq=False)
class NotSaved(TableError):
    """The store failed; nothing has changed."""

    code: ClassVar[str] = "not_saved"


SeatRefusal = (
    NotSeated
    | NotYourHand
    | NotYourSide
    | NotAsking
    | SeatTaken
    | SeatHeld
    | TableFull
    | AlreadySeated
    | SeenAnotherHand
    | StillHere
    | NotAway
    | NotAbsent
)
"""A seat is not the user's, or cannot become the user's."""

PermissionRefusal = HostOnly | HostOrPartnerOnly | TableIsPrivate | RemovedByHost | ModeratorsOnly
"""Only someone else may do or allow this."""

StateRefusal = (
    TableEnded | NotInLobby | NotPlaying | NobodySeated | AlreadyCalled | ServedElsewhere | NotSaved
)
"""The state of the table does not allow this."""

PlaceRefusal = NoSuchTable | NoTableHere | WhichTable | NoThreadHere | NoPrivateThreadHere
"""No table was found, or none can be opened."""

RuleSetRefusal = UnknownRuleSet | OutdatedRuleSet | BadRuleCode | BadRuleSetName | TooManyRuleSets
"""A rule set cannot be found or saved."""

TableRefusal = SeatRefusal | PermissionRefusal | StateRefusal | PlaceRefusal | RuleSetRefusal
"""Every refusal of the table layer; a `match` over it is complete when it has a case for each."""
