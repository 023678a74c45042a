"""The content of a table's picture, as a plain value.

Drawing and alt text use only this value. Its fields list what is shown, with no place for hidden
cards. `showing` makes it from a table.
"""

from dataclasses import dataclass, field
from typing import Literal

from engine.cards import Card

Colors = Literal["two", "four"]
"""The set of card faces: red and black, or a color for each suit."""

Stage = Literal["lobby", "drawing", "bidding", "exchange", "play", "round", "final"]
Holder = Literal["empty", "person", "computer", "away"]
"""Who is in a seat; away means that a computer player stands in for the person."""

BidWay = Literal["own", "zero", "possible", "with_side"]
"""What a bid is: the seat's own, 0 being nil; a number 0 that is no nil; an opening and a possible;
or made, but with a number that is the side's alone."""

Contract = Literal["none", "open", "made", "set"]
"""The state of a contract: none, open, made, or out of reach."""

Spades = Literal["closed", "broken", "free"]
"""Whether spades may be led: not yet, because they are broken, or at any time."""


@dataclass(frozen=True, slots=True)
class Played:
    """A card on the table, and the seat that played it."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class TrickPicture:
    """A trick, complete or not.

    Attributes:
        number: its number in the round, from 1.
        played: the cards in order, the lead first.
        winner: the seat that is winning or has won it.
        complete: whether every seat has played to it.
    """

    number: int
    played: tuple[Played, ...]
    winner: int
    complete: bool


@dataclass(frozen=True, slots=True)
class AvatarPicture:
    """The avatar of a person; avatars with the same path are equal.

    Attributes:
        path: its path at Discord's CDN, which contains a hash of the picture.
        data: Discord's file, which may be invalid.
    """

    path: str
    data: bytes = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class SeatPicture:
    """One seat.

    Attributes:
        seat: its number from 0.
        side: the side that it scores for.
        name: the drawn name; empty if the font lacks one of its letters.
        avatar: the avatar of its person, or None for a drawn face.
        holder: who is in it.
        host: whether it is the host's; only in the lobby.
        ready: whether its person is ready; only in the lobby.
        bid: the tricks bid, or None; `way` says what they are.
        blind: whether the bid was made blind.
        taken: tricks taken in this round.
        held: how many cards it holds.
        passing: whether it passes cards in this round, and has or has not chosen them.
        way: what its bid is.
        drew: what it did with the top card of the pack in its last turn, while hands are drawn.
    """

    seat: int
    side: int
    name: str
    avatar: AvatarPicture | None
    holder: Holder
    host: bool
    ready: bool
    bid: int | None
    blind: bool
    taken: int
    held: int
    passing: Literal["no", "to_choose", "chosen"]
    way: BidWay = "own"
    drew: Literal["", "kept", "tossed"] = ""

    @property
    def said(self) -> str:
        """The bid as it is drawn; empty where the seat has none of its own."""
        if self.bid is None:
            return ""
        if self.way == "possible":
            return f"{self.bid}+"
        return str(self.bid) if self.bid or self.way == "zero" else "nil"

    @property
    def is_nil(self) -> bool:
        """Whether the seat has bid nil, blind or not."""
        return self.bid == 0 and self.way == "own"


@dataclass(frozen=True, slots=True)
class NilResult:
    """A nil of a finished round."""

    seat: int
    blind: bool
    made: bool


@dataclass(frozen=True, slots=True)
class RoundResult:
    """The result of a finished round for a side.

    Attributes:
        points: the change of the total, including penalties.
        bags: the bags of the round.
        penalty: points lost to bags, as a positive number.
        nils: every nil of the side.
        boston: whether the side bid and took every trick.
    """

    points: int
    bags: int
    penalty: int
    nils: tuple[NilResult, ...]
    boston: bool


@dataclass(frozen=True, slots=True)
class SidePicture:
    """One side: a partnership, or a seat in solo.

    Attributes:
        side: its number from 0.
        seats: the seats that score for it.
        points: its total as of the last finished round.
        bags: its bags towards the next penalty, likewise.
        contract: the tricks bid together, once all its seats have bid; None for no contract.
        towards: the tricks of this round that count towards the contract.
        over: bags of this round so far, as they would count if it ended now.
        state: how the contract stands.
        result: the result of the finished round, between rounds and at the end.
        place: its place at the end, 1 for the winner; None before the end, and for a side that
            the rules give no place.
        sets: how many sets it has, and how many lose; None where sets lose nothing.
    """

    side: int
    seats: tuple[int, ...]
    points: int
    bags: int
    contract: int | None
    towards: int
    over: int
    state: Contract
    result: RoundResult | None
    place: int | None
    sets: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class RulesPicture:
    """The rules at a glance.

    Attributes:
        target: the points that end the game, or None.
        losing_score: the points at or below which the game also ends; None for no limit.
        bag_limit: the number of bags that costs points; None if bags are free.
        penalty: the cost of that many bags.
        nil: points for a nil made; None if nil is not played.
        blind_nil: the same for blind nil; None if it is not allowed.
        exchange: cards that a nil bidder and the partner pass to each other; 0 for none.
        jokers: whether two jokers are the highest trumps.
    """

    target: int | None
    losing_score: int | None
    bag_limit: int | None
    penalty: int
    nil: int | None
    blind_nil: int | None
    exchange: int
    jokers: bool


@dataclass(frozen=True, slots=True)
class TablePicture:
    """The content of a table's picture.

    Attributes:
        stage: the kind of picture.
        colors: the set of card faces.
        partners: whether two seats score together.
        seats: by seat.
        sides: by side.
        rules: the rules at a glance.
        paused: whether the table waits for people to come back, or for a channel.
        round: the number of the round; 0 before the first.
        rounds: how many rounds the game has; None for no such end.
        last_round: whether this round is the last, by rounds or by time.
        tricks: how many tricks the round has.
        dealer: the seat that deals, or dealt; None in the lobby.
        to_act: the seat whose turn it is, or None.
        bids_itself: whether the round has no bidding, and each trick scores by itself.
        spades: whether spades may be led.
        trick: the trick on the table; between two tricks, the one just taken.
        last: the trick before it.
        thrown: the hand that was thrown in, sorted.
        thrower: the seat whose hand that was, or None.
        stock: how many cards are left in the pack that two seats draw from.
        put_away: how many cards they have put away.
    """

    stage: Stage
    colors: Colors
    partners: bool
    seats: tuple[SeatPicture, ...]
    sides: tuple[SidePicture, ...]
    rules: RulesPicture
    paused: bool
    round: int = 0
    rounds: int | None = None
    last_round: bool = False
    tricks: int = 13
    dealer: int | None = None
    to_act: int | None = None
    bids_itself: bool = False
    spades: Spades = "closed"
    trick: TrickPicture | None = None
    last: TrickPicture | None = None
    thrown: tuple[Card, ...] = ()
    thrower: int | None = None
    stock: int = 0
    put_away: int = 0

    @property
    def together(self) -> int | None:
        """What the bids of all sides come to so far; None before the first."""
        if all(seat.bid is None and seat.way == "own" for seat in self.seats):
            return None
        return sum(
            sum(self.seats[seat].bid or 0 for seat in side.seats)
            if side.contract is None
            else side.contract
            for side in self.sides
        )
