"""Lists that must fit into one message."""

from collections.abc import Sequence
from typing import Final

from bot.texts.words import Words

ROOM: Final = 3600
"""Characters that a list may take of the 4000 that Discord lets a message of layouts have."""


def within_room(rows: Sequence[str], words: Words, room: int = ROOM) -> list[str]:
    """Give as many rows as fit, and say how many are left out.

    Args:
        rows: the rows of the list, the most important first.
        words: the language.
        room: how many characters there are.
    """
    shown: list[str] = []
    for row in rows:
        room -= len(row) + 1
        if room < 0:
            rest = len(rows) - len(shown)
            return [*shown, words.plural("-# And {count} more.", "-# And {count} more.", rest)]
        shown.append(row)
    return shown
