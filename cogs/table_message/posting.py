"""Posts each public message once, even after a lost response or a crash."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Final

import discord

from cogs.base.custom_ids import CustomId

NONCE_LENGTH: Final = 25
"""Discord's limit, in characters."""

LOOKED_THROUGH: Final = 50
"""The latest messages of a channel to search for one whose response was lost."""


def nonce_of(*parts: object) -> str:
    """Give the nonce of a message: for some minutes Discord posts no second one with it."""
    return hashlib.sha256(".".join(map(str, parts)).encode()).hexdigest()[:NONCE_LENGTH]


async def find_message(
    channel: discord.PartialMessageable, author_id: int, table_id: int
) -> tuple[int, bool] | None:
    """Find the newest message that shows a table with its buttons.

    Returns:
        Its id, and whether it is the lobby; None if it is not among the latest messages.

    Raises:
        discord.HTTPException: the channel cannot be read.
    """
    lobby, table = str(CustomId("start", table_id)), str(CustomId("hand", table_id))
    async for message in channel.history(limit=LOOKED_THROUGH):
        if message.author.id != author_id:
            continue
        shown = set(_custom_ids(message.components))
        if not shown.isdisjoint({lobby, table}):
            return message.id, lobby in shown
    return None


def _custom_ids(components: Sequence[object]) -> Iterator[str]:
    for component in components:
        if isinstance(component, discord.Button) and component.custom_id is not None:
            yield component.custom_id
        yield from _custom_ids(getattr(component, "children", ()))
