"""The guilds, channels, people and messages that exist, and what the bot may reach of them."""

from collections import deque
from collections.abc import Iterable

from .clock import Clock, Snowflakes
from .errors import (
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    UNKNOWN_CHANNEL,
    UNKNOWN_GUILD,
    UNKNOWN_MESSAGE,
    ApiError,
)
from .model import Channel, ChannelKind, Guild, Message, User
from .permissions import EVERYONE, Permissions

_NONCES_REMEMBERED = 500


class World:
    """Everything that exists. Objects are never dropped: what is deleted says so itself."""

    def __init__(self, clock: Clock, base_url: str) -> None:
        self.clock = clock
        self.base_url = base_url
        self.ids = Snowflakes(clock)
        self.bot = User(self.ids.next(), "Loopback Bot", bot=True)
        self.owner = User(self.ids.next(), "Loopback Owner", permissions=Permissions.ADMINISTRATOR)
        self.users: dict[int, User] = {self.bot.id: self.bot, self.owner.id: self.owner}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self._messages: dict[int, Message] = {}
        self._in_channel: dict[int, list[Message]] = {}
        self._nonces: deque[tuple[int, str, Message]] = deque(maxlen=_NONCES_REMEMBERED)

    @property
    def application_id(self) -> int:
        """The bot's application has the bot's own id, as with every application made today."""
        return self.bot.id

    def messages(self, channel: Channel) -> Iterable[Message]:
        """Every message of a channel that is not deleted, ephemeral ones included, oldest first."""
        return (one for one in self._in_channel.get(channel.id, []) if not one.deleted)

    def every_message(self) -> Iterable[Message]:
        """Every message that is not deleted, in any channel."""
        return (one for one in self._messages.values() if not one.deleted)

    def add_message(self, message: Message) -> None:
        """Put a message in its channel."""
        self._messages[message.id] = message
        self._in_channel.setdefault(message.channel_id, []).append(message)
        if not message.ephemeral:
            channel = self.channels[message.channel_id]
            channel.last_message_id = message.id
            channel.message_count += 1
        if message.nonce is not None:
            self._nonces.append((message.channel_id, message.nonce, message))

    def with_nonce(self, channel: Channel, nonce: str) -> Message | None:
        """The message that was sent here lately under this nonce."""
        return next((m for at, n, m in self._nonces if at == channel.id and n == nonce), None)

    def guild(self, guild_id: int) -> Guild:
        """A guild the bot is in; raises `ApiError` 10004 else."""
        guild = self.guilds.get(guild_id)
        if guild is None or not guild.has_bot:
            raise ApiError(UNKNOWN_GUILD)
        return guild

    def guild_channels(self, guild: Guild, *, threads: bool) -> list[Channel]:
        """The channels, or the threads, of a guild that exist."""
        return [
            channel
            for channel in self.channels.values()
            if channel.guild_id == guild.id and not channel.deleted and channel.is_thread == threads
        ]

    def denied(self, channel: Channel) -> Permissions:
        """What the bot may not do in a channel; a thread takes over what its parent denies."""
        parent = self.channels.get(channel.parent_id or 0)
        return channel.denied | (parent.denied if parent else Permissions(0))

    def bot_permissions(self, channel: Channel) -> Permissions:
        """What the bot may do in a channel."""
        return (self.bot.permissions | EVERYONE) & ~self.denied(channel)

    def permissions(self, user: User) -> Permissions:
        """What a person may do."""
        return user.permissions | EVERYONE

    def reach(self, channel_id: int, *needed: Permissions) -> Channel:
        """The channel, for a request with the bot's token.

        Raises `ApiError`: 10003 where it does not exist, 50001 where the bot does not see it, 50013
        where one of `needed` is missing.
        """
        channel = self.channels.get(channel_id)
        if channel is None or channel.deleted:
            raise ApiError(UNKNOWN_CHANNEL)
        if channel.kind is ChannelKind.DM:
            return channel
        guild = self.guilds[channel.guild_id or 0]
        has = self.bot_permissions(channel)
        if not guild.has_bot or Permissions.VIEW_CHANNEL not in has:
            raise ApiError(MISSING_ACCESS)
        if any(one not in has for one in needed):
            raise ApiError(MISSING_PERMISSIONS)
        return channel

    def public_message(self, channel: Channel, message_id: int) -> Message:
        """A message that the bot's token reaches, so no ephemeral one; raises `ApiError` 10008."""
        message = self.any_message(message_id)
        if message.ephemeral or message.channel_id != channel.id:
            raise ApiError(UNKNOWN_MESSAGE)
        return message

    def any_message(self, message_id: int) -> Message:
        """A message by its id alone, for the tokens of interactions; raises `ApiError` 10008."""
        message = self._messages.get(message_id)
        if message is None or message.deleted:
            raise ApiError(UNKNOWN_MESSAGE)
        return message
