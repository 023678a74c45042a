"""Buttons and menus: each says by its custom id alone what it is for.

A view is stopped before it is sent, so discord.py never stores one, and `cogs.base.door` receives
what is pressed, whichever process once sent it.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord
from discord import ButtonStyle, ui

from bot.tables.model import Status, Table
from bot.texts.translator import Translator
from cogs.base.custom_ids import CustomId
from cogs.base.layouts import Piece, row

LABEL_LENGTH: Final = 38
"""Discord allows 80 characters; this many can be read on a phone."""

MARK: Final = "m"
"""Stands before the custom id of a menu, so that buttons and menus are told apart."""

PEOPLE_MARK: Final = "u"
"""Stands before the custom id of a menu of people."""

Choice = tuple[str, str]
"""The label and the value of something to choose."""


class Press(ui.Button[Any]):
    """A button."""

    def __init__(
        self,
        custom_id: CustomId,
        label: str | None = None,
        *,
        style: ButtonStyle = ButtonStyle.secondary,
        disabled: bool = False,
        emoji: str | discord.PartialEmoji | None = None,
    ) -> None:
        """Make a button for a custom id."""
        super().__init__(
            custom_id=str(custom_id),
            label=label[:LABEL_LENGTH] if label else None,
            style=style,
            disabled=disabled,
            emoji=emoji,
        )


class Pick(ui.Select[Any]):
    """A menu of up to 25 choices."""

    def __init__(
        self,
        custom_id: CustomId,
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
        super().__init__(
            custom_id=f"{MARK}{custom_id}",
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


class PickPerson(ui.UserSelect[Any]):
    """A menu of everyone in the server, of whom one is chosen."""

    def __init__(self, custom_id: CustomId, *, placeholder: str | None = None) -> None:
        """Make a menu for a custom id.

        Args:
            custom_id: what the menu is for.
            placeholder: what the menu says before anyone is chosen.
        """
        super().__init__(custom_id=f"{PEOPLE_MARK}{custom_id}", placeholder=placeholder)


def next_round(table: Table, words: Translator) -> tuple[Piece, ...]:
    """Give the button that asks for the next round, while its deal can be waited for."""
    if table.status is not Status.PLAYING or table.game is None:
        return ()
    read = CustomId("next", table.id, (str(table.game.number),))
    return (row(Press(read, words("Next round"), style=ButtonStyle.success)),)
