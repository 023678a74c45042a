"""What the rules in words begin with: all that someone who never played needs for a first trick."""

from typing import Final

from bot.texts.house_rules.entry import Say
from bot.texts.translator import Translator
from engine.rules import POINTS_PER_TRICK, Rules


def _follow(_: Rules, words: Translator) -> str:
    return words("Follow the suit that was led if you can; if you cannot, play any card.")


def _wins(_: Rules, words: Translator) -> str:
    return words(
        "Spades are always trump. The highest trump takes the trick; without a trump, the highest "
        "card of the suit that was led does."
    )


def _contract(_: Rules, words: Translator) -> str:
    return words(
        "A contract that is made scores {n} for each trick bid; one that is missed costs {n} for "
        "each.",
        n=POINTS_PER_TRICK,
    )


BASICS: Final[tuple[str | Say, ...]] = (
    "players",
    "deck",
    _follow,
    _wins,
    "spade_leads",
    "breaking",
    "mode",
    _contract,
)
"""In this order; a name stands for the sentence of that field of `Rules`."""
