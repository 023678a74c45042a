"""The names that tests and benchmarks use.

They stand here and not in the package itself, so that a bot process, which imports the package for
its launcher, loads nothing of the server.
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
from .model import Channel, Guild, Message, User
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
