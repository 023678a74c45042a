"""What the rules in words begin with, held against what the engine does; and lists of rule sets."""

import random
from typing import Final

import pytest

from bot.texts.names import preset_title, preset_titles
from bot.texts.rules import BASICS, MOST_MARKS, listed_rules, marks, rules_line, rules_sentences
from bot.texts.rulesets import listing
from bot.texts.settings import LANGUAGE_NAMES
from bot.texts.translator import ENGLISH, Translator
from engine.actions import Bid
from engine.cards import CARDS, Card, CardSet
from engine.errors import BadRules
from engine.presets import PRESETS
from engine.rules import Rules
from engine.scoring import score_side
from engine.seats import SEATS, Side
from engine.tally import Tally
from engine.tricks import playable, winning_index
from tests.engine.mixtures import CHOICES, random_rules

EVERYBODY: Final = [*PRESETS.values(), *(random_rules(random.Random(seed)) for seed in range(60))]
"""All presets, and mixtures of house rules."""


def basics(rules: Rules) -> str:
    """Give the first sentences of rules in words, without what marks them as different."""
    said = [each.strip("*") for each in rules_sentences(rules, ENGLISH)]
    return "\n".join(said[: len(BASICS)])


def cards_of(rules: Rules) -> list[Card]:
    """Give the cards of the deck that is dealt."""
    return list(CardSet(rules.deck_in_play.cards))


@pytest.mark.parametrize("rules", EVERYBODY)
def test_how_many_cards_there_are(rules: Rules) -> None:
    """The deck and the hands are as large as the first sentences say."""
    cards = len(cards_of(rules))
    if rules.players == 2:
        assert f"{cards} cards" in basics(rules)
        assert cards == 4 * rules.hand_size
        return
    assert f"{cards} cards, and everyone is dealt {cards // rules.players}" in basics(rules)
    assert cards % rules.players == 0


@pytest.mark.parametrize("rules", EVERYBODY)
def test_following_suit(rules: Rules) -> None:
    """Whoever holds the led suit may play that alone, whoever does not may play anything."""
    assert "Follow the suit that was led if you can; if you cannot, play any" in basics(rules)
    rng, suit_of = random.Random(1), rules.deck_in_play.suit_of
    for _ in range(40):
        led, *held = rng.sample(cards_of(rules), 6)
        may = CardSet(playable(rules, CardSet.of(held).bits, led, broken=rng.random() < 0.5))
        same = [card for card in held if suit_of[card.index] is suit_of[led.index]]
        assert set(may) == set(same or held)


@pytest.mark.parametrize("rules", EVERYBODY)
def test_what_wins(rules: Rules) -> None:
    """A trump takes the trick wherever there is one; without, the highest card of the led suit."""
    assert "The highest trump takes the trick; without a trump, the highest card of" in basics(
        rules
    )
    rng, deck = random.Random(2), rules.deck_in_play
    for _ in range(60):
        trick = rng.sample(cards_of(rules), rules.players)
        best = trick[winning_index(rules, trick)]
        trumps = [card for card in trick if deck.trumps & card.bit]
        if trumps:
            assert best in trumps
        else:
            led = [card for card in trick if card.suit is trick[0].suit]
            assert best == max(led, key=lambda card: card.rank)


@pytest.mark.parametrize("rules", EVERYBODY)
def test_what_a_contract_is_worth(rules: Rules) -> None:
    """Five bid are 50 when they are taken, and cost what is said when they are not."""
    assert "A contract that is made scores 10 for each trick bid" in basics(rules)
    missed = {
        "minus": (-50, "one that is missed costs 10 for each"),
        "zero": (0, "A missed contract costs nothing."),
        "double": (-100, "A missed contract costs 20 a trick bid."),
    }
    lost, _ = missed[rules.missed_contract]
    assert {value for value, (_, said) in missed.items() if said in basics(rules)} == {
        rules.missed_contract
    }
    for took, points in ((5, 50), (4, lost)):
        results: list[tuple[Bid | None, int]] = [(Bid(SEATS[0], 5), took)]
        assert score_side(rules, Side(0), results, Tally()).after.points == points


@pytest.mark.parametrize("rules", EVERYBODY)
def test_when_spades_may_be_led(rules: Rules) -> None:
    """A mixed hand waits for a broken spade where the sentence says so; a hand of spades never."""
    deck = rules.deck_in_play
    spades = CardSet.of(list(CardSet(deck.trumps))[:3]).bits
    mixed = spades | next(card.bit for card in CARDS if deck.cards & ~deck.trumps & card.bit)
    assert playable(rules, spades, None, broken=False) == spades
    assert playable(rules, mixed, None, broken=True) == mixed
    at_once = playable(rules, mixed, None, broken=False) == mixed
    assert at_once == ("Spades may be led at any time." in basics(rules))
    assert at_once != ("or by a hand of spades alone." in basics(rules))


def test_the_list_tells_every_preset_from_every_other() -> None:
    """No two rows of the list say the same of their rule sets, in any language."""
    for language in LANGUAGE_NAMES:
        words = Translator(language)
        rows = [listed_rules(rules, words) for rules in PRESETS.values()]
        assert len(set(rows)) == len(rows)


def test_the_list_says_what_a_preset_is_known_for() -> None:
    """Jokers, Mirror, Whiz and Suicide are told by their decks and bids."""
    for name, mark in (
        ("jokers", "two jokers"),
        ("mirror", "you bid the spades you hold"),
        ("whiz", "you bid the spades you hold, or nil"),
        ("suicide", "one partner bids nil"),
        ("five_bags", "5 bags cost 50"),
        ("cutthroat", "three play"),
    ):
        assert marks(PRESETS[name], ENGLISH)[0] == mark
    assert not marks(PRESETS["cardcouch"], ENGLISH)


def test_any_other_rule_shows_in_the_list() -> None:
    """One field changed in CardCouch's rules, and their row changes, with few words."""
    usual = PRESETS["cardcouch"]
    for field, values in CHOICES.items():
        for value in values:
            try:
                rules = usual.changed(**{field: value})
            except BadRules:
                continue
            if rules != usual:
                assert listed_rules(rules, ENGLISH) != listed_rules(usual, ENGLISH), (field, value)
    for rules in EVERYBODY:
        said = marks(rules, ENGLISH)
        assert all(said)
        assert len(said) <= MOST_MARKS + 1
        assert "None" not in " ".join(said)


def test_partners_are_not_said_twice() -> None:
    """The name of rules that says who plays together is not followed by the same word."""
    for language in LANGUAGE_NAMES:
        words = Translator(language)
        name = preset_title("hero_partners", words)
        row = listed_rules(PRESETS["hero_partners"], words, name)
        assert not row.startswith(words("partners"))
        assert rules_line(PRESETS["hero_partners"], words).count(words("partners")) == 1


def test_the_two_headings_of_the_list_stand_apart() -> None:
    """What the server has saved and the presets have each a heading of their own line."""
    lines = listing((), None, ENGLISH).split("\n")
    assert [line for line in lines if line.startswith("#")] == [
        "### Saved in this server",
        "### Presets",
    ]


def test_every_title_names_its_preset() -> None:
    """Titles are known in all languages, and none of them names two presets."""
    titles = preset_titles()
    for language in LANGUAGE_NAMES:
        for name in PRESETS:
            assert titles[preset_title(name, Translator(language)).casefold()] == name
