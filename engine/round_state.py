"""The state of a round, and what may be done in it. How it goes on, `engine.round` says."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.actions import (
    PLAYS,
    Bid,
    Claim,
    Deal,
    Keep,
    Look,
    Pass,
    Play,
    RoundAction,
    SeatAction,
    Throw,
    Toss,
)
from engine.basis import Basis, Terms
from engine.cards import Bits, Card, CardSet
from engine.claims import Claimed, certain_tricks
from engine.drawing import Drawing
from engine.errors import (
    NothingToClaim,
    NothingToExchange,
    NotYourTurn,
    RuleError,
    UnknownAction,
    UnknownSeat,
    WrongPhase,
)
from engine.exchange import Passed, legal_passes, refuse_pass
from engine.phases import Phase
from engine.positions import Start
from engine.rules import Rules
from engine.seats import SEATS, Seat
from engine.tricks import Trick, refuse_play, winning_index

_PHASES: Final[dict[type, Phase]] = {
    Keep: Phase.DRAWING,
    Toss: Phase.DRAWING,
    Look: Phase.BIDDING,
    Bid: Phase.BIDDING,
    Throw: Phase.BIDDING,
    Pass: Phase.EXCHANGING,
    Play: Phase.PLAYING,
    Claim: Phase.PLAYING,
}
"""The phase that each action of a seat belongs to."""

FEWEST_CLAIMED: Final = 2
"""The fewest cards to claim with."""


class RoundState(NamedTuple):
    """The state of one deal.

    Attributes:
        basis: the rules, the deal, the bids and the passes, which do not change in the play.
        phase: `DRAWING`, `BIDDING`, `EXCHANGING`, `PLAYING`, or `SCORED` once every card has been
            played, or none will be.
        turn: the seat to act; once the round is finished, the winner of the last trick, or the
            last seat that acted where none was played.
        leader: the seat that leads, or led, the current trick.
        trick: the cards of the current trick in the order of play.
        taken: tricks taken, by seat.
        broken: whether spades are broken.
        tricks: the complete tricks, oldest first.
        playable: the cards that the seat to act may play; none outside the play.
        played: every card played since the first lead.
        claimed: who claimed the remaining tricks, and the hands at that time; None without a claim.
    """

    basis: Basis
    phase: Phase
    turn: Seat
    leader: Seat
    trick: tuple[Card, ...]
    taken: tuple[int, ...]
    broken: bool
    tricks: tuple[Trick, ...]
    playable: Bits
    played: Bits = 0
    claimed: Claimed | None = None

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self.basis.rules

    @property
    def dealer(self) -> Seat:
        """The seat that dealt, and bids last."""
        return self.basis.dealer

    @property
    def dealt(self) -> tuple[Bits, ...]:
        """The hands at the start, by seat; while they are drawn, as far as they are."""
        return self.basis.dealt

    @property
    def drawing(self) -> Drawing | None:
        """The stock and its turns where two seats draw their hands, else None."""
        return self.basis.drawing

    @property
    def deal(self) -> Deal:
        """The deal that the round began with; not of a position."""
        if self.drawing is not None:
            return Deal((), self.drawing.stock)
        return Deal(tuple(map(CardSet, self.dealt)))

    @property
    def dead(self) -> CardSet:
        """The cards that were out of play, once the round has been played; empty before."""
        if not self.finished or self.unplayed or self.start is not None:
            return CardSet()
        return CardSet(self.rules.deck_in_play.cards & ~sum(self.dealt))

    @property
    def hands(self) -> tuple[Bits, ...]:
        """The cards still held, by seat."""
        left = ~self.played
        return tuple([held & left for held in self.basis.held])

    @property
    def terms(self) -> Terms:
        """What was settled before the deal."""
        return self.basis.terms

    @property
    def bids(self) -> tuple[Bid | None, ...]:
        """The bids so far, by seat; all None in a round that bids itself."""
        return self.basis.bids

    @property
    def seen(self) -> tuple[bool, ...]:
        """By seat, whether it sees its own cards."""
        return self.basis.seen

    @property
    def passed(self) -> Passed:
        """By seat, the cards passed to the partner; 0 for none."""
        return self.basis.passed

    @property
    def start(self) -> Start | None:
        """The start of the play in a position set up in mid-round, else None."""
        return self.basis.start

    @property
    def face_down(self) -> tuple[bool, ...]:
        """By seat, whether its cards were dealt face down, so that something may be bid blind."""
        return self.basis.face_down

    @property
    def bidding_order(self) -> tuple[Seat, ...]:
        """Every seat, in the order in which they bid."""
        return self.basis.bidding_order

    @property
    def finished(self) -> bool:
        """Whether every card has been played, or none will be."""
        return self.phase == Phase.SCORED

    @property
    def unplayed(self) -> bool:
        """Whether the round is finished without a card: thrown in, or scored as bid."""
        return self.phase == Phase.SCORED and not any(self.taken)

    @property
    def thrown_in(self) -> bool:
        """Whether the cards were thrown in, so that nothing is scored and all is dealt again."""
        if not self.unplayed:
            return False
        return self.rules.table_short != "made" or self.thrower is not None

    @property
    def thrower(self) -> Seat | None:
        """The seat that threw its hand in, or None."""
        return self.turn if self.unplayed and self.bids[self.turn] is None else None

    @property
    def shown(self) -> CardSet:
        """The hand that was thrown in, which everyone sees; empty without one."""
        seat = self.thrower
        return CardSet() if seat is None else self.hand(seat)

    @property
    def bids_itself(self) -> bool:
        """Whether this round has no bidding."""
        return self.terms.bids_itself

    @property
    def led(self) -> Card | None:
        """The first card of the current trick, or None between tricks."""
        return self.trick[0] if self.trick else None

    @property
    def last_trick(self) -> Trick | None:
        """The last complete trick, or None before the first."""
        return self.tricks[-1] if self.tricks else None

    @property
    def winning(self) -> Seat | None:
        """The seat that is winning the current trick, or None between tricks."""
        if not self.trick:
            return None
        return SEATS[(self.leader + winning_index(self.rules, self.trick)) % len(self.taken)]

    @property
    def to_pass(self) -> tuple[Seat, ...]:
        """The seats that pass cards in this round, in the order in which they choose."""
        before = self.phase in {Phase.DRAWING, Phase.BIDDING}
        return () if before or self.unplayed else self.basis.to_pass

    @property
    def moves(self) -> int:
        """The number of draws, bids, passes and plays since the deal, which identifies a turn."""
        bids = [bid for bid in self.bids if bid is not None and not bid.covered]
        made = len(bids) + sum(map(bool, self.passed))
        made += 0 if self.drawing is None else len(self.drawing.keeps)
        return made + len(self.trick) + sum(len(trick.cards) for trick in self.tricks)

    @property
    def certain(self) -> tuple[int, ...] | None:
        """The remaining tricks by side, if they are certain whatever anyone plays.

        Any seat may claim them then. None if that is not proven, within a trick, on the first,
        which may have special rules, and with only one card left, which is as quickly played.
        """
        between_tricks = self.phase == Phase.PLAYING and not self.trick and any(self.taken)
        if not between_tricks or len(self.hand(self.turn)) < FEWEST_CLAIMED:
            return None
        return certain_tricks(self.rules, self.hands, self.turn, self.bids, broken=self.broken)

    def hand(self, seat: Seat) -> CardSet:
        """Give the cards that a seat still holds."""
        return CardSet(self.basis.held[seat] & ~self.played)

    @property
    def legal_actions(self) -> Sequence[SeatAction]:
        """Every action of the seat to act; empty once the round is finished."""
        turn, left = self.turn, self.playable
        if not left:
            return self._legal_before_play()
        plays, legal = PLAYS[turn], []
        while left:
            lowest = left & -left
            legal.append(plays[lowest.bit_length() - 1])
            left ^= lowest
        return tuple(legal)

    def _legal_before_play(self) -> Sequence[SeatAction]:
        basis, turn = self.basis, self.turn
        if self.phase == Phase.DRAWING:
            return (Keep(turn), Toss(turn))
        if self.phase == Phase.BIDDING:
            may_throw = basis.rules.throw_in != "none" and not basis.refuse_throw(turn)
            throws = (Throw(turn),) if may_throw else ()
            return (*basis.legal_bids(turn), *self.legal_looks(turn), *throws)
        if self.phase == Phase.EXCHANGING:
            return tuple(legal_passes(basis.rules, turn, basis.held[turn]))
        return ()

    def legal_looks(self, seat: Seat) -> tuple[Look, ...]:
        """Give the look that a seat may take, in its turn to bid or before; empty if it may not."""
        return () if self.seen[seat] or self.basis.refuse_look(seat) else (Look(seat),)

    def explain(self, action: RoundAction) -> RuleError | None:
        """Say why an action is not legal now, or None if it is."""
        phase = _PHASES.get(type(action))
        if phase is None:
            return UnknownAction(type(action).__name__)
        seat = action.seat
        if not self.rules.has_seat(seat):
            return UnknownSeat(seat)
        if phase is not self.phase:
            return WrongPhase(self.phase)
        if isinstance(action, Look | Claim) or seat == self.turn:
            return self._refuse(action)
        idle = isinstance(action, Pass) and seat not in self.to_pass
        return NothingToExchange(seat) if idle else NotYourTurn(seat, self.turn)

    def _refuse(self, action: RoundAction) -> RuleError | None:  # noqa: PLR0911 - one a kind
        """Say why an action in its phase is not legal: a look, a claim, or one in turn."""
        if isinstance(action, Keep | Toss):
            return None
        if isinstance(action, Look):
            return self.basis.refuse_look(action.seat)
        if isinstance(action, Claim):
            return None if self.certain else NothingToClaim()
        if isinstance(action, Bid):
            return self.basis.refuse_bid(action)
        if isinstance(action, Throw):
            return self.basis.refuse_throw(action.seat)
        rules, hand = self.rules, self.hand(self.turn).bits
        if isinstance(action, Pass):
            return refuse_pass(rules, action, hand)
        first = not any(self.taken)
        return refuse_play(rules, action.card, hand, self.led, broken=self.broken, first=first)
