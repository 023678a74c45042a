"""Opens a table before the page is opened, or resumes the last one."""

from typing import Final

from simcord import InteractionResult, MemberActor

from bot.client import SpadesBot
from bot.local.world import World
from bot.settings import PlayOptions
from bot.startup import ExitCode, StartupError
from bot.tables import lifecycle
from bot.tables.model import Status, Table
from engine.presets import PRESETS
from engine.rules import Rules

NEW: Final = "spades new"
JOIN: Final = "spades join"
START: Final = "spades start"
HAND: Final = "spades hand"

SHOWN_AFTER: Final = 2.0
"""Simulated seconds for the bot to show what it has collected."""


async def open_table(bot: SpadesBot, world: World, options: PlayOptions) -> str:
    """Provide one table with a running game, and return a sentence about it.

    A game of an earlier run goes on if it matches `options`. All others are closed, so that the
    channel has one table, and a new one is opened by the usual commands, with Ada as the host.

    Raises:
        StartupError: with `ExitCode.UNEXPECTED` if a command fails.
    """
    left = await _left_behind(bot, world, options)
    if left is None:
        new = await _new_table(bot, world, options)
        await world.env.advance_time(SHOWN_AFTER)
        return f"Table {new} is new."
    await world.env.advance_time(SHOWN_AFTER)
    _answered(await world.host.slash(world.channel, HAND, table=left.id), HAND)
    return f"Table {left.id} goes on where it was left."


async def _left_behind(bot: SpadesBot, world: World, options: PlayOptions) -> Table | None:
    wanted = [table for table in _tables(bot) if _is_as_asked(table, world, options)]
    goes_on = wanted[-1] if wanted else None
    for table in _tables(bot):
        if goes_on is None or table.id != goes_on.id:
            await bot.services.tables.change(table.id, lifecycle.close)
    return goes_on


def _is_as_asked(table: Table, world: World, options: PlayOptions) -> bool:
    return (
        table.status in {Status.PLAYING, Status.PAUSED}
        and table.rules == _rules(options)
        and len({seat for _, seat in table.sat}) == _people(options)
        and table.seat_of(world.host.id) is not None
    )


def _people(options: PlayOptions) -> int:
    """Give how many people sit down; at least the first does."""
    return max(1, _rules(options).players - options.computers)


def _rules(options: PlayOptions) -> Rules:
    preset = PRESETS[options.rules]
    return preset if options.target is None else preset.changed(target=options.target)


async def _new_table(bot: SpadesBot, world: World, options: PlayOptions) -> int:
    known = {table.id for table in _tables(bot)}
    computers = _rules(options).players - _people(options)
    wishes: dict[str, object] = {"rules": options.rules, "computers": computers}
    if options.target is not None:
        wishes["target"] = options.target
    _answered(await world.host.slash(world.channel, NEW, **wishes), NEW)
    table = next((table.id for table in _tables(bot) if table.id not in known), None)
    if table is None:
        raise _failed(NEW)
    for person in _guests(world, options):
        _answered(await person.slash(world.channel, JOIN, table=table), JOIN)
    _answered(await world.host.slash(world.channel, START, table=table), START)
    if not any(each.id == table and each.status is Status.PLAYING for each in _tables(bot)):
        raise _failed(START)
    return table


def _guests(world: World, options: PlayOptions) -> tuple[MemberActor, ...]:
    """Return the people for the seats that neither the host nor a computer player holds."""
    return world.people[1 : _people(options)]


def _tables(bot: SpadesBot) -> tuple[Table, ...]:
    tables: tuple[Table, ...] = bot.services.tables.open_tables
    return tables


def _answered(result: InteractionResult, command: str) -> None:
    if not result.acknowledged:
        raise _failed(command)


def _failed(command: str) -> StartupError:
    return StartupError(
        ExitCode.UNEXPECTED, f"The bot did not do what /{command} asks; its log may say why."
    )
