"""The names that tests and benchmarks use.

They are here and not in the package itself, so that a bot process, which imports the package for
its launcher, does not load the server.

One press, from the person to the message:

    async with LoopbackDiscord() as discord:
        channel = discord.add_channel(discord.add_guild())
        ana = discord.add_user("Ana")
        async with await discord.process("run") as bot:
            await bot.ready()
            table = await discord.slash(ana, channel, "spades new", options={"target": 250})
            hand = await discord.press(ana, table.message, label="My hand")
            assert hand.message in discord.ephemerals(ana)
            await bot.kill()
        assert discord.violations == []
"""

from .actions import ONCE, TWICE, UNAWAITED, Delivery
from .clock import Clock
from .commands import OptionValue
from .driver import LoopbackDiscord
from .errors import (
    BadOption,
    BadValue,
    BotNotConnected,
    CommandNotSynced,
    LoopbackError,
    NoAnswer,
    NoSuchComponent,
    NotAllowed,
    NotVisible,
    WaitedTooLong,
)
from .faults import Fault, delay, error, gateway_error, rate_limited, reset
from .interactions import CallbackKind
from .model import Channel, ChannelKind, Guild, Message, User
from .permissions import EVERYONE, Permissions
from .process import BotProcess
from .results import InteractionResult

__all__ = [
    "EVERYONE",
    "ONCE",
    "TWICE",
    "UNAWAITED",
    "BadOption",
    "BadValue",
    "BotNotConnected",
    "BotProcess",
    "CallbackKind",
    "Channel",
    "ChannelKind",
    "Clock",
    "CommandNotSynced",
    "Delivery",
    "Fault",
    "Guild",
    "InteractionResult",
    "LoopbackDiscord",
    "LoopbackError",
    "Message",
    "NoAnswer",
    "NoSuchComponent",
    "NotAllowed",
    "NotVisible",
    "OptionValue",
    "Permissions",
    "User",
    "WaitedTooLong",
    "delay",
    "error",
    "gateway_error",
    "rate_limited",
    "reset",
]
