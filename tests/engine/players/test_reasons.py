"""Every reason of a choice is true: its condition is worked out again from the seat's view."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import pytest

from engine.actions import Bid, Play
from engine.cards import Card, CardSet, Suit
from engine.game import Game
from engine.players.bidding import choose_bid
from engine.players.player import Budget, Choice, Reason
from engine.players.styles import STYLES
from engine.presets import CARDCOUCH, HERO_PARTNERS
from engine.rules import Rules
from engine.seats import SEATS, Seat
from engine.tally import Tally
from engine.views import SeatView, seat_view
from tests.engine.tools import fresh_deal

LITTLE: Final = Budget(worlds=6, nodes=200)


class Seen:
    """A turn to play a card as its seat sees it, in the standard deck."""

    def __init__(self, view: SeatView, card: Card) -> None:
        """Read a view without the players' own code."""
        assert view.hand is not None
        public = view.public
        self.card, self.seat, self.public = card, view.seat, public
        self.legal = sorted(view.playable, key=lambda each: each.rank)
        self.partner = Seat((view.seat + 2) % 4)
        gone = {play.card for trick in public.tricks for play in trick.plays}
        gone |= {play.card for play in public.trick}
        whole = CardSet(CARDCOUCH.deck_in_play.cards)
        self.out = [each for each in whole if each not in gone and each not in view.hand]
        self.best = next((p.card for p in public.trick if p.seat == public.winning), None)
        self.last = len(public.trick) == 3
        mine = (self.seat, self.partner)
        told = [public.bids[seat] for seat in mine]
        taken = sum(public.taken[seat] for seat in mine if self.helps(seat))
        self.need = sum(bid.tricks for bid in told if bid) - taken

    def is_nil(self, seat: Seat) -> bool:
        """Whether a seat bid nil."""
        bid = self.public.bids[seat]
        return bid is not None and bid.is_nil

    def helps(self, seat: Seat) -> bool:
        """Whether its tricks count for its side."""
        return not self.is_nil(seat) or self.public.rules.failed_nil_tricks == "help_partner"

    def alive(self, seat: Seat) -> bool:
        """Whether its nil is alive."""
        return self.is_nil(seat) and not self.public.taken[seat]

    def wins(self, card: Card) -> bool:
        """Whether a card takes the lead in the trick."""
        if self.best is None:
            return True
        if card.suit is self.best.suit:
            return card.rank > self.best.rank
        return card.suit is Suit.SPADES

    def top(self, card: Card) -> bool:
        """Whether no higher card of its suit is out."""
        return not any(each.suit is card.suit and each.rank > card.rank for each in self.out)

    @property
    def follows(self) -> bool:
        """Whether the card is of the suit led."""
        return bool(self.public.trick) and self.card.suit is self.public.trick[0].card.suit

    @property
    def behind_partner(self) -> bool:
        """Whether the partner wins the trick so far."""
        return self.public.winning == self.partner


TRUE: Final[dict[Reason, Callable[[Seen], bool]]] = {
    Reason.ONLY_CHOICE: lambda s: len(s.legal) == 1,
    Reason.KEEPS_NIL: lambda s: s.alive(s.seat) and not s.wins(s.card),
    Reason.NIL_IN_DANGER: lambda s: s.alive(s.seat) and s.wins(s.card),
    Reason.COVERS_NIL: lambda s: s.alive(s.partner) and s.wins(s.card),
    Reason.ATTACKS_NIL: lambda s: any(map(s.alive, SEATS)),
    Reason.SETS_CONTRACT: lambda s: s.need <= 0 and s.wins(s.card),
    Reason.AVOIDS_BAG: lambda s: s.need <= 0 and not s.wins(s.card) and any(map(s.wins, s.legal)),
    Reason.PARTNER_WINS: lambda s: (
        s.behind_partner
        and (s.last or (s.best is not None and s.best.suit is Suit.SPADES and s.top(s.best)))
    ),
    Reason.PARTNER_SO_FAR: lambda s: s.behind_partner and not s.wins(s.card),
    Reason.OVERTAKES: lambda s: (
        s.behind_partner and s.top(s.card) and s.best is not None and not s.top(s.best)
    ),
    Reason.TAKES_TRICK: lambda s: s.last and s.wins(s.card),
    Reason.TRUMPS: lambda s: s.last and s.card.suit is Suit.SPADES and not s.follows,
    Reason.TRUMPS_SO_FAR: lambda s: s.wins(s.card) and s.card.suit is Suit.SPADES,
    Reason.LEADS_MASTER: lambda s: s.top(s.card) and s.wins(s.card),
    Reason.NO_SURE_LEAD: lambda s: not s.public.trick and not any(map(s.top, s.legal)),
    Reason.LEADS_LOW: lambda s: s.card.rank < 10 or not s.wins(s.card),
    Reason.PLAYS_HIGH: lambda s: s.card.rank >= 10 and s.wins(s.card) and not s.top(s.card),
    Reason.WINS_SO_FAR: lambda s: s.wins(s.card) and not s.last,
    Reason.PLAYS_LOW: lambda s: (
        s.follows and any(e.suit is s.card.suit and e.rank > s.card.rank for e in s.legal)
    ),
    Reason.CANNOT_WIN: lambda s: not any(map(s.wins, s.legal)),
    Reason.COMPARED: lambda s: len(s.legal) > 1,
    Reason.THROWS_AWAY: lambda s: (
        not s.follows and not (s.need > 0 and s.helps(s.seat) and s.top(s.card))
    ),
}
"""By the reason of a card, what must hold for it to be true."""


def check_bid(view: SeatView, choice: Choice) -> None:
    """Hold the number that is told against the bid."""
    bid, why = choice.action, choice.why
    assert isinstance(bid, Bid)
    above = 10 * bid.tricks - why.tricks
    if why.reason in {Reason.COUNTED, Reason.BESIDE_NIL}:
        assert abs(above) <= 5
    elif why.reason is Reason.COUNTED_LOWER:
        assert above < -5
    elif why.reason in {Reason.COUNTED_HIGHER, Reason.LEAST_BID}:
        assert above > 5
        least = min(each.tricks for each in view.bids if not each.is_nil)
        assert (bid.tricks == least) == (why.reason is Reason.LEAST_BID)
    level = replace(view, public=replace(view.public, tallies=(Tally(), Tally())))
    assert view.hand is not None
    if why.reason is Reason.COUNTED_FOR_SCORE:
        assert choose_bid(level, view.hand)[0] != bid
    if why.reason is Reason.DARING_NIL:
        assert why.chance < 70
        assert not getattr(choose_bid(level, view.hand)[0], "is_nil", False)


@pytest.mark.parametrize("rules", [CARDCOUCH, HERO_PARTNERS], ids=["cardcouch", "hero_partners"])
@pytest.mark.parametrize("key", ["marlow", "juniper", "pip"])
def test_every_reason_is_true(key: str, rules: Rules) -> None:
    """Of some thousand choices at many scores no reason says what its seat can see to be false."""
    rng = random.Random(11)
    told: set[Reason] = set()
    for _ in range(12):
        points = [Tally(rng.randrange(-150, 480), rng.randrange(9)) for _ in rules.sides]
        game = Game.new(rules, rng.choice(SEATS), points)
        game = game.apply(fresh_deal(game, rng.randrange(256)))
        while game.to_act is not None:
            view = seat_view(game, game.to_act)
            choice = STYLES[key].player.choose(view, LITTLE, rng)
            told.add(choice.why.reason)
            if isinstance(choice.action, Play) and key != "pip":
                seen = Seen(view, choice.action.card)
                assert TRUE[choice.why.reason](seen), (choice, seen.legal, seen.public.trick)
            elif isinstance(choice.action, Bid) and view.hand is not None and key == "marlow":
                check_bid(view, choice)
            game = game.apply(choice.action)
    assert len(told) > 15
