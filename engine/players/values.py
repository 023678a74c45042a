"""The values of cards before the play, by exact chances where possible.

An honor of a side suit takes a trick when every opponent still follows often enough: the ace
when all of them hold the suit at all, the king when all hold two, the queen when all hold three.
Spades count by what is missing above them, and by their number.
"""

import math
from array import array
from functools import cache
from math import comb
from typing import Final

from engine.cards import CARDS, Deck
from engine.players.nil import danger_of
from engine.players.packing import packing_of
from engine.rules import TWO, Rules

_TOPS: Final = (1.0, 0.72, 0.38, 0.15)
_LONG: Final = 0.93
_GUARDED: Final = (1, 2, 3)

# What each card of a suit adds to the tricks of one of two seats, the lowest of thirteen first: the
# least squares of 60,000 deals of two hands of 52 cards that the rules of the playouts played out.
_SPADES_OF_TWO: Final = (
    0.76, 0.75, 0.78, 0.77, 0.80, 0.80, 0.86, 0.89, 0.93, 0.99, 1.07, 1.27, 1.50,
)  # fmt: skip
_SIDES_OF_TWO: Final = (
    -0.16, -0.08, -0.02, 0.02, 0.09, 0.13, 0.19, 0.23, 0.30, 0.37, 0.47, 0.60, 0.77,
)  # fmt: skip
BASE_OF_TWO: Final = 1.16
AGAINST_DRAWN: Final = 2.2
"""What a hand is worth less against a drawn one, in tricks; measured in self-played rounds."""


def worths_of_two(size: int, *, spades: bool) -> tuple[float, ...]:
    """Give what the cards of a suit are worth to one of two seats, in tricks, weakest first.

    Args:
        size: how many cards of the suit the deck holds; from the top they are worth the same.
        spades: whether they are spades.
    """
    worths = _SPADES_OF_TWO if spades else _SIDES_OF_TWO
    return (worths[0],) * (size - len(worths)) + worths[max(0, len(worths) - size) :]


@cache
def card_worths(deck: Deck) -> tuple[float, ...]:
    """Give by card index what it is worth to one of two seats; 0 for what is not in the deck."""
    packing = packing_of(deck)
    worths = [0.0] * len(CARDS)
    for field, size in enumerate(packing.sizes):
        for place, worth in enumerate(worths_of_two(size, spades=field == 0)):
            worths[packing.card[1 << (16 * field + place)].index] = worth
    return tuple(worths)


@cache
def all_hold_more(own: int, least: int, size: int, hidden: int, opponents: int, hand: int) -> float:
    """Give the chance that every opponent holds more than `least` cards of a suit.

    Args:
        own: how many cards of the suit this seat holds.
        least: the number to exceed.
        size: the cards of the suit in the deck.
        hidden: how many hands are hidden.
        opponents: how many of them are opponents'.
        hand: the cards of each hand.
    """
    rest = size - own
    total = comb(hidden * hand, rest)
    return _ways(rest, least, hidden, opponents, hand) / total


def _ways(rest: int, least: int, hidden: int, opponents: int, hand: int) -> int:
    if hidden == 0:
        return int(rest == 0)
    start = least + 1 if opponents else 0
    return sum(
        comb(hand, held) * _ways(rest - held, least, hidden - 1, max(0, opponents - 1), hand)
        for held in range(start, min(rest, hand) + 1)
    )


@cache
def side_worth(cards: int, size: int, players: int, mode: str) -> float:
    """Estimate the tricks that the honors of a side suit take.

    Args:
        cards: the field of the suit.
        size: how many cards of the suit the deck holds.
        players: seats at the table.
        mode: whether there are partners.
    """
    hand = 13 if players == 4 else 17  # noqa: PLR2004 - 52 or 51 cards
    opponents = 2 if mode == "partners" else players - 1
    own = cards.bit_count()
    worth, missing, taken = 0.0, 0, 0
    for step in range(3):
        if not cards >> (size - 1 - step) & 1:
            missing += 1
            continue
        if own <= missing:
            break
        chance = all_hold_more(own, taken + missing, size, players - 1, opponents, hand)
        worth += chance * (1.0, 0.8, 0.6)[missing] if own > missing else 0.0
        taken += 1
    return worth


@cache
def spade_worth(cards: int, size: int) -> float:
    """Estimate the tricks of spades: the three highest by the cards above, the rest by number."""
    worth, place = 0.0, 0
    for step in range(size):
        if cards >> (size - 1 - step) & 1:
            missing = step - place
            if place < len(_GUARDED):
                top = _TOPS[missing] if missing < len(_TOPS) else 0.0
                worth += top if cards.bit_count() > missing else 0.0
            else:
                worth += _LONG
            place += 1
    return worth


@cache
def danger_and_worth(deck: Deck, players: int, mode: str) -> "array[int]":
    """Tabulate the input of `sampling.Chain`: the worth of each field, then the danger of each.

    In 32 bits, since a worker holds a table of half a million numbers for each deck and mode.
    """
    sizes = packing_of(deck).sizes
    table = array("i", bytes(4 * 8 << 16))
    for field, size in enumerate(sizes):
        if players == TWO:
            worth = _worths_of_two(size, spades=field == 0)
        else:
            worth = _spade_worths(size) if field == 0 else _side_worths(size, players, mode)
        for first, values in (
            (field << 16, worth),
            ((4 + field) << 16, _dangers(size, spades=field == 0)),
        ):
            table[first : first + len(values)] = values
    return table


_SPREADS: Final = ((0.85, 0.48), (0.15, 1.2))
"""How far a hand's worth is from its bid: 0.3 to 0.6 tricks for the strong player and for the
independent one, now and then further for people. Each part has its share and its standard deviation
in tricks."""


@cache
def _worths_of_two(size: int, *, spades: bool) -> "array[int]":
    """Tabulate the fields of a suit for two seats; spades have what every hand is worth besides."""
    found = [100 * BASE_OF_TWO if spades else 0.0]
    for worth in worths_of_two(size, spades=spades):
        found += [each + 100 * worth for each in found]
    return array("i", map(round, found))


@cache
def _dangers(size: int, *, spades: bool) -> "array[int]":
    return array("i", [danger_of(cards, size, spades=spades) for cards in range(1 << size)])


@cache
def _side_worths(size: int, players: int, mode: str) -> "array[int]":
    worth = side_worth.__wrapped__
    fields = range(1 << size)
    return array("i", [round(100 * worth(cards, size, players, mode)) for cards in fields])


@cache
def _spade_worths(size: int) -> "array[int]":
    worth = spade_worth.__wrapped__
    return array("i", [round(100 * worth(cards, size)) for cards in range(1 << size)])


@cache
def penalties() -> "array[int]":
    """Tabulate the misfit of a hand by its distance from the bid in tenths of a trick."""
    likely = [
        sum(
            share / spread * math.exp(-((far / 10 / spread) ** 2) / 2) for share, spread in _SPREADS
        )
        for far in range(64)
    ]
    return array("q", [round(-100 * math.log(each / likely[0])) for each in likely])


@cache
def chances() -> "array[int]":
    """Tabulate the chance to keep a swap by what it adds to the misfit, in parts of 65536."""
    return array("q", [round(65536 * math.exp(-grown / 100)) for grown in range(1200)])


def warm_up(rules: Rules) -> None:
    """Compute the tables that choices under these rules need, in about a tenth of a second.

    A worker process calls it before its first choice, for each rule set that it may need; without
    it, only the first choice is slower.
    """
    danger_and_worth(rules.deck_in_play, rules.players, rules.mode)
