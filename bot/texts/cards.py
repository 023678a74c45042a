"""Cards and suits as people read them."""

from collections.abc import Iterable
from itertools import groupby
from typing import Final

from bot.texts.translator import ENGLISH, Translator
from engine.cards import BIG_JOKER, Card, Deck, Suit

_TEXT_STYLE: Final = "\N{VARIATION SELECTOR-15}"
"""Selects the plain glyph: as emojis, clubs and spades are hardly visible on a dark theme."""

_GLYPHS: Final = {
    Suit.SPADES: "\N{BLACK SPADE SUIT}" + _TEXT_STYLE,
    Suit.HEARTS: "\N{BLACK HEART SUIT}" + _TEXT_STYLE,
    Suit.DIAMONDS: "\N{BLACK DIAMOND SUIT}" + _TEXT_STYLE,
    Suit.CLUBS: "\N{BLACK CLUB SUIT}" + _TEXT_STYLE,
}
_RANKS: Final = {11: "J", 12: "Q", 13: "K", 14: "A"}
SPADE: Final = _GLYPHS[Suit.SPADES]


def card_label(card: Card, words: Translator = ENGLISH) -> str:
    """Give rank and glyph, as on the card: `A♠`, `10♥`; a joker by its name.

    For buttons and menus, which take no formatting.
    """
    if card.is_joker:
        return words("Big Joker") if card == BIG_JOKER else words("Little Joker")
    return f"{_RANKS.get(card.rank, card.rank)}{_GLYPHS[card.suit]}"


def card_text(card: Card, words: Translator = ENGLISH) -> str:
    """Show the face of a card in a text, or rank and glyph if there is none."""
    face = words.faces.get(card)
    return card_label(card, words) if face is None else str(face)


def cards_text(cards: Iterable[Card], words: Translator = ENGLISH) -> str:
    """Give several cards, separated by spaces."""
    return " ".join(card_text(card, words) for card in cards)


def hand_text(cards: Iterable[Card], deck: Deck, words: Translator = ENGLISH) -> str:
    """Give a hand in order, with a gap between the suits as they count in the deck."""
    by_suit: dict[Suit, list[str]] = {}
    for card in deck.sorted(cards):
        by_suit.setdefault(deck.suit_of[card.index], []).append(card_text(card, words))
    return " \N{MIDDLE DOT} ".join(" ".join(held) for held in by_suit.values())


def suit_lines(held: Iterable[Card], deck: Deck, words: Translator = ENGLISH) -> str:
    """Give a hand with a line for each suit, in its order."""
    groups = groupby(held, key=lambda card: deck.suit_of[card.index])
    return "\n".join(cards_text(cards, words) for _, cards in groups)


def suit_name(suit: Suit, words: Translator) -> str:
    """Name a suit in the plural, as in "you must follow hearts"."""
    return {
        Suit.CLUBS: words("clubs"),
        Suit.DIAMONDS: words("diamonds"),
        Suit.HEARTS: words("hearts"),
        Suit.SPADES: words("spades"),
    }[suit]
