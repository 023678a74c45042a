"""One deal: bidding, exchange and tricks. `Round.apply` gives the next state.

Rounds and tricks are named tuples: every card creates a new one, and creating a frozen dataclass
with so many fields takes five times as long.
"""

from collections.abc import Sequence
from operator import not_, or_
from typing import Final, NamedTuple, TypeVar

from engine.actions import (
    PLAYS,
    Bid,
    Claim,
    Deal,
    Look,
    Pass,
    Play,
    RoundAction,
    SeatAction,
    Throw,
)
from engine.bidding import Bidder, covered_by, legal_bids, refuse_bid
from engine.cards import CARDS, Bits, Card, CardSet
from engine.claims import takes_the_rest
from engine.contracts import bidding_order, contracts, is_short
from engine.errors import (
    BadDeal,
    HandNotThrownIn,
    LookFirst,
    NothingToClaim,
    NothingToExchange,
    NothingToLookAt,
    NotYourTurn,
    PartnerLooksLater,
    RuleError,
    UnknownAction,
    UnknownSeat,
    WrongPhase,
)
from engine.exchange import Passed, exchanged, legal_passes, refuse_pass, to_pass
from engine.phases import Phase
from engine.positions import Start, check_position
from engine.rules import Rules
from engine.seats import SEATS, Seat, next_seat
from engine.throwing import may_throw_in
from engine.tricks import Trick, breaks_spades, first_leader, playable, refuse_play, winning_index

T = TypeVar("T")

_PHASES: Final[dict[type, Phase]] = {
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


class Terms(NamedTuple):
    """What is settled for a round before it is dealt.

    Attributes:
        blind_nil: by seat, whether it may bid blind nil.
        blind_bid: by seat, whether its side may bid a blind number.
        must_play: whether the deal is played whatever it is, since too many were thrown in.
    """

    blind_nil: tuple[bool, ...]
    blind_bid: tuple[bool, ...]
    must_play: bool = False

    @staticmethod
    def usual(rules: Rules) -> "Terms":
        """Give the terms of a round in which every seat may do what the rules play."""
        return Terms(*rules.blind_rights)


class Round(NamedTuple):
    """The state of one deal.

    Attributes:
        rules: the rules of the table.
        dealer: the seat that dealt, and bids last.
        dealt: the hands at the start, by seat.
        hands: the cards still held, by seat.
        bids: the bids so far, by seat; all None in a round that bids itself.
        terms: what was settled before the deal.
        seen: by seat, whether it sees its own cards.
        phase: `BIDDING`, `EXCHANGING`, `PLAYING`, or `SCORED` once every card has been played, or
            none will be.
        turn: the seat to act; once the round is finished, the winner of the last trick, or the
            last seat that acted where none was played.
        leader: the seat that leads, or led, the current trick.
        trick: the cards of the current trick in the order of play.
        taken: tricks taken, by seat.
        broken: whether spades are broken.
        tricks: the complete tricks, oldest first.
        playable: the cards that the seat to act may play; none outside the play.
        passed: by seat, the cards passed to the partner; 0 for none.
        start: the start of the play in a position set up in mid-round, else None.
        claimed: the cards with which the winner of the last trick claimed the remaining tricks; 0
            without a claim.
    """

    rules: Rules
    dealer: Seat
    dealt: tuple[Bits, ...]
    hands: tuple[Bits, ...]
    bids: tuple[Bid | None, ...]
    terms: Terms
    seen: tuple[bool, ...]
    phase: Phase
    turn: Seat
    leader: Seat
    trick: tuple[Card, ...]
    taken: tuple[int, ...]
    broken: bool
    tricks: tuple[Trick, ...]
    playable: Bits
    passed: Passed
    start: Start | None = None
    claimed: Bits = 0

    @staticmethod
    def dealt_by(
        rules: Rules,
        dealer: Seat,
        deal: Deal,
        *,
        terms: Terms | None = None,
        bids_itself: bool = False,
    ) -> "Round":
        """Begin a round with a deal.

        Args:
            rules: the rules of the table.
            dealer: the seat that deals.
            deal: the hands.
            terms: what is settled before the deal; by default, as the rules say.
            bids_itself: whether there is no bidding in this round.

        Raises:
            UnknownSeat: the rules have no such dealer.
            BadDeal: the hands are not the deck of these rules in equal shares.
        """
        if not rules.has_seat(dealer):
            raise UnknownSeat(dealer)
        hands = _checked_hands(rules, deal)
        terms = terms or Terms.usual(rules)
        if bids_itself:
            never = (False,) * len(hands)
            terms = Terms(never, never)
        dealt = _dealt(rules, dealer, hands, terms)
        return dealt.opened() if bids_itself else dealt

    @staticmethod
    def position(
        rules: Rules, dealer: Seat, hands: Sequence[CardSet], bids: Sequence[Bid], start: Start
    ) -> "Round":
        """Set up a round between two tricks, as in a diagram, with all bids made.

        Raises:
            BadPosition: the parts contradict each other, or the rules.
        """
        check_position(rules, dealer, hands, bids, start)
        bits = tuple(hand.bits for hand in hands)
        seats = len(bits)
        return Round(
            rules=rules,
            dealer=dealer,
            dealt=bits,
            hands=bits,
            bids=tuple(bids),
            terms=Terms((False,) * seats, (False,) * seats),
            seen=(True,) * seats,
            phase=Phase.PLAYING,
            turn=start.leader,
            leader=start.leader,
            trick=(),
            taken=start.taken,
            broken=start.broken,
            tricks=(),
            playable=playable(
                rules, bits[start.leader], None, broken=start.broken, first=not any(start.taken)
            ),
            passed=(0,) * seats,
            start=start,
        )

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
        as_bid = self.rules.table_short == "made" and self.thrower is None
        return self.unplayed and not as_bid

    @property
    def thrower(self) -> Seat | None:
        """The seat that threw its hand in, or None."""
        return self.turn if self.unplayed and self.bids[self.turn] is None else None

    @property
    def shown(self) -> CardSet:
        """The hand that was thrown in, which everyone sees; empty without one."""
        seat = self.thrower
        return CardSet() if seat is None else CardSet(self.hands[seat])

    @property
    def face_down(self) -> tuple[bool, ...]:
        """By seat, whether its cards were dealt face down, so that something may be bid blind."""
        return tuple(map(or_, self.terms.blind_nil, self.terms.blind_bid))

    @property
    def bids_itself(self) -> bool:
        """Whether this round has no bidding."""
        bid = self.phase == Phase.BIDDING or self.bids[self.dealer] is not None
        return not bid and not self.unplayed

    @property
    def bidding_order(self) -> tuple[Seat, ...]:
        """Every seat, in the order in which they bid."""
        return bidding_order(self.rules, self.dealer)

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
        return SEATS[(self.leader + winning_index(self.rules, self.trick)) % len(self.hands)]

    @property
    def to_pass(self) -> tuple[Seat, ...]:
        """The seats that pass cards in this round, in the order in which they choose."""
        if self.phase == Phase.BIDDING or self.unplayed:
            return ()
        return to_pass(self.rules, self.bids, next_seat(self.dealer, len(self.hands)))

    @property
    def moves(self) -> int:
        """The number of bids, passes and plays since the deal, which identifies a turn."""
        bids = [bid for bid in self.bids if bid is not None and not bid.covered]
        made = len(bids) + sum(map(bool, self.passed))
        return made + len(self.trick) + sum(len(trick.cards) for trick in self.tricks)

    @property
    def claimant(self) -> Seat | None:
        """The leading seat if it takes all remaining tricks, whatever anyone plays.

        None if that is not certain, on the first trick, which may have special rules, and with only
        one card left, which is as quickly played.
        """
        turn = self.turn
        mine = self.hands[turn]
        between_tricks = self.phase == Phase.PLAYING and not self.trick and any(self.taken)
        if not between_tricks or mine.bit_count() < FEWEST_CLAIMED:
            return None
        others = [hand for seat, hand in enumerate(self.hands) if seat != turn]
        return turn if takes_the_rest(self.rules.deck_in_play, mine, others) else None

    def hand(self, seat: Seat) -> CardSet:
        """Give the cards that a seat still holds."""
        return CardSet(self.hands[seat])

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
        if self.phase == Phase.BIDDING:
            turn = self.turn
            may_throw = self.rules.throw_in != "none" and self._refuse_throw(turn) is None
            throws = (Throw(turn),) if may_throw else ()
            return (*legal_bids(self.rules, self.bidder), *self.legal_looks(turn), *throws)
        if self.phase == Phase.EXCHANGING:
            return tuple(legal_passes(self.rules, self.turn, self.hands[self.turn]))
        return ()

    def legal_looks(self, seat: Seat) -> tuple[Look, ...]:
        """Give the look that a seat may take, in its turn to bid or before; empty if it may not."""
        return () if self.seen[seat] or self._refuse_look(seat) else (Look(seat),)

    def _refuse_look(self, seat: Seat) -> RuleError | None:
        if self.seen[seat] or self.bids[seat] is not None:
            return NothingToLookAt(seat)
        opener = self.rules.partner_of(seat) if self.terms.blind_bid[seat] else None
        if opener is None or self.seen[opener]:
            return None
        order = self.bidding_order
        decides = order.index(opener) < order.index(seat)
        return PartnerLooksLater(opener) if decides else None

    def _refuse_throw(self, seat: Seat) -> RuleError | None:
        rules = self.rules
        if rules.throw_in == "none" or self.terms.must_play:
            return HandNotThrownIn()
        if not self.seen[seat]:
            return LookFirst(seat)
        return None if may_throw_in(rules, self.hands[seat]) else HandNotThrownIn()

    @property
    def bidder(self) -> Bidder:
        """The seat to act, as a bidder."""
        rules, seat = self.rules, self.turn
        partner = rules.partner_of(seat)
        bid = None if partner is None else self.bids[partner]
        others = 0
        if rules.limits_table:
            own = rules.side_of(seat)
            sides = contracts(rules, self.bids, self.dealer)
            others = sum(each or 0 for side, each in enumerate(sides) if side != own)
        return Bidder(
            seat,
            self.hands[seat],
            bid,
            partner is None or bid is not None,
            self.terms.blind_nil[seat],
            self.terms.blind_bid[seat],
            self.seen[seat],
            not self.seen[seat] and (partner is None or not self.seen[partner]),
            self.bids.count(None) - 1,
            others,
        )

    def explain(self, action: RoundAction) -> RuleError | None:
        """Say why an action is not legal now, or None if it is."""
        phase = _PHASES.get(type(action))
        if phase is None:
            return UnknownAction(type(action).__name__)
        if not self.rules.has_seat(action.seat):
            return UnknownSeat(action.seat)
        if phase is not self.phase:
            return WrongPhase(self.phase)
        if isinstance(action, Look):
            return self._refuse_look(action.seat)
        if action.seat == self.turn:
            return self._refuse(action)
        idle = isinstance(action, Pass) and action.seat not in self.to_pass
        return NothingToExchange(action.seat) if idle else NotYourTurn(action.seat, self.turn)

    def _refuse(self, action: Bid | Throw | Pass | Play | Claim) -> RuleError | None:
        """Say why an action of the seat to act, in its phase, is not legal."""
        rules, hand = self.rules, self.hands[self.turn]
        if isinstance(action, Bid):
            return refuse_bid(rules, self.bidder, action)
        if isinstance(action, Throw):
            return self._refuse_throw(action.seat)
        if isinstance(action, Pass):
            return refuse_pass(rules, action, hand)
        if isinstance(action, Claim):
            return None if self.claimant == action.seat else NothingToClaim(action.seat)
        first = not any(self.taken)
        return refuse_play(rules, action.card, hand, self.led, broken=self.broken, first=first)

    def apply(self, action: RoundAction) -> "Round":
        """Give the round after an action.

        Raises:
            RuleError: the action is not legal now.
        """
        if type(action) is Play and action.seat == self.turn:
            index = action.card.index
            if self.playable >> index & 1:
                return self._after_play(action.card)
        # Any play that gets here is illegal.
        refusal = self.explain(action)
        if refusal is not None:
            raise refusal
        if isinstance(action, Bid):
            return self._after_bid(action)
        if isinstance(action, Pass):
            return self._after_pass(action)
        if isinstance(action, Claim):
            return self._after_claim()
        if isinstance(action, Throw):
            return self._replace(phase=Phase.SCORED)
        return self._replace(seen=_put(self.seen, action.seat, True))

    def _after_bid(self, bid: Bid) -> "Round":
        bids, seen = _put(self.bids, bid.seat, bid), _put(self.seen, bid.seat, True)
        covered = covered_by(self.rules, bid) if bid.blind else None
        if covered is not None:
            bids, seen = _put(bids, covered.seat, covered), _put(seen, covered.seat, True)
        for seat in self.bidding_order:
            if bids[seat] is None:
                return self._replace(bids=bids, seen=seen, turn=seat)
        return self._replace(bids=bids, seen=seen).all_bid()

    def all_bid(self) -> "Round":
        """Give the round with every bid made: it goes on, or the bids do not come to enough."""
        rules = self.rules
        if rules.table_minimum and not self._is_played():
            return self._replace(phase=Phase.SCORED)
        if not rules.exchange:
            return self.opened()
        passing = to_pass(rules, self.bids, next_seat(self.dealer, len(self.hands)))
        return self._replace(phase=Phase.EXCHANGING, turn=passing[0]) if passing else self.opened()

    def _is_played(self) -> bool:
        """Say whether bids that may come to too little are played nevertheless."""
        must = self.rules.table_short == "last_raises" or self.terms.must_play
        return must or not is_short(self.rules, self.bids, self.dealer)

    def _after_pass(self, choice: Pass) -> "Round":
        passed = _put(self.passed, choice.seat, choice.cards.bits)
        after = self._replace(passed=passed)
        left = [seat for seat in self.to_pass if not passed[seat]]
        if left:
            return after._replace(turn=left[0])
        return after._replace(hands=exchanged(self.rules, self.hands, passed)).opened()

    def _after_claim(self) -> "Round":
        """Play the remaining tricks, each seat its lowest legal card: the order does not matter."""
        after = self
        while after.playable:
            lowest = after.playable & -after.playable
            after = after._after_play(CARDS[lowest.bit_length() - 1])
        return after._replace(claimed=self.hands[self.turn])

    def opened(self) -> "Round":
        """Give the round after bidding and exchange, before the first lead."""
        leader = first_leader(self.rules, self.dealer, self.hands, self.bids)
        may_play = playable(self.rules, self.hands[leader], None, broken=False, first=True)
        return self._replace(phase=Phase.PLAYING, turn=leader, leader=leader, playable=may_play)

    def _after_play(self, card: Card) -> "Round":
        (
            rules, dealer, dealt, held, bids, terms, seen, phase, turn, leader, trick, taken,
            broken, tricks, _, passed, start, _,
        ) = self  # fmt: skip
        hands = list(held)
        hands[turn] ^= 1 << card.index
        trick = (*trick, card)
        led: Card | None = trick[0]
        broken = broken or breaks_spades(rules, card, trick[0])
        seats = len(hands)
        if len(trick) < seats:
            turn = SEATS[(turn + 1) % seats]
        else:
            turn = SEATS[(leader + winning_index(rules, trick)) % seats]
            tricks = (*tricks, Trick(leader, trick, turn))
            taken = _put(taken, turn, taken[turn] + 1)
            leader, trick, led = turn, (), None
            phase = phase if hands[turn] else Phase.SCORED
        first = not (tricks or any(taken))
        return Round(
            rules,
            dealer,
            dealt,
            tuple(hands),
            bids,
            terms,
            seen,
            phase,
            turn,
            leader,
            trick,
            taken,
            broken,
            tricks,
            playable(rules, hands[turn], led, broken=broken, first=first),
            passed,
            start,
        )


def _dealt(rules: Rules, dealer: Seat, hands: tuple[int, ...], terms: Terms) -> Round:
    seats = len(rules.seats)
    first = next_seat(dealer, seats)
    return Round(
        rules=rules,
        dealer=dealer,
        dealt=hands,
        hands=hands,
        bids=(None,) * seats,
        terms=terms,
        seen=tuple(map(not_, map(or_, terms.blind_nil, terms.blind_bid))),
        phase=Phase.BIDDING,
        turn=first,
        leader=first,
        trick=(),
        taken=(0,) * seats,
        broken=False,
        tricks=(),
        playable=0,
        passed=(0,) * seats,
    )


def _checked_hands(rules: Rules, deal: Deal) -> tuple[int, ...]:
    """Give the hands of a deal as bare sets.

    Raises:
        BadDeal: they are not the deck of these rules in equal shares.
    """
    hands = tuple(hand.bits for hand in deal.hands)
    if len(hands) != len(rules.seats):
        raise BadDeal
    together = 0
    for hand in hands:
        if hand.bit_count() != rules.hand_size:
            raise BadDeal
        together |= hand
    if together != rules.deck_in_play.cards:
        raise BadDeal
    return hands


def _put(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    changed = list(values)
    changed[seat] = value
    return tuple(changed)
