"""`python -m tests.local.serve [PORT]`: a table of the counting bot, as a process to be ended."""

import asyncio
import sys
from pathlib import Path

from bot.local.session import run_table
from bot.local.world import World
from bot.settings import PlayOptions
from bot.startup import StartupError
from tests.local.clicker import Clicker


async def _open(_bot: Clicker, world: World, _options: PlayOptions) -> str:
    await world.host.slash(world.channel, "open")
    return "It counts."


def main(arguments: list[str]) -> int:
    """Serve until a signal comes, and say whether the bot was closed in order."""
    bots: list[Clicker] = []

    def make_bot() -> Clicker:
        bots.append(Clicker())
        return bots[-1]

    options = PlayOptions(
        port=int(arguments[0]) if arguments else 0,
        database=Path("kept.sqlite"),
        open_browser=False,
    )
    try:
        asyncio.run(run_table(options, make_bot, _open))
    except StartupError as error:
        sys.stdout.write(f"{error.sentence}\n")
        return error.code
    sys.stdout.write(f"closed in order: {bots[0].closed_by_us}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
