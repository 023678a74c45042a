"""One table that cannot be read hinders no other, and is told without a card."""

import logging
import random
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from bot.tables.ports import BrokenTableError, StoreError
from data.store import SqlStore
from engine.notation import print_action
from engine.presets import HERO_PARTNERS
from tests.data.games import begun, lobby, next_step, played

KINDS: Final = ("sqlite",)
"""These tests look at how SQLite is spoken to."""

HAND = "deal 2C9HASKH/3C4C/5C/6C"

DAMAGES = {
    "not an action": ("INSERT INTO log VALUES (2, 2, 'x', 'dance 1', 0, '')", 2, "bad_notation"),
    "not a deal": (
        "INSERT INTO log VALUES (2, 2, 'x', 'deal 2C/3C/4C/5C', 0, '')",
        2,
        "wrong_phase",
    ),
    "no card": ("INSERT INTO log VALUES (2, 2, 'x', 'deal 1X9HAS/', 0, '')", 2, "bad_notation"),
    "out of turn": ("INSERT INTO log VALUES (2, 2, 'x', 'play 1 AS', 0, '')", 2, "wrong_phase"),
    "a gap": ("INSERT INTO log VALUES (2, 3, 'x', 'look 1', 0, '')", 2, "missing_entry"),
    "a lost version": ("UPDATE tables SET version = 7 WHERE id = 2", 1, "log_and_table_differ"),
    "no game": (
        "UPDATE tables SET first_dealer = NULL, start = NULL WHERE id = 2",
        1,
        "log_and_table_differ",
    ),
    "rules no JSON": ("UPDATE tables SET rules = '{' WHERE id = 2", 0, "bad_rules"),
    "rules of the future": (
        """UPDATE tables SET rules = '{"sevens": "wild"}' WHERE id = 2""",
        0,
        "bad_rules",
    ),
    "no points": ("UPDATE tables SET start = '[[1' WHERE id = 2", 0, "JSONDecodeError"),
    "points of nobody": ("UPDATE tables SET start = '[3]' WHERE id = 2", 0, "TypeError"),
    "an unknown pace": ("UPDATE tables SET pace = 'hasty' WHERE id = 2", 0, "ValueError"),
    "a seat lost": ("DELETE FROM seats WHERE table_id = 2 AND seat = 3", 0, "ValueError"),
    "contributions": ("UPDATE tables SET contributions = '7' WHERE id = 2", 0, "TypeError"),
}


@pytest.mark.logs_errors
@pytest.mark.parametrize(("damage", "version", "code"), DAMAGES.values(), ids=DAMAGES)
async def test_a_broken_table_is_left_out(
    store: SqlStore,
    path: Path,
    damage: str,
    version: int,
    code: str,
) -> None:
    """The others are given; the broken one cannot be loaded, and the error says where and why."""
    first = await played(store, await begun(store, lobby("one")), random.Random(1), 9)
    await begun(store, lobby("two", HERO_PARTNERS))
    third = await begun(store, lobby("three"))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(damage)
    assert {first.id, third.id} <= {each.id for each in await store.resting()}
    assert await store.load(3) == third
    with pytest.raises(BrokenTableError) as caught:
        await store.load(2)
    assert isinstance(caught.value, StoreError)
    assert (caught.value.table_id, caught.value.version, caught.value.code) == (2, version, code)
    assert await store.load(1) == first


@pytest.mark.logs_errors
async def test_a_broken_table_shows_no_card(
    store: SqlStore, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither the log nor the error, nor what led to it, quotes the hand that did not fit."""
    caplog.set_level(logging.DEBUG)
    table = await begun(store, lobby("one"))
    deal = print_action(next_step(table, random.Random(1)).entries[0].action)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO log VALUES (1, 2, 'x', ?, 0, '')", (f"{HAND}?{deal}",))
    with pytest.raises(BrokenTableError) as caught:
        await store.load(1)
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None
    # SQL has words of its own that look like the ace of spades.
    said = re.sub(r"\b(AS|CASE)\b", "", f"{caplog.text} {caught.value} {caught.value!r}")
    for card in ("2C", "9H", "AS", "KH"):
        assert card not in said
