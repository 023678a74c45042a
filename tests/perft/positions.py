"""The positions with their counts, which stand in positions.json, and how they are made.

`python -m tests.perft.positions` draws them afresh from fixed seeds, counts each with the engine
and by brute force, and writes the file only if the two agree everywhere. That is needed after a
change of the notation or of the list of rule sets below, and never to make a test pass.
"""

import json
import random
from pathlib import Path
from typing import Any

from engine.actions import Bid
from engine.cards import CardSet, iter_cards
from engine.notation import parse_round, print_round
from engine.positions import Start
from engine.round import Round
from engine.presets import PRESETS
from engine.rules import Rules
from tests.perft import count, reference

FILE = Path(__file__).with_name("positions.json")
TABLES: dict[str, Rules] = PRESETS | {"with_jokers": PRESETS["cardcouch"].changed(deck="jokers")}
MOST_ENDS = 12_000


def load() -> list[dict[str, Any]]:
    """Read the positions."""
    positions: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return positions


def round_of(entry: dict[str, Any]) -> Round:
    """Set up a position."""
    return parse_round(entry["round"], TABLES[entry["table"]])


def plain_of(current: Round) -> reference.Plain:
    """Write a position as the brute force reads it."""
    return reference.Plain(
        hands=tuple(tuple(map(str, iter_cards(hand))) for hand in current.hands),
        trick=tuple(map(str, current.trick)),
        leader=current.leader,
        broken=current.broken,
        breaking=current.rules.breaking,
        deck=current.rules.deck,
    )


def draw(rules: Rules, size: int, spades: int, *, broken: bool, seed: int) -> Round:
    """Draw a position between two tricks.

    Args:
        rules: the rules of the table.
        size: cards in each hand.
        spades: how many of all cards are spades; the others are of few suits, so that seats
            both follow and are void.
        broken: whether spades are broken.
        seed: decides the rest.
    """
    rng = random.Random(seed)
    deck = rules.cards
    trumps = rng.sample(list(CardSet(deck.trumps)), spades)
    others = [card for card in CardSet(deck.cards & ~deck.trumps) if card.suit != seed % 3]
    cards = trumps + rng.sample(others, size * len(rules.seats) - spades)
    if rng.random() < 0.5:  # every other time one seat holds the spades, and may have to lead them
        rng.shuffle(cards)
    hands = [CardSet.of(cards[at : at + size]) for at in range(0, len(cards), size)]
    bids = [Bid(seat, rng.randint(1, 4)) for seat in rules.seats]
    taken = [rules.hand_size - size, *[0] * (len(rules.seats) - 1)]
    start = Start(rules.seats[0], tuple(taken), broken)
    return Round.position(rules, rules.seats[-1], hands, bids, start)


def make() -> list[dict[str, Any]]:
    """Draw and count all positions, each small enough to be counted quickly."""
    entries: list[dict[str, Any]] = []
    for table, rules in TABLES.items():
        for size in (2, 3, 3, 4, 4, 5):
            for broken in (False, True):
                seed = 1000 * size + len(entries)
                current = draw(rules, size, 2 * size - 1, broken=broken, seed=seed)
                while len(found := count.counts(current, MOST_ENDS)) < 4 * (size - 1):
                    seed += 7
                    current = draw(rules, size, 2 * size - 1, broken=broken, seed=seed)
                if found != reference.counts(plain_of(current)):
                    raise ValueError(f"the brute force counts otherwise: {print_round(current)}")
                entries.append({"table": table, "round": print_round(current), "counts": found})
    return entries


def main() -> None:
    """Write the file."""
    lines = ",\n".join(" " + json.dumps(entry) for entry in make())
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
