"""The guilds, channels, people and messages, and which of them the bot can access."""

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
from .permissions import EVERYONE, EVERYTHING, Overwrite, Permissions

_NONCES_REMEMBERED_FOR = 300.0


class World:
    """Everything that exists. Objects are never removed: deleted ones are marked."""

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
        self._nonces: dict[tuple[int, str], Message] = {}

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
            self._nonces[message.channel_id, message.nonce] = message

    def with_nonce(self, channel: Channel, nonce: str) -> Message | None:
        """The message that was sent here within some minutes under this nonce.

        Raises `ApiError` 10008 where it has been deleted since: Discord does not send it again.
        """
        message = self._nonces.get((channel.id, nonce))
        if message is None or self.clock.now() - message.created > _NONCES_REMEMBERED_FOR:
            return None
        if message.deleted:
            raise ApiError(UNKNOWN_MESSAGE)
        return message

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

    def permissions(self, user: User, channel: Channel) -> Permissions:
        """A member's permissions in a channel; a thread inherits its parent's."""
        rights = user.permissions | EVERYONE
        if Permissions.ADMINISTRATOR in rights:
            return EVERYTHING
        place = self.channels.get(channel.parent_id or 0, channel)
        for key in (place.guild_id or 0, user.id):
            rights = place.overwrites.get(key, Overwrite()).applied(rights)
        return rights

    def bot_permissions(self, channel: Channel) -> Permissions:
        """The bot's permissions in a channel."""
        return self.permissions(self.bot, channel)

    def sees(self, user: User, channel: Channel) -> bool:
        """Whether a member sees a channel."""
        if channel.kind is ChannelKind.DM:
            return user.id in {channel.recipient_id, self.bot.id}
        rights = self.permissions(user, channel)
        closed = channel.kind is ChannelKind.PRIVATE_THREAD and user.id not in channel.members
        if channel.guild_id in user.absent_from or (
            closed and Permissions.MANAGE_THREADS not in rights
        ):
            return False
        return Permissions.VIEW_CHANNEL in rights

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
        if not guild.has_bot or not self.sees(self.bot, channel):
            raise ApiError(MISSING_ACCESS)
        has = self.bot_permissions(channel)
        if any(one not in has for one in needed):
            raise ApiError(MISSING_PERMISSIONS)
        return channel

    def public_message(self, channel: Channel, message_id: int) -> Message:
        """A message that the bot's token can access, never ephemeral; raises `ApiError` 10008."""
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
