"""What goes wrong on the way to Discord, through no fault of the bot or of Discord's answer."""

from bot.outages import UNREACHABLE

__all__ = ["UNREACHABLE"]
