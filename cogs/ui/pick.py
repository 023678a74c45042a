"""A menu to choose from, which says by its custom id alone what it is for, as buttons do."""

import re
from collections.abc import Sequence
from typing import Any, Final, Self

import discord
from discord import ui

from cogs.ui.apart import take_apart
from cogs.ui.custom_ids import CustomId
from cogs.ui.press import receive

MARK: Final = "m"
"""Stands before the custom id of a menu, so that buttons and menus are told apart."""

PEOPLE_MARK: Final = "u"
"""Stands before the custom id of a menu of people."""

Choice = tuple[str, str]
"""The label and the value of something to choose."""


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
    ) -> None:
        """Make a menu for a custom id.

        Args:
            custom_id: what the menu is for.
            choices: what can be chosen, 1 to 25.
            placeholder: what the menu says before anything is chosen.
            count: how many must be chosen.
            chosen: the value that is chosen already, if one is.
        """
        text = str(custom_id)
        menu: ui.Select[Any] = ui.Select(
            custom_id=text if text.startswith(MARK) else MARK + text,
            placeholder=placeholder,
            min_values=count,
            max_values=count,
            options=[
                discord.SelectOption(label=label, value=value, default=value == chosen)
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
