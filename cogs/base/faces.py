"""Card faces on buttons and in texts: emojis of the application.

They are uploaded once, and again when they change.

Each name contains a hash of the picture: missing emojis are uploaded, and outdated ones with our
names are removed. If that fails, cards are shown as text.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

import discord
import structlog

from bot.outages import UNREACHABLE, persist
from bot.render.cards import emoji_name, emoji_set
from cogs.base.outgoing import Outgoing, Priority
from engine.cards import CARDS, Card

log = structlog.get_logger(__name__)

SETS: Final[tuple[Literal["two", "four"], ...]] = ("two", "four")
OUR_PREFIXES: Final = ("c2_", "c4_", "back_")
"""The prefixes of our emojis' names; no other emoji is ever removed."""


@dataclass(slots=True)
class Faces:
    """The emoji of every card, in two colors and in four; empty until they are uploaded.

    Attributes:
        two_color: by card, with black and red suits.
        four_color: by card, with a color for each suit.
    """

    two_color: Mapping[Card, discord.PartialEmoji] = field(default_factory=dict)
    four_color: Mapping[Card, discord.PartialEmoji] = field(default_factory=dict)

    def of(self, card: Card, *, four_color: bool) -> discord.PartialEmoji | None:
        """Give the emoji of a card, or None if there is none."""
        return self.of_all(four_color=four_color).get(card)

    def of_all(self, *, four_color: bool) -> Mapping[Card, discord.PartialEmoji]:
        """Give the emojis of one set by card, as the text that Discord shows as an emoji."""
        return self.four_color if four_color else self.two_color


async def find_faces(client: discord.Client, faces: Faces) -> bool:
    """Use the card faces that another process has uploaded; say whether all are there.

    Raises:
        discord.HTTPException, aiohttp.ClientError, OSError: Discord cannot say.
    """
    names = (await asyncio.to_thread(_all_pictures)).keys()
    there = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
    if names <= there.keys():
        _fill(faces, there)
        return True
    return False


async def bring_faces(
    client: discord.Client, faces: Faces, outgoing: Outgoing, outdated_after: float = 0.0
) -> None:
    """Make the card faces available; without them every card is shown as text.

    Failing to remove an outdated face does no harm; the next start tries again.

    Args:
        client: the client.
        faces: is told of them.
        outgoing: gives every request its turn.
        outdated_after: seconds until outdated faces are removed, where other processes may still
            show them.
    """
    pictures = await asyncio.to_thread(_all_pictures)

    async def upload() -> tuple[Sequence[discord.Emoji], dict[str, discord.Emoji]]:
        there = await client.fetch_application_emojis()
        return there, await _upload_missing(client, pictures, there, outgoing)

    try:
        there, emojis = await persist("uploading the card faces", upload)
    except discord.HTTPException as fault:
        log.warning("faces_not_uploaded", cause=type(fault).__name__)
        return
    _fill(faces, emojis)
    await asyncio.sleep(outdated_after)
    try:
        await _remove_stale(pictures, there, outgoing)
    except (discord.HTTPException, *UNREACHABLE) as fault:
        log.warning("faces_not_removed", cause=type(fault).__name__)


def _all_pictures() -> dict[str, bytes]:
    return {name: picture for colors in SETS for name, picture in emoji_set(colors).items()}


async def _upload_missing(
    client: discord.Client,
    pictures: Mapping[str, bytes],
    there: Sequence[discord.Emoji],
    outgoing: Outgoing,
) -> dict[str, discord.Emoji]:
    emojis = {emoji.name: emoji for emoji in there}
    missing = [name for name in pictures if name not in emojis]
    for name in missing:
        async with outgoing.turn("faces", Priority.TIDY):
            emojis[name] = await client.create_application_emoji(name=name, image=pictures[name])
    if missing:
        log.info("faces_uploaded", count=len(missing))
    return emojis


def _fill(faces: Faces, emojis: Mapping[str, discord.Emoji]) -> None:
    by_set: dict[str, dict[Card, discord.PartialEmoji]] = {}
    for colors in SETS:
        by_set[colors] = {}
        for card in CARDS:
            emoji = emojis[emoji_name(card, colors)]
            by_set[colors][card] = discord.PartialEmoji(name=emoji.name, id=emoji.id)
    faces.two_color, faces.four_color = by_set["two"], by_set["four"]


async def _remove_stale(
    pictures: Mapping[str, bytes], there: Sequence[discord.Emoji], outgoing: Outgoing
) -> None:
    stale = [e for e in there if e.name.startswith(OUR_PREFIXES) and e.name not in pictures]
    for emoji in stale:
        async with outgoing.turn("faces", Priority.TIDY):
            await emoji.delete()
    if stale:
        log.info("faces_removed", count=len(stale))
