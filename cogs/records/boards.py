"""Leaderboards: pages that anyone may turn, without the people who have left the server."""

import asyncio
from collections.abc import Collection
from typing import Final

import discord
import structlog
from discord import ButtonStyle, ui

from bot.tables.records import ALL_TIME, Order, Page, season_of
from bot.texts import records as texts
from bot.texts.refusals import old_button_text
from bot.texts.translator import Translator
from cogs.base.answer import Answer
from cogs.base.controls import Press
from cogs.base.custom_ids import CustomId, parse_number
from cogs.base.door import Pressed
from cogs.base.language import public_words
from cogs.base.layouts import Color, layout, row, text
from cogs.base.services import Interaction, services_of

log = structlog.get_logger(__name__)

SECONDS_TO_ASK: Final = 1.0
"""How long Discord may take to say who is in the server; without it, everybody counts as there."""

_LOOKS: Final = 3
"""How often a page is read at most, to leave out people who have left."""


def present_season(interaction: Interaction) -> int:
    """Give the season of this moment."""
    return season_of(services_of(interaction).clock.now())


async def publish_board(answer: Answer, order: Order, season: int) -> None:
    """Show the first page of a leaderboard to everyone."""
    interaction = answer.interaction
    page = await _page(interaction, order, season, 1)
    words, now = public_words(interaction), present_season(interaction)
    await answer.publish(leaderboard_view(page, order, season, words, now=now))


async def _page(interaction: Interaction, order: Order, season: int, number: int) -> Page:
    """Give a page of people who are in the server."""
    records, guild_id = services_of(interaction).records, interaction.guild_id or 0
    page = await records.leaderboard(guild_id, order, season, number)
    for _ in range(_LOOKS - 1):
        gone = await _gone(interaction.guild, {each.user_id for each in page.standings})
        if not gone:
            break
        await records.note_gone(guild_id, gone)
        page = await records.leaderboard(guild_id, order, season, number)
    return page


async def _gone(guild: discord.Guild | None, users: Collection[int]) -> Collection[int]:
    """Give those who are not in a server; nobody where Discord does not say."""
    if guild is None or not users:
        return ()
    try:
        async with asyncio.timeout(SECONDS_TO_ASK):
            there = await guild.query_members(user_ids=sorted(users), limit=len(users), cache=False)
    except (TimeoutError, discord.DiscordException):
        log.info("members_not_told", guild=guild.id)
        return ()
    return set(users) - {member.id for member in there}


def leaderboard_view(
    page: Page, order: Order, season: int, words: Translator, *, now: int
) -> ui.LayoutView:
    """Draw a page of the leaderboard, with buttons to the adjacent pages and the other season.

    Args:
        page: the page.
        order: what is ranked.
        season: the season that it is about, or `ALL_TIME`.
        words: the language of the server.
        now: the present season.
    """
    other = ALL_TIME if season == now else now
    label = words("All time") if other == ALL_TIME else words("This season")
    turning = (
        []
        if page.pages == 1
        else [
            _to(order, season, page.number - 1, words("Back"), possible=page.number > 1),
            _to(order, season, page.number + 1, words("Next"), possible=page.number < page.pages),
        ]
    )
    return layout(
        text(texts.leaderboard(page, order, season, words)),
        row(*turning, _to(order, other, 1, label)),
        color=Color.RESULT,
    )


def _to(order: Order, season: int, number: int, label: str, *, possible: bool = True) -> Press:
    custom_id = CustomId("board", 0, (order.value, str(season), str(number)))
    return Press(custom_id, label, style=ButtonStyle.secondary, disabled=not possible)


async def turn_page(pressed: Pressed) -> None:
    """Turn a page of the leaderboard."""
    found = _asked(pressed)
    if found is None:
        await pressed.answer.say(old_button_text(pressed.words))
        return
    order, season, number = found
    page = await _page(pressed.interaction, order, season, number)
    words, now = public_words(pressed.interaction), present_season(pressed.interaction)
    await pressed.answer.update(leaderboard_view(page, order, season, words, now=now))


async def show_final(pressed: Pressed) -> None:
    """Show the final table of a season, beside the message that tells of its end."""
    found = _asked(pressed)
    if found is None:
        await pressed.answer.say(old_button_text(pressed.words))
        return
    order, season, _ = found
    page = await _page(pressed.interaction, order, season, 1)
    now = present_season(pressed.interaction)
    await pressed.answer.whisper(leaderboard_view(page, order, season, pressed.words, now=now))


def _asked(pressed: Pressed) -> tuple[Order, int, int] | None:
    """Read what a button asks for; None for one of an older version."""
    match pressed.id.args:
        case [order, season, number] if order in set(Order):
            about, page = parse_number(season), parse_number(number)
            return None if about is None or page is None else (Order(order), about, page)
        case _:
            return None
