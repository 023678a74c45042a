"""`/spades me`, "My data": a file of all that is stored of a person, and being forgotten."""

import json
import logging
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from engine.game_notation import parse_game
from tests.cogs.player import Player, Said
from tests.cogs.reading import text_of
from tests.cogs.server import NAMES, Server


async def file_of(said: Said) -> dict[str, Any]:
    """Read the one file of an answer."""
    (attached,) = said.message.attachments
    found: dict[str, Any] = json.loads(await attached.read())
    return found


async def forget(person: Player) -> Said:
    """Press through to the end."""
    said = await person.slash("me")
    for label in ("My data", "Forget me", "Go on", "Forget me for good"):
        said = await person.press(said.message, label=label)
    return said


async def test_the_file_has_settings_games_and_totals(server: Server, ada: Player) -> None:
    """A finished game is in it in the project's notation, and reads back as it was played."""
    await server.alone(rules="hero_partners", target=50)
    table = await server.play_out()
    said = await ada.slash("me")
    await ada.press(said.message, label="Four colors: off")
    await ada.press(said.message, label="My data")
    found = await file_of(await ada.press(said.message, label="Download"))
    assert found["format"] == "spades-person-1"
    assert (found["user"], found["settings"]["four_color"]) == (ada.member.id, True)
    [game] = found["games"]
    assert parse_game(game["game"]) == table.game
    assert game["seats"] == [table.seat_of(ada.member.id)]
    assert [(each["server"], each["games"]) for each in found["totals"]] == [(server.guild.id, 1)]


async def test_a_game_under_way_shows_no_card(server: Server, ada: Player) -> None:
    """Of a game that is not over the file has the table's number alone."""
    await server.alone()
    said = await ada.slash("me")
    await ada.press(said.message, label="My data")
    found = await file_of(await ada.press(said.message, label="Download"))
    assert (found["games"], found["open_tables"]) == ([], [1])


async def test_forgetting_is_asked_twice(server: Server, ada: Player) -> None:
    """Two questions come first, each with a way back; nothing happens before the last press."""
    said = await ada.slash("me")
    await ada.press(said.message, label="Text only: off")
    await ada.press(said.message, label="My data")
    await ada.press(said.message, label="Forget me")
    assert "Forget you?" in text_of(said.message)
    await ada.press(said.message, label="Go on")
    assert "nobody can undo it" in text_of(said.message)
    await ada.press(said.message, label="Back")
    assert "Your data" in text_of(said.message)
    assert "Text only: on" in (await ada.slash("me")).labels


async def test_the_settings_are_a_press_away(ada: Player) -> None:
    """Back leads from one's data to the settings again, and changes none."""
    mine = await ada.slash("me")
    data = await ada.press(mine.message, label="My data")
    assert data.labels == ["Download", "Forget me", "Back"]
    assert (await ada.press(data.message, label="Back")).text == mine.text


async def test_a_table_that_is_served_elsewhere(server: Server, ada: Player) -> None:
    """Then one sentence says so, and the person has left no table."""
    first, second = await server.alone(), await server.alone()
    memory = server.tables._memory
    known = memory.find(("user", ada.member.id))
    assert set(known) == {first, second}
    memory.forget(second)
    said = await forget(ada)
    assert "an open table in another server names you" in said.text
    assert server.table(first).seat_of(ada.member.id) is not None


async def test_who_is_forgotten_leaves_no_trace(server: Server, ada: Player, ben: Player) -> None:
    """Open tables, finished ones, totals and settings lose the person; the others keep theirs."""
    await server.four(rules="hero_partners", target=50)
    await server.play_out()
    second = await server.four()
    assert (await forget(ada)).text.startswith("### You are forgotten")
    open_table = server.table(second)
    assert open_table.seat_of(ada.member.id) is None
    assert ada.member.id not in {open_table.host, *(user for user, _ in open_table.sat)}
    again = await server.tables.get(1)
    assert again.seat_of(ada.member.id) is None
    assert again.seat_of(ben.member.id) is not None
    assert again.game is not None
    stats = await ada.slash("stats")
    assert stats.text != (await ben.slash("stats")).text
    leaders = await ben.slash("leaderboard")
    assert str(ada.member.id) not in leaders.text
    await server.rest()
    with closing(sqlite3.connect(server.path)) as connection:
        dump = "\n".join(connection.iterdump())
    assert str(ada.member.id) not in dump
    assert str(ben.member.id) in dump


async def test_the_log_names_nobody(
    server: Server, ada: Player, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither while people play, nor when one is forgotten, nor after: by id or by name."""
    for package in ("bot", "cogs", "data"):
        caplog.set_level(logging.DEBUG, package)
    await server.four(rules="hero_partners", target=50)
    await server.play_out()
    await forget(ada)
    await ada.slash("stats")
    before = [record.getMessage() for record in caplog.get_records("setup")]
    said = "\n".join([*before, caplog.text])
    assert "commands_synced" in said
    for name, person in zip(NAMES, server.people, strict=True):
        assert str(person.member.id) not in said
        assert name not in said
