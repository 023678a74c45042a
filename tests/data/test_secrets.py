"""What the database holds in confidence appears in no log and in no error."""

import logging
import random
import sqlite3
import traceback
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import insert

from bot.tables.ports import StoreError
from data.database import Database
from data.errors import DatabaseProblem
from data.schema import log
from data.statements import Statement
from data.store import SqlStore
from data.transaction import run
from engine.deals import Seeds
from engine.notation import print_action
from engine.presets import HERO_PARTNERS
from tests.data.games import begun, lobby, next_step, played

KINDS: Final = ("sqlite",)
"""These tests look at how SQLite is spoken to."""

SECRET = b"the secret of 32 bytes, in ASCII"
HAND = "deal 2C9HASKH/3C4C/5C/6C"


async def test_the_log_stays_silent(store: SqlStore, caplog: pytest.LogCaptureFixture) -> None:
    """With everything logged that libraries would log, no secret, deal or card is in the log."""
    caplog.set_level(logging.DEBUG)
    table = await begun(store, replace(lobby("one", HERO_PARTNERS), seeds=Seeds(SECRET)))
    step = next_step(table, random.Random(1))
    table = await played(store, table, random.Random(2), 30)
    assert await store.load(table.id) == table
    assert table.game is not None
    assert table.game.round is not None
    with pytest.raises(StoreError) as caught:
        await store.save(table, replace(table, message_round=-1))
    assert SECRET.decode() not in "".join(traceback.format_exception(caught.value))
    assert SECRET.decode() not in caplog.text
    assert SECRET.hex() not in caplog.text
    assert "deal " not in caplog.text
    assert print_action(step.entries[0].action) not in caplog.text


async def test_errors_of_statements_hide_values(database: Database) -> None:
    """A row that is refused is not quoted, whichever way the statement went."""
    row = {"table_id": 9, "version": 1, "command_id": "x", "action": HAND, "at": 0, "thought": ""}

    with pytest.raises(StoreError) as through_driver:
        await database.write(lambda: run(Statement(insert(log)), [row]))
    with pytest.raises(StoreError) as through_core:
        async with database.read() as connection:
            await connection.execute(insert(log).values(table_id=9, version=1, action=HAND, at=0))
    for caught in (through_driver, through_core):
        said = "".join(traceback.format_exception(caught.value))
        assert "2C9H" not in said
        assert isinstance(caught.value.__cause__, Exception)


async def test_a_problem_at_the_start_hides_values(store: SqlStore, path: Path) -> None:
    """The sentence about a damaged file, and what led to it, quotes nothing out of the file."""
    await begun(store, replace(lobby(), seeds=Seeds(SECRET)))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DROP TABLE alembic_version")
    with pytest.raises(DatabaseProblem) as caught:
        await Database.read_only(path)
    assert SECRET.decode() not in "".join(traceback.format_exception(caught.value))
