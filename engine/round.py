"""One deal: bidding, exchange and tricks. `Round.apply` gives the next state.

Rounds and tricks are named tuples: every card creates a new one, and creating a frozen dataclass
with so many fields takes five times as long.
"""

from collections.abc import Sequence
from operator import not_
from typing import Final, NamedTuple, TypeVar

from engine.actions import PLAYS, Bid, Claim, Deal, Look, Pass, Play, RoundAction, SeatAction
from engine.bidding import Bidder, legal_bids, refuse_bid
from engine.cards import CARDS, Bits, Card, CardSet
from engine.claims import takes_the_rest
from engine.errors import (
    BadDeal,
    NothingToClaim,
    NothingToExchange,
    NothingToLookAt,
    NotYourTurn,
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
from engine.tricks import Trick, breaks_spades, playable, refuse_play, winning_index

T = TypeVar("T")

_PHASES: Final[dict[type, Phase]] = {
    Look: Phase.BIDDING,
    Bid: Phase.BIDDING,
    Pass: Phase.EXCHANGING,
    Play: Phase.PLAYING,
    Claim: Phase.PLAYING,
}
"""The phase that each action of a seat belongs to."""


FEWEST_CLAIMED: Final = 2
"""The fewest cards to claim with."""


class Round(NamedTuple):
    """The state of one deal.

    Attributes:
        rules: the rules of the table.
        dealer: the seat that dealt, and bids last.
        dealt: the hands at the start, by seat.
        hands: the cards still held, by seat.
        bids: the bids so far, by seat; all None in a round that bids itself.
        face_down: by seat, whether its cards were dealt face down, so that it may bid blind nil.
        seen: by seat, whether it sees its own cards.
        phase: `BIDDING`, `EXCHANGING`, `PLAYING`, or `SCORED` once every card has been played.
        turn: the seat to act; once the round is finished, the winner of the last trick.
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
    face_down: tuple[bool, ...]
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
        blind: Sequence[bool] | None = None,
        bids_itself: bool = False,
    ) -> "Round":
        """Begin a round with a deal.

        Args:
            rules: the rules of the table.
            dealer: the seat that deals.
            deal: the hands.
            blind: by seat, whether it may bid blind nil; by default, as the rules say.
            bids_itself: whether there is no bidding in this round.

        Raises:
            BadDeal: the hands are not the deck of these rules in equal shares.
        """
        seats = len(rules.seats)
        hands = tuple(hand.bits for hand in deal.hands)
        if len(hands) != seats or any(hand.bit_count() != rules.hand_size for hand in hands):
            raise BadDeal
        together = 0
        for hand in hands:
            together |= hand
        if together != rules.deck_in_play.cards:
            raise BadDeal
        face_down = (rules.blind_nil,) * seats if blind is None else tuple(blind)
        if bids_itself:
            face_down = (False,) * seats
        first = next_seat(dealer, seats)
        dealt = Round(
            rules=rules,
            dealer=dealer,
            dealt=hands,
            hands=hands,
            bids=(None,) * seats,
            face_down=face_down,
            seen=tuple(map(not_, face_down)),
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
            face_down=(False,) * seats,
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
        """Whether every card has been played."""
        return self.phase == Phase.SCORED

    @property
    def bids_itself(self) -> bool:
        """Whether this round has no bidding."""
        return self.phase != Phase.BIDDING and self.bids[self.dealer] is None

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
        first = next_seat(self.dealer, len(self.hands))
        return to_pass(self.rules, self.bids, first) if self.phase != Phase.BIDDING else ()

    @property
    def moves(self) -> int:
        """The number of bids, passes and plays since the deal, which identifies a turn."""
        made = sum(bid is not None for bid in self.bids) + sum(map(bool, self.passed))
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
            return (*legal_bids(self.rules, self.bidder), *self.legal_looks(self.turn))
        if self.phase == Phase.EXCHANGING:
            return tuple(legal_passes(self.rules, self.turn, self.hands[self.turn]))
        return ()

    def legal_looks(self, seat: Seat) -> tuple[Look, ...]:
        """Give the look that a seat may take, in its turn to bid or before; empty if it may not."""
        return () if self.seen[seat] or self.bids[seat] is not None else (Look(seat),)

    @property
    def bidder(self) -> Bidder:
        """The seat to act, as a bidder."""
        seat, alone = self.turn, self.rules.mode == "solo"
        bid = None if alone else self.bids[(seat + 2) % 4]
        return Bidder(
            seat,
            self.hands[seat],
            bid,
            alone or bid is not None,
            self.face_down[seat],
            self.seen[seat],
        )

    def explain(self, action: RoundAction) -> RuleError | None:
        """Say why an action is not legal now, or None if it is."""
        phase = _PHASES.get(type(action))
        if phase is None:
            return UnknownAction(type(action).__name__)
        if action.seat not in self.rules.seats:
            return UnknownSeat(action.seat)
        if phase is not self.phase:
            return WrongPhase(self.phase)
        if isinstance(action, Look):
            return None if self.legal_looks(action.seat) else NothingToLookAt(action.seat)
        if action.seat == self.turn:
            return self._refuse(action)
        idle = isinstance(action, Pass) and action.seat not in self.to_pass
        return NothingToExchange(action.seat) if idle else NotYourTurn(action.seat, self.turn)

    def _refuse(self, action: Bid | Pass | Play | Claim) -> RuleError | None:
        """Say why an action of the seat to act, in its phase, is not legal."""
        rules, hand = self.rules, self.hands[self.turn]
        if isinstance(action, Bid):
            return refuse_bid(rules, self.bidder, action)
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
        return self._replace(seen=_put(self.seen, action.seat, True))

    def _after_bid(self, bid: Bid) -> "Round":
        turn = next_seat(bid.seat, len(self.bids))
        after = self._replace(
            bids=_put(self.bids, bid.seat, bid), seen=_put(self.seen, bid.seat, True), turn=turn
        )
        if bid.seat != self.dealer:
            return after
        passing = to_pass(self.rules, after.bids, turn)
        return (
            after._replace(phase=Phase.EXCHANGING, turn=passing[0]) if passing else after.opened()
        )

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
        leader = next_seat(self.dealer, len(self.hands))
        if self.rules.opening == "lowest_club":
            club = self.rules.deck_in_play.lowest_club.bit
            leader = next(seat for seat in self.rules.seats if self.hands[seat] & club)
        may_play = playable(self.rules, self.hands[leader], None, broken=False, first=True)
        return self._replace(phase=Phase.PLAYING, turn=leader, leader=leader, playable=may_play)

    def _after_play(self, card: Card) -> "Round":
        (
            rules, dealer, dealt, held, bids, face_down, seen, phase, turn, leader, trick, taken,
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
            face_down,
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


def _put(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    changed = list(values)
    changed[seat] = value
    return tuple(changed)
