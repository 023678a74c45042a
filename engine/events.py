"""The events of an action, in the order in which people see them.

Derived from the game before and after, so that `Game.apply` stays fast and the same events can be
derived from the log after a restart.
"""

from dataclasses import dataclass

from engine.actions import Action, Bid, Claim, Deal, Keep, Look, Pass, Play, Throw, Time, Toss
from engine.cards import Card, CardSet
from engine.ending import Outcome
from engine.game import Game
from engine.phases import Phase
from engine.score_sheet import RoundScore
from engine.seats import Seat, Side
from engine.tricks import Trick


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round has been dealt."""

    number: int
    dealer: Seat


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A seat has drawn from the stock; neither card is told.

    Attributes:
        seat: who.
        kept: whether it kept the top card.
    """

    seat: Seat
    kept: bool


@dataclass(frozen=True, slots=True)
class Looked:
    """A seat has looked at its cards and given up its blind bids."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BidMade:
    """A seat has bid."""

    bid: Bid


@dataclass(frozen=True, slots=True)
class ThrownIn:
    """A deal has been thrown in, and everything is dealt again.

    Attributes:
        seat: the seat that threw its hand in, or None if the bids were too low.
        hand: that hand, which is shown; empty without one.
    """

    seat: Seat | None
    hand: CardSet


@dataclass(frozen=True, slots=True)
class TimeOut:
    """The time of the game is out: the round in play is the last."""


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat has chosen the cards to pass, which stay hidden."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CardsExchanged:
    """The passed cards have changed hands between these seats."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class PlayOpened:
    """Bids and exchange are done; `leader` leads the first trick."""

    leader: Seat


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A seat has played a card."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class SpadesBroken:
    """Spades have been broken."""


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A trick is complete."""

    trick: Trick


@dataclass(frozen=True, slots=True)
class RestClaimed:
    """A seat has claimed the remaining tricks; the hands by seat are shown."""

    seat: Seat
    hands: tuple[CardSet, ...]


@dataclass(frozen=True, slots=True)
class SideResigned:
    """A side has resigned."""

    side: Side


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """A seat is to act now."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RoundScored:
    """A round is over."""

    sheet: RoundScore


@dataclass(frozen=True, slots=True)
class GameEnded:
    """A side has won."""

    outcome: Outcome


Event = (
    Dealt
    | CardDrawn
    | Looked
    | BidMade
    | ThrownIn
    | TimeOut
    | Passed
    | CardsExchanged
    | PlayOpened
    | CardPlayed
    | SpadesBroken
    | TrickTaken
    | RestClaimed
    | SideResigned
    | TurnPassed
    | RoundScored
    | GameEnded
)


def what_happened(before: Game, action: Action, after: Game) -> tuple[Event, ...]:
    """List the events of `after = before.apply(action)`, in the order people see them."""
    events = [*_of_action(before, action, after)]
    if len(after.sheets) > len(before.sheets):
        events.append(RoundScored(after.sheets[-1]))
    if after.outcome is not None:
        events.append(GameEnded(after.outcome))
    seat = after.to_act
    if seat is not None and not isinstance(action, Look | Time):
        events.append(TurnPassed(seat))
    return tuple(events)


def _of_action(before: Game, action: Action, after: Game) -> list[Event]:
    events: list[Event] = []
    match action:
        case Deal():
            events = [Dealt(after.round_number, after.dealer), *_opened(after)]
        case Keep(seat) | Toss(seat):
            events = [CardDrawn(seat, isinstance(action, Keep)), *_opened(after)]
        case Time():
            events = [TimeOut()]
        case Look(seat):
            events = [Looked(seat)]
        case Bid():
            events = [BidMade(action), *_thrown_in(after), *_opened(after)]
        case Throw():
            events = _thrown_in(after)
        case Pass(seat):
            events = [Passed(seat), *_exchanged(after), *_opened(after)]
        case Play(seat, card):
            events = [CardPlayed(seat, card), *_of_play(before, after)]
        case Claim(seat):
            events = [RestClaimed(seat, _claimed(after))]
        case _:
            events = [SideResigned(action.side)]
    return events


def _thrown_in(after: Game) -> list[Event]:
    """Report a deal that was thrown in."""
    current = after.round
    if current is None or not current.thrown_in:
        return []
    return [ThrownIn(current.thrower, current.shown)]


def _opened(after: Game) -> list[Event]:
    """Report the start of the play after the last action before it."""
    if after.round is None or after.phase != Phase.PLAYING:
        return []
    return [PlayOpened(after.round.leader)]


def _exchanged(after: Game) -> list[Event]:
    if after.round is None or after.phase != Phase.PLAYING:
        return []
    return [CardsExchanged(after.round.to_pass)]


def _of_play(before: Game, after: Game) -> list[Event]:
    events: list[Event] = []
    if _broken(after) and not _broken(before):
        events.append(SpadesBroken())
    tricks = _tricks(after)
    if len(tricks) > len(_tricks(before)):
        events.append(TrickTaken(tricks[-1]))
    return events


def _claimed(after: Game) -> tuple[CardSet, ...]:
    claim = None if after.round is None else after.round.claimed
    return () if claim is None else tuple(map(CardSet, claim.hands))


def _broken(game: Game) -> bool:
    return game.round is not None and game.round.broken


def _tricks(game: Game) -> tuple[Trick, ...]:
    return () if game.round is None else game.round.tricks
