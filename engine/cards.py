"""Cards, sets of cards, and the decks that Spades is played with.

A card is one of 54 shared values; a set of cards is one integer whose bit `n` stands for the
card with index `n`. Clubs take the bits 0 to 12, diamonds 13 to 25, hearts 26 to 38, spades 39
to 51, two low and ace high; the little joker is 52 and the big joker 53.
"""

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final, Literal, TypeAlias

Bits: TypeAlias = int
"""A set of cards as a bare integer, for the inner loops of the engine."""

RANKS: Final = "23456789TJQKA"


class Suit(IntEnum):
    """The four suits, in the order of their bits. A joker counts as a spade."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """The letter that stands for the suit in notation: C, D, H or S."""
        return "CDHS"[self]


@dataclass(frozen=True, slots=True)
class Card:
    """One card. Take it from `CARDS` or `Card.parse`; equal cards are one object.

    Attributes:
        index: 0 to 53, the bit of the card in a set.
        suit: the printed suit; spades for a joker.
        rank: 2 to 14 (ace); 15 and 16 for the little and the big joker.
    """

    index: int
    suit: Suit = field(compare=False)
    rank: int = field(compare=False)

    @property
    def bit(self) -> Bits:
        """The set that holds this card alone, as an integer."""
        return 1 << self.index

    @property
    def is_joker(self) -> bool:
        """Whether this is the little or the big joker."""
        return self.index >= _LITTLE_JOKER

    def __str__(self) -> str:
        """Rank and suit, ten as T: `AS`, `TH`, `2C`; the jokers are `LJ` and `BJ`."""
        return _NAMES[self.index]

    @staticmethod
    def parse(text: str) -> "Card":
        """Read a card back from its two letters.

        Raises:
            ValueError: the text does not name a card.
        """
        card = _BY_NAME.get(text)
        if card is None:
            msg = f"{text!r} is not a card; a card is a rank and a suit, as in AS, TH or BJ"
            raise ValueError(msg)
        return card


_LITTLE_JOKER: Final = 52
_NAMES: Final = (*(rank + suit.letter for suit in Suit for rank in RANKS), "LJ", "BJ")

CARDS: Final = tuple(
    Card(index, Suit(min(index // 13, 3)), index % 13 + 2 if index < _LITTLE_JOKER else index - 37)
    for index in range(54)
)
"""All 54 cards by index."""

LITTLE_JOKER: Final = CARDS[52]
BIG_JOKER: Final = CARDS[53]
_BY_NAME: Final = dict(zip(_NAMES, CARDS, strict=True))


@dataclass(frozen=True, slots=True)
class CardSet(AbstractSet[Card]):
    """An immutable set of cards over one integer. Iteration goes from the lowest bit up."""

    bits: Bits = 0

    @staticmethod
    def of(cards: Iterable[Card]) -> "CardSet":
        """Collect cards into a set."""
        bits = 0
        for card in cards:
            bits |= 1 << card.index
        return CardSet(bits)

    @classmethod
    def _from_iterable(cls, it: Iterable[Card]) -> "CardSet":  # type: ignore[override]
        return cls.of(it)

    def __contains__(self, card: object) -> bool:
        """Say whether the card is in the set; False for anything but a card."""
        return isinstance(card, Card) and bool(self.bits >> card.index & 1)

    def __iter__(self) -> Iterator[Card]:
        """Yield the cards from the lowest bit up."""
        return iter_cards(self.bits)

    def __len__(self) -> int:
        """Count the cards."""
        return self.bits.bit_count()

    def __hash__(self) -> int:
        """Equal sets have equal hashes."""
        return hash(self.bits)

    def __str__(self) -> str:
        """The cards without separators, lowest bit first: `2C9HAS`."""
        return "".join(map(str, self))


_SHOWN: Final = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)


def iter_cards(bits: int) -> Iterator[Card]:
    """Yield the cards of a bare set from the lowest bit up."""
    while bits:
        low = bits & -bits
        yield CARDS[low.bit_length() - 1]
        bits ^= low


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards that are dealt, and how they rank. Build with `make_deck`.

    Attributes:
        cards: every card of the deck.
        trumps: the spades, and every other card that counts as one.
        suit_of: by card index, the suit that the card counts as.
        same_suit: by card index, all cards that follow when that card is led.
        strength: by card index; trumps are stronger than all other cards, and within a suit the
            higher number wins.
        power: by the suit that was led, then by card index: the strength of the card in that trick,
            0 if it neither follows suit nor trumps.
        singles: each card as a set of one, from the lowest bit up.
    """

    cards: Bits
    trumps: Bits
    suit_of: tuple[Suit, ...]
    same_suit: tuple[Bits, ...]
    strength: tuple[int, ...]
    power: tuple[tuple[int, ...], ...]
    singles: tuple[Bits, ...]

    @property
    def size(self) -> int:
        """How many cards are dealt: 52, or with three seats 51 or 54."""
        return self.cards.bit_count()

    def sorted(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Sort as people hold a hand: spades, hearts, clubs, diamonds, each from high to low."""
        return tuple(
            sorted(
                cards,
                key=lambda card: (
                    _SHOWN.index(self.suit_of[card.index]),
                    -self.strength[card.index],
                ),
            )
        )

    @property
    def lowest_club(self) -> Card:
        """The lowest club that is dealt."""
        clubs = (card for card in iter_cards(self.cards) if self.suit_of[card.index] is Suit.CLUBS)
        return min(clubs, key=lambda card: self.strength[card.index])


_TRUMP_STRENGTH: Final = 100


def make_deck(*, high_trumps: tuple[Card, ...] = (), without: Iterable[Card] = ()) -> Deck:
    """Build a deck from the standard 52 cards.

    Args:
        high_trumps: cards that rank above the ace of spades, highest first; jokers are in the deck
            only if named here, and any other card named here counts as a spade.
        without: cards that leave the deck.
    """
    left_out = CardSet.of(without).bits
    high = CardSet.of(high_trumps).bits
    cards = ((1 << 52) - 1 | high) & ~left_out
    spades = ((1 << 13) - 1) << 39
    trumps = (spades | high) & cards
    suit_of = tuple(Suit.SPADES if trumps >> c.index & 1 else c.suit for c in CARDS)
    masks = [
        CardSet.of(c for c in iter_cards(cards) if suit_of[c.index] is suit).bits for suit in Suit
    ]
    strength = [
        card.rank + (_TRUMP_STRENGTH if suit_of[card.index] is Suit.SPADES else 0) for card in CARDS
    ]
    for place, card in enumerate(reversed(high_trumps)):
        strength[card.index] = 2 * _TRUMP_STRENGTH + place
    return Deck(
        cards,
        trumps,
        suit_of,
        tuple(masks[suit] for suit in suit_of),
        tuple(strength),
        tuple(
            tuple(
                strength[card.index] if suit_of[card.index] in {led, Suit.SPADES} else 0
                for card in CARDS
            )
            for led in Suit
        ),
        tuple(card.bit for card in iter_cards(cards)),
    )


DeckName = Literal[
    "standard",
    "deuce_high",
    "jokers",
    "jokers_red_out",
    "jokers_clubs_hearts_out",
    "jokers_deuce_ace",
    "deuces",
    "deuces_spade_high",
]

_TRUMPS_ABOVE_ACE: Final[dict[DeckName, str]] = {
    "standard": "",
    "deuce_high": "2S",
    "jokers": "BJ LJ",
    "jokers_red_out": "BJ LJ",
    "jokers_clubs_hearts_out": "BJ LJ",
    "jokers_deuce_ace": "BJ LJ 2S",
    "deuces": "BJ LJ 2D 2S",
    "deuces_spade_high": "BJ LJ 2S 2D",
}
"""What ranks above the ace of spades, highest first."""

_LEFT_OUT: Final[dict[DeckName, str]] = {
    "jokers": "2C 2D",
    "jokers_red_out": "2D 2H",
    "jokers_clubs_hearts_out": "2C 2H",
    "jokers_deuce_ace": "2D 2H",
    "deuces": "2H 2C",
    "deuces_spade_high": "2H 2C",
}
"""What makes room for the jokers in a deck of 52."""


def _cards(names: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, names.split()))


DECKS: Final[dict[DeckName, Deck]] = {
    name: make_deck(high_trumps=_cards(high), without=_cards(_LEFT_OUT.get(name, "")))
    for name, high in _TRUMPS_ABOVE_ACE.items()
}
"""The decks that four seats play with, by the name that rules use."""

THREE_SEAT_DECKS: Final[dict[DeckName, Deck]] = {
    name: make_deck(high_trumps=_cards(high), without=() if "LJ" in high else _cards("2C"))
    for name, high in _TRUMPS_ABOVE_ACE.items()
}
"""The decks that three seats play with: 54 cards with jokers, 51 without."""

STANDARD_DECK: Final = DECKS["standard"]
