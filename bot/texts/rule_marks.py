"""What sets a rule set apart, in a few words, for lists of rule sets."""

from typing import Final

from bot.tables.rulesets import DEFAULT_PRESET
from bot.texts.rule_sentences import Say
from bot.texts.translator import Translator
from engine.presets import PRESETS, differences
from engine.rules import PENALTY_PER_BAG, Rules

MOST_MARKS: Final = 4
"""Differences that a list names; more would hide them."""


def marks(rules: Rules, words: Translator) -> list[str]:
    """Name what differs from the usual rules, the rules of the deal and the bids first.

    Who plays together and to how many points is left out: a list says that of every rule set.
    """
    differing = set(differences(rules, PRESETS[DEFAULT_PRESET]))
    said = [say(rules, words) for field, say in _MARKS.items() if field in differing]
    said = [mark for mark in said if mark]
    rest = len(said) - MOST_MARKS
    if rest <= 0:
        return said
    more = words.plural("{count} more difference", "{count} more differences", rest)
    return [*said[:MOST_MARKS], more]


def _deck(rules: Rules, words: Translator) -> str:
    return {
        "standard": "",
        "jokers": words("two jokers"),
        "deuces": words("two jokers, then the deuces of diamonds and spades"),
        "deuces_spade_high": words("two jokers, then the deuces of spades and diamonds"),
    }[rules.deck]


def _bidding(rules: Rules, words: Translator) -> str:
    return {
        "free": "",
        "mirror": words("you bid the spades you hold"),
        "whiz": words("you bid the spades you hold, or nil"),
        "suicide": words("one partner bids nil"),
    }[rules.bidding]


def _blind_nil(rules: Rules, words: Translator) -> str:
    if rules.blind_nil_deficit:
        return words("blind nil when {n} behind", n=rules.blind_nil_deficit)
    return words("blind nil")


def _exchange(rules: Rules, words: Translator) -> str:
    return words.plural(
        "{count} card passed with a nil", "{count} cards passed with a nil", rules.exchange
    )


def _failed_nil(rules: Rules, words: Translator) -> str:
    if rules.failed_nil_tricks == "help_partner":
        return words("a failed nil helps the partner")
    return words("a failed nil counts for nothing")


def _bags(rules: Rules, words: Translator) -> str:
    if rules.bag_limit is None:
        return words("bags cost nothing")
    return words.plural(
        "{count} bag costs {penalty}",
        "{count} bags cost {penalty}",
        rules.bag_limit,
        penalty=PENALTY_PER_BAG * rules.bag_limit,
    )


def _boston(rules: Rules, words: Translator) -> str:
    if rules.boston == "wins":
        return words("Boston wins")
    return words("Boston scores {n} more", n=rules.boston_bonus)


def _clock(rules: Rules, words: Translator) -> str:
    if rules.bid_seconds is None or rules.play_seconds is None:
        return words("a clock")
    return words(
        "{bid} s to bid and {play} s to play", bid=rules.bid_seconds, play=rules.play_seconds
    )


_MARKS: Final[dict[str, Say]] = {
    "players": lambda _, w: w("three play"),
    "deck": _deck,
    "bidding": _bidding,
    "blind_nil": _blind_nil,
    "blind_nil_value": lambda r, w: w("blind nil {n}", n=r.blind_nil_value),
    "minimum_contract": lambda r, w: w("bids of at least {n}", n=r.minimum_contract),
    "exchange": _exchange,
    "exchange_when": lambda _, w: w("for blind nil alone"),
    "first_round": lambda _, w: w("no bids in the first round"),
    "nil_value": lambda r, w: w("nil {n}", n=r.nil_value),
    "failed_nil_tricks": _failed_nil,
    "bag_limit": _bags,
    "boston": _boston,
    "ten_made": lambda r, w: w("ten made scores {n}", n=r.ten_made),
    "ten_missed": lambda r, w: w("ten missed costs {n}", n=r.ten_missed),
    "spade_leads": lambda _, w: w("spades led at any time"),
    "breaking": lambda _, w: w("spades broken only on another suit"),
    "spades_on_first_trick": lambda _, w: w("no spade on the first trick"),
    "opening": lambda _, w: w("the lowest club opens"),
    "double_nil": lambda _, w: w("two nils are one bid"),
    "failed_nil_bag_points": lambda _, w: w("no points for a failed nil's bags"),
    "bag_points_kept": lambda _, w: w("bag points taken back at the penalty"),
    "bag_count": lambda _, w: w("bags begin again at 0 after a penalty"),
    "bid_seconds": _clock,
    "play_seconds": lambda r, w: w("a clock") if r.bid_seconds is None else "",
    "places": lambda _, w: w("everyone gets a place"),
    "first_dealer": lambda _, w: w("first dealer at random"),
}
"""By field, what is said of a value that is not the usual one; the heaviest first."""
