"""The rules of a table in short sentences, generated from the fields of `Rules`."""

from collections.abc import Callable
from typing import Final

from bot.tables.model import Table
from bot.texts.names import nearest_preset, preset_title, rules_title
from bot.texts.words import Words
from engine.presets import PRESETS
from engine.rules import PENALTY_PER_BAG, Rules

_Say = Callable[[Rules, Words], str]


def rules_line(rules: Rules, words: Words) -> str:
    """Say a rule set in one line, for the lobby."""
    mode = words("partners") if rules.mode == "partners" else words("each alone")
    goal = words("to {target}", target=rules.target)
    if rules.losing_score is not None:
        goal = words("to {target} or {losing}", target=rules.target, losing=rules.losing_score)
    return f"{rules_title(rules, words)}: {mode}, {goal}"


def rules_sentences(rules: Rules, words: Words) -> list[str]:
    """Say every rule of a rule set, the differences from the nearest preset first and in bold."""
    preset = PRESETS[nearest_preset(rules)]
    differing, same = [], []
    for field, say in SENTENCES.items():
        sentence = say(rules, words)
        if not sentence:
            continue
        if getattr(rules, field) != getattr(preset, field):
            differing.append(f"**{sentence}**")
        else:
            same.append(sentence)
    return differing + same


def rules_heading(rules: Rules, words: Words) -> str:
    """Say which preset a rule set is, or is nearest to."""
    nearest = nearest_preset(rules)
    if PRESETS[nearest] == rules:
        return preset_title(nearest)
    return words("{preset}, with the differences in bold", preset=preset_title(nearest))


def clock_sentence(table: Table, words: Words) -> str:
    """Say how long people may think at a table."""
    return _clock(*table.clocks, words)


def _clock(to_bid: int | None, to_play: int | None, words: Words) -> str:
    if to_bid is None and to_play is None:
        return words("There is no clock.")
    if to_play is None:
        return words("{bid} s to bid, and no clock to play.", bid=to_bid)
    if to_bid is None:
        return words("No clock to bid, and {play} s to play.", play=to_play)
    return words("{bid} s to bid and {play} s to play.", bid=to_bid, play=to_play)


def _mode(rules: Rules, words: Words) -> str:
    if rules.mode == "partners":
        return words("Partners sit opposite and add their bids together.")
    return words("Everyone plays alone.")


def _deck(rules: Rules, words: Words) -> str:
    if rules.deck == "standard":
        return words("52 cards, ace high; spades are always trump.")
    return words(
        "The big joker and the little joker are the highest trumps; the two of clubs and the two "
        "of diamonds are out."
    )


def _losing_score(rules: Rules, words: Words) -> str:
    if rules.losing_score is None:
        return words("There is no losing score.")
    return words("It also ends when a side falls to {n} or less.", n=rules.losing_score)


def _blind_nil(rules: Rules, words: Words) -> str:
    if not rules.blind_nil:
        return words("Blind nil is not played.")
    return words("Nil may be bid blind, before looking at the cards.")


def _blind_nil_value(rules: Rules, words: Words) -> str:
    if not rules.blind_nil:
        return ""
    return words("Blind nil is worth {n} made, and costs {n} failed.", n=rules.blind_nil_value)


def _failed_nil(rules: Rules, words: Words) -> str:
    return {
        "bags_only": words("The tricks of a failed nil become bags and never help a contract."),
        "help_partner": words("The tricks of a failed nil count towards the partner's contract."),
        "ignored": words("The tricks of a failed nil count for nothing."),
    }[rules.failed_nil_tricks]


def _failed_nil_points(rules: Rules, words: Words) -> str:
    if rules.failed_nil_tricks == "ignored":
        return ""
    return words("A bag from a failed nil scores {n}.", n=rules.failed_nil_bag_points)


def _double_nil(rules: Rules, words: Words) -> str:
    if rules.mode == "solo":
        return ""
    if rules.double_nil == "each":
        return words("Two nils in a side are judged each alone.")
    return words("Two nils in a side are one bid: both hold, or both fail.")


def _bag_limit(rules: Rules, words: Words) -> str:
    if rules.bag_limit is None:
        return words("Each trick over the contract scores 1, and bags cost nothing.")
    return words(
        "Each trick over the contract scores 1 and is a bag; {n} bags cost {penalty}.",
        n=rules.bag_limit,
        penalty=PENALTY_PER_BAG * rules.bag_limit,
    )


def _bag_points(rules: Rules, words: Words) -> str:
    if rules.bag_limit is None:
        return ""
    if rules.bag_points_kept:
        return words("The points of the bags stay when the bags are paid for.")
    return words("The points of the bags are taken back when the bags are paid for.")


def _breaking(rules: Rules, words: Words) -> str:
    if rules.breaking == "any_spade":
        return words("Spades may be led once any spade has been played.")
    return words("Spades may be led once a spade has been played on another suit.")


def _first_dealer(rules: Rules, words: Words) -> str:
    if rules.first_dealer == "random":
        return words("The first dealer is drawn at random.")
    return words("The host bids and leads first.")


def _places(rules: Rules, words: Words) -> str:
    if rules.places == "winner_only":
        return words("Equal best totals mean another round.")
    return words(
        "Everyone gets a place, equal points parted by fewer bags; equal best totals mean another "
        "round."
    )


SENTENCES: Final[dict[str, _Say]] = {
    "mode": _mode,
    "deck": _deck,
    "target": lambda r, w: w("The game ends when a side has {n} points or more.", n=r.target),
    "losing_score": _losing_score,
    "nil_value": lambda r, w: w("Nil is worth {n} made, and costs {n} failed.", n=r.nil_value),
    "blind_nil": _blind_nil,
    "blind_nil_value": _blind_nil_value,
    "failed_nil_tricks": _failed_nil,
    "failed_nil_bag_points": _failed_nil_points,
    "double_nil": _double_nil,
    "bag_limit": _bag_limit,
    "bag_points_kept": _bag_points,
    "breaking": _breaking,
    "first_dealer": _first_dealer,
    "bid_seconds": lambda r, w: _clock(r.bid_seconds, r.play_seconds, w),
    "play_seconds": lambda _r, _w: "",
    "places": _places,
}
"""What each field of `Rules` means, for players; empty where another field's sentence says it."""
