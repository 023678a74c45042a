"""Whether a table waits for somebody who has gone, so that a computer player may play instead."""

from typing import Final

import discord
from discord import ButtonStyle

from bot.outages import UNREACHABLE
from bot.tables import absence
from bot.tables.model import Table
from bot.texts.translator import Translator
from cogs.base.controls import Press
from cogs.base.custom_ids import CustomId
from cogs.base.services import Interaction, services_of
from engine.seats import Seat

_NOBODY: Final = frozenset({10007, 10013})
"""Discord's codes for somebody who is no member of a server, or no user any more."""


async def absent_seat(interaction: Interaction, table: Table) -> Seat | None:
    """Give the seat whose person a table has waited for too long, to someone who sits there.

    None where there is no such seat, or where the person who asks sits at it or at none.
    """
    seat = table.turn
    if seat is None or table.seat_of(interaction.user.id) in {None, seat}:
        return None
    seconds = await seconds_to_wait(interaction, table, seat)
    now = services_of(interaction).clock.now()
    return seat if absence.is_absent(table, seat, now, seconds) else None


async def seconds_to_wait(interaction: Interaction, table: Table, seat: Seat) -> float:
    """Give how long a table waits for the person of a seat before a computer player may play.

    For someone who has left the server that is shorter. Discord is asked for that only where it
    makes a difference, since the bot does not follow who comes and goes.
    """
    services = services_of(interaction)
    patience = services.preferences.of_server(table.place.guild_id).patience
    person = table.chairs[seat].person
    silent = absence.is_absent(table, seat, services.clock.now(), patience.gone)
    if person is not None and silent and await _has_left(interaction, person.id):
        return patience.gone
    return patience.absent


async def _has_left(interaction: Interaction, user_id: int) -> bool:
    if interaction.guild is None:
        return False
    try:
        await interaction.guild.fetch_member(user_id)
    except discord.NotFound as fault:
        return fault.code in _NOBODY
    except (discord.HTTPException, *UNREACHABLE):
        return False
    return False


def stand_in_press(table: Table, seat: Seat, words: Translator) -> Press:
    """Give the button that lets a computer player play for an absent person."""
    return Press(
        CustomId("stand_in", table.id, (str(seat),)),
        words("Let a computer player play"),
        style=ButtonStyle.success,
    )
