"""The facts that a seat infers from its view before it plays a card."""

from dataclasses import dataclass

from engine.actions import Play
from engine.cards import Bits, Card, CardSet, Deck
from engine.seats import Seat, Side
from engine.views import PublicView, SeatView


@dataclass(frozen=True, slots=True)
class Reading:
    """The facts of one turn to play, as far as the seat knows them.

    Attributes:
        seat: whose turn it is.
        partner: the seat opposite, or None in solo.
        public: what everyone sees.
        deck: the deck of the table.
        hand: the cards of the seat.
        legal: those that may be played, weakest first.
        led: the card that was led, or None when this seat leads.
        best: the card that wins the trick so far, or None when this seat leads.
        unseen: the cards that other seats may still hold.
        left: the number of remaining tricks, including this one.
        need: the tricks that the side still needs for its contract; 0 or less once it is made.
    """

    seat: Seat
    partner: Seat | None
    public: PublicView
    deck: Deck
    hand: CardSet
    legal: tuple[Card, ...]
    led: Card | None
    best: Card | None
    unseen: Bits
    left: int
    need: int

    @property
    def is_last(self) -> bool:
        """Whether nobody plays to this trick after this seat."""
        return len(self.public.trick) == len(self.public.held) - 1

    def is_trump(self, card: Card) -> bool:
        """Say whether a card counts as a spade."""
        return bool(self.deck.trumps >> card.index & 1)

    def wins(self, card: Card) -> bool:
        """Say whether a card would win the present trick."""
        if self.led is None or self.best is None:
            return True
        power = self.deck.power[self.deck.suit_of[self.led.index]]
        return power[card.index] > power[self.best.index]

    def is_master(self, card: Card) -> bool:
        """Say whether no stronger card of its suit is still out."""
        strength = self.deck.strength
        rivals = CardSet(self.unseen & self.deck.same_suit[card.index])
        return all(strength[rival.index] < strength[card.index] for rival in rivals)

    def follows(self, card: Card) -> bool:
        """Say whether a card is of the suit led."""
        return self.led is not None and bool(self.deck.same_suit[self.led.index] >> card.index & 1)

    def still_to_play(self, seat: Seat) -> bool:
        """Say whether a seat plays to this trick after this seat."""
        return seat != self.seat and all(play.seat != seat for play in self.public.trick)

    def keeps_nil(self, seat: Seat) -> bool:
        """Say whether a seat bid nil and has taken no trick so far."""
        bid = self.public.bids[seat]
        return bid is not None and bid.is_nil and not self.public.taken[seat]

    @property
    def helps(self) -> bool:
        """Whether a trick that this seat takes counts towards the contract of its side."""
        return counts(self.public, self.seat)

    @property
    def sets_somebody(self) -> bool:
        """Whether taking this trick sets another side, or leaves it in need of all others."""
        rules = self.public.rules
        needs = [
            need_of(self.public, side) for side in rules.sides if side != rules.side_of(self.seat)
        ]
        return any(self.left - 1 <= need <= self.left and need > 0 for need in needs)

    @property
    def hunts_nil(self) -> bool:
        """Whether another side's nil is alive and could still take this trick."""
        others = [seat for seat in self.public.rules.seats if seat not in {self.seat, self.partner}]
        return any(
            self.keeps_nil(seat) and (seat == self.public.winning or self.still_to_play(seat))
            for seat in others
        )


def read(view: SeatView, hand: CardSet) -> Reading:
    """Infer the facts of a turn to play.

    Args:
        view: the seat's view.
        hand: the cards of the seat.
    """
    public = view.public
    rules = public.rules
    deck = rules.deck_in_play
    played = [card for trick in public.tricks for card in trick.cards]
    played += [play.card for play in public.trick]
    best = next((play.card for play in public.trick if play.seat == public.winning), None)
    put_away = [turn.put_away for turn in view.drawn]
    legal = [action.card for action in view.legal if isinstance(action, Play)]
    return Reading(
        seat=view.seat,
        partner=rules.partner_of(view.seat),
        public=public,
        deck=deck,
        hand=hand,
        legal=tuple(sorted(legal, key=lambda card: deck.strength[card.index])),
        led=public.led,
        best=best,
        unseen=deck.cards & ~(hand.bits | CardSet.of((*played, *put_away)).bits),
        left=len(hand),
        need=need_of(public, rules.side_of(view.seat)),
    )


def counts(public: PublicView, seat: Seat) -> bool:
    """Say whether tricks of a seat count towards the contract of its side."""
    bid = public.bids[seat]
    nil = bid is not None and bid.is_nil
    return not nil or public.rules.failed_nil_tricks == "help_partner"


def need_of(public: PublicView, side: Side) -> int:
    """Give the tricks that a side still needs for its contract; 0 or less once it is made."""
    seats = public.rules.seats_of(side)
    if public.bids_itself:
        # Every trick scores ten, so a side always needs more.
        return public.rules.hand_size - sum(public.taken)
    towards = sum(public.taken[seat] for seat in seats if counts(public, seat))
    return (public.contract_of(side) or 0) - towards
