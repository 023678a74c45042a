"""What the log may hold of texts and faults, in which a card could stand.

A log line that shows a hand ends the game's secrecy, so the patterns lean towards hiding: a few
ordinary words in capitals that look like a card or part of a hand (AS, CAST) are blanked as well.
"""

import re
import traceback
from typing import Final

HIDDEN: Final = "[hidden]"
"""Replaces a card or a secret."""

_RANK: Final = "(?:10|[2-9TJQKA])"
_CARD: Final = rf"(?:{_RANK}[SHDC]|[BL]J)"
_GLYPH: Final = "[\u2660-\u2667]\ufe0e?\ufe0f?"

_PATTERNS: Final = (
    # The `repr` of the engine's values; the integer in a set is the whole hand.
    r"\bCard\(index=[^)]*\)",
    r"\bCardSet\(bits=\d*\)?",
    r"\b(?:bits|cards|dealt|hands?|held|passed|playable|singles|trumps)=[(\[]?\d[\d, ]*[)\]]?",
    # The engine's notation: one card, or cards run together. A text that was cut may begin or
    # end within a card, and an escaped newline may stand right before one.
    rf"(?:(?<![^\W_])|(?<=\\[nrt]))[SHDCJ]?{_CARD}+(?:{_RANK}|[BL])?(?![^\W_])",
    # As people read them, and as screen readers say them.
    rf"(?<![^\W_]){_RANK}\s?{_GLYPH}",
    rf"{_GLYPH}\s?(?:10|\S)?",
    r"(?i:\b(?:big|little) joker\b)",
    r"(?i:\b(?:10|[2-9]|jack|queen|king|ace) of (?:clubs|diamonds|hearts|spades)\b)",
    # The name of a card's emoji.
    r"\bc[24]_\w+",
)
_READS_LIKE_A_CARD: Final = re.compile("|".join(_PATTERNS))


def without_cards(text: str) -> str:
    """Return `text` with everything in it that reads like a card blanked: QS, 2C9HAS, 10♥, BJ."""
    return _READS_LIKE_A_CARD.sub(HIDDEN, text)


def places(fault: BaseException) -> list[str]:
    """Give the places in the code that an exception went through, the outermost first.

    What the exception says is left out: it may quote a hand.
    """
    frames = traceback.extract_tb(fault.__traceback__)
    return [f'File "{each.filename}", line {each.lineno}, in {each.name}' for each in frames]
