"""Names of people, seats and sides, in any script."""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final
from unicodedata import bidirectional, category

from bot.tables.model import Chair, Table
from bot.texts.settings import LANGUAGE_NAMES
from bot.texts.translator import ENGLISH, Translator
from engine.presets import PRESETS, nearest_preset, preset_name
from engine.rules import Rules
from engine.seats import Seat, Side

_FORMATTED: Final = str.maketrans({char: "\\" + char for char in "\\*_`~|<>[]()#@:/.-"})
"""Characters that Discord takes for formatting, a mention, an address or a list."""

_RIGHT_TO_LEFT: Final = frozenset({"R", "AL", "AN"})

_JOINING: Final = frozenset({0x200C, 0x200D, *range(0xE0020, 0xE0080)})
"""Characters of Unicode's category Cf that some scripts and emojis need; the others are invisible,
or reverse the following text."""

_BLANK: Final = dict.fromkeys([0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0], " ")
"""Letters and signs without a visible shape."""

_NOTHING: Final = "?"
"""Replaces a name without visible characters."""

_REMEMBERED: Final = 4096
"""Names to remember: each stands several times in each of many messages."""

MARKS: Final = (
    "\N{LARGE BLUE CIRCLE}",
    "\N{LARGE ORANGE DIAMOND}",
    "\N{LARGE GREEN SQUARE}",
    "\N{UP-POINTING RED TRIANGLE}",
)
"""By side: the emojis nearest to the marks in pictures of tables, see `bot.render.palette`."""


@lru_cache(_REMEMBERED)
def plain(name: str) -> str:
    """Give a name for a sentence: one line without formatting and links.

    Right-to-left names are isolated, so that they do not reverse adjacent numbers, and no name can
    reverse the following text.
    """
    escaped = label_name(name).translate(_FORMATTED)
    if any(bidirectional(char) in _RIGHT_TO_LEFT for char in escaped):
        return f"\N{FIRST STRONG ISOLATE}{escaped}\N{POP DIRECTIONAL ISOLATE}"
    return escaped


@lru_cache(_REMEMBERED)
def label_name(name: str) -> str:
    """Give a name for a button, which has no formatting: one line of visible characters."""
    seen = "".join(
        char for char in name.translate(_BLANK) if category(char) != "Cf" or ord(char) in _JOINING
    )
    line = " ".join(seen.split())
    return line if any(category(char)[0] in "LNPS" for char in line) else _NOTHING


def chair_name(chair: Chair, words: Translator = ENGLISH) -> str:
    """Name whoever holds a seat; a computer player is marked as one."""
    if chair.person is not None:
        return plain(chair.person.name)
    if chair.computer is not None:
        return f"\N{ROBOT FACE}\N{NO-BREAK SPACE}{chair.computer}"
    return words("free seat")


def seat_name(table: Table, seat: Seat, words: Translator = ENGLISH) -> str:
    """Name whoever holds a seat of a table."""
    return chair_name(table.chairs[seat], words)


def side_name(table: Table, side: Side, words: Translator = ENGLISH) -> str:
    """Name a side by its people: `Ada & Chidi`."""
    return " & ".join(seat_name(table, seat, words) for seat in table.rules.seats_of(side))


def names_of(table: Table, words: Translator = ENGLISH) -> str:
    """Name everyone at a table, in the order of the seats."""
    return ", ".join(chair_name(chair, words) for chair in table.chairs if not chair.empty)


def preset_title(name: str, words: Translator = ENGLISH) -> str:
    """Give the displayed title of a preset; games and variants keep their names."""
    return {
        "cardcouch": "CardCouch",
        "one_page": words("One-page sheet"),
        "hero_solo": words("Spades Hero, solo"),
        "hero_partners": words("Spades Hero, partners"),
        "jokers": words("Jokers"),
        "joker_deuce": "Joker-joker-deuce-deuce",
        "suicide": "Suicide",
        "mirror": "Mirror",
        "whiz": "Whiz",
        "cutthroat": words("Cutthroat for three"),
        "quick": words("Quick"),
        "five_bags": words("Five bags"),
        "cookout": words("Cookout"),
        "cookout_jokers": words("Cookout with jokers"),
        "lodge": words("Lodge"),
        "campus": words("Campus"),
        "round_robin": words("Round robin"),
        "jokers_wild": "Jokers Wild",
        "half_hour": words("Half an hour"),
        "contest": words("Contest"),
        "kings_league": words("Kings' league"),
        "barracks": words("Barracks"),
        "trickster_jjdd": words("Trickster with jokers and deuces"),
        "two_handed": words("Two-handed"),
    }[name]


@cache
def preset_titles() -> Mapping[str, str]:
    """Give the presets by their titles in every language, in lower case."""
    return {
        preset_title(name, Translator(language)).casefold(): name
        for language in LANGUAGE_NAMES
        for name in PRESETS
    }


def rules_title(rules: Rules, words: Translator = ENGLISH) -> str:
    """Name a rule set: its preset, or the nearest description.

    Quick is named CardCouch, whose rules it has: a table of CardCouch to 200 points is not a
    different game.
    """
    name = preset_name(rules)
    if name is None:
        name = nearest_preset(rules)
        return words("{preset}, house rules", preset=preset_title(name, words))
    return preset_title("cardcouch" if name == "quick" else name, words)
