"""Guilds, channels, people and messages of the loopback Discord.

The objects are live: a test that holds a `Message` sees later edits.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag

from .components import BUTTON, TEXT_DISPLAY, walk
from .permissions import EVERYONE, Overwrite, Permissions
from .wire import JsonObject

_PAST_KEPT = 10


class ChannelKind(IntEnum):
    """Kinds of channels served here; values are Discord's."""

    TEXT = 0
    DM = 1
    ANNOUNCEMENT = 5
    ANNOUNCEMENT_THREAD = 10
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12


class MessageFlags(IntFlag):
    """Message flags that change how this server behaves; values are Discord's."""

    SUPPRESS_EMBEDS = 1 << 2
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


@dataclass(slots=True, eq=False)
class User:
    """A person, or the bot itself.

    `permissions` hold in every guild; where they are more than everybody has, they come from the
    role `role_id`.
    """

    id: int
    name: str
    bot: bool = False
    locale: str = "en-US"
    permissions: Permissions = EVERYONE
    accepts_dms: bool = True
    absent_from: set[int] = field(default_factory=set)
    role_id: int = 0

    @property
    def mention(self) -> str:
        """The text that mentions this user."""
        return f"<@{self.id}>"


@dataclass(slots=True, eq=False)
class Guild:
    """A server. `has_bot` turns false when the bot is removed."""

    id: int
    name: str
    owner_id: int
    joined: float
    locale: str = "en-US"
    has_bot: bool = True


@dataclass(slots=True, eq=False)
class Channel:
    """A text channel, a thread or a direct conversation.

    `overwrites` are by the id of a person, or by that of the guild for everybody; a thread has
    those of its parent. `members` are who is in a thread. `guild_id`, `parent_id`, `owner_id` and
    `recipient_id` are None where Discord has none.
    """

    id: int
    name: str
    kind: ChannelKind
    guild_id: int | None
    created: float
    parent_id: int | None = None
    recipient_id: int | None = None
    owner_id: int | None = None
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    members: set[int] = field(default_factory=set)
    archived: bool = False
    locked: bool = False
    archive_minutes: int = 1440
    deleted: bool = False
    last_message_id: int | None = None
    message_count: int = 0

    @property
    def is_thread(self) -> bool:
        """Whether this is a thread of another channel."""
        return self.parent_id is not None


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file of a message, with its bytes."""

    id: int
    filename: str
    content: bytes = field(repr=False)
    content_type: str
    url: str
    description: str | None = None


@dataclass(slots=True, eq=False)
class Message:
    """A message as it is now.

    `audience` is the only user who sees it, None where it is public; `past` holds the components it
    had before its latest edits, oldest first.
    """

    id: int
    channel_id: int
    author_id: int
    created: float
    kind: int = 0
    content: str = ""
    embeds: list[JsonObject] = field(default_factory=list)
    components: list[JsonObject] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: MessageFlags = field(default_factory=lambda: MessageFlags(0))
    audience: int | None = None
    edited: float | None = None
    edits: int = 0
    nonce: str | None = None
    reference: JsonObject | None = None
    by_webhook: bool = False
    mentions: tuple[int, ...] = ()
    notified: tuple[int, ...] = ()
    past: deque[list[JsonObject]] = field(default_factory=lambda: deque(maxlen=_PAST_KEPT))
    pinned: bool = False
    deleted: bool = False
    dismissed: bool = False

    @property
    def ephemeral(self) -> bool:
        """Whether only one person sees it."""
        return self.audience is not None

    @property
    def loading(self) -> bool:
        """Whether it is a deferral that still says the bot is thinking."""
        return bool(self.flags & MessageFlags.LOADING)

    @property
    def is_layout(self) -> bool:
        """Whether it is made of version-2 components."""
        return bool(self.flags & MessageFlags.COMPONENTS_V2)

    def walk(self) -> Iterator[JsonObject]:
        """Every component, nested ones included, in reading order."""
        return (component for _, component in walk(self.components))

    @property
    def text(self) -> str:
        """The content and every text display, one a line."""
        displays = [c["content"] for c in self.walk() if c["type"] == TEXT_DISPLAY]
        return "\n".join([self.content, *displays] if self.content else displays)

    @property
    def buttons(self) -> list[JsonObject]:
        """Every button, in reading order."""
        return [component for component in self.walk() if component["type"] == BUTTON]

    @property
    def custom_ids(self) -> list[str]:
        """The custom id of every component that has one and is not disabled."""
        return [c["custom_id"] for c in self.walk() if c.get("custom_id") and not c.get("disabled")]

    def components_with(self, custom_id: str) -> list[JsonObject] | None:
        """Its components as they last were with this custom id among them."""
        for version in (self.components, *reversed(self.past)):
            if any(one.get("custom_id") == custom_id for _, one in walk(version)):
                return version
        return None

    def component(self, custom_id: str) -> JsonObject | None:
        """The component of that custom id, None where there is none."""
        return next((c for c in self.walk() if c.get("custom_id") == custom_id), None)
