"""One deal: bidding, then the tricks. Immutable; `Round.apply` gives the round that follows.

Rounds and tricks are named tuples: every card played makes a new one, and a frozen dataclass
of so many fields takes five times as long to make.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeVar

from engine.actions import PLAYS, Bid, Deal, Look, Play, SeatAction
from engine.bidding import legal_bids, refuse_bid
from engine.cards import Bits, Card, CardSet
from engine.errors import (
    BadDeal,
    CardNotHeld,
    MustFollowSuit,
    NothingToLookAt,
    NotYourTurn,
    RuleError,
    SpadesNotBroken,
    UnknownSeat,
    WrongPhase,
)
from engine.positions import Start, check_position
from engine.rules import Rules
from engine.seats import SEATS, Seat, next_seat
from engine.tricks import breaks_spades, playable, winning_index

BIDDING: Final = "bidding"
PLAYING: Final = "playing"
SCORED: Final = "scored"

T = TypeVar("T")


class Trick(NamedTuple):
    """A complete trick.

    Attributes:
        leader: the seat that led.
        cards: the cards in the order of play, the lead first.
        winner: the seat that took it.
    """

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat

    @property
    def plays(self) -> tuple[Play, ...]:
        """The cards with the seats that played them, in order."""
        return plays_from(self.leader, self.cards, len(self.cards))


def plays_from(leader: Seat, cards: Sequence[Card], seats: int = 4) -> tuple[Play, ...]:
    """Pair cards in the order of play with the seats, at a table of `seats`, that played them."""
    return tuple(PLAYS[(leader + step) % seats][card.index] for step, card in enumerate(cards))


class Round(NamedTuple):
    """The state of one deal.

    Attributes:
        rules: the rules of the table.
        dealer: the seat that dealt, and bids last.
        dealt: the hands at the start, by seat.
        hands: the cards still held, by seat.
        bids: the bids so far, by seat.
        seen: by seat, whether it sees its own cards.
        turn: the seat to act; once the round is finished, the winner of the last trick.
        leader: the seat that leads, or led, the current trick.
        trick: the cards of the current trick in the order of play.
        taken: tricks taken, by seat.
        broken: whether spades are broken.
        tricks: the complete tricks, oldest first.
        playable: the cards that the seat to act may play; none while bids are made and once the
            round is finished.
        start: set for positions that begin in mid-round, else None.
    """

    rules: Rules
    dealer: Seat
    dealt: tuple[Bits, ...]
    hands: tuple[Bits, ...]
    bids: tuple[Bid | None, ...]
    seen: tuple[bool, ...]
    turn: Seat
    leader: Seat
    trick: tuple[Card, ...]
    taken: tuple[int, ...]
    broken: bool
    tricks: tuple[Trick, ...] = ()
    playable: Bits = 0
    start: Start | None = None

    @staticmethod
    def dealt_by(rules: Rules, dealer: Seat, deal: Deal) -> "Round":
        """Begin a round with a deal.

        Raises:
            BadDeal: the hands are not the deck of these rules, evenly shared.
        """
        seats = len(rules.seats)
        hands = tuple(hand.bits for hand in deal.hands)
        if len(hands) != seats or any(hand.bit_count() != rules.hand_size for hand in hands):
            raise BadDeal
        together = 0
        for hand in hands:
            together |= hand
        if together != rules.cards.cards:
            raise BadDeal
        first = next_seat(dealer, seats)
        return Round(
            rules=rules,
            dealer=dealer,
            dealt=hands,
            hands=hands,
            bids=(None,) * seats,
            seen=(not rules.blind_nil,) * seats,
            turn=first,
            leader=first,
            trick=(),
            taken=(0,) * seats,
            broken=False,
        )

    @staticmethod
    def position(
        rules: Rules, dealer: Seat, hands: Sequence[CardSet], bids: Sequence[Bid], start: Start
    ) -> "Round":
        """Set up a round between two tricks, as a diagram does, with all bids made.

        Raises:
            BadPosition: the parts contradict each other, or the rules.
        """
        check_position(rules, dealer, hands, bids, start)
        bits = tuple(hand.bits for hand in hands)
        return Round(
            rules=rules,
            dealer=dealer,
            dealt=bits,
            hands=bits,
            bids=tuple(bids),
            seen=(True,) * len(bits),
            turn=start.leader,
            leader=start.leader,
            trick=(),
            taken=start.taken,
            broken=start.broken,
            playable=playable(rules, bits[start.leader], None, broken=start.broken),
            start=start,
        )

    @property
    def phase(self) -> str:
        """`BIDDING`, `PLAYING`, or `SCORED` once every card has been played."""
        if self.bids[self.dealer] is None:
            return BIDDING
        return SCORED if self.finished else PLAYING

    @property
    def finished(self) -> bool:
        """Whether every card has been played: the one seat to act then holds nothing."""
        return not self.hands[self.turn]

    @property
    def led(self) -> Card | None:
        """The first card of the current trick, or None between tricks."""
        return self.trick[0] if self.trick else None

    @property
    def last_trick(self) -> Trick | None:
        """The trick completed last, or None before the first."""
        return self.tricks[-1] if self.tricks else None

    @property
    def winning(self) -> Seat | None:
        """The seat that is winning the current trick, or None between tricks."""
        if not self.trick:
            return None
        return SEATS[(self.leader + winning_index(self.rules, self.trick)) % len(self.hands)]

    @property
    def moves(self) -> int:
        """How many bids and plays have been made since the deal; tells one turn from the next."""
        made = sum(bid is not None for bid in self.bids)
        return made + len(self.trick) + sum(len(trick.cards) for trick in self.tricks)

    def hand(self, seat: Seat) -> CardSet:
        """Give the cards that a seat still holds."""
        return CardSet(self.hands[seat])

    @property
    def legal_actions(self) -> Sequence[SeatAction]:
        """Every action of the seat to act; empty once the round is finished."""
        turn = self.turn
        if self.bids[self.dealer] is None:
            looks = self.legal_looks(turn)
            return (*legal_bids(self.rules, turn, seen=self.seen[turn]), *looks)
        plays, legal, left = PLAYS[turn], [], self.playable
        while left:
            lowest = left & -left
            legal.append(plays[lowest.bit_length() - 1])
            left ^= lowest
        return tuple(legal)

    def legal_looks(self, seat: Seat) -> tuple[Look, ...]:
        """Give the look that a seat may take, in its turn to bid or before, or nothing."""
        return () if self.seen[seat] or self.bids[seat] is not None else (Look(seat),)

    def explain(self, action: SeatAction) -> RuleError | None:
        """Say why an action is not legal now, or None where it is."""
        if action.seat not in self.rules.seats:
            return UnknownSeat(action.seat)
        if isinstance(action, Play):
            return self._explain_play(action)
        if self.phase != BIDDING:
            return WrongPhase(self.phase)
        if isinstance(action, Look):
            return None if self.legal_looks(action.seat) else NothingToLookAt(action.seat)
        if action.seat != self.turn:
            return NotYourTurn(action.seat, self.turn)
        return refuse_bid(self.rules, action, seen=self.seen[action.seat])

    def _explain_play(self, play: Play) -> RuleError | None:
        if self.phase != PLAYING:
            return WrongPhase(self.phase)
        if play.seat != self.turn:
            return NotYourTurn(play.seat, self.turn)
        if not self.hands[play.seat] & play.card.bit:
            return CardNotHeld(play.card)
        if self.playable & play.card.bit:
            return None
        if self.trick:
            return MustFollowSuit(self.rules.cards.suit_of[self.trick[0].index])
        return SpadesNotBroken()

    def apply(self, action: SeatAction) -> "Round":
        """Give the round after an action.

        Raises:
            RuleError: the action is not legal now.
        """
        if isinstance(action, Play) and action.seat == self.turn:
            index = action.card.index
            if self.playable >> index & 1:
                return self._after_play(action.seat, action.card)
        # Whatever play comes to here is not legal, so bids and looks alone go past the next lines.
        refusal = self.explain(action)
        if refusal is not None:
            raise refusal
        if isinstance(action, Bid):
            return self._after_bid(action)
        return self._replace(seen=_put(self.seen, action.seat, True))

    def _after_bid(self, bid: Bid) -> "Round":
        bids = _put(self.bids, bid.seat, bid)
        seen = _put(self.seen, bid.seat, True)
        turn = next_seat(bid.seat, len(bids))
        may_play = self.playable
        if bid.seat == self.dealer:
            may_play = playable(self.rules, self.hands[turn], None, broken=self.broken)
        return self._replace(bids=bids, seen=seen, turn=turn, playable=may_play)

    def _after_play(self, seat: Seat, card: Card) -> "Round":
        rules = self.rules
        hands = list(self.hands)
        hands[seat] ^= 1 << card.index
        trick = (*self.trick, card)
        led: Card | None = trick[0]
        broken = self.broken or breaks_spades(rules, card, trick[0])
        leader, taken, tricks = self.leader, self.taken, self.tricks
        seats = len(hands)
        if len(trick) < seats:
            turn = SEATS[(seat + 1) % seats]
        else:
            turn = SEATS[(leader + winning_index(rules, trick)) % seats]
            tricks = (*tricks, Trick(leader, trick, turn))
            taken = _put(taken, turn, taken[turn] + 1)
            leader, trick, led = turn, (), None
        return Round(
            rules,
            self.dealer,
            self.dealt,
            tuple(hands),
            self.bids,
            self.seen,
            turn,
            leader,
            trick,
            taken,
            broken,
            tricks,
            playable(rules, hands[turn], led, broken=broken),
            self.start,
        )


def _put(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    changed = list(values)
    changed[seat] = value
    return tuple(changed)
