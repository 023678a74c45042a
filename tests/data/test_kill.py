"""A process that is killed loses nothing that it has said was saved."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Final

from data.database import Database
from data.rebuild import rebuild
from data.schema import PROJECTIONS
from data.store import SqlStore
from tests.data.games import TickingClock, open_tables, rows_of

KILLS: Final = 20
KILLER: Final = Path(__file__).with_name("kills.py")


async def test_kill_9_loses_nothing_that_was_saved(path: Path) -> None:
    """After each kill the log is where the writer said it is, or one entry further at a table.

    One further: what was on disk when the writer died, before it could say so. At the end every
    table replays, and what follows from the logs is what was written round by round.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(KILLER), str(path), str(KILLS), stdout=asyncio.subprocess.PIPE
    )
    answer, _ = await process.communicate()
    assert process.returncode == 0
    reports = [json.loads(line) for line in answer.decode().splitlines()]
    assert len(reports) == KILLS
    for report in reports:
        for table, (version, count) in report["after"].items():
            known = report["told"].get(table) or report["before"].get(table, [0])[0]
            assert version == count
            assert version in {known, known + 1}
        assert set(report["told"]) <= set(report["after"])
        assert report["told"]
    async with await Database.open(path) as database:
        tables = await open_tables(SqlStore(database, TickingClock()))
        versions = {str(table.id): table.version for table in tables}
        assert versions.items() <= {t: v for t, (v, _) in reports[-1]["after"].items()}.items()
        live = [await rows_of(database, table) for table in PROJECTIONS]
        assert (await rebuild(database)).broken == ()
        assert [await rows_of(database, table) for table in PROJECTIONS] == live
