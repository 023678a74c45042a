"""Cards, sets of cards and decks."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import (
    BIG_JOKER,
    CARDS,
    DECKS,
    LITTLE_JOKER,
    STANDARD_DECK,
    THREE_SEAT_DECKS,
    Card,
    CardSet,
    Deck,
    Suit,
    make_deck,
)
from tests.engine import plain_cards
from tests.engine.strategies import card_sets, cards
from tests.engine.tools import hand


@given(cards)
def test_card_is_read_back(card: Card) -> None:
    """A card's two letters name this card, and the same object."""
    assert Card.parse(str(card)) is card


@given(st.text(max_size=3))
def test_other_text_is_no_card(text: str) -> None:
    """Whatever is not the two letters of a card is refused."""
    if text in map(str, CARDS):
        return
    with pytest.raises(ValueError, match="is not a card"):
        Card.parse(text)


def test_cards_differ_by_index_alone() -> None:
    """The 54 cards are all different, and a card that travelled is still equal."""
    assert len(set(CARDS)) == 54
    for card in CARDS:
        assert pickle.loads(pickle.dumps(card)) == copy.deepcopy(card) == card  # noqa: S301


def test_ace_is_highest_and_two_lowest() -> None:
    """Ranks go from two to ace, and a joker ranks above."""
    assert [Card.parse(rank + "H").rank for rank in "23456789TJQKA"] == list(range(2, 15))
    assert LITTLE_JOKER.rank == 15
    assert BIG_JOKER.rank == 16
    assert [card for card in CARDS if card.is_joker] == [LITTLE_JOKER, BIG_JOKER]


@given(card_sets, card_sets)
def test_algebra_is_that_of_sets(one: CardSet, other: CardSet) -> None:
    """Union, intersection, difference and comparison are those of ordinary sets."""
    a, b = frozenset(one), frozenset(other)
    assert frozenset(one | other) == a | b
    assert frozenset(one & other) == a & b
    assert frozenset(one - other) == a - b
    assert frozenset(one ^ other) == a ^ b
    assert (one <= other) == (a <= b)
    assert (one < other) == (a < b)
    assert one.isdisjoint(other) == a.isdisjoint(b)
    assert (one == other) == (a == b)
    assert isinstance(one | other, CardSet)


@given(card_sets)
def test_set_holds_what_it_was_made_of(one: CardSet) -> None:
    """Size, membership, hash and the order from the lowest bit up agree with the cards."""
    listed = list(one)
    assert listed == sorted(listed, key=lambda card: card.index)
    assert len(one) == len(listed)
    assert [card for card in CARDS if card in one] == listed
    assert CardSet.of(reversed(listed)) == one
    assert hash(CardSet.of(listed)) == hash(one)
    assert str(one) == "".join(map(str, listed))


@pytest.mark.parametrize("thing", ["AS", 51, None, True])
def test_only_cards_are_members(thing: object) -> None:
    """Text or a number that stands for a card is not that card."""
    assert thing not in CardSet((1 << 54) - 1)


@pytest.mark.parametrize(
    ("deck", "held", "shown"),
    [
        (STANDARD_DECK, "2C AD 3H TS AS KD 9C", "AS TS 3H 9C 2C AD KD"),
        (DECKS["jokers"], "AD 3H TS AS BJ KD 9C LJ", "BJ LJ AS TS 3H 9C AD KD"),
        (DECKS["deuces"], "2S AD 3H TS 2D AS BJ KD", "BJ 2D 2S AS TS 3H AD KD"),
        (DECKS["deuces_spade_high"], "2S AD 3H TS 2D AS BJ KD", "BJ 2S 2D AS TS 3H AD KD"),
    ],
)
def test_hand_is_sorted_from_spades_down(deck: Deck, held: str, shown: str) -> None:
    """A hand is shown as people hold it: spades with all trumps, hearts, clubs, diamonds."""
    assert " ".join(map(str, deck.sorted(hand(held)))) == shown


EVERY_DECK = {str(name): deck for name, deck in DECKS.items()} | {
    f"{name} of three": deck for name, deck in THREE_SEAT_DECKS.items()
}


@pytest.mark.parametrize("name", EVERY_DECK)
def test_deck_is_the_plain_one(name: str) -> None:
    """A deck has the cards, trumps and suits that the plain description gives it."""
    deck = EVERY_DECK[name]
    listed = [str(card) for card in CardSet(deck.cards)]
    assert listed == plain_cards.deck(name)
    size = 52 if "three" not in name else 54 if "BJ" in listed else 51
    assert deck.size == len(listed) == len(deck.singles) == size
    trumps = [str(card) for card in deck.sorted(CardSet(deck.trumps))]
    assert trumps == plain_cards.TRUMPS_FROM_TOP[name]
    assert str(deck.lowest_club) == plain_cards.lowest_club(name)
    for card in CardSet(deck.cards):
        assert deck.suit_of[card.index].letter == plain_cards.suit(str(card), name)
        following = {str(other) for other in CardSet(deck.same_suit[card.index])}
        led = plain_cards.suit(str(card), name)
        assert following == {other for other in listed if plain_cards.suit(other, name) == led}


def test_high_trumps_may_be_plain_cards() -> None:
    """A deck can raise plain cards above the ace of spades; they follow spades then."""
    high = tuple(hand("2D")) + tuple(hand("2S"))
    deck = make_deck(high_trumps=high, without=hand("2H 2C"))
    two, ace = Card.parse("2D"), Card.parse("AS")
    assert deck.size == 50
    assert deck.suit_of[two.index] is Suit.SPADES
    assert deck.strength[two.index] > deck.strength[Card.parse("2S").index]
    assert deck.strength[Card.parse("2S").index] > deck.strength[ace.index]
    assert two in CardSet(deck.same_suit[ace.index])
    assert two not in CardSet(deck.same_suit[Card.parse("3D").index])
    assert deck.power[Suit.DIAMONDS][two.index] > deck.power[Suit.DIAMONDS][ace.index] > 0
    assert deck.power[Suit.HEARTS][Card.parse("AD").index] == 0
