"""The parts of the loopback Discord that routes use."""

from dataclasses import dataclass

from .clock import Clock
from .commands import CommandBook
from .emojis import EmojiShelf
from .gateway import Gateway
from .interactions import Interactions
from .journal import Journal
from .pulse import Pulse
from .schemas import Schemas
from .world import World


@dataclass(frozen=True, slots=True)
class Backend:
    """State and services; `token` is the only bot token that is accepted."""

    token: str
    clock: Clock
    world: World
    pulse: Pulse
    schemas: Schemas
    journal: Journal
    gateway: Gateway
    commands: CommandBook
    emojis: EmojiShelf
    interactions: Interactions
