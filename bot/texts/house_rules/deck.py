"""House rules of the cards and the seats."""

from typing import Final

from bot.texts.house_rules.entry import Choice, RuleEntry, Text, Topic, unsaid
from bot.texts.translator import Translator
from engine.cards import Card
from engine.rules import THREE, TWO, Rules


def _standard(rules: Rules, words: Translator) -> str:
    if rules.players == TWO:
        return words("{n} cards; aces are high.", n=rules.deck_in_play.size)
    return words(
        "{n} cards, and everyone is dealt {each}; aces are high.",
        n=rules.deck_in_play.size,
        each=rules.hand_size,
    )


def _deck(rules: Rules, words: Translator) -> str:
    """Say of how many cards a deck is, what ranks above the ace of spades, and what is out."""
    dealt = (
        words("{n} cards.", n=rules.deck_in_play.size)
        if rules.players == TWO
        else words(
            "{n} cards, and everyone is dealt {each}.",
            n=rules.deck_in_play.size,
            each=rules.hand_size,
        )
    )
    return " ".join(filter(None, [dealt, _highest(rules, words), _out(rules, words)]))


def _highest(rules: Rules, words: Translator) -> str:
    if rules.deck == "deuce_high":
        return words("The two of spades is the highest trump.")
    if rules.deck == "jokers_deuce_ace":
        return words(
            "The highest trumps are the big joker, the little joker and the two of spades, then "
            "the ace of spades."
        )
    if not rules.deck.startswith("deuces"):
        return words("The big joker and the little joker are the highest trumps.")
    first, second = words("two of diamonds"), words("two of spades")
    if rules.deck == "deuces_spade_high":
        first, second = second, first
    return words(
        "The highest trumps are the big joker, the little joker, the {first} and the {second}, "
        "then the ace of spades.",
        first=first,
        second=second,
    )


def _out(rules: Rules, words: Translator) -> str:
    """Say which twos are out; of three seats' deck the number of players says it."""
    deck = rules.deck_in_play
    diamonds, clubs = not deck.cards & _TWO_OF_DIAMONDS.bit, not deck.cards & _TWO_OF_CLUBS.bit
    if rules.players == THREE or not (diamonds or clubs):
        return ""
    if diamonds and clubs:
        return words("The two of clubs and the two of diamonds are out.")
    if diamonds:
        return words("The two of diamonds and the two of hearts are out.")
    return words("The two of hearts and the two of clubs are out.")


def _three(rules: Rules, words: Translator) -> str:
    if rules.deck_in_play.cards & _TWO_OF_CLUBS.bit:
        return words("Three play, and no card is out.")
    return words("Three play: the two of clubs is out.")


def _partners(rules: Rules, words: Translator) -> str:
    if rules.side_bid == "second_closes":
        return words("Partners sit opposite and play for one contract.")
    return words("Partners sit opposite and add their bids together.")


_TWO_OF_CLUBS: Final = Card.parse("2C")
_TWO_OF_DIAMONDS: Final = Card.parse("2D")


def _before_host(rules: Rules, words: Translator) -> str:
    if rules.opening != "dealers_left" and rules.first_round == "bids_itself":
        return words("The seat before the host deals first; then the deal moves to the left.")
    if rules.opening != "dealers_left":
        return words("In the first round the host bids first; then the deal moves to the left.")
    if rules.first_round == "bids_itself":
        return words("In the first round the host leads first; then the deal moves to the left.")
    return words(
        "In the first round the host bids and leads first; then the deal moves to the left."
    )


DECK: Final = Topic(
    "deck",
    Text("Deck and seats"),
    (
        RuleEntry(
            "mode",
            Text("Partners or solo"),
            {
                "partners": Choice(
                    Text("Partners"),
                    _partners,
                    mark=unsaid,
                ),
                "solo": Choice(
                    Text("Solo, each alone"), Text("Everyone plays alone."), mark=unsaid
                ),
            },
        ),
        RuleEntry(
            "players",
            Text("Players"),
            {
                "2": Choice(
                    None,
                    Text("Two play, and half of the cards stay out of play."),
                    mark=Text("two play"),
                ),
                "3": Choice(
                    None,
                    _three,
                    mark=Text("three play"),
                ),
                "4": Choice(None, off=Text("Four play.")),
            },
        ),
        RuleEntry(
            "two_seat_deal",
            Text("Cards of two players"),
            {
                "draw": Choice(
                    Text("Drawn from the pack"),
                    Text(
                        "Each draws a hand from the pack: look at the top card, and keep it and "
                        "put the next one away, or put it away and take the next one."
                    ),
                ),
                "dealt": Choice(
                    Text("Dealt, 13 to each"),
                    Text("13 cards are dealt to each, and nobody sees the others."),
                    mark=Text("hands are dealt"),
                ),
            },
            applies=lambda rules: rules.players == TWO,
        ),
        RuleEntry(
            "deck",
            Text("Deck"),
            {
                "standard": Choice(Text("Standard, 52 cards"), _standard),
                "deuce_high": Choice(
                    Text("2 of spades above the ace"), _deck, mark=Text("the deuce of spades high")
                ),
                "jokers": Choice(
                    Text("Two jokers as highest trumps"), _deck, mark=Text("two jokers")
                ),
                "jokers_red_out": Choice(
                    Text("Two jokers, without the red twos"),
                    _deck,
                    mark=Text("two jokers, no red twos"),
                ),
                "jokers_clubs_hearts_out": Choice(
                    Text("Two jokers, without 2 of clubs and hearts"),
                    _deck,
                    mark=Text("two jokers, no twos of clubs and hearts"),
                ),
                "jokers_deuce_ace": Choice(
                    Text("Jokers, then 2 of spades, then the ace"),
                    _deck,
                    mark=Text("two jokers, then the deuce of spades"),
                ),
                "deuces": Choice(
                    Text("Jokers, then 2 of diamonds, 2 of spades"),
                    _deck,
                    mark=Text("two jokers, then the deuces of diamonds and spades"),
                ),
                "deuces_spade_high": Choice(
                    Text("Jokers, then 2 of spades, 2 of diamonds"),
                    _deck,
                    mark=Text("two jokers, then the deuces of spades and diamonds"),
                ),
            },
        ),
        RuleEntry(
            "first_dealer",
            Text("First dealer"),
            {
                "before_host": Choice(Text("Before the host"), _before_host),
                "random": Choice(
                    Text("At random"),
                    Text(
                        "The first dealer is drawn at random; after each round the deal moves one "
                        "seat to the left."
                    ),
                    mark=Text("first dealer at random"),
                ),
            },
            minor=True,
        ),
    ),
)
"""Who plays, with which cards."""
