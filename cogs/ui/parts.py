"""The pieces that layouts are put together from."""

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ui

from cogs.ui.press import Press

BUTTONS_IN_A_ROW: Final = 5
"""Discord's limit."""

Piece = ui.Item[Any]


def layout(*pieces: Piece, color: int) -> ui.LayoutView:
    """Put pieces into one container. Views are made afresh for every message, never kept."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*pieces, accent_color=color))
    return view


def components_of(view: ui.LayoutView) -> list[dict[str, Any]]:
    """Give what Discord is sent for a view, to tell whether something would change."""
    components: list[dict[str, Any]] = view.to_components()  # type: ignore[no-untyped-call]
    return components


def text(*paragraphs: str) -> ui.TextDisplay[Any]:
    """Give a text of several paragraphs, without the empty ones."""
    return ui.TextDisplay("\n".join(filter(None, paragraphs)))


def line() -> ui.Separator[Any]:
    """Give a thin line between two pieces."""
    return ui.Separator(spacing=discord.SeparatorSpacing.small)


def row(*presses: Press) -> ui.ActionRow[Any]:
    """Put up to five buttons side by side."""
    return ui.ActionRow(*presses)


def rows(
    presses: Sequence[Press], most_in_a_row: int = BUTTONS_IN_A_ROW
) -> list[ui.ActionRow[Any]]:
    """Spread buttons over rows as evenly as can be, with at most Discord's five in a row."""
    count = -(-len(presses) // most_in_a_row)
    spread: list[ui.ActionRow[Any]] = []
    begun = 0
    for left in range(count, 0, -1):
        size = -(-(len(presses) - begun) // left)
        spread.append(row(*presses[begun : begun + size]))
        begun += size
    return spread
