"""What goes wrong on the way to Discord, through no fault of the bot or of Discord's answer."""

from typing import Final

import aiohttp

UNREACHABLE: Final = (aiohttp.ClientError, OSError)
"""A connection that cannot be made, or breaks off: discord.py passes these on as they are.

Whether the request had its effect is not known.
"""
