"""Reading what the bot has sent, as a person does: texts, and buttons to press."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import discord
import simcord
from discord import ButtonStyle

from tests.loopback.components import (
    BUTTON,
    CONTAINER,
    STRING_SELECT,
    TEXT_DISPLAY,
    TEXT_INPUT,
    walk,
)

JsonObject: TypeAlias = dict[str, Any]
Message: TypeAlias = simcord.ResponseMessage | discord.Message

COMMAND: Final = re.compile(r"<(/[^:>]+):\d+>")
"""A command in a text, which Discord shows so that it can be tapped."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button as it stands on a message."""

    label: str
    custom_id: str
    disabled: bool
    bright: bool = False

    @property
    def verb(self) -> str:
        """What pressing it asks for."""
        return self.custom_id.split(":")[1]

    @property
    def last(self) -> str:
        """The last piece of its custom id: the bid, the card."""
        return self.custom_id.split(":")[-1]


def components_of(message: Message) -> list[JsonObject]:
    """Give the components of a message, outermost only, as Discord sends them."""
    return [c if isinstance(c, dict) else dict(c.to_dict()) for c in message.components]


def each_component(message: Message) -> Iterator[JsonObject]:
    """Yield every component of a message, outer before inner."""
    return (component for _, component in walk(components_of(message)))


def text_of(message: Message) -> str:
    """Give everything a message says, from the top down; a command is told without its id."""
    return COMMAND.sub(r"\1", raw_text_of(message))


def raw_text_of(message: Message) -> str:
    """Give everything a message says as it was sent, before Discord shows it."""
    said = [c["content"] for c in each_component(message) if c["type"] == TEXT_DISPLAY]
    return "\n".join([message.content, *said] if message.content else said)


def color_of(message: Message) -> int | None:
    """Give the color at the edge of a layout."""
    found = [c.get("accent_color") for c in each_component(message) if c["type"] == CONTAINER]
    return found[0] if found else None


def buttons_of(message: Message) -> list[Button]:
    """List the buttons of a message in reading order."""
    return [
        Button(
            c.get("label") or "",
            c["custom_id"],
            bool(c.get("disabled")),
            c["style"] in {ButtonStyle.primary.value, ButtonStyle.success.value},
        )
        for c in each_component(message)
        if c["type"] == BUTTON
    ]


def labels_of(message: Message, *, enabled: bool = False) -> list[str]:
    """List the labels of a message's buttons; with `enabled`, of those that can be pressed."""
    return [b.label for b in buttons_of(message) if not (enabled and b.disabled)]


def menus_of(message: Message) -> list[JsonObject]:
    """List the menus of a message in reading order."""
    return [c for c in each_component(message) if c["type"] == STRING_SELECT]


def chosen_in(form: JsonObject) -> dict[str, str]:
    """Give what is chosen in the menus of a form before it is filled in, by field."""
    menus = [part for _, part in walk(form["components"]) if part["type"] == STRING_SELECT]
    return {
        menu["custom_id"]: next(each["value"] for each in menu["options"] if each.get("default"))
        for menu in menus
    }


def typed_in(form: JsonObject) -> dict[str, str]:
    """Give what stands in the text fields of a form before it is filled in, by field."""
    return {
        part["custom_id"]: part.get("value") or ""
        for _, part in walk(form["components"])
        if part["type"] == TEXT_INPUT
    }
