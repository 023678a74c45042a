"""A short message of one text."""

from discord import ui

from cogs.ui import palette


def notice(text: str) -> ui.LayoutView:
    """Give a message that only says something."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(ui.TextDisplay(text), accent_color=palette.QUIET))
    return view
