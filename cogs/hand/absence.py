"""Whether a table waits for an absent person, so that a computer player may take over."""

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
"""Discord's codes for a person who is not a member of the server, or no longer a user."""


async def absent_seat(interaction: Interaction, table: Table) -> Seat | None:
    """Give the seat of the absent person whom a table waits for, to someone else who sits there.

    None if there is no such seat, or if the asking person sits on it or nowhere.
    """
    seat = table.turn
    if seat is None or table.seat_of(interaction.user.id) in {None, seat}:
        return None
    seconds = await seconds_to_wait(interaction, table, seat)
    now = services_of(interaction).clock.now()
    return seat if absence.is_absent(table, seat, now, seconds) else None


async def seconds_to_wait(interaction: Interaction, table: Table, seat: Seat) -> float:
    """Give how long a table waits for a person before a computer player may take over.

    For someone who has left the server it is shorter. Discord is asked about that only if it
    matters, since the bot does not track members.
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
    """Give the button that lets a computer player take over for an absent person."""
    return Press(
        CustomId("stand_in", table.id, (str(seat),)),
        words("Let a computer player play"),
        style=ButtonStyle.success,
    )
