"""One deal: bidding, then the tricks. Immutable; `Round.apply` gives the round that follows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar, overload

from engine.actions import PLAYS, Bid, Deal, Look, Play, SeatAction
from engine.bidding import legal_bids, refuse_bid
from engine.cards import Bits, Card, CardSet, iter_cards
from engine.errors import (
    BadDeal,
    BadPosition,
    CardNotHeld,
    MustFollowSuit,
    NothingToLookAt,
    NotYourTurn,
    RuleError,
    SpadesNotBroken,
    UnknownSeat,
    WrongPhase,
)
from engine.rules import Rules
from engine.seats import Seat, next_seat
from engine.tricks import breaks_spades, playable, winning_index

BIDDING: Final = "bidding"
PLAYING: Final = "playing"
SCORED: Final = "scored"

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Trick:
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


@dataclass(frozen=True, slots=True)
class Start:
    """Where the play begins, for a position that was set up in the middle of a round.

    Attributes:
        leader: the seat that leads first.
        taken: tricks taken before, by seat.
        broken: whether spades are broken.
    """

    leader: Seat
    taken: tuple[int, ...]
    broken: bool


def plays_from(leader: Seat, cards: Sequence[Card], seats: int = 4) -> tuple[Play, ...]:
    """Pair cards in the order of play with the seats, at a table of `seats`, that played them."""
    return tuple(PLAYS[(leader + step) % seats][card.index] for step, card in enumerate(cards))


@dataclass(frozen=True, slots=True)
class Round:
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
    tricks: tuple[Trick, ...]
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
            tricks=(),
        )

    @staticmethod
    def position(
        rules: Rules, dealer: Seat, hands: Sequence[CardSet], bids: Sequence[Bid], start: Start
    ) -> "Round":
        """Set up a round between two tricks, as a diagram does, with all bids made.

        Raises:
            BadPosition: hands of unequal size, a card twice or not in the deck, bids that are
                not one a seat in order, or tricks that do not add up.
        """
        _check_position(rules, hands, bids, start)
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
            tricks=(),
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
        """Whether every card has been played."""
        return not any(self.hands)

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
        return Seat((self.leader + winning_index(self.rules, self.trick)) % len(self.hands))

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
        return LegalPlays(turn, self.playable)

    def legal_looks(self, seat: Seat) -> tuple[Look, ...]:
        """Give the look that a seat may take, in its turn to bid or before, or nothing."""
        return () if self.seen[seat] or self.bids[seat] is not None else (Look(seat),)

    @property
    def playable(self) -> Bits:
        """The cards that the seat to act may play, once the bidding is over."""
        led = self.trick[0] if self.trick else None
        return playable(self.rules, self.hands[self.turn], led, broken=self.broken)

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
        bit = play.card.bit
        if not self.hands[play.seat] & bit:
            return CardNotHeld(play.card)
        if self.playable & bit:
            return None
        if self.trick:
            return MustFollowSuit(self.rules.cards.suit_of[self.trick[0].index])
        return SpadesNotBroken()

    def apply(self, action: SeatAction) -> "Round":
        """Give the round after an action.

        Raises:
            RuleError: the action is not legal now.
        """
        if type(action) is Play:
            return self._play(action)
        refusal = self.explain(action)
        if refusal is not None:
            raise refusal
        if type(action) is Bid:
            return self._bid(action)
        return self._with_bidding(self.bids, _put(self.seen, action.seat, True), self.turn)

    def _bid(self, bid: Bid) -> "Round":
        bids = _put(self.bids, bid.seat, bid)
        turn = next_seat(bid.seat, len(bids))
        return self._with_bidding(bids, _put(self.seen, bid.seat, True), turn)

    def _with_bidding(
        self, bids: tuple[Bid | None, ...], seen: tuple[bool, ...], turn: Seat
    ) -> "Round":
        return Round(
            self.rules,
            self.dealer,
            self.dealt,
            self.hands,
            bids,
            seen,
            turn,
            self.leader,
            self.trick,
            self.taken,
            self.broken,
            self.tricks,
            self.start,
        )

    def _play(self, play: Play) -> "Round":
        seat, card = play.seat, play.card
        hands = self.hands
        bidding = self.bids[self.dealer] is None
        if bidding or seat != self.turn or not self.playable >> card.index & 1:
            refusal = self.explain(play)
            if refusal is not None:
                raise refusal
        trick = (*self.trick, card)
        hands = (*hands[:seat], Bits(hands[seat] & ~(1 << card.index)), *hands[seat + 1 :])
        broken = self.broken or breaks_spades(self.rules, card, trick[0])
        leader, taken, tricks = self.leader, self.taken, self.tricks
        seats = len(hands)
        if len(trick) < seats:
            turn = next_seat(seat, seats)
        else:
            turn = Seat((leader + winning_index(self.rules, trick)) % seats)
            tricks = (*tricks, Trick(leader, trick, turn))
            taken = (*taken[:turn], taken[turn] + 1, *taken[turn + 1 :])
            leader, trick = turn, ()
        return Round(
            self.rules,
            self.dealer,
            self.dealt,
            hands,
            self.bids,
            self.seen,
            turn,
            leader,
            trick,
            taken,
            broken,
            tricks,
            self.start,
        )


def _put(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


@dataclass(frozen=True, slots=True)
class LegalPlays(Sequence[Play]):
    """The legal plays of a seat, counted and looked up without making a list of them."""

    seat: Seat
    cards: Bits

    def __len__(self) -> int:
        """Count the plays."""
        return self.cards.bit_count()

    def __contains__(self, action: object) -> bool:
        """Say whether an action is one of the plays."""
        return (
            isinstance(action, Play)
            and action.seat == self.seat
            and bool(self.cards >> action.card.index & 1)
        )

    def __iter__(self) -> Iterator[Play]:
        """Yield the plays from the lowest card up."""
        return (PLAYS[self.seat][card.index] for card in iter_cards(self.cards))

    @overload
    def __getitem__(self, index: int) -> Play: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Play]: ...
    def __getitem__(self, index: int | slice) -> Play | Sequence[Play]:
        """Give the play, or plays, at a place in the order of iteration."""
        if isinstance(index, slice):
            return tuple(self)[index]
        bits = int(self.cards)
        for _ in range(index if index >= 0 else index + len(self)):
            bits &= bits - 1
        if not bits or index < -len(self):
            raise IndexError(index)
        return PLAYS[self.seat][(bits & -bits).bit_length() - 1]


def _check_position(
    rules: Rules, hands: Sequence[CardSet], bids: Sequence[Bid], start: Start
) -> None:
    seats = len(rules.seats)
    together, size = 0, len(hands[0]) if hands else 0
    for hand in hands:
        if len(hand) != size:
            raise BadPosition("every seat must hold the same number of cards")
        if together & hand.bits:
            raise BadPosition("a card is in two hands")
        together |= hand.bits
    if len(hands) != seats or together & ~rules.cards.cards:
        raise BadPosition("the hands are not of this table's deck")
    if [bid.seat for bid in bids] != list(rules.seats):
        raise BadPosition("there must be one bid a seat, in the order of the seats")
    if len(start.taken) != seats or sum(start.taken) + size != rules.hand_size:
        raise BadPosition("the tricks taken and the cards held do not add up to a round")
