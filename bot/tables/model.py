"""A table as a frozen value: its people, its rules, its game and its deadline."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from engine.deals import Seeds, commitment, leaf
from engine.game import Game
from engine.phases import Phase
from engine.rules import Rules
from engine.seats import Seat


class Status(StrEnum):
    """The status of a table."""

    LOBBY = "lobby"
    PLAYING = "playing"
    PAUSED = "paused"
    """Everyone has left; the table waits a while for someone to return."""
    PARKED = "parked"
    """Its channel cannot be used; the game waits until someone resumes it elsewhere, or it is
    closed after a long time."""
    FINISHED = "finished"
    """The game was played to its end."""
    CLOSED = "closed"
    """The table ended without a result."""

    @property
    def ended(self) -> bool:
        """Whether the table has ended."""
        return self in {Status.FINISHED, Status.CLOSED}


class DueKind(StrEnum):
    """What happens at a table's deadline."""

    TURN = "turn"
    """The clock of the person to act runs out."""
    COMPUTER = "computer"
    """A computer player acts, or the last card of a hand plays itself."""
    DEAL = "deal"
    """The next round is dealt."""
    CLOSE = "close"
    """A table that is deserted, or that nobody can see, is closed. If people are only inactive, the
    first deadline warns them and the second closes the table."""


_BEFORE_PLAY: Final = frozenset({Phase.BIDDING, Phase.EXCHANGING})


class Pace(StrEnum):
    """How long people may think. `RULES` means the clocks of the rule set, `NONE` no clock."""

    RULES = "rules"
    NONE = "none"
    QUICK = "quick"
    STEADY = "steady"
    RELAXED = "relaxed"
    SLOW = "slow"
    """For tables that go on over days."""


class Level(StrEnum):
    """How well the computer players of a table play."""

    EASY = "easy"
    """By rules of thumb, with mistakes."""
    NORMAL = "normal"
    STRONG = "strong"


DAY: Final = 86_400
"""Seconds of a day."""

CLOCKS: Final[dict[Pace, tuple[int | None, int | None]]] = {
    Pace.NONE: (None, None),
    Pace.QUICK: (30, 15),
    Pace.STEADY: (60, 30),
    Pace.RELAXED: (180, 90),
    Pace.SLOW: (DAY, DAY),
}
"""Seconds to bid and to play. Quick is Spades Hero's; the others are two and three times that."""


@dataclass(frozen=True, slots=True)
class Person:
    """A Discord user.

    Attributes:
        id: the user's id.
        name: the name to show.
        avatar: the path of the avatar at Discord's CDN, without the ending, such as
            `avatars/80351110224678912/8342729096ea3675442027381ff50dfe`; empty for none.
    """

    id: int
    name: str
    avatar: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table is: ids of the server and of the channel or thread."""

    guild_id: int
    channel_id: int


@dataclass(frozen=True, slots=True)
class LeftMessage:
    """A message that showed a table before the table was moved: its channel and id."""

    channel_id: int
    message_id: int


@dataclass(frozen=True, slots=True)
class Due:
    """The one deadline of a table: what happens, and when (aware, UTC)."""

    kind: DueKind
    at: datetime


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """How much is left of the minutes that a game may take.

    Attributes:
        left: how much, at `at`; never below 0.
        at: a moment since which the clock has run (aware, UTC), or None while it stands.
    """

    left: timedelta
    at: datetime | None = None

    @property
    def out_at(self) -> datetime | None:
        """When the time is out; None while the clock stands."""
        return None if self.at is None else self.at + self.left


@dataclass(frozen=True, slots=True)
class Chair:
    """Who holds a seat.

    Attributes:
        person: the holder; None for an empty seat or a computer player's own.
        computer: the name of the computer player that plays the seat now, if any; if there is a
            person, it stands in until the person returns.
        misses: turns in a row that ran out of time.
        ready: whether the person is ready: in the lobby for the game, between rounds for the next
            one.
        held_for: the user id of the guest for whom the host holds the free seat, before the game.
        acted_at: when the person was last active at the table during the game (aware, UTC),
            accurate to some minutes; None if unknown.
    """

    person: Person | None = None
    computer: str | None = None
    misses: int = 0
    ready: bool = False
    acted_at: datetime | None = None
    held_for: int | None = None

    @property
    def empty(self) -> bool:
        """Whether nobody holds the seat."""
        return self.person is None and self.computer is None

    @property
    def free(self) -> bool:
        """Whether nobody holds the seat, and it is held for nobody."""
        return self.empty and self.held_for is None

    @property
    def away(self) -> bool:
        """Whether a computer player stands in for the person."""
        return self.person is not None and self.computer is not None

    @property
    def open_to_all(self) -> bool:
        """Whether anyone may take the seat."""
        return self.person is None and self.held_for is None

    def open_to(self, user_id: int) -> bool:
        """Whether a user may take the seat."""
        return self.person is None and self.held_for in {None, user_id}

    @property
    def name(self) -> str:
        """The name of the holder; empty for an empty seat."""
        return self.person.name if self.person is not None else self.computer or ""


@dataclass(frozen=True, slots=True)
class Asking:
    """Someone who asks for the seat of a computer player, during the game."""

    person: Person
    seat: Seat


@dataclass(frozen=True, slots=True)
class Added:
    """What a person added to the deals by sitting down; only its hash is a contribution.

    Attributes:
        user_id: the person.
        press: the id of the press or command.
        salt: random bytes, without which the hash tells nothing about the person.
    """

    user_id: int
    press: str
    salt: bytes

    @property
    def text(self) -> str:
        """What is hashed after the salt."""
        return f"{self.user_id}:{self.press}"

    @property
    def leaf(self) -> str:
        """The contribution to the deals."""
        return leaf(self.user_id, self.press, self.salt)


@dataclass(frozen=True, slots=True)
class Table:
    """Everything about one table.

    Attributes:
        id: its number; 0 until it is stored.
        command_id: the interaction that opened it, so that it is opened once.
        place: where it is.
        host: the user id of the host, who may start and end it.
        rules: the rule set.
        pace: how long people may think.
        status: its status.
        chairs: by seat.
        seeds: the seeds of the deals. Secret until the game is over.
        added: what is behind those contributions that are leaves, as far as it is known.
        created_at: when it was opened (aware, UTC).
        game: the game, from its start on. It holds every hand, so the repr omits it.
        version: the number of its actions in the log.
        message_id: the public message that shows it and is kept up to date, or None. An ended table
            keeps it until its end has been shown.
        message_round: the round of this message; 0 is the lobby.
        left: the message that a new one is to replace, or None.
        due: its deadline, or None.
        level: how well its computer players play.
        moved_at: when the last action was made (aware, UTC), or None before the game.
        warned_at: when its people were warned that it will be closed for inactivity (aware, UTC),
            or None. A closed table with it was closed for inactivity.
        sat: every (user id, seat) of the game so far, so that nobody plays two seats.
        private: whether only people whom the host lets in may sit down.
        invited: the user ids of those people.
        removed: the user ids of those whom the host has removed, and not let in since.
        called: whether the server's players have been called to the lobby.
        end_votes: the user ids of those who vote for ending the game without a result; at a closed
            table, of those who ended it.
        ask_first: whether a computer player's seat is taken, during the game, only with the yes of
            the host or of the partner there.
        asking: those who ask for such a seat, the newest last.
        resign_votes: the user ids of those who vote for their side to resign.
        time_left: what is left of the game's minutes, or None before the first deal and where
            there is no such limit.
    """

    id: int
    command_id: str
    place: Place
    host: int
    rules: Rules
    pace: Pace
    status: Status
    chairs: tuple[Chair, ...]
    seeds: Seeds
    created_at: datetime
    game: Game | None = field(default=None, repr=False)
    version: int = 0
    message_id: int | None = None
    message_round: int = 0
    left: LeftMessage | None = None
    due: Due | None = None
    level: Level = Level.NORMAL
    moved_at: datetime | None = None
    warned_at: datetime | None = None
    sat: frozenset[tuple[int, Seat]] = field(default_factory=frozenset)
    private: bool = False
    invited: frozenset[int] = frozenset()
    removed: frozenset[int] = frozenset()
    called: bool = False
    end_votes: frozenset[int] = frozenset()
    resign_votes: frozenset[int] = frozenset()
    ask_first: bool = False
    asking: tuple[Asking, ...] = ()
    time_left: TimeLeft | None = None
    added: tuple[Added, ...] = ()

    @property
    def commitment(self) -> str:
        """The hash of the secret, shown before the game."""
        return commitment(self.seeds.secret)

    @property
    def clocks(self) -> tuple[int | None, int | None]:
        """Seconds to bid and to play; None for no clock."""
        return CLOCKS.get(self.pace, (self.rules.bid_seconds, self.rules.play_seconds))

    @property
    def clock(self) -> int | None:
        """Seconds that the clock gives the present turn; None for no clock."""
        to_bid, to_play = self.clocks
        before_play = self.game is not None and self.game.phase in _BEFORE_PLAY
        return to_bid if before_play else to_play

    @property
    def turn(self) -> Seat | None:
        """The seat to act, or None."""
        return None if self.game is None else self.game.to_act

    @property
    def turn_key(self) -> tuple[int, int]:
        """The turn: the round and the number of moves made in it."""
        if self.game is None or self.game.round is None:
            return (0, 0)
        return (self.game.number, self.game.round.moves)

    @property
    def people(self) -> tuple[Person, ...]:
        """Everyone who holds a seat, in the order of the seats."""
        return tuple(chair.person for chair in self.chairs if chair.person is not None)

    @property
    def anyone_there(self) -> bool:
        """Whether at least one person holds a seat and is not away."""
        return any(chair.person is not None and not chair.away for chair in self.chairs)

    def seat_of(self, user_id: int) -> Seat | None:
        """Give the seat that a user holds, or None."""
        for seat, chair in zip(self.rules.seats, self.chairs, strict=True):
            if chair.person is not None and chair.person.id == user_id:
                return seat
        return None

    def played_seat(self, user_id: int) -> Seat | None:
        """Give the seat that a user holds, or else has held earlier in the game; or None."""
        earlier = (seat for person, seat in sorted(self.sat) if person == user_id)
        seat = self.seat_of(user_id)
        return next(earlier, None) if seat is None else seat

    def held_seat(self, user_id: int) -> Seat | None:
        """Give the seat that is held for a user, or None."""
        held = (s for s in self.rules.seats if self.chairs[s].held_for == user_id)
        return next(held, None)

    def waits_for(self, user_id: int) -> bool:
        """Whether a user who is there is to act."""
        if self.status is not Status.PLAYING or self.turn is None:
            return False
        chair = self.chairs[self.turn]
        return chair.person is not None and chair.person.id == user_id and not chair.away

    def without_votes(self) -> "Table":
        """Give the table with no votes for the end of its game."""
        return replace(self, end_votes=frozenset(), resign_votes=frozenset())

    def with_chair(self, seat: Seat, chair: Chair) -> "Table":
        """Give the table with one seat changed."""
        chairs = tuple(
            chair if at == seat else old
            for at, old in zip(self.rules.seats, self.chairs, strict=True)
        )
        return replace(self, chairs=chairs)
