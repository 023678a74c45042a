"""Why an action is not legal in a round, in the order in which people would be told."""

from typing import TYPE_CHECKING, Final

from engine.actions import Bid, Look, Pass, Play, SeatAction
from engine.bidding import refuse_bid
from engine.cards import Card
from engine.errors import (
    CardNotHeld,
    LowestClubOpens,
    MustFollowSuit,
    NoSpadeYet,
    NothingToExchange,
    NothingToLookAt,
    NotYourTurn,
    RuleError,
    SpadesNotBroken,
    UnknownAction,
    UnknownSeat,
    WrongPhase,
)
from engine.exchange import refuse_pass
from engine.phases import Phase

if TYPE_CHECKING:
    from engine.round import Round

_PHASES: Final[dict[type, Phase]] = {
    Look: Phase.BIDDING,
    Bid: Phase.BIDDING,
    Pass: Phase.EXCHANGING,
    Play: Phase.PLAYING,
}
"""The phase that each action of a seat belongs to."""


def refusal_of(current: "Round", action: SeatAction) -> RuleError | None:
    """Say why an action is not legal in a round, or None where it is."""
    phase = _PHASES.get(type(action))
    if phase is None:
        return UnknownAction(type(action).__name__)
    if action.seat not in current.rules.seats:
        return UnknownSeat(action.seat)
    if phase is not current.phase:
        return WrongPhase(current.phase)
    if isinstance(action, Look):
        return None if current.legal_looks(action.seat) else NothingToLookAt(action.seat)
    if action.seat == current.turn:
        return _not_allowed(current, action)
    idle = isinstance(action, Pass) and action.seat not in current.to_pass
    return NothingToExchange(action.seat) if idle else NotYourTurn(action.seat, current.turn)


def _not_allowed(current: "Round", action: Bid | Pass | Play) -> RuleError | None:
    if isinstance(action, Bid):
        return refuse_bid(current.rules, current.bidder, action)
    if isinstance(action, Pass):
        return refuse_pass(current.rules, action, current.hands[action.seat])
    return _refuse_play(current, action.card)


def _refuse_play(current: "Round", card: Card) -> RuleError | None:
    if not current.hands[current.turn] & card.bit:
        return CardNotHeld(card)
    return None if current.playable & card.bit else _why_not_playable(current)


def _why_not_playable(current: "Round") -> RuleError:
    """Name the rule that leaves the seat to act other cards than one that it holds."""
    deck = current.rules.cards
    if current.led is not None:
        follows = current.playable & deck.same_suit[current.led.index]
        return MustFollowSuit(deck.suit_of[current.led.index]) if follows else NoSpadeYet()
    first = current.first_trick
    if (
        first
        and current.rules.opening == "lowest_club"
        and current.playable == deck.lowest_club.bit
    ):
        return LowestClubOpens(deck.lowest_club)
    return NoSpadeYet() if first and current.may_lead_spades else SpadesNotBroken()
