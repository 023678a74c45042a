"""An independent rule bidder and player, written from the literature for people.

It shares no code with the engine's players: its bid counts quick tricks as the books teach
(ace and king, guarded queens, long and high trumps, ruffs with short suits), its nil wants low
spades and low ends of suits, and its play follows the usual maxims (second hand low, third hand
high, cover the nil, draw no trump that the partner wants, lead from strength, bleed bags only
when safe).
"""

import random
from collections.abc import Sequence

from engine.actions import Bid, Play, SeatAction
from engine.cards import Card, CardSet, Suit
from engine.views import SeatView

JACK, QUEEN, KING, ACE = 11, 12, 13, 14


def choose(view: SeatView, rng: random.Random) -> SeatAction:
    """Bid or play by the books."""
    del rng
    assert view.hand is not None
    if view.bids:
        return _bid(view, view.hand)
    return Play(view.seat, _Turn(view, view.hand).card())


def _bid(view: SeatView, hand: CardSet) -> Bid:
    suits = {suit: sorted(c.rank for c in hand if c.suit is suit) for suit in Suit}
    partner = view.public.bids[(view.seat + 2) % 4]
    partner_nil = partner is not None and partner.is_nil
    if not partner_nil and _nil_is_safe(suits):
        return Bid(view.seat, 0)
    said = sum(bid.tricks for bid in view.public.bids if bid is not None)
    count = _quick_tricks(suits)
    others = sum(bid is not None for bid in view.public.bids)
    if others == 3 and said + count > 12.5:
        count -= 1
    return Bid(view.seat, max(1, min(13, int(count + 0.4))))


def _nil_is_safe(suits: dict[Suit, list[int]]) -> bool:
    spades = suits[Suit.SPADES]
    if len(spades) > 3 or (spades and spades[-1] >= QUEEN):
        return False
    if len(spades) == 3 and spades[-1] > 9:
        return False
    for suit in (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS):
        ranks = suits[suit]
        if not ranks:
            continue
        limits = (6, 8, 11)
        if any(rank > limit for rank, limit in zip(ranks, limits, strict=False)):
            return False
    return True


def _quick_tricks(suits: dict[Suit, list[int]]) -> float:
    spades = suits[Suit.SPADES]
    count = 0.0
    for suit in (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS):
        ranks = suits[suit]
        length = len(ranks)
        if ACE in ranks:
            count += 1.0 if length < 7 else 0.5
        if KING in ranks and length > 1:
            count += (0.8 if ACE in ranks else 0.65) if length < 6 else 0.25
        if QUEEN in ranks and 2 < length < 5 and (ACE in ranks or KING in ranks):
            count += 0.3
        if length == 0 and len(spades) > 1:
            count += 0.8
        if length == 1 and len(spades) > 2:
            count += 0.4
    if ACE in spades:
        count += 1
    if KING in spades:
        count += 1 if ACE in spades or len(spades) > 2 else 0.6
    if QUEEN in spades and len(spades) > 2:
        count += 0.75 if ACE in spades or KING in spades else 0.5
    return count + max(0, len(spades) - 3) * 0.85


class _Turn:
    """One turn to play, with what can be counted."""

    def __init__(self, view: SeatView, hand: CardSet) -> None:
        public = view.public
        self.me, self.mate = view.seat, (view.seat + 2) % 4
        self.bids = [0 if bid is None else bid.tricks for bid in public.bids]
        self.taken = public.taken
        self.trick = public.trick
        self.best = public.winning
        self.left = len(hand)
        self.options = sorted((p for p in view.playable), key=lambda c: (c.rank, c.suit))
        seen = {c for t in public.tricks for c in t.cards} | {p.card for p in public.trick}
        whole = CardSet(public.rules.deck_in_play.cards)
        self.out = [card for card in whole if card not in seen and card not in hand]

    def short(self, seat: int) -> int:
        """Tricks that the side of a seat still needs."""
        other = (seat + 2) % 4
        want = self.bids[seat] + self.bids[other]
        have = sum(self.taken[s] for s in (seat, other) if self.bids[s] > 0)
        return want - have

    def clean(self, seat: int) -> bool:
        """Whether a nil is alive."""
        return self.bids[seat] == 0 and self.taken[seat] == 0

    def boss(self, card: Card) -> bool:
        return not any(c.suit is card.suit and c.rank > card.rank for c in self.out)

    def beats(self, card: Card, other: Card) -> bool:
        if card.suit is other.suit:
            return card.rank > other.rank
        return card.suit is Suit.SPADES

    def card(self) -> Card:
        if len(self.options) == 1:
            return self.options[0]
        if self.clean(self.me):
            return self._as_nil()
        return self._lead() if not self.trick else self._follow()

    def _plain(self, cards: Sequence[Card]) -> list[Card]:
        return [c for c in cards if c.suit is not Suit.SPADES]

    def _lead(self) -> Card:  # noqa: PLR0911 - the maxims, one line each
        plain = self._plain(self.options)
        if self.clean(self.mate):
            bosses = [c for c in plain if self.boss(c)]
            return (bosses or plain or self.options)[-1]
        if any(self.clean(s) for s in ((self.me + 1) % 4, (self.me + 3) % 4)):
            return (plain or self.options)[0]
        if self.short(self.me) <= 0 and not self._could_set():
            return (plain or self.options)[0]
        bosses = [c for c in plain if self.boss(c)]
        if bosses:
            return bosses[-1]
        trumps = [c for c in self.options if c.suit is Suit.SPADES]
        if len(trumps) > 3 and self.boss(trumps[-1]):
            return trumps[-1]
        if plain:
            lengths = {s: sum(c.suit is s for c in plain) for s in Suit}
            return min(plain, key=lambda c: (lengths[c.suit], c.rank))
        return trumps[0] if not self.boss(trumps[-1]) else trumps[-1]

    def _could_set(self) -> bool:
        need = self.short((self.me + 1) % 4)
        return need > 0 and need >= self.left - 1

    def _follow(self) -> Card:  # noqa: PLR0911 - the maxims, one line each
        assert self.best is not None
        top = next(p.card for p in self.trick if p.seat == self.best)
        winners = [c for c in self.options if self.beats(c, top)]
        plain_winners = self._plain(winners)
        losers = [c for c in self.options if not self.beats(c, top)]
        last = len(self.trick) == 3
        about_nils = self._about_nils(winners, losers)
        if about_nils is not None:
            return about_nils
        if self.short(self.me) <= 0 and not self._could_set():
            return self._throw(losers) if losers else self._cheap(winners)
        if self.best == self.mate:
            if last or self.boss(top) or not plain_winners:
                return self._throw_low(losers or self.options)
            bosses = [c for c in plain_winners if self.boss(c)]
            return bosses[-1] if bosses and top.rank < QUEEN else self._throw_low(losers or winners)
        if not winners:
            return self._throw_low(self.options)
        if last:
            return self._cheap(winners)
        if winners[0].suit is Suit.SPADES and self.trick[0].card.suit is not Suit.SPADES:
            return self._cheap(winners)
        bosses = [c for c in winners if self.boss(c)]
        if bosses:
            return bosses[0]
        if len(self.trick) == 1:
            return self._throw_low(losers or winners)
        return winners[-1] if winners[-1].rank >= JACK or not losers else losers[0]

    def _about_nils(self, winners: Sequence[Card], losers: Sequence[Card]) -> Card | None:
        if self.clean(self.mate) and winners:
            if self.best == self.mate:
                return self._cheap(winners)
            if len(self.trick) == 1:
                return winners[-1]
        for foe in ((self.me + 1) % 4, (self.me + 3) % 4):
            if self.clean(foe) and self.best == foe and losers and self.short(self.me) < self.left:
                return self._throw(losers)
        return None

    def _cheap(self, cards: Sequence[Card]) -> Card:
        return min(cards, key=lambda c: (c.suit is Suit.SPADES, c.rank))

    def _throw(self, cards: Sequence[Card]) -> Card:
        return max(cards, key=lambda c: (c.suit is not Suit.SPADES, c.rank))

    def _throw_low(self, cards: Sequence[Card]) -> Card:
        return min(cards, key=lambda c: (c.suit is Suit.SPADES, c.rank))

    def _as_nil(self) -> Card:
        plain = self._plain(self.options)
        if not self.trick:
            return (plain or self.options)[0]
        assert self.best is not None
        top = next(p.card for p in self.trick if p.seat == self.best)
        losers = [c for c in self.options if not self.beats(c, top)]
        if losers:
            led = self.trick[0].card.suit
            return max(losers, key=lambda c: (c.suit is Suit.SPADES and led is not Suit.SPADES,
                                              c.rank))  # fmt: skip
        return self.options[-1] if len(self.trick) == 3 else self.options[0]
