"""The public message of a table, with its picture."""

import hashlib
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from typing import Any

import discord
from discord import ui

from cogs.base.layouts import components_of, unlink


@dataclass(frozen=True)
class Drawn:
    """A picture that is ready to be sent.

    Attributes:
        data: the file, a PNG.
        alt: what it shows, in words.
    """

    data: bytes
    alt: str

    @cached_property
    def name(self) -> str:
        """The name of the file, which tells one picture from another."""
        return f"table-{hashlib.sha256(self.data).hexdigest()[:12]}.png"

    @property
    def piece(self) -> ui.MediaGallery[Any]:
        """The place of the picture in a layout."""
        return ui.MediaGallery(
            discord.MediaGalleryItem(f"attachment://{self.name}", description=self.alt)
        )


@dataclass(frozen=True)
class TableMessage:
    """What is sent for a table.

    Attributes:
        view: the layout.
        picture: the picture that the layout shows, or None for a message of words alone.
    """

    view: ui.LayoutView
    picture: Drawn | None = None

    @cached_property
    def key(self) -> object:
        """Equal for two messages that look the same; the picture's name stands for the picture."""
        return components_of(self.view)

    @property
    def file_name(self) -> str:
        """The name of the picture's file, or nothing for a message of words alone."""
        return "" if self.picture is None else self.picture.name

    def close(self) -> None:
        """Part the layout, which must not be sent or looked at any more."""
        unlink(self.view)

    def files(self) -> list[discord.File]:
        """Give the files to send; afresh each time, for sending one uses it up."""
        if self.picture is None:
            return []
        return [discord.File(BytesIO(self.picture.data), self.picture.name)]
