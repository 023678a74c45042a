"""The operator's commands for the database; each reports in one sentence."""

import asyncio
import os
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final

from bot.clock import SteadyClock
from bot.processes import Processes, WorkerLostError, Workers, WorkFailedError
from bot.settings import Settings
from bot.startup import ExitCode, StartupError
from bot.tables.model import Table
from data.backup import back_up
from data.backup import restore as restore_backup
from data.copying import copy as copy_file
from data.database import Database, Place, place_of
from data.errors import NotForServersError, shown
from data.preparation import upgrade as upgrade_file
from data.rebuild import RebuildReport, here
from data.rebuild import rebuild as rebuild_database
from data.rebuilt import Made, StoredGame, make
from data.server import upgrade_server
from data.store import SqlStore
from engine.proof import Proof

BYTES_OF_MB = 1_000_000

_MOST_PROCESSES: Final = 4
"""Processes that compute what follows from games; one writes no faster than so many compute."""


def upgrade(settings: Settings) -> int:
    """Bring the schema of the database up to date; give the exit code.

    Raises:
        StartupError: the database cannot be used.
    """
    place = _place(settings)
    changed = upgrade_file(place) if isinstance(place, Path) else asyncio.run(upgrade_server(place))
    said = "was upgraded" if changed else "is already up to date"
    _say(f"The database {shown(place)} {said}.")
    return ExitCode.OK


def backup(settings: Settings, target: Path) -> int:
    """Copy the database to a new file, also while the bot runs; give the exit code.

    Raises:
        StartupError: the database cannot be read, or the file cannot be written.
    """
    path = _file(settings)
    size = back_up(path, target)
    _say(f"Backed up {path} to {target} ({size / BYTES_OF_MB:,.1f} MB).")
    return ExitCode.OK


def restore(settings: Settings, source: Path) -> int:
    """Replace the database by a backup; give the exit code.

    Raises:
        StartupError: the backup cannot be used, or the bot runs.
    """
    path = _file(settings)
    done = restore_backup(path, source, datetime.now(UTC))
    _say(f"Restored {path} from {source}.")
    if done.kept is not None:
        _say(f"The previous database is kept as {done.kept}.")
    if done.older:
        _say("An older version of the bot wrote it. Run `python -m bot db upgrade` now.")
    return ExitCode.OK


def copy(settings: Settings, source: Path, target: str | None) -> int:
    """Copy a file of SQLite into an empty database of a server; give the exit code.

    Args:
        settings: what the operator has set.
        source: the file.
        target: the address; None for the one of the settings.

    Raises:
        StartupError: one of them cannot be used, or the copy differs.
    """
    place = place_of(source, target or settings.database_address)
    if isinstance(place, Path):
        raise StartupError(
            ExitCode.CONFIGURATION,
            "Say where to copy to: python -m bot db copy FROM postgresql://user:password@host/name",
        )
    contents = asyncio.run(copy_file(source, place))
    rows = sum(each.rows for each in contents.values())
    _say(
        f"{source} is copied into {shown(place)}: {_many(contents['tables'].rows, 'table')}, "
        f"{_many(rows, 'row')} in all, each compared."
    )
    return ExitCode.OK


def _place(settings: Settings) -> Place:
    return place_of(settings.database_path, settings.database_address)


def _file(settings: Settings) -> Path:
    """Give the database's file.

    Raises:
        NotForServersError: it is a server's, which has tools of its own for this.
    """
    place = _place(settings)
    if not isinstance(place, Path):
        raise NotForServersError(place)
    return place


def rebuild(settings: Settings) -> int:
    """Recompute every result and total from the games, also while the bot runs; give the exit code.

    Raises:
        StartupError: there is no database, or it cannot be used.
    """
    return asyncio.run(_rebuild(settings))


async def _rebuild(settings: Settings) -> int:
    workers = Processes(
        count=max(1, min(_MOST_PROCESSES, (os.cpu_count() or 2) - 1)),
        niceness=0,
        warm_up=partial(make, ()),
    )
    async with await Database.beside(_place(settings)) as database:
        await workers.start()
        try:
            report = await rebuild_database(database, partial(made_by, workers))
        finally:
            await workers.close()
    for sentence in rebuilt(report):
        _say(sentence)
    return ExitCode.UNEXPECTED if report.broken else ExitCode.OK


async def made_by(workers: Workers, games: Sequence[StoredGame]) -> Made:
    """Compute what follows from games in another process, or in this one if there is none."""
    try:
        return await workers.run(make, games)
    except (WorkerLostError, WorkFailedError):
        return await here(games)


def rebuilt(report: RebuildReport) -> Iterable[str]:
    """Describe a rebuild in sentences for the operator."""
    yield (
        f"Rebuilt results, totals and leaderboards from {_many(report.tables, 'table')}: "
        f"{_many(report.games, 'finished game')}, {_many(report.rounds, 'round')}."
    )
    for broken in report.broken:
        place = f"entry {broken.version} of its log" if broken.version else "its first entry"
        yield (
            f"Table {broken.table_id} cannot be read from {place} on ({broken.code}). What comes "
            "before that was counted; report the rest as a bug, with this line."
        )


def verify(settings: Settings, table_id: str) -> int:
    """Check that every deal of a finished table follows from its seeds; give the exit code.

    Raises:
        StartupError: the database cannot be read, there is no such table, or a deal does not
            follow.
    """
    return asyncio.run(_verify(settings, table_id))


async def _verify(settings: Settings, table_id: str) -> int:
    if not (table_id.isascii() and table_id.isdecimal()):
        raise StartupError(
            ExitCode.NOT_FOUND, f"{table_id[:40]} is not a table's id, which is a number."
        )
    async with await Database.read_only(_place(settings)) as database:
        table = await SqlStore(database, SteadyClock()).load(int(table_id))
    sys.stdout.write(_verified(table, table_id))
    return ExitCode.OK


def _verified(table: Table | None, table_id: str) -> str:
    """Check every deal of a table; give the text to print.

    Raises:
        StartupError: there is no such table, it has not ended, or a deal does not follow from the
            secret committed to before the game.
    """
    if table is None or table.game is None:
        raise StartupError(
            ExitCode.NOT_FOUND, f"There is no table {table_id}, or no game was played at it."
        )
    if not table.status.ended:
        raise StartupError(
            ExitCode.NOT_FOUND,
            f"The game at table {table_id} is not over. Verify its deals after the end.",
        )
    proof = Proof.of(table.game, table.seeds)
    if not proof.first_dealer_follows():
        raise StartupError(
            ExitCode.NOT_VERIFIED, "The first dealer does not follow from the seeds."
        )
    false = proof.false_deals()
    if false:
        raise StartupError(
            ExitCode.NOT_VERIFIED, f"The deal of round {false[0]} does not follow from the seeds."
        )
    return (
        f"Table {table_id}: all {len(proof.deals)} deals follow from the secret whose hash is\n"
        f"{table.commitment}\n"
    )


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _say(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
