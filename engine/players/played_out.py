"""Plays bids out: what one was worth beside another, over deals that agree with what a seat knew.

The chances by which bids are counted leave out how rounds go that are played. Here both bids are
played to the end of the round by rules of thumb, over the same hidden cards.
"""

import random
from collections.abc import Iterator
from typing import Final

from engine.actions import Bid, Deal
from engine.cards import CardSet
from engine.errors import RuleError
from engine.game import Game
from engine.phases import Phase
from engine.players import rules_of_thumb
from engine.players.bidding import choose_bid
from engine.players.utility import worth
from engine.views import SeatView, seat_view

TRIES: Final = 6
"""Deals that are tried for each that is played, as those who have bid would not all have bid so."""

NEAR: Final = 1
"""How far the bid of a hand may be from what its seat has bid, in tricks."""

FEWEST: Final = 20
"""The deals below which nothing is said."""


def lost_by(view: SeatView, bid: Bid, best: Bid, seed: str, deals: int) -> float | None:
    """Give how much utility a bid loses against another on average.

    Args:
        view: what the seat saw; it was its turn to bid.
        bid: its bid.
        best: the other bid.
        seed: where the deals and the rules of thumb have their chance from.
        deals: how many to play at most.

    Returns:
        The loss, below 0 for a gain; None where too few deals agree with the bids before, where
        bids are hidden or close what the partner has opened, and in solo.
    """
    public = view.public
    hidden = any(each is not None and (each.covered or each.blind) for each in public.bids)
    closes = view.opening is not None or public.bids[view.seat] is not None
    # In solo the bids before take too long to agree with: a review has two seconds.
    if view.hand is None or public.rules.mode != "partners" or hidden or closes:
        return None
    chance = random.Random(seed)  # noqa: S311 - deals, not a secret
    lost = []
    for start in _starts(view, view.hand, chance, deals):
        same = chance.random()
        lost.append(_worth(start, view, best, same) - _worth(start, view, bid, same))
    return sum(lost) / len(lost) if len(lost) >= FEWEST else None


def _starts(view: SeatView, hand: CardSet, chance: random.Random, deals: int) -> Iterator[Game]:
    """Give games at the turn of the seat, with other hidden cards."""
    public, rules = view.public, view.public.rules
    cards = [bit for bit in rules.deck_in_play.singles if not bit & hand.bits]
    size, found = rules.hand_size, 0
    for _ in range(TRIES * deals):
        if found == deals:
            return
        chance.shuffle(cards)
        dealt = [CardSet(sum(cards[at : at + size])) for at in range(0, len(cards), size)]
        dealt.insert(view.seat, hand)
        begun = Game.new(rules, public.dealer, public.tallies)
        begun = begun.apply(Deal(tuple(dealt[: rules.players])))
        if begun.phase != Phase.BIDDING:
            # The first round of a game, unlike this one, bids itself.
            return
        try:
            game = _agreeing(begun, view)
        except RuleError:
            # The cards force what is bid.
            return
        if game is not None:
            found += 1
            yield game


def _agreeing(game: Game, view: SeatView) -> Game | None:
    """Bid as was bid before; None where a hand would have been bid otherwise."""
    for bid in (bid for seat in view.public.order if (bid := view.public.bids[seat]) is not None):
        seen = seat_view(game, bid.seat)
        said = None if seen.hand is None else choose_bid(seen, seen.hand, plays_out=False)[0]
        if not isinstance(said, Bid) or said.is_nil != bid.is_nil:
            return None
        if abs(said.tricks - bid.tricks) > NEAR:
            return None
        game = game.apply(bid)
    return game


def _worth(game: Game, view: SeatView, bid: Bid, seed: float) -> int:
    """Give the utility of the seat's side after the round, played with a bid."""
    chance = random.Random(seed)  # noqa: S311 - as above
    game = game.apply(bid)
    while game.to_act is not None and game.phase not in {Phase.DEALING, Phase.OVER}:
        game = game.apply(rules_of_thumb.choose(seat_view(game, game.to_act), chance))
    return worth(view.public.rules, game.tallies, view.public.rules.side_of(view.seat))
