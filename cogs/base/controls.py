"""Buttons and menus: each says by its custom id alone what it is for.

Every button is a `Press` and every menu a `Pick`, registered once for the whole bot: nothing else
is ever in a view, and a view is stopped before it is sent, so discord.py never stores one. A stored
view that mixes these with ordinary buttons takes the whole pattern with it when it times out.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, Self

import discord
from discord import ButtonStyle, ui

from cogs.base.custom_ids import CustomId
from cogs.base.layouts import take_apart
from cogs.base.presses import receive

LABEL_LENGTH: Final = 38
"""Discord allows 80 characters; this many can be read on a phone."""

MARK: Final = "m"
"""Stands before the custom id of a menu, so that buttons and menus are told apart."""

PEOPLE_MARK: Final = "u"
"""Stands before the custom id of a menu of people."""

Choice = tuple[str, str]
"""The label and the value of something to choose."""


class Press(ui.DynamicItem[ui.Button[Any]], template=r"s:[\s\S]*"):
    """A button that says by its custom id alone what it does."""

    def __init__(
        self,
        custom_id: CustomId | str,
        label: str | None = None,
        *,
        style: ButtonStyle = ButtonStyle.secondary,
        disabled: bool = False,
        emoji: str | discord.PartialEmoji | None = None,
    ) -> None:
        """Make a button for a custom id."""
        button: ui.Button[Any] = ui.Button(
            custom_id=str(custom_id),
            label=label[:LABEL_LENGTH] if label else None,
            style=style,
            disabled=disabled,
            emoji=emoji,
        )
        super().__init__(button)

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Recognise a button that was pressed, whichever process once sent it."""
        label = item.label if isinstance(item, ui.Button) else None
        return cls(match[0], label or "\N{ZERO WIDTH SPACE}")

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the press to its handler; the person gets an answer in any case."""
        try:
            await receive(interaction, self.custom_id)
        finally:
            # discord.py has made it of the whole message, for this one press.
            take_apart(self.view)


class Pick(ui.DynamicItem[ui.Select[Any]], template=r"ms:[\s\S]*"):
    """A menu of up to 25 choices."""

    def __init__(
        self,
        custom_id: CustomId | str,
        choices: Sequence[Choice],
        *,
        placeholder: str | None = None,
        count: int = 1,
        chosen: str | None = None,
        emojis: Mapping[str, discord.PartialEmoji] | None = None,
    ) -> None:
        """Make a menu for a custom id.

        Args:
            custom_id: what the menu is for.
            choices: what can be chosen, 1 to 25.
            placeholder: what the menu says before anything is chosen.
            count: how many must be chosen.
            chosen: the value that is chosen already, if one is.
            emojis: by value, what stands before a choice.
        """
        text = str(custom_id)
        menu: ui.Select[Any] = ui.Select(
            custom_id=text if text.startswith(MARK) else MARK + text,
            placeholder=placeholder,
            min_values=count,
            max_values=count,
            options=[
                discord.SelectOption(
                    label=label,
                    value=value,
                    default=value == chosen,
                    emoji=emojis.get(value) if emojis else None,
                )
                for label, value in choices
            ],
        )
        super().__init__(menu)

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Recognise a menu in which something was chosen."""
        options = item.options if isinstance(item, ui.Select) else []
        return cls(match[0], [(option.label, option.value) for option in options] or [("-", "-")])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the choice to its handler."""
        try:
            await receive(interaction, self.custom_id.removeprefix(MARK))
        finally:
            take_apart(self.view)


class PickPerson(ui.DynamicItem[ui.UserSelect[Any]], template=r"us:[\s\S]*"):
    """A menu of everyone in the server, of whom one is chosen."""

    def __init__(self, custom_id: CustomId | str, *, placeholder: str | None = None) -> None:
        """Make a menu for a custom id.

        Args:
            custom_id: what the menu is for.
            placeholder: what the menu says before anyone is chosen.
        """
        text = str(custom_id)
        menu: ui.UserSelect[Any] = ui.UserSelect(
            custom_id=text if text.startswith(PEOPLE_MARK) else PEOPLE_MARK + text,
            placeholder=placeholder,
        )
        super().__init__(menu)

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], __: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Recognise a menu in which someone was chosen."""
        return cls(match[0])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the choice to its handler."""
        try:
            await receive(interaction, self.custom_id.removeprefix(PEOPLE_MARK))
        finally:
            take_apart(self.view)
