"""The link that adds the bot to a server, from its token alone."""

import base64
import binascii
from typing import Final
from urllib.parse import urlencode

from bot.startup import ExitCode, StartupError

VIEW_CHANNEL: Final = 1 << 10
SEND_MESSAGES: Final = 1 << 11
EMBED_LINKS: Final = 1 << 14
ATTACH_FILES: Final = 1 << 15
READ_MESSAGE_HISTORY: Final = 1 << 16
SEND_MESSAGES_IN_THREADS: Final = 1 << 38

PERMISSIONS: Final = (
    VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | SEND_MESSAGES_IN_THREADS
)
"""The permissions that a table needs, as Discord's bit field; none for moderation."""


def invite_link(application_id: int) -> str:
    """Return the address that adds the application to a server, with its commands."""
    query = urlencode(
        {
            "client_id": application_id,
            "scope": "bot applications.commands",
            "permissions": PERMISSIONS,
        }
    )
    return f"https://discord.com/oauth2/authorize?{query}"


def application_id(token: str) -> int:
    """Return the application's id, which is the first part of every bot token.

    Raises:
        StartupError: with `ExitCode.CONFIGURATION` if the text is not a bot token.
    """
    first = token.partition(".")[0]
    try:
        return int(base64.b64decode(first + "=" * (-len(first) % 4), altchars=b"-_", validate=True))
    except (ValueError, binascii.Error):
        raise StartupError(
            ExitCode.CONFIGURATION,
            "DISCORD_TOKEN does not look like a bot token. Copy it again from the Bot page of "
            "Discord's developer portal.",
        ) from None
