"""The server, the channel and the four people of a local table."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import discord
import simcord

PEOPLE: Final = ("Ada", "Ben", "Chidi", "Dana")
"""Invented names. The first person opens the table."""

BOT_NAME: Final = "Spades"
SERVER: Final = "Card club"
CHANNEL: Final = "spades"
HOST_ROLE: Final = "Host"
TOPIC: Final = "A table on this computer: pick under “Viewing as” whom you play."


@dataclass(frozen=True, slots=True)
class World:
    """The surroundings of a local table.

    Attributes:
        env: the simulated Discord.
        channel: the one text channel, which everyone sees.
        people: one member for each name in `PEOPLE`, in that order.
    """

    env: simcord.Env
    channel: simcord.ChannelHandle
    people: tuple[simcord.MemberActor, ...]

    @property
    def host(self) -> simcord.MemberActor:
        """Who opens the table."""
        return self.people[0]


def utc_now() -> dt.datetime:
    """Return the present time of this computer."""
    return dt.datetime.now(dt.UTC)


def furnish(env: simcord.Env, now: Callable[[], dt.datetime] = utc_now) -> World:
    """Create the world in `env`, which must not have been started, and set its clock to `now`.

    simcord derives ids from its clock and the order of creation. People and channels must have the
    same ids in every run, so that records stay with their owners: they are created at simcord's
    fixed start time. Then the clock is set to the present, so that messages and interactions never
    repeat an id of an earlier run.
    """
    env.backend.edit_bot_profile(BOT_NAME)
    server = env.create_guild(SERVER)
    channel = server.create_text_channel(CHANNEL, topic=TOPIC)
    people = tuple(
        server.add_member(env.create_user(name.lower(), global_name=name)) for name in PEOPLE
    )
    _let_manage(env, server, people[0])
    env.backend.advance_clock(max(0.0, (now() - env.now()).total_seconds()))
    return World(env, channel, people)


def _let_manage(env: simcord.Env, server: simcord.GuildHandle, person: simcord.MemberActor) -> None:
    """Give a person the permissions of someone who manages the server."""
    role = server.create_role(HOST_ROLE, permissions=discord.Permissions(manage_guild=True))
    env.backend.add_member_role(server.id, person.id, role.id)
