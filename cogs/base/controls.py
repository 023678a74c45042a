"""Buttons and menus, whose custom ids say all that a press means.

A view is stopped before it is sent, so discord.py never stores it, and `cogs.base.door` receives
its presses, even after a restart.
"""

from collections.abc import Mapping, Sequence
from textwrap import shorten
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
"""The prefix of a menu's custom id, which distinguishes it from a button's."""

PEOPLE_MARK: Final = "u"
"""The prefix of the custom id of a menu of people."""

ROLES_MARK: Final = "r"
"""The prefix of the custom id of a menu of roles."""

Choice = tuple[str, str]
"""The label and the value of a choice."""

MOST_CHOICES: Final = 25
"""Discord's limit for a menu and for an autocomplete."""

CHOICE_LENGTH: Final = 100
"""Discord's limit for the text of a choice, and for the line under it."""


def shortened(text: str) -> str:
    """Give a text as long as a choice may be, cut between words."""
    return shorten(text, CHOICE_LENGTH, placeholder="\N{HORIZONTAL ELLIPSIS}")


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
        notes: Mapping[str, str] | None = None,
    ) -> None:
        """Make a menu for a custom id.

        Args:
            custom_id: what the menu is for.
            choices: what can be chosen, 1 to 25.
            placeholder: the text before anything is chosen.
            count: how many must be chosen.
            chosen: the preselected value, if any.
            emojis: the emoji of each choice, by value.
            notes: the line under each choice, by value; cut where it is too long.
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
                    description=shortened(notes[value]) if notes else None,
                )
                for label, value in choices
            ],
        )


class PickPerson(ui.UserSelect[Any]):
    """A menu to choose one person of the server."""

    def __init__(self, custom_id: CustomId, *, placeholder: str | None = None) -> None:
        """Make a menu for a custom id.

        Args:
            custom_id: what the menu is for.
            placeholder: the text before anyone is chosen.
        """
        super().__init__(custom_id=f"{PEOPLE_MARK}{custom_id}", placeholder=placeholder)


def next_round(table: Table, words: Translator) -> tuple[Piece, ...]:
    """Give the button that asks for the next deal, while a game is on."""
    if table.status is not Status.PLAYING or table.game is None:
        return ()
    read = CustomId("next", table.id, (str(table.game.number),))
    again = table.game.round is not None and table.game.round.thrown_in
    label = words("Deal again") if again else words("Next round")
    return (row(Press(read, label, style=ButtonStyle.success)),)


class PickRole(ui.RoleSelect[Any]):
    """A menu of the roles of the server, of which one or none is chosen."""

    def __init__(
        self, custom_id: CustomId, *, placeholder: str | None = None, chosen: int | None = None
    ) -> None:
        """Make a menu for a custom id.

        Args:
            custom_id: what the menu is for.
            placeholder: what the menu says while no role is chosen.
            chosen: the id of the role that is chosen already, if one is.
        """
        defaults = [] if chosen is None else [discord.Object(chosen, type=discord.Role)]
        super().__init__(
            custom_id=f"{ROLES_MARK}{custom_id}",
            placeholder=placeholder,
            min_values=0,
            default_values=defaults,
        )
