"""Permissions of members and of the bot, as Discord's bit set."""

from dataclasses import dataclass
from enum import IntFlag
from functools import reduce
from operator import or_


class Permissions(IntFlag):
    """The bits that matter to a bot of this kind; values are Discord's."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    PIN_MESSAGES = 1 << 51


EVERYONE = (
    Permissions.ADD_REACTIONS
    | Permissions.VIEW_CHANNEL
    | Permissions.SEND_MESSAGES
    | Permissions.EMBED_LINKS
    | Permissions.ATTACH_FILES
    | Permissions.READ_MESSAGE_HISTORY
    | Permissions.USE_EXTERNAL_EMOJIS
    | Permissions.USE_APPLICATION_COMMANDS
    | Permissions.CREATE_PUBLIC_THREADS
    | Permissions.CREATE_PRIVATE_THREADS
    | Permissions.SEND_MESSAGES_IN_THREADS
)
"""The default permissions of every member, including the bot."""

EVERYTHING = reduce(or_, Permissions)
"""The permissions of an administrator."""

NOTHING = Permissions(0)


@dataclass(frozen=True, slots=True)
class Overwrite:
    """A permission overwrite of a channel."""

    allow: Permissions = NOTHING
    deny: Permissions = NOTHING

    def allowing(self, permissions: Permissions) -> "Overwrite":
        """The same, with these allowed."""
        return Overwrite(self.allow | permissions, self.deny & ~permissions)

    def denying(self, permissions: Permissions) -> "Overwrite":
        """The same, with these denied."""
        return Overwrite(self.allow & ~permissions, self.deny | permissions)

    def applied(self, permissions: Permissions) -> Permissions:
        """Apply the overwrite to permissions."""
        return permissions & ~self.deny | self.allow
