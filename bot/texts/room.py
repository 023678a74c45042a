"""Lists that fit into one message."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.texts.translator import Translator

MOST: Final = 4000
"""Characters that Discord allows in a message with layouts."""

ROOM: Final = 3600
"""Characters for a list, of the 4000 that Discord allows in a message with layouts."""


def within_room(rows: Sequence[str], words: Translator, room: int = ROOM) -> list[str]:
    """Give the rows that fit, and say how many are left out.

    Args:
        rows: the rows of the list, the most important first.
        words: the language.
        room: how many characters there are.
    """
    return first_within_room(rows, len(rows), words, room)


def first_within_room(
    rows: Iterable[str], count: int, words: Translator, room: int = ROOM
) -> list[str]:
    """Give the rows that fit, from an iterator that is used only as far as needed.

    Args:
        rows: the rows of the list, the most important first.
        count: how many rows there are.
        words: the language.
        room: how many characters there are.
    """
    shown: list[str] = []
    for row in rows:
        room -= len(row) + 1
        if room < 0:
            rest = count - len(shown)
            return [*shown, words.plural("-# And {count} more.", "-# And {count} more.", rest)]
        shown.append(row)
    return shown
