"""The public's and each seat's view: lists of what is shown, never of what is hidden.

All code outside the engine that draws, answers or chooses uses these, so that a hidden card cannot
reach a message, a log or a computer player by accident.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.actions import Bid, Look, Play, SeatAction, Throw
from engine.cards import Card, CardSet
from engine.contracts import bidding_order, contract_of, settled
from engine.drawing import DRAWERS, Drawn
from engine.ending import Outcome
from engine.game import Game
from engine.phases import Phase
from engine.round import Round
from engine.rules import Rules
from engine.score_sheet import RoundScore
from engine.seats import Seat, Side
from engine.tally import Tally
from engine.tricks import Trick, plays_from


@dataclass(frozen=True, slots=True)
class PublicView:
    """What everyone may see.

    Attributes:
        rules: the rules of the table.
        phase: the phase of the game.
        number: the deal, from 1; 0 before the first.
        round_number: the round, from 1; 0 before the first deal. A deal thrown in is dealt again.
        moves: draws, bids, passes and plays since the deal.
        dealer: the seat that deals, or dealt, this round.
        to_act: the seat to act, or None.
        bids: by seat; None for a seat that has not bid, and for all in a round that bids itself.
        order: every seat, in the order in which they bid.
        bids_itself: whether this round has no bidding.
        keeps: where two seats draw their hands, by turn, whether the top card was kept; the seat
            on the dealer's left has drawn first.
        thrown_in: whether this deal was thrown in.
        thrower: the seat that threw its hand in, or None.
        thrown_hand: that hand; empty without one.
        to_pass: the seats that pass cards in this round; the cards stay hidden.
        passed: by seat, whether it has chosen the cards to pass.
        taken: tricks taken in this round, by seat.
        held: how many cards each seat still holds.
        trick: the current trick in the order of play.
        winning: the seat that is winning it, or None between tricks.
        tricks: the complete tricks of the round, oldest first.
        claimer: the seat that claimed the remaining tricks, or None.
        claimed: by seat, the cards with which they were claimed; no seats without a claim.
        dead: the cards that were out of play, once the round has been played; empty before.
        broken: whether spades are broken.
        tallies: points, bags and sets by side, as of the last finished round.
        sheets: the score sheets of the finished rounds.
        outcome: how the game ended, or None.
        time_out: whether the time of the game is out, so that this round is the last.
    """

    rules: Rules
    phase: Phase
    number: int
    round_number: int
    moves: int
    dealer: Seat
    to_act: Seat | None
    bids: tuple[Bid | None, ...]
    order: tuple[Seat, ...]
    bids_itself: bool
    keeps: tuple[bool, ...]
    thrown_in: bool
    thrower: Seat | None
    thrown_hand: CardSet
    to_pass: tuple[Seat, ...]
    passed: tuple[bool, ...]
    taken: tuple[int, ...]
    held: tuple[int, ...]
    trick: tuple[Play, ...]
    winning: Seat | None
    tricks: tuple[Trick, ...]
    claimer: Seat | None
    claimed: tuple[CardSet, ...]
    dead: CardSet
    broken: bool
    tallies: tuple[Tally, ...]
    sheets: tuple[RoundScore, ...]
    outcome: Outcome | None
    time_out: bool

    @property
    def counted(self) -> tuple[Bid | None, ...]:
        """The bids by seat as they count: an opening that a number has closed counts no more."""
        return settled(self.rules, self.bids, self.dealer)

    @property
    def own_bids(self) -> tuple[Bid | None, ...]:
        """The bids by seat, without those whose number is the side's and no seat's.

        Those are an opening and the number that closes it, and the partner of a blind number.
        """
        counted = self.counted
        partner_of = self.rules.partner_of
        closed = {
            seat
            for seat, bid in enumerate(counted)
            if bid is not None and bid.covered and not _is_covered(self.bids[seat])
        }
        return tuple(
            None if bid is None or bid.covered or partner_of(seat) in closed else bid
            for seat, bid in zip(self.rules.seats, counted, strict=True)
        )

    def contract_of(self, side: Side) -> int | None:
        """Give a side's contract so far; None without a number."""
        counted = self.counted
        return contract_of(counted[seat] for seat in self.rules.seats_of(side))

    def last_draw_of(self, seat: Seat) -> bool | None:
        """Say whether a seat kept the top card in its last turn to draw; None before its first."""
        own = self.keeps[self.order.index(seat) :: DRAWERS]
        return own[-1] if own else None

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
        offered: the top card of the stock, in this seat's turn to draw; else None.
        drawn: what came of the turns in which the seat has drawn, oldest first.
        legal: the seat's legal actions; out of turn at most a look.
    """

    seat: Seat
    public: PublicView
    hand: CardSet | None
    given: CardSet
    received: CardSet
    offered: Card | None
    drawn: tuple[Drawn, ...]
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
        """Whether the seat may look at its cards, and give up its blind bids by it."""
        return any(isinstance(action, Look) for action in self.legal)

    @property
    def may_throw_in(self) -> bool:
        """Whether the seat may throw its hand in instead of bidding."""
        return any(isinstance(action, Throw) for action in self.legal)

    @property
    def opening(self) -> Bid | None:
        """The number with which the partner has opened for the side, which this seat is to close.

        None if the seat does not close: before the opening, after a nil or a blind number, and if
        bids are added.
        """
        rules, partner = self.public.rules, self.public.rules.partner_of(self.seat)
        if rules.side_bid == "sum" or partner is None or self.public.bids[self.seat] is not None:
            return None
        bid = self.public.bids[partner]
        return None if bid is None or bid.is_nil else bid


def _is_covered(bid: Bid | None) -> bool:
    return bid is not None and bid.covered


def public_view(game: Game) -> PublicView:
    """Give what anyone may see of a game."""
    current = game.round
    claim = None if current is None else current.claimed
    seats = len(game.rules.seats)
    return PublicView(
        rules=game.rules,
        phase=game.phase,
        number=game.number,
        round_number=game.round_number,
        moves=0 if current is None else current.moves,
        dealer=game.dealer,
        to_act=game.to_act,
        bids=(None,) * seats if current is None else current.bids,
        order=bidding_order(game.rules, game.dealer),
        bids_itself=current is not None and current.bids_itself,
        keeps=() if current is None or current.drawing is None else current.drawing.keeps,
        thrown_in=current is not None and current.thrown_in,
        thrower=None if current is None else current.thrower,
        thrown_hand=CardSet() if current is None else current.shown,
        to_pass=() if current is None else current.to_pass,
        passed=(False,) * seats if current is None else tuple(map(bool, current.passed)),
        taken=(0,) * seats if current is None else current.taken,
        held=(0,) * seats if current is None else tuple(h.bit_count() for h in current.hands),
        trick=() if current is None else plays_from(current.leader, current.trick, seats),
        winning=None if current is None else current.winning,
        tricks=() if current is None else current.tricks,
        claimer=None if claim is None else claim.seat,
        claimed=() if claim is None else tuple(map(CardSet, claim.hands)),
        dead=CardSet() if current is None else current.dead,
        broken=current is not None and current.broken,
        tallies=game.tallies,
        sheets=game.sheets,
        outcome=game.outcome,
        time_out=game.time_out is not None,
    )


def seat_view(game: Game, seat: Seat) -> SeatView:
    """Give what a seat may see of a game."""
    given, received = _exchanged(game.round, seat)
    offered, drawn = _from_stock(game, seat)
    return SeatView(
        seat=seat,
        public=public_view(game),
        hand=_hand_of(game.round, seat),
        given=given,
        received=received,
        offered=offered,
        drawn=drawn,
        legal=game.legal_actions_of(seat),
    )


def _exchanged(current: Round | None, seat: Seat) -> tuple[CardSet, CardSet]:
    if current is None:
        return CardSet(), CardSet()
    partner = current.rules.partner_of(seat)
    done = partner is not None and current.phase in {Phase.PLAYING, Phase.SCORED}
    received = current.passed[partner] if done and partner is not None else 0
    return CardSet(current.passed[seat]), CardSet(received)


def _from_stock(game: Game, seat: Seat) -> tuple[Card | None, tuple[Drawn, ...]]:
    """Give the card that a seat is to keep or toss, and what came of its turns before."""
    if game.round is None or game.round.drawing is None:
        return None, ()
    drawing = game.round.drawing
    return drawing.top if game.to_act == seat else None, drawing.turns_of(seat)


def _hand_of(current: Round | None, seat: Seat) -> CardSet | None:
    if current is None:
        return CardSet()
    return current.hand(seat) if current.seen[seat] else None
