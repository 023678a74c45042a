"""What happens before the page is opened: the table is laid and everybody sits."""

from typing import Final

from simcord import InteractionResult

from bot.local.world import PEOPLE, World
from bot.settings import PlayOptions
from bot.startup import ExitCode, StartupError

NEW: Final = "spades new"
JOIN: Final = "spades join"
START: Final = "spades start"


async def open_table(world: World, options: PlayOptions) -> None:
    """Open a table by the commands that people use, fill its seats and start the game.

    Ada opens it; Ben, Chidi and Dana take in this order the seats that no computer player holds.

    Raises:
        StartupError: with `ExitCode.UNEXPECTED` if the bot leaves a command without an answer.
    """
    wishes: dict[str, object] = {"rules": options.rules, "computers": options.computers}
    if options.target is not None:
        wishes["target"] = options.target
    _answered(await world.host.slash(world.channel, NEW, **wishes), NEW)
    for person in world.people[1 : len(PEOPLE) - options.computers]:
        _answered(await person.slash(world.channel, JOIN), JOIN)
    _answered(await world.host.slash(world.channel, START), START)


def _answered(result: InteractionResult, command: str) -> None:
    if not result.acknowledged:
        raise StartupError(
            ExitCode.UNEXPECTED, f"The bot did not answer /{command}; the log above says why."
        )
