"""House rules of the cards and the seats."""

from typing import Final

from bot.texts.house_rules.entry import Choice, RuleEntry, Say, Text, Topic, unsaid
from bot.texts.translator import Translator
from engine.rules import Rules


def _standard(rules: Rules, words: Translator) -> str:
    return words(
        "{n} cards, and everyone is dealt {each}; aces are high.",
        n=rules.deck_in_play.size,
        each=rules.hand_size,
    )


def _jokers(rules: Rules, words: Translator) -> str:
    return words(
        "{n} cards, and everyone is dealt {each}. The big joker and the little joker are the "
        "highest trumps; the two of clubs and the two of diamonds are out.",
        n=rules.deck_in_play.size,
        each=rules.hand_size,
    )


def _deuces(*, spade_high: bool) -> Say:
    def say(rules: Rules, words: Translator) -> str:
        first, second = words("two of diamonds"), words("two of spades")
        if spade_high:
            first, second = second, first
        return words(
            "{n} cards, and everyone is dealt {each}. The highest trumps are the big joker, the "
            "little joker, the {first} and the {second}, then the ace of spades; the two of "
            "hearts and the two of clubs are out.",
            n=rules.deck_in_play.size,
            each=rules.hand_size,
            first=first,
            second=second,
        )

    return say


def _before_host(rules: Rules, words: Translator) -> str:
    if rules.opening == "lowest_club" and rules.first_round == "bids_itself":
        return words("The seat before the host deals first; then the deal moves to the left.")
    if rules.opening == "lowest_club":
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
                    Text("Partners sit opposite and add their bids together."),
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
                "3": Choice(
                    None,
                    Text("Three play: the two of clubs is out."),
                    mark=Text("three play"),
                ),
                "4": Choice(None, off=Text("Four play.")),
            },
        ),
        RuleEntry(
            "deck",
            Text("Deck"),
            {
                "standard": Choice(Text("Standard, 52 cards"), _standard),
                "jokers": Choice(
                    Text("Two jokers as highest trumps"), _jokers, mark=Text("two jokers")
                ),
                "deuces": Choice(
                    Text("Jokers, then 2 of diamonds, 2 of spades"),
                    _deuces(spade_high=False),
                    mark=Text("two jokers, then the deuces of diamonds and spades"),
                ),
                "deuces_spade_high": Choice(
                    Text("Jokers, then 2 of spades, 2 of diamonds"),
                    _deuces(spade_high=True),
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
