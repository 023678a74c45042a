"""Start a bot whose discord.py is pointed at the loopback server.

`python -m tests.loopback.launch ARGUMENTS...` hands the arguments to the `main` of the real bot, or
to the function that `LOOPBACK_MAIN` names ("module:function"). The bot itself does not know that it
is not talking to Discord.
"""

import importlib
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

API_VARIABLE: Final = "LOOPBACK_API"
GATEWAY_VARIABLE: Final = "LOOPBACK_GATEWAY"
MAIN_VARIABLE: Final = "LOOPBACK_MAIN"
DEFAULT_MAIN: Final = "bot.__main__:main"


def point_at(api: str, gateway: str) -> None:
    """Make discord.py of this process use these addresses."""
    Route.BASE = api
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)


@contextmanager
def pointed_at(api: str, gateway: str) -> Iterator[None]:
    """`point_at` for the time of a block."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    point_at(api, gateway)
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before


def main(arguments: Sequence[str]) -> int:
    """Run the bot and give back its exit code."""
    point_at(os.environ[API_VARIABLE], os.environ[GATEWAY_VARIABLE])
    module, _, function = os.environ.get(MAIN_VARIABLE, DEFAULT_MAIN).partition(":")
    code = getattr(importlib.import_module(module), function)(list(arguments))
    return code if isinstance(code, int) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
