"""The public's and each seat's view: lists of what is shown, never of what is hidden.

All code outside the engine that draws, answers or chooses uses these, so that a hidden card cannot
reach a message, a log or a computer player by accident.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.actions import Bid, Look, Play, SeatAction
from engine.cards import Card, CardSet
from engine.game import Game
from engine.phases import Phase
from engine.round import Round
from engine.rules import Rules
from engine.scoring import Outcome, RoundScore
from engine.seats import Seat
from engine.tally import Tally
from engine.tricks import Trick, plays_from


@dataclass(frozen=True, slots=True)
class PublicView:
    """What everyone may see.

    Attributes:
        rules: the rules of the table.
        phase: the phase of the game.
        number: the round, from 1; 0 before the first deal.
        moves: bids and plays since the deal.
        dealer: the seat that deals, or dealt, this round.
        to_act: the seat to act, or None.
        bids: by seat; None for a seat that has not bid, and for all in a round that bids itself.
        bids_itself: whether this round has no bidding.
        to_pass: the seats that pass cards in this round; the cards stay hidden.
        passed: by seat, whether it has chosen the cards to pass.
        taken: tricks taken in this round, by seat.
        held: how many cards each seat still holds.
        trick: the current trick in the order of play.
        winning: the seat that is winning it, or None between tricks.
        tricks: the complete tricks of the round, oldest first.
        claimed: the cards with which the winner of the last trick claimed the remaining tricks;
            empty without a claim.
        broken: whether spades are broken.
        tallies: points and bags by side, as of the last finished round.
        sheets: the score sheets of the finished rounds.
        outcome: how the game ended, or None.
    """

    rules: Rules
    phase: Phase
    number: int
    moves: int
    dealer: Seat
    to_act: Seat | None
    bids: tuple[Bid | None, ...]
    bids_itself: bool
    to_pass: tuple[Seat, ...]
    passed: tuple[bool, ...]
    taken: tuple[int, ...]
    held: tuple[int, ...]
    trick: tuple[Play, ...]
    winning: Seat | None
    tricks: tuple[Trick, ...]
    claimed: CardSet
    broken: bool
    tallies: tuple[Tally, ...]
    sheets: tuple[RoundScore, ...]
    outcome: Outcome | None

    @property
    def last_trick(self) -> Trick | None:
        """The last complete trick of this round, or None."""
        return self.tricks[-1] if self.tricks else None

    @property
    def led(self) -> Card | None:
        """The first card of the current trick, or None between tricks."""
        return self.trick[0].card if self.trick else None


@dataclass(frozen=True, slots=True)
class SeatView:
    """What one seat may see.

    Attributes:
        seat: whose view it is.
        public: what everyone sees.
        hand: the seat's cards, or None while they are hidden from the seat itself.
        given: the cards that the seat has passed to its partner.
        received: the cards received from its partner, once they have changed hands.
        legal: the seat's legal actions; out of turn at most a look.
    """

    seat: Seat
    public: PublicView
    hand: CardSet | None
    given: CardSet
    received: CardSet
    legal: Sequence[SeatAction]

    @property
    def playable(self) -> CardSet:
        """The cards that may be played now; empty out of turn and during the bidding."""
        return CardSet.of(action.card for action in self.legal if isinstance(action, Play))

    @property
    def bids(self) -> tuple[Bid, ...]:
        """The bids that may be made now."""
        return tuple(action for action in self.legal if isinstance(action, Bid))

    @property
    def may_look(self) -> bool:
        """Whether the seat may look at its cards, which gives up blind nil."""
        return any(isinstance(action, Look) for action in self.legal)


def public_view(game: Game) -> PublicView:
    """Give what anyone may see of a game."""
    current = game.round
    seats = len(game.rules.seats)
    return PublicView(
        rules=game.rules,
        phase=game.phase,
        number=game.number,
        moves=0 if current is None else current.moves,
        dealer=game.dealer,
        to_act=game.to_act,
        bids=(None,) * seats if current is None else current.bids,
        bids_itself=current is not None and current.bids_itself,
        to_pass=() if current is None else current.to_pass,
        passed=(False,) * seats if current is None else tuple(map(bool, current.passed)),
        taken=(0,) * seats if current is None else current.taken,
        held=(0,) * seats if current is None else tuple(h.bit_count() for h in current.hands),
        trick=() if current is None else plays_from(current.leader, current.trick, seats),
        winning=None if current is None else current.winning,
        tricks=() if current is None else current.tricks,
        claimed=CardSet(0 if current is None else current.claimed),
        broken=current is not None and current.broken,
        tallies=game.tallies,
        sheets=game.sheets,
        outcome=game.outcome,
    )


def seat_view(game: Game, seat: Seat) -> SeatView:
    """Give what a seat may see of a game."""
    given, received = _exchanged(game.round, seat)
    return SeatView(
        seat=seat,
        public=public_view(game),
        hand=_hand_of(game.round, seat),
        given=given,
        received=received,
        legal=game.legal_actions_of(seat),
    )


def _exchanged(current: Round | None, seat: Seat) -> tuple[CardSet, CardSet]:
    if current is None:
        return CardSet(), CardSet()
    partner = current.rules.partner_of(seat)
    done = partner is not None and current.phase not in {Phase.BIDDING, Phase.EXCHANGING}
    received = current.passed[partner] if done and partner is not None else 0
    return CardSet(current.passed[seat]), CardSet(received)


def _hand_of(current: Round | None, seat: Seat) -> CardSet | None:
    if current is None:
        return CardSet()
    return current.hand(seat) if current.seen[seat] else None
