"""The rules of a table in words: a sentence for every field, read for every kind of value."""

import random
from typing import Any, Final

import pytest

from bot.tables.rule_answers import answer_of, field_of, read_answer
from bot.texts.house_rules.catalogue import ENTRIES, TOPICS
from bot.texts.house_rules.entry import RuleEntry
from bot.texts.rules import BASICS, rules_heading, rules_sentences
from bot.texts.translator import ENGLISH
from engine.errors import BadRules
from engine.presets import PRESETS, differences, nearest_preset, preset_name
from engine.rules import Rules
from tests.engine.mixtures import CHOICES, random_rules
from tests.texts.applying import with_value

SOLO: Final = {"mode": "solo"}
BLIND: Final = {"blind_nil": True}
HOST: Final = {"first_dealer": "before_host"}

READ: Final[dict[str, list[tuple[dict[str, Any], str]]]] = {
    "mode": [
        ({}, "Partners sit opposite and add their bids together."),
        (SOLO, "Everyone plays alone."),
    ],
    "players": [
        (
            {**SOLO, "players": 3},
            "Three play: the two of clubs is out.",
        ),
        ({}, ""),
    ],
    "deck": [
        ({}, "52 cards, and everyone is dealt 13; aces are high."),
        (
            {"deck": "jokers"},
            (
                "52 cards, and everyone is dealt 13. The big joker and the little joker are the "
                "highest trumps. The two of clubs and the two of diamonds are out."
            ),
        ),
        (
            {"deck": "deuces"},
            (
                "52 cards, and everyone is dealt 13. "
                "The highest trumps are the big joker, the little joker, the two of diamonds and "
                "the two of spades, then the ace of spades. The two of hearts and the two of clubs "
                "are out."
            ),
        ),
        (
            {"deck": "deuces_spade_high"},
            (
                "52 cards, and everyone is dealt 13. "
                "The highest trumps are the big joker, the little joker, the two of spades and "
                "the two of diamonds, then the ace of spades. The two of hearts and the two of "
                "clubs are out."
            ),
        ),
    ],
    "seat_minimum": [
        ({"seat_minimum": 2}, "Everyone bids at least 2, or nil."),
        ({"seat_minimum": 2, "nil": "none"}, "Everyone bids at least 2."),
    ],
    "table_minimum": [
        (
            {"table_minimum": 11},
            "All sides together must bid at least 11, or the cards are thrown in and dealt again.",
        ),
        (
            {"table_minimum": 11, "table_short": "last_raises"},
            "All sides together must bid at least 11; the last to bid must make it up.",
        ),
        (
            {"table_minimum": 11, "table_short": "made", "nil": "none"},
            "All sides together must bid at least 11, or all bids count as made without play.",
        ),
    ],
    "hook": [({"hook": True}, "All bids together may not come to 13.")],
    "blind_bid": [
        (
            {"blind_bid": 6},
            "A side may bid 6 or more before either partner looks, for double points.",
        ),
        (
            {"blind_bid": 6, **SOLO},
            "Whoever has not looked may bid 6 or more blind, for double points.",
        ),
    ],
    "first_round_least": [
        (
            {"first_round_least": 4},
            "A side with fewer than 4 tricks in the first round loses the game.",
        ),
        (
            {"first_round_least": 4, "first_round_short": "set", "first_round": "bids_itself"},
            (
                "A side with fewer than 4 tricks in the first round is set: \N{MINUS SIGN}40 for "
                "that round."
            ),
        ),
    ],
    "target": [({"target": 350}, "The game ends when a side has 350 points or more.")],
    "losing_score": [
        ({}, "There is no losing score."),
        (
            {"losing_score": -200},
            "The game also ends when a side falls to \N{MINUS SIGN}200 or less.",
        ),
    ],
    "bidding": [
        ({}, "Everyone bids once, any number or nil."),
        ({"bidding": "mirror"}, "Everyone bids the number of spades held; none means nil."),
        ({"bidding": "whiz"}, "Everyone bids the number of spades held, or nil."),
        ({"bidding": "suicide"}, "One partner of each side bids nil, the other may not."),
    ],
    "minimum_contract": [
        ({}, ""),
        ({"minimum_contract": 4}, "A side must bid at least 4, unless both bid nil."),
        ({"minimum_contract": 4, "bidding": "suicide"}, "A side must bid at least 4."),
        ({"minimum_contract": 2, **SOLO}, "Everyone must bid at least 2, or nil."),
    ],
    "first_round": [
        ({}, ""),
        (
            {"first_round": "bids_itself"},
            "The first round has no bids: every trick scores 10, and there are no bags.",
        ),
    ],
    "nil_value": [({"nil_value": 50}, "Nil scores 50 if it is made, and costs 50 if it fails.")],
    "blind_nil": [
        ({}, "Blind nil is not played."),
        (BLIND, "Nil may be bid blind, before looking at the cards."),
    ],
    "blind_nil_value": [
        ({}, ""),
        (
            {**BLIND, "blind_nil_value": 150},
            "Blind nil scores 150 if it is made, and costs 150 if it fails.",
        ),
    ],
    "blind_nil_deficit": [
        (BLIND, ""),
        (
            {**BLIND, "blind_nil_deficit": 100},
            "Only a side that is 100 points or more behind may bid blind nil.",
        ),
    ],
    "exchange": [
        ({}, ""),
        (
            {"exchange": 1},
            (
                "A nil bidder and the partner pass each other 1 card before the play; so do two "
                "nil bidders of one side."
            ),
        ),
        (
            {"exchange": 3},
            (
                "A nil bidder and the partner pass each other 3 cards before the play; so do two "
                "nil bidders of one side."
            ),
        ),
    ],
    "exchange_when": [
        ({"exchange": 1}, ""),
        (
            {"exchange": 1, **BLIND, "exchange_when": "blind_nil"},
            "Cards are passed for blind nil alone.",
        ),
    ],
    "failed_nil_tricks": [
        ({}, "The tricks of a failed nil become bags and never help a contract."),
        (
            {"failed_nil_tricks": "help_partner"},
            "The tricks of a failed nil count towards the partner's contract.",
        ),
        ({"failed_nil_tricks": "ignored"}, "The tricks of a failed nil count for nothing."),
    ],
    "failed_nil_bag_points": [
        ({}, "A bag from a failed nil scores 1."),
        ({"failed_nil_bag_points": 0}, "A bag from a failed nil scores 0."),
        ({"failed_nil_tricks": "ignored"}, ""),
    ],
    "double_nil": [
        ({}, "Two nils on one side are judged separately."),
        (
            {"double_nil": "unit"},
            (
                "Two nils on one side are one bid for the points of both: both are made, or both "
                "fail; their tricks are no bags."
            ),
        ),
        ({"double_nil": "none"}, "Only one partner may bid nil."),
        ({"nil": "none"}, ""),
        (SOLO, ""),
        ({"bidding": "suicide"}, ""),
    ],
    "bag_limit": [
        ({}, "Each trick over the contract scores 1 and is a bag; 10 bags cost 100."),
        ({"bag_limit": 5}, "Each trick over the contract scores 1 and is a bag; 5 bags cost 50."),
        ({"bag_limit": None}, "Each trick over the contract scores 1, and bags cost nothing."),
    ],
    "bag_points_kept": [
        ({}, "Bags keep their points when a penalty is paid."),
        (
            {"bag_points_kept": False},
            "Each bag that is paid for loses a point, whatever it scored.",
        ),
        ({"bag_limit": None}, ""),
    ],
    "bag_count": [
        ({}, "Bags beyond the limit stay after a penalty."),
        ({"bag_count": "reset"}, "After a penalty the bags begin again at 0."),
        ({"bag_limit": None}, ""),
    ],
    "ten_made": [
        ({}, ""),
        ({"ten_made": 200}, "A contract of exactly ten scores 200 when it is made."),
    ],
    "ten_missed": [
        ({}, ""),
        ({"ten_missed": 200}, "A contract of exactly ten costs 200 when it is missed."),
    ],
    "boston": [
        ({}, ""),
        ({"boston": "bonus"}, "Bidding and taking every trick scores 250 more."),
        (
            {"boston": "bonus", "boston_bonus": 400},
            "Bidding and taking every trick scores 400 more.",
        ),
        ({"boston": "wins"}, "Bidding and taking every trick wins the game at once."),
    ],
    "boston_bonus": [({"boston": "bonus", "boston_bonus": 400}, "")],
    "spade_leads": [
        ({}, ""),
        ({"spade_leads": "any_time"}, "Spades may be led at any time."),
    ],
    "breaking": [
        ({}, "Spades may be led once any spade has been played, or by a hand of spades alone."),
        (
            {"breaking": "trump_only"},
            (
                "Spades may be led once a spade has been played on another suit, or by a hand of "
                "spades alone."
            ),
        ),
        ({"spade_leads": "any_time"}, ""),
    ],
    "spades_on_first_trick": [
        ({}, ""),
        (
            {"spades_on_first_trick": False},
            "No spade on the first trick, unless the hand holds nothing else.",
        ),
    ],
    "opening": [
        ({}, "The seat on the dealer's left leads to the first trick."),
        (
            {"opening": "lowest_club"},
            "The lowest club opens the first trick, whoever holds it.",
        ),
    ],
    "first_dealer": [
        (
            {},
            (
                "The first dealer is drawn at random; after each round the deal moves one seat to "
                "the left."
            ),
        ),
        (
            HOST,
            "In the first round the host bids and leads first; then the deal moves to the left.",
        ),
        (
            {**HOST, "opening": "lowest_club"},
            "In the first round the host bids first; then the deal moves to the left.",
        ),
        (
            {**HOST, "first_round": "bids_itself"},
            "In the first round the host leads first; then the deal moves to the left.",
        ),
        (
            {**HOST, "first_round": "bids_itself", "opening": "lowest_club"},
            "The seat before the host deals first; then the deal moves to the left.",
        ),
    ],
    "bid_seconds": [
        ({}, "There is no clock."),
        ({"bid_seconds": 30}, "30 s to bid, and no clock to play."),
        ({"play_seconds": 15}, "No clock to bid, and 15 s to play."),
        ({"bid_seconds": 30, "play_seconds": 15}, "30 s to bid and 15 s to play."),
    ],
    "play_seconds": [({"play_seconds": 15}, "")],
    "places": [
        ({}, "If the best totals are equal, another round is played."),
        (
            {"places": "points_then_bags"},
            (
                "Everyone gets a place; with equal points, fewer bags rank higher. If the best "
                "totals are equal, another round is played."
            ),
        ),
    ],
}
"""By field: some rules, and what the sentence of the field says of them."""


def sentence(rules: Rules, field: str) -> str:
    """Give the sentence of a field."""
    return ENTRIES[field].sentence_of(rules, ENGLISH)


def test_every_field_has_its_entry() -> None:
    """No field of the rules is without an entry, and none has two."""
    entries = [entry.name for topic in TOPICS for entry in topic.entries]
    assert sorted(entries) == sorted(Rules.model_fields)
    assert list(ENTRIES) == list(Rules.model_fields)


def test_sentences_that_depend_on_other_rules_are_read() -> None:
    """Whatever an entry leaves to a function is read in the table above."""
    for entry in ENTRIES.values():
        said = (entry.sentence, entry.none, *(each.sentence for each in entry.choices.values()))
        assert entry.name in READ or not any(map(callable, said)), entry.name


@pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES)
def test_an_entry_names_every_value(entry: RuleEntry) -> None:
    """Words and switches are named one by one; a number has examples, and what is said of it."""
    assert tuple(entry.choices) == field_of(entry.name).choices
    if not entry.choices:
        assert set(entry.examples) - {entry.default}
        assert entry.sentence is not None or entry.said_by
    for value in entry.values():
        fields: dict[str, Any] = {entry.name: value}
        answer = answer_of(Rules.model_construct(None, **fields), entry.name)
        assert read_answer(entry.name, answer) == value


@pytest.mark.parametrize("field", READ)
def test_what_a_sentence_says(field: str) -> None:
    """The sentence says the rule as people would, with the very value; or it is another's part."""
    for fields, said in READ[field]:
        assert sentence(Rules().changed(**fields), field) == said


@pytest.mark.parametrize("field", READ)
def test_every_kind_of_value_is_read(field: str) -> None:
    """Each word of a field is among the values read, and each value of a number or switch changes.

    A field that only adds to another's sentence is read there.
    """
    entry, values = ENTRIES[field], set(CHOICES[field])
    said = set()
    for value in values:
        rules = with_value(entry, value)
        said.add((sentence(rules, field), entry.said_by and sentence(rules, entry.said_by)))
    assert len(said) == len(values)


def test_silence_has_a_reason() -> None:
    """Where nothing is said of a field, it is off, or has nothing to act on, or another says it."""
    for seed in range(400):
        rules = random_rules(random.Random(seed))
        for field in Rules.model_fields:
            if sentence(rules, field):
                continue
            off = getattr(rules, field) == Rules.model_fields[field].default
            entry = ENTRIES[field]
            assert off or not entry.applies(rules) or entry.said_by, (field, rules)


@pytest.mark.parametrize("preset", PRESETS)
def test_any_change_of_a_preset_is_told_in_bold(preset: str) -> None:
    """One field changed, and the one sentence in bold says it: a basic, or the first after them."""
    usual = set(rules_sentences(PRESETS[preset], ENGLISH))
    for field, values in CHOICES.items():
        for value in values:
            try:
                rules = PRESETS[preset].changed(**{field: value})
            except BadRules:
                continue
            if preset_name(rules) is not None or nearest_preset(rules) != preset:
                continue
            said = rules_sentences(rules, ENGLISH)
            bold = [each for each in said if each.startswith("**")]
            assert bold or not ENTRIES[field].applies(rules), (field, value)
            assert all(each.strip("*") not in usual for each in bold)
            assert set(bold) <= set(said[: len(BASICS) + 1])
            assert rules_heading(rules, ENGLISH).endswith("with the differences in bold")


def test_sentences_of_mixtures() -> None:
    """Nothing twice, nothing empty, and each ends like a sentence."""
    for seed in range(300):
        rules = random_rules(random.Random(seed))
        said = rules_sentences(rules, ENGLISH)
        bold = [each.startswith("**") for each in said]
        assert len(set(said)) == len(said)
        assert all(each.strip("*").endswith(".") for each in said)
        assert all("{" not in each and "None" not in each for each in said)
        changed = differences(rules, PRESETS[nearest_preset(rules)])
        assert sum(bold) <= len(changed)
        assert any(bold) == (preset_name(rules) is None)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_has_no_differences(preset: str) -> None:
    """A preset is told without bold, under its own name."""
    rules = PRESETS[preset]
    assert not any(each.startswith("**") for each in rules_sentences(rules, ENGLISH))
    assert "differences" not in rules_heading(rules, ENGLISH)


def test_what_is_off_is_told_where_the_preset_has_it_on() -> None:
    """People who know a preset are told that a rule of it is not played at this table."""
    for preset, off, told in (
        ("joker_deuce", {"minimum_contract": 0}, "There is no minimum contract."),
        ("joker_deuce", {"blind_nil_deficit": 0}, "Blind nil may be bid at any score."),
        ("hero_partners", {"blind_nil": False}, "Blind nil is not played."),
        ("cutthroat", {"players": 4}, "Four play."),
    ):
        assert f"**{told}**" in rules_sentences(PRESETS[preset].changed(**off), ENGLISH)


def test_half_a_clock_is_a_difference() -> None:
    """Another time to play alone changes the sentence of both clocks, and puts it in bold."""
    rules = PRESETS["hero_solo"].changed(play_seconds=20)
    assert "**30 s to bid and 20 s to play.**" in rules_sentences(rules, ENGLISH)
