"""Short ways to write cards, bids and cases down in tests."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from engine.actions import Bid, Deal
from engine.cards import Card, CardSet, iter_cards
from engine.deals import Seeds, deal
from engine.game import Game
from engine.phases import Phase
from engine.presets import PRESETS
from engine.round import Round
from engine.rules import Rules
from engine.seats import SEATS, Seat

CASES = Path(__file__).parent / "cases"
BLIND = "blind_nil"

SUITS = Deal(
    tuple(CardSet.of(Card.parse(rank + suit) for rank in "23456789TJQKA") for suit in "CDHS")
)
"""Seat 0 holds the clubs, seat 1 the diamonds, seat 2 the hearts, seat 3 the spades."""

STANDARD_PRESETS = [
    name for name, rules in PRESETS.items() if rules.players == 4 and rules.deck == "standard"
]
"""The presets in which `SUITS` can be dealt."""


def cards(text: str) -> tuple[Card, ...]:
    """Read cards in order: `"AS TH"`."""
    return tuple(map(Card.parse, text.split()))


def hand(text: str) -> CardSet:
    """Read a set of cards: `"AS TH"`."""
    return CardSet.of(cards(text))


def hand_of(names: Iterable[str]) -> CardSet:
    """Collect cards given one by one, ten as T or as 10."""
    return CardSet.of(Card.parse(name.replace("10", "T")) for name in names)


def names(found: Iterable[Card] | int) -> set[str]:
    """Name the cards of a set, or of a bare one."""
    return {str(card) for card in (iter_cards(found) if isinstance(found, int) else found)}


def bid_of(seat: int, value: int | str) -> Bid:
    """Make a bid from a case: a number, "nil" or "blind_nil"."""
    number = value if isinstance(value, int) else 0
    return Bid(SEATS[seat], number, blind=value == BLIND)


def load(name: str) -> Any:  # noqa: ANN401 -- it is whatever the file holds
    """Read a file of cases."""
    return json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))


def rules_of(mode: str, options: Mapping[str, object], bids: Iterable[object] = ()) -> Rules:
    """Make the rules of a case: a game to 500 with a bag limit of 10, but for its options."""
    needs_blind = "blind_nil_value" in options or BLIND in bids
    fields = {"mode": mode, "target": 500, "bag_limit": 10, "blind_nil": needs_blind}
    return Rules().changed(**(fields | dict(options)))


def rebased(current: Round, **changes: Any) -> Round:  # noqa: ANN401 -- of any field
    """Change fields of what a round rests on."""
    return current._replace(basis=current.basis._replace(**changes))


def spread(rules: Rules, fixed: Mapping[Seat, CardSet], shun: int) -> tuple[CardSet, ...]:
    """Fill the hands of all seats to the size of the longest, from cards that no hand has yet.

    Args:
        rules: the rules of the table.
        fixed: what some seats hold for certain.
        shun: cards, as a bare set, that are handed out last.
    """
    size = max(map(len, fixed.values()))
    given = {card for held in fixed.values() for card in held}
    free = [card for card in iter_cards(rules.deck_in_play.cards) if card not in given]
    free.sort(key=lambda card: bool(shun & card.bit))
    hands = []
    for seat in rules.seats:
        held = list(fixed.get(seat, CardSet()))
        missing = size - len(held)
        hands.append(CardSet.of(held + free[:missing]))
        del free[:missing]
    return tuple(hands)


def fresh_deal(game: Game, seed: int = 0) -> Deal:
    """Deal the next round of a game."""
    seeds, rules = Seeds(bytes([seed] * 32)), game.rules
    return deal(seeds, game.number + 1, game.next_dealer, rules)


def modest_bid(game: Game) -> Bid:
    """Give the bid nearest to three that the seat to act may make, a number if there is one."""
    bids = [action for action in game.legal_actions if isinstance(action, Bid)]
    return min(bids, key=lambda bid: (bid.is_nil, abs(bid.tricks - 3), bid.blind))


def draw_out(game: Game) -> Game:
    """Take all turns of two seats at the stock that are left, and keep every top card."""
    while game.phase == Phase.DRAWING:
        game = game.apply(game.legal_actions[0])
    return game


def bid_modestly(game: Game) -> Game:
    """Make all bids that are left, each modest; before them, draw the hands of two seats."""
    game = draw_out(game)
    while game.phase == Phase.BIDDING:
        game = game.apply(modest_bid(game))
    return game


def play_lowest(game: Game) -> Game:
    """Finish the round with the first legal action each time."""
    while game.to_act is not None:
        game = game.apply(game.legal_actions[0])
    return game
