"""Layouts that have been sent, taken apart.

The pieces of a layout hold each other. Left as they are, only Python's garbage collector finds
them, and at many tables it then holds everybody up; taken apart, they are gone at once.
"""

from discord import ui


def take_apart(view: "ui.view.BaseView | None") -> None:
    """Part the pieces of a layout, which must not be sent or looked at any more."""
    if view is None:
        return
    for item in tuple(view.walk_children()):
        if isinstance(item, ui.Container | ui.ActionRow | ui.Section):
            item.clear_items()
    view.clear_items()


def parted(views: "list[ui.LayoutView]") -> None:
    """Part the pieces of several layouts, and forget them."""
    for view in views:
        take_apart(view)
    views.clear()
