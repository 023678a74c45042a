"""The driver of the loopback Discord, which tests and benchmarks use."""

import os
import secrets
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, AsyncExitStack
from functools import reduce
from operator import or_
from types import TracebackType
from typing import Final, Self

from . import payloads
from .actions import Actions
from .clock import Clock
from .errors import BotNotConnected, WaitedTooLong
from .gateway import GUILDS, HERE, Event
from .journal import Sent, Violation
from .launch import API_VARIABLE, GATEWAY_VARIABLE, MAIN_VARIABLE, pointed_at
from .messages import announce
from .messages import delete as delete_message
from .model import Channel, ChannelKind, Guild, Message, User
from .permissions import EVERYONE, Overwrite, Permissions
from .process import BotProcess
from .routes_channels import remove_channel, update_event
from .routes_threads import open_thread
from .schemas import description
from .server import LoopbackServer
from .sharding import shard_of

TOKEN_VARIABLE: Final = "DISCORD_TOKEN"


class LoopbackDiscord(Actions):
    """A small Discord for one bot, on real sockets.

    Use it as an async context manager, which kills the bots that still run at its end. `faults`,
    `limits`, `ban`, `clock` and `gateway` change its behavior; `everything_sent()` has the bot's
    requests, and `violations` those that Discord would have refused.
    """

    def __init__(
        self, *, clock: Clock | None = None, validate: bool = True, keep_bodies: bool = True
    ) -> None:
        specification = description() if validate else None
        self.server = LoopbackServer(
            specification=specification, clock=clock, keep_bodies=keep_bodies
        )
        super().__init__(self.server.backend)
        self.world = self.server.world
        self.faults = self.server.faults
        self.limits = self.server.limits
        self.ban = self.server.ban
        self.connections = self.server.connections
        self.clock = self.server.clock
        self.gateway = self.server.gateway
        self.emojis = self.backend.emojis
        self.commands = self.backend.commands
        self._ends = AsyncExitStack()

    async def __aenter__(self) -> Self:
        await self.server.start()
        self._ends.push_async_callback(self.server.stop)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # A bot left by a test that failed would trouble the next one.
        await self._ends.aclose()

    @property
    def token(self) -> str:
        """The bot token that this server accepts."""
        return self.server.token

    @property
    def violations(self) -> list[Violation]:
        """Bodies and paths that Discord would refuse; a test asserts that there are none."""
        return self.backend.journal.violations

    @property
    def invalid_requests(self) -> int:
        """How many requests Discord would count towards the ban of an address (401, 403, 429)."""
        return self.backend.journal.invalid_requests

    @property
    def statuses(self) -> Counter[int]:
        """How many requests were answered with each status; 0 where the connection was cut."""
        return self.backend.journal.statuses

    @property
    def outcomes(self) -> Counter[tuple[str, str, int]]:
        """How many requests there were of each method, template of a path, and status."""
        return self.backend.journal.outcomes

    def everything_sent(self) -> list[Sent]:
        """Every request of the bot, refused ones included, in order."""
        return self.backend.journal.sent

    def add_guild(self, name: str = "Guild", *, shard: tuple[int, int] = (0, 1)) -> Guild:
        """A server that the bot is in and that has every person as a member.

        Its `shard` is a number, and how many there are.
        """
        number, count = shard
        ids = (self.world.ids.next(age=age / 1000) for age in range(count + 1))
        own = next(each for each in ids if shard_of(each, count) == number)
        guild = Guild(own, name, self.world.owner.id, self.clock.now())
        self.world.guilds[guild.id] = guild
        facts = payloads.guild_create(self.world, guild)
        self.gateway.dispatch("GUILD_CREATE", facts, guild_id=guild.id, intent=GUILDS)
        return guild

    def add_channel(
        self, guild: Guild, name: str = "general", kind: ChannelKind = ChannelKind.TEXT
    ) -> Channel:
        """A text or announcement channel where the bot has everyone's permissions."""
        channel = Channel(self.world.ids.next(), name, kind, guild.id, self.clock.now())
        self.world.channels[channel.id] = channel
        facts = payloads.channel(self.world, channel)
        self.gateway.dispatch("CHANNEL_CREATE", facts, guild_id=guild.id, intent=GUILDS)
        return channel

    def add_user(
        self, name: str, *, permissions: Permissions = EVERYONE, locale: str = "en-US"
    ) -> User:
        """A person, member of every server."""
        user = User(self.world.ids.next(), name, permissions=permissions, locale=locale)
        self.world.users[user.id] = user
        if permissions & ~EVERYONE:
            user.role_id = self.world.ids.next()
            role = payloads.role(user.role_id, name, permissions)
            for guild in self.world.guilds.values():
                facts = {"guild_id": str(guild.id), "role": role}
                self.gateway.dispatch("GUILD_ROLE_CREATE", facts, guild_id=guild.id, intent=GUILDS)
        return user

    def add_thread(
        self, channel: Channel, owner: User, name: str = "thread", *, private: bool = False
    ) -> Channel:
        """A thread created by a person, its only member."""
        news = channel.kind is ChannelKind.ANNOUNCEMENT
        kind = ChannelKind.ANNOUNCEMENT_THREAD if news else ChannelKind.PUBLIC_THREAD
        return open_thread(
            self.backend,
            channel,
            ChannelKind.PRIVATE_THREAD if private else kind,
            name=name,
            owner=owner,
            number=self.world.ids.next(),
        )

    def join(self, thread: Channel, *people: User) -> None:
        """Add people or the bot to a thread."""
        thread.members |= {one.id for one in people}

    def archive(self, thread: Channel, *, locked: bool = False) -> None:
        """Archive a thread, as Discord does after its time; `locked` by a moderator."""
        thread.archived, thread.locked = True, locked
        update_event(self.backend, thread)

    def leave(self, user: User, guild: Guild) -> None:
        """Let a person leave a server; without the members intent the bot is not told."""
        user.absent_from.add(guild.id)

    def say(self, user: User, channel: Channel, content: str) -> Message:
        """Post a message of a person."""
        message = Message(
            self.world.ids.next(), channel.id, user.id, self.clock.now(), content=content
        )
        self.world.add_message(message)
        announce(self.backend, "MESSAGE_CREATE", channel, message)
        return message

    def deny(
        self, channel: Channel, *permissions: Permissions, to: User | Guild | None = None
    ) -> None:
        """Deny permissions in a channel to the bot, a person, or everyone (`to` its guild)."""
        whose = (to or self.world.bot).id
        old = channel.overwrites.get(whose, Overwrite())
        channel.overwrites[whose] = old.denying(reduce(or_, permissions))
        update_event(self.backend, channel)

    def allow(
        self, channel: Channel, *permissions: Permissions, to: User | Guild | None = None
    ) -> None:
        """Allow permissions there, even if they are denied to everyone."""
        whose = (to or self.world.bot).id
        old = channel.overwrites.get(whose, Overwrite())
        channel.overwrites[whose] = old.allowing(reduce(or_, permissions))
        update_event(self.backend, channel)

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel, or a thread."""
        remove_channel(self.backend, channel)

    def delete_message(self, message: Message) -> None:
        """Delete a message as a moderator, or an ephemeral one as its reader, without an event."""
        delete_message(self.backend, message)

    def dismiss(self, message: Message) -> None:
        """Let an ephemeral message vanish from its reader's screen; edits of it still succeed."""
        message.dismissed = True

    def remove_bot(self, guild: Guild) -> None:
        """Remove the bot from a server."""
        guild.has_bot = False
        self.gateway.dispatch(
            "GUILD_DELETE", {"id": str(guild.id)}, guild_id=guild.id, intent=GUILDS
        )

    def messages(self, channel: Channel) -> list[Message]:
        """The public messages of a channel, oldest first."""
        return [one for one in self.world.messages(channel) if not one.ephemeral]

    def ephemerals(self, user: User, channel: Channel | None = None) -> list[Message]:
        """The messages that only this person sees, oldest first, dismissed ones left out."""
        return [
            one
            for one in self.world.every_message()
            if one.audience == user.id
            and not one.dismissed
            and (channel is None or one.channel_id == channel.id)
        ]

    def threads(self, channel: Channel) -> list[Channel]:
        """The threads of a channel that exist."""
        inside = self.world.channels.values()
        return [one for one in inside if one.parent_id == channel.id and not one.deleted]

    def hold(self) -> AbstractContextManager[list[Event]]:
        """Hold gateway events back inside a `with` block; reorder the list that it gives."""
        return self.gateway.hold()

    async def until(
        self, condition: Callable[[], object], within: float = 3.0, what: str = "the condition"
    ) -> None:
        """Wait until `condition()` is true; it is checked after every event.

        Raises `WaitedTooLong` after `within` seconds.
        """
        await self.backend.pulse.until(condition, within, what)

    async def idle(self, quiet: float = 0.05, within: float = 5.0) -> None:
        """Wait until the bot has sent nothing for `quiet` seconds; raises `WaitedTooLong`."""
        await self.backend.pulse.quiet(quiet, within)
        await self.until(lambda: not self.server.in_flight, within, "the last answers")

    async def connected(self, within: float = 10.0) -> None:
        """Wait until a bot has a session with a connection; raises `BotNotConnected`."""
        try:
            await self.until(lambda: self.gateway.live, within, "the bot's IDENTIFY")
        except WaitedTooLong as error:
            raise BotNotConnected(str(error)) from None

    def gateway_url(self, run: str = HERE) -> str:
        """The gateway's address; `run` marks connections that use it."""
        return self.gateway.address_of(run)

    def patched(self) -> AbstractContextManager[None]:
        """Point this process's discord.py at this server inside a `with` block."""
        return pointed_at(self.server.api_url, self.gateway_url())

    def env(
        self,
        *,
        run: str = "process",
        main: str | None = None,
        extra: Mapping[str, str] | None = None,
    ) -> dict[str, str]:
        """The environment for a bot process: this process's own, the token and the addresses.

        `main` ("module:function") starts something else than the real bot; `extra` goes on top.
        """
        environment = {
            **os.environ,
            TOKEN_VARIABLE: self.token,
            API_VARIABLE: self.server.api_url,
            GATEWAY_VARIABLE: self.gateway_url(run),
        }
        if main is not None:
            environment[MAIN_VARIABLE] = main
        return environment | dict(extra or {})

    async def process(
        self,
        *arguments: str,
        main: str | None = None,
        extra: Mapping[str, str] | None = None,
        forked: bool = False,
        run: str = "",
    ) -> BotProcess:
        """Start a bot process; wait with its `ready()`, use it as an async context manager.

        `run` is its mark, any unless it is given. One that is `forked` starts in a fifth of the
        time, as everything is loaded already.
        """
        run = run or secrets.token_hex(4)
        own = {API_VARIABLE: await self.server.api_of(run), **(extra or {})}
        environment = self.env(run=run, main=main, extra=own)
        start = BotProcess.fork if forked else BotProcess.start
        process = await start(arguments, environment, self.backend, run)
        return await self._ends.enter_async_context(process)
