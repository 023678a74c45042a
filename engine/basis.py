"""What a round rests on: all that is settled before the first lead, and stays through the play.

It is a value of its own, which the rounds of one deal share from card to card.
"""

from collections.abc import Sequence
from operator import or_
from typing import NamedTuple, TypeVar

from engine.actions import Bid, Pass
from engine.bidding import Bidder, covered_by, free_bids, legal_bids, refuse_bid, refuse_kind
from engine.cards import Bits
from engine.contracts import bidding_order, contracts, is_short
from engine.drawing import Drawing
from engine.errors import (
    HandNotThrownIn,
    LookFirst,
    NothingToLookAt,
    PartnerLooksLater,
    RuleError,
)
from engine.exchange import Passed, exchanged, to_pass
from engine.positions import Start
from engine.rules import Rules
from engine.seats import Seat, next_seat
from engine.throwing import may_throw_in

T = TypeVar("T")


class Terms(NamedTuple):
    """What is settled for a round before it is dealt.

    Attributes:
        blind_nil: by seat, whether it may bid blind nil.
        blind_bid: by seat, whether its side may bid a blind number.
        must_play: whether the deal is played whatever it is, since too many were thrown in.
        bids_itself: whether there is no bidding.
    """

    blind_nil: tuple[bool, ...]
    blind_bid: tuple[bool, ...]
    must_play: bool = False
    bids_itself: bool = False

    @staticmethod
    def usual(rules: Rules) -> "Terms":
        """Give the terms of a round in which every seat may do what the rules play."""
        return Terms(*rules.blind_rights)


class Basis(NamedTuple):
    """The deal, the bids and the passes of a round.

    Attributes:
        rules: the rules of the table.
        dealer: the seat that dealt, and bids last.
        dealt: the hands at the start, by seat; while they are drawn, as far as they are.
        held: the hands at the first lead, by seat: those dealt, until cards have been exchanged.
        terms: what was settled before the deal.
        bids: the bids so far, by seat; all None in a round that bids itself.
        seen: by seat, whether it sees its own cards.
        passed: by seat, the cards passed to the partner; 0 for none.
        start: the start of the play in a position set up in mid-round, else None.
        drawing: the stock and its turns where two seats draw their hands, else None.
    """

    rules: Rules
    dealer: Seat
    dealt: tuple[Bits, ...]
    held: tuple[Bits, ...]
    terms: Terms
    bids: tuple[Bid | None, ...]
    seen: tuple[bool, ...]
    passed: Passed
    start: Start | None = None
    drawing: Drawing | None = None

    @staticmethod
    def of_deal(rules: Rules, dealer: Seat, hands: tuple[Bits, ...], terms: Terms) -> "Basis":
        """Give what is settled once the cards are dealt."""
        seats = len(hands)
        face_down = map(or_, terms.blind_nil, terms.blind_bid)
        seen = tuple([not each for each in face_down])
        return Basis(rules, dealer, hands, hands, terms, (None,) * seats, seen, (0,) * seats)

    @staticmethod
    def of_position(
        rules: Rules, dealer: Seat, hands: tuple[Bits, ...], bids: Sequence[Bid], start: Start
    ) -> "Basis":
        """Give what is settled in a position set up in mid-round."""
        seats = len(hands)
        terms = Terms((False,) * seats, (False,) * seats)
        seen, passed = (True,) * seats, (0,) * seats
        return Basis(rules, dealer, hands, hands, terms, tuple(bids), seen, passed, start)

    @property
    def bidding_order(self) -> tuple[Seat, ...]:
        """Every seat, in the order in which they bid."""
        return bidding_order(self.rules, self.dealer)

    @property
    def face_down(self) -> tuple[bool, ...]:
        """By seat, whether its cards were dealt face down, so that something may be bid blind."""
        return tuple(map(or_, self.terms.blind_nil, self.terms.blind_bid))

    @property
    def to_draw(self) -> Seat | None:
        """The seat to draw; None where no hand is drawn, or all have been."""
        drawing = self.drawing
        return None if drawing is None or drawing.is_done else drawing.turn

    @property
    def to_pass(self) -> tuple[Seat, ...]:
        """The seats that pass cards once all have bid, in the order in which they choose."""
        return to_pass(self.rules, self.bids, next_seat(self.dealer, len(self.dealt)))

    @property
    def is_played(self) -> bool:
        """Whether the bids, all made, come to enough, or are played nevertheless."""
        must = self.rules.table_short == "last_raises" or self.terms.must_play
        return must or not is_short(self.rules, self.bids, self.dealer)

    def bidder(self, seat: Seat) -> Bidder:
        """Give the seat to act as a bidder."""
        rules, bids, seen = self.rules, self.bids, self.seen
        partner = rules.partner_of(seat)
        bid = None if partner is None else bids[partner]
        return Bidder(
            seat,
            self.held[seat],
            bid,
            partner is None or bid is not None,
            self.terms.blind_nil[seat],
            self.terms.blind_bid[seat],
            seen[seat],
            not seen[seat] and (partner is None or not seen[partner]),
            bids.count(None) - 1,
            self._bid_by_others(seat) if rules.limits_table else 0,
        )

    def _bid_by_others(self, seat: Seat) -> int:
        own = self.rules.side_of(seat)
        sides = contracts(self.rules, self.bids, self.dealer)
        return sum(each or 0 for side, each in enumerate(sides) if side != own)

    def legal_bids(self, seat: Seat) -> tuple[Bid, ...]:
        """Give every bid that the seat to act may make."""
        rules = self.rules
        if rules.bids_are_free:
            may_be_blind = self.terms.blind_nil[seat] and not self.seen[seat]
            return free_bids(rules, seat, blind_nil=may_be_blind)
        return legal_bids(rules, self.bidder(seat))

    def refuse_bid(self, bid: Bid) -> RuleError | None:
        """Say why the bid of the seat to act is not legal, or None if it is."""
        rules = self.rules
        if rules.bids_are_free and not bid.blind:
            return refuse_kind(rules, bid)
        return refuse_bid(rules, self.bidder(bid.seat), bid)

    def refuse_look(self, seat: Seat) -> RuleError | None:
        """Say why a seat may not look at its cards, or None if it may."""
        if self.seen[seat] or self.bids[seat] is not None:
            return NothingToLookAt(seat)
        opener = self.rules.partner_of(seat) if self.terms.blind_bid[seat] else None
        if opener is None or self.seen[opener]:
            return None
        order = self.bidding_order
        decides = order.index(opener) < order.index(seat)
        return PartnerLooksLater(opener) if decides else None

    def refuse_throw(self, seat: Seat) -> RuleError | None:
        """Say why the seat to act may not throw in its hand, or None if it may."""
        rules = self.rules
        if rules.throw_in == "none" or self.terms.must_play:
            return HandNotThrownIn()
        if not self.seen[seat]:
            return LookFirst(seat)
        return None if may_throw_in(rules, self.held[seat]) else HandNotThrownIn()

    def after_draw(self, *, keep: bool) -> "Basis":
        """Give what is settled after the next turn at the stock; there must be one."""
        assert self.drawing is not None  # noqa: S101 -- said above
        drawing = self.drawing.after(keep=keep)
        return self._replace(drawing=drawing, dealt=drawing.hands, held=drawing.hands)

    def after_look(self, seat: Seat) -> "Basis":
        """Give what is settled after a legal look of a seat."""
        return self._replace(seen=_put(self.seen, seat, True))

    def after_bid(self, bid: Bid) -> "Basis":
        """Give what is settled after a legal bid."""
        rules, dealer, dealt, held, terms, bids, seen, passed, start, drawing = self
        bids, seen = _put(bids, bid.seat, bid), _put(seen, bid.seat, True)
        covered = covered_by(rules, bid) if bid.blind else None
        if covered is not None:
            bids, seen = _put(bids, covered.seat, covered), _put(seen, covered.seat, True)
        return Basis(rules, dealer, dealt, held, terms, bids, seen, passed, start, drawing)

    def after_pass(self, choice: Pass) -> "Basis":
        """Give what is settled after a legal choice of cards to pass.

        The cards change hands when all have chosen.
        """
        passed = _put(self.passed, choice.seat, choice.cards.bits)
        if not all(passed[seat] for seat in self.to_pass):
            return self._replace(passed=passed)
        return self._replace(passed=passed, held=exchanged(self.rules, self.held, passed))


def _put(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    changed = list(values)
    changed[seat] = value
    return tuple(changed)
