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
    """A picture ready to be sent.

    Attributes:
        data: the file, a PNG.
        alt: its alt text.
    """

    data: bytes
    alt: str

    @cached_property
    def name(self) -> str:
        """The name of the file, which identifies the picture."""
        return f"table-{hashlib.sha256(self.data).hexdigest()[:12]}.png"

    @property
    def piece(self) -> ui.MediaGallery[Any]:
        """The picture as a piece of a layout."""
        return ui.MediaGallery(
            discord.MediaGalleryItem(f"attachment://{self.name}", description=self.alt)
        )


def files_of(drawn: Drawn | None) -> list[discord.File]:
    """Give the files of a picture; new ones each time, since a file can be sent only once."""
    return [] if drawn is None else [discord.File(BytesIO(drawn.data), drawn.name)]


@dataclass(frozen=True)
class TableMessage:
    """The content of a table's message.

    Attributes:
        view: the layout.
        picture: the picture that the layout shows, or None for a message without one.
        late: whether a picture is being drawn that this message did not wait for.
    """

    view: ui.LayoutView
    picture: Drawn | None = None
    late: bool = False

    @cached_property
    def key(self) -> object:
        """What Discord is sent, equal for two messages that look the same."""
        return components_of(self.view)

    @property
    def file_name(self) -> str:
        """The name of the picture's file, or an empty text without one."""
        return "" if self.picture is None else self.picture.name

    def close(self) -> None:
        """Unlink the layout, which must not be used afterwards."""
        unlink(self.view)

    def files(self) -> list[discord.File]:
        """Give the files to send."""
        return files_of(self.picture)
