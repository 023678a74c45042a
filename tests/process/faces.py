"""The visible content of a message: its texts and buttons."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from discord import ui

from cogs.base.layouts import components_of
from tests.loopback.components import BUTTON, TEXT_DISPLAY, walk
from tests.loopback.model import Message
from tests.loopback.wire import JsonObject

_MOMENT: Final = re.compile(r"<t:(\d+):R>")
_COMMAND: Final = re.compile(r"</([^:]+):\d+>")
_ACTION: Final = re.compile(r"s:(?:sure_)?(bid|play|look):(\d+):(?:(\d+)\.)?(\d+):(\d):?(\w*)")
_QUESTION: Final = re.compile(r"s:bid:(\d+):.*:(?:nil|blind)")


@dataclass(frozen=True, slots=True)
class Face:
    """Texts and buttons of a message.

    The times of countdowns, which follow the clock, and the ids of commands are left out.

    Attributes:
        text: every text display, one a line.
        buttons: custom id, label, and whether it can be pressed.
    """

    text: str
    buttons: tuple[tuple[str, str, bool], ...]


def face_of(components: Sequence[JsonObject]) -> Face:
    """Give the face of the components of a message."""
    found = [component for _, component in walk(components)]
    texts = [str(one["content"]) for one in found if one["type"] == TEXT_DISPLAY]
    buttons = tuple(
        (str(one.get("custom_id")), str(one.get("label")), not one.get("disabled"))
        for one in found
        if one["type"] == BUTTON
    )
    text = _COMMAND.sub(r"/\1", "\n".join(texts))
    return Face(_MOMENT.sub("<moment>", text), buttons)


def face(message: Message) -> Face:
    """Give the face of a message."""
    return face_of(message.components)


def drawn(view: ui.LayoutView) -> Face:
    """Give the face of a view of the bot."""
    view.stop()
    return face_of(components_of(view))


def countdown(message: Message) -> int | None:
    """Give the moment (Unix seconds) that a message counts down to, or None."""
    found = _MOMENT.search(message.text)
    return None if found is None else int(found[1])


@dataclass(frozen=True, slots=True)
class Offer:
    """A button that acts in the game.

    Attributes:
        custom_id: of the button.
        table_id: the table.
        turn: the round and the moves made in it that it is for; None for a look.
        line: what the log says once it has been pressed.
    """

    custom_id: str
    table_id: int
    turn: tuple[int, int] | None
    line: str


def offer_of(custom_id: str) -> Offer | None:
    """Read a custom id; None if it does not act in the game.

    A nil acts once it has been confirmed.
    """
    found = _ACTION.fullmatch(custom_id)
    if found is None or _QUESTION.fullmatch(custom_id):
        return None
    verb, table_id, number, moves, seat, said = found.groups()
    turn = None if number is None else (int(number), int(moves))
    return Offer(custom_id, int(table_id), turn, f"{verb} {seat} {said}".rstrip())


def offers(custom_ids: Iterable[str]) -> list[Offer]:
    """Give the buttons among these that act in the game."""
    return [offer for each in custom_ids if (offer := offer_of(each)) is not None]


def questions(custom_ids: Iterable[str], table_id: int) -> list[str]:
    """Give the buttons of a table that confirm a nil."""
    found = [_QUESTION.fullmatch(each) for each in custom_ids]
    return [each[0] for each in found if each is not None and int(each[1]) == table_id]
