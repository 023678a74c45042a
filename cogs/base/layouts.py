"""The pieces and accent colors of layouts, and how layouts are freed."""

from collections.abc import Sequence
from enum import IntEnum
from typing import Any, Final

import discord
from discord import ui

BUTTONS_IN_A_ROW: Final = 5
"""Discord's limit."""

Piece = ui.Item[Any]


class Color(IntEnum):
    """The accent colors of a container; each has one meaning."""

    TABLE = 0x2F7D5B
    """Felt green: a running game."""
    LOBBY = 0x3B6EA8
    """Blue: a table that waits for players."""
    YOUR_TURN = 0xE0A030
    """Amber: your turn."""
    QUIET = 0x6B7280
    """Gray: nothing to do."""
    RESULT = 0xC9A227
    """Gold: a game is won."""


def layout(*pieces: Piece, color: Color) -> ui.LayoutView:
    """Put pieces into one container. Every message gets a new view; views are never kept."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*pieces, accent_color=color.value))
    return view


def add_below(view: ui.LayoutView, piece: Piece) -> None:
    """Put one more piece at the end of the container of a view that is not sent yet."""
    for container in view.children:
        if isinstance(container, ui.Container):
            container.add_item(piece)


def components_of(view: ui.LayoutView) -> list[dict[str, Any]]:
    """Give the payload of a view, to tell whether it would change a message."""
    components: list[dict[str, Any]] = view.to_components()  # type: ignore[no-untyped-call]
    return components


def text(*paragraphs: str) -> ui.TextDisplay[Any]:
    """Join paragraphs into one text, without the empty ones."""
    return ui.TextDisplay("\n".join(filter(None, paragraphs)))


def line() -> ui.Separator[Any]:
    """Give a thin line between two pieces."""
    return ui.Separator(spacing=discord.SeparatorSpacing.small)


def row(*presses: Piece) -> ui.ActionRow[Any]:
    """Put up to five buttons side by side."""
    return ui.ActionRow(*presses)


def rows(
    presses: Sequence[Piece], most_in_a_row: int = BUTTONS_IN_A_ROW
) -> list[ui.ActionRow[Any]]:
    """Spread buttons evenly over rows of at most five."""
    count = -(-len(presses) // most_in_a_row)
    spread: list[ui.ActionRow[Any]] = []
    begun = 0
    for left in range(count, 0, -1):
        size = -(-(len(presses) - begun) // left)
        spread.append(row(*presses[begun : begun + size]))
        begun += size
    return spread


def notice(said: str) -> ui.LayoutView:
    """Give a layout with nothing but a text."""
    return layout(ui.TextDisplay(said), color=Color.QUIET)


def unlink(view: "ui.view.BaseView | None") -> None:
    """Break the references between the pieces of a layout, which must not be used afterwards.

    The pieces refer to each other. Left alone, they wait for Python's garbage collector, which
    stops the bot for longer the more tables there are; unlinked, they are freed at once.
    """
    if view is None:
        return
    for item in tuple(view.walk_children()):
        if isinstance(item, ui.Container | ui.ActionRow | ui.Section):
            item.clear_items()
    view.clear_items()


def unlink_all(views: "list[ui.LayoutView]") -> None:
    """Unlink several layouts, and empty the list."""
    for view in views:
        unlink(view)
    views.clear()
