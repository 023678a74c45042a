"""The server, the channel and the four people of a local table."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import discord
import simcord

PEOPLE: Final = ("Ada", "Ben", "Chidi", "Dana")
"""Invented. The first of them opens the table."""

BOT_NAME: Final = "Spades"
SERVER: Final = "Card club"
CHANNEL: Final = "spades"
HOST_ROLE: Final = "Host"
TOPIC: Final = "A table on this computer: pick under “Viewing as” whom you play."


@dataclass(frozen=True, slots=True)
class World:
    """Where a local table stands.

    Attributes:
        env: the simulated Discord.
        channel: the one text channel that everybody sees.
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
    """Return the present moment of this computer."""
    return dt.datetime.now(dt.UTC)


def furnish(env: simcord.Env, now: Callable[[], dt.datetime] = utc_now) -> World:
    """Create the world in `env`, which must not have been started, and set its clock to `now`.

    simcord derives ids from its clock and the order of creation. Everything that must be known
    again in the next run, so that records stay with their owners, is created at simcord's fixed
    beginning of time. Only then comes the present, so that messages and interactions, which the
    bot takes for new when their ids are new, never repeat an id of an earlier run.
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
    """Let a person try what Discord offers to those who look after a server."""
    role = server.create_role(HOST_ROLE, permissions=discord.Permissions(manage_guild=True))
    env.backend.add_member_role(server.id, person.id, role.id)
