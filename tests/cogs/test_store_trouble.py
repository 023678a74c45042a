"""A store that cannot write, cannot read or breaks: one sentence, and nothing has changed."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from tests.cogs.forging import forge
from tests.cogs.player import Player, Said
from tests.cogs.server import Server
from tests.cogs.storing import Failing, FailingRecords, locked, recording, storing

NOT_SAVED = "That could not be saved, so nothing has changed. Please try again in a moment."
UNEXPECTED = "Something went wrong on my side. Nothing is lost; please try again in a moment."


@contextmanager
def another_program_writes(server: Server) -> Iterator[sqlite3.Connection]:
    """Hold SQLite's write lock from a connection of one's own, as another program would."""
    with closing(sqlite3.connect(server.path, check_same_thread=False)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield connection
        connection.rollback()


@pytest.mark.logs_errors
async def test_a_file_that_stays_locked(server: Server) -> None:
    """After 2 s of waiting for another program the press is refused; later it counts."""
    await server.four(rules="cardcouch")
    before, actor = server.table(), server.actor()
    shown = actor.hand_text()
    bid = actor.of_verb("bid")[3]
    with another_program_writes(server):
        said = await actor.press(actor.hand(), custom_id=bid.custom_id)
    assert said.private
    assert NOT_SAVED in said.text
    assert server.table() == before
    assert actor.hand_text().replace(f"{NOT_SAVED}\n", "") == shown
    await actor.press(actor.hand(), custom_id=bid.custom_id)
    assert server.table().version == before.version + 1


async def test_a_file_that_is_locked_for_a_moment(server: Server) -> None:
    """A short wait for another program is nobody's concern: the answer just comes a bit later."""
    await server.four(rules="cardcouch")
    version, actor = server.table().version, server.actor()
    with another_program_writes(server) as other:
        asyncio.get_running_loop().call_later(0.3, other.rollback)
        said = await actor.bid(4)
    assert "Waiting for" in said.text
    assert server.table().version == version + 1


def refused(said: Said) -> None:
    """Check that a person alone was told that nothing can be saved."""
    assert said.text == NOT_SAVED
    assert said.private


@pytest.mark.logs_errors
async def test_nothing_changes_while_nothing_can_be_saved(
    server: Server, ada: Player, eve: Player
) -> None:
    """Every command and press that writes says so, one sentence each, and the table is as it was.

    Whoever only looks is answered as ever.
    """
    await server.lobby(*server.people[1:3])
    lobby, before = server.message(), server.table()
    asked = (await ada.slash("end")).message
    with storing(server, lambda store: Failing(store, locked)):
        for command in ("new", "join"):
            refused(await eve.slash(command))
        for command in ("leave", "start", "resume"):
            refused(await ada.slash(command))
        refused(await ada.press(asked, label="Close it"))
        refused(await eve.press(lobby, label="4 sit here"))
        for label in ("Ready", "Start", "Leave", "Add computer"):
            refused(await ada.press(lobby, label=label))
        assert "Table 1" in (await eve.slash("tables")).text
        assert (await eve.press(lobby, label="Rules")).text.startswith("### CardCouch")
    assert server.table() == before
    assert [table.id for table in server.tables.open_tables] == [1]
    await eve.press(lobby, label="4 sit here")
    assert len(server.table().people) == 4


@pytest.mark.logs_errors
@pytest.mark.parametrize("kind", ["public", "private"])
@pytest.mark.parametrize("forbidden", [False, True])
async def test_an_empty_thread_stayed(
    server: Server, ada: Player, kind: str, forbidden: bool
) -> None:
    """A thread made for a table that could not be saved is deleted, or closed at the least."""
    if forbidden:
        server.env.inject_error("DELETE", "/channels/*", status=403, code=50013)
    with storing(server, lambda store: Failing(store, locked)):
        said = await ada.slash("new", thread=kind)
    assert said.private
    assert said.text == NOT_SAVED
    left = [
        server.env.backend.get_thread(each.id).thread_metadata for each in server.channel.threads
    ]
    assert all(each is not None and each.archived for each in left)
    assert server.tables.open_tables == ()
    await ada.slash("new", thread=kind)
    assert server.is_open()


async def test_an_empty_private_thread_stayed(server: Server, ada: Player) -> None:
    """The same where the person cannot be brought into a thread of their own."""
    server.env.inject_error("PUT", "/channels/*/thread-members/*", status=403, code=50013)
    said = await ada.slash("new", thread="private")
    assert said.private
    assert said.text == (
        "I cannot host a table here: I need the permissions Create Private Threads, "
        "Send Messages In Threads in this channel."
    )
    assert server.channel.threads == []
    assert server.tables.open_tables == ()


@pytest.mark.logs_errors
async def test_a_game_goes_on_after_the_store_has_failed(server: Server, ada: Player) -> None:
    """Bids, looks and cards that could not be saved are simply pressed again."""
    await server.four(rules="hero_partners", pace="none")
    for _ in range(12):
        before, actor = server.table(), server.actor()
        action = server.suggestion()
        with storing(server, lambda store: Failing(store, locked)):
            said = await actor.do(action)
        assert NOT_SAVED in said.text
        assert server.table() == before
        await actor.do(action)
        assert server.table() != before


@pytest.mark.logs_errors
@pytest.mark.parametrize("settings", [{"computer_delay_seconds": 1}])
async def test_computers_wait_for_the_store(server: Server, ada: Player) -> None:
    """A computer player's turn that could not be saved is taken again a little later."""
    await server.alone(rules="cardcouch")
    await ada.bid(3)
    version = server.table().version
    with storing(server, lambda store: Failing(store, locked)):
        await server.env.advance_time(8)
        assert server.table().version == version
    await server.env.advance_time(10)
    assert server.phase() == "playing"


@pytest.mark.logs_errors
async def test_a_table_that_cannot_be_read(server: Server, ada: Player, eve: Player) -> None:
    """An ended table is read from the file: if that fails, the press says so."""
    await server.alone(rules="hero_partners", target=50)
    await server.play_out()
    result = server.last
    await server.restart()
    with storing(server, lambda store: Failing(store, locked)):
        said = await eve.press(result, label="Score")
        assert said.text == NOT_SAVED
        assert (await eve.slash("score")).text == NOT_SAVED
    assert "**Round 1**" in (await eve.press(result, label="Score")).text


@pytest.mark.logs_errors
async def test_a_store_that_breaks_is_logged_and_told(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    """An exception that nobody foresaw inside a handler: the log has it, the person a sentence."""
    await server.four(rules="cardcouch")
    before, actor = server.table(), server.actor()
    with storing(server, lambda store: Failing(store, lambda: RuntimeError("a bug"))):
        said = await actor.bid(3)
    assert said.private
    assert said.text == UNEXPECTED
    assert server.table() == before
    assert any("interaction_failed" in str(record.msg) for record in caplog.records)


@pytest.mark.logs_errors
@pytest.mark.parametrize("command", ["leaderboard", "stats"])
async def test_records_that_break(
    server: Server, ada: Player, command: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The same for a command that only reads."""
    recording(server, lambda records: FailingRecords(records, lambda: RuntimeError("a bug")))
    said = await ada.slash(command)
    assert said.private
    assert said.text == UNEXPECTED
    assert any("interaction_failed" in str(record.msg) for record in caplog.records)


@pytest.mark.logs_errors
async def test_a_page_of_the_leaderboard_that_breaks(server: Server, ada: Player) -> None:
    """The same for a press."""
    await server.lobby()
    recording(server, lambda records: FailingRecords(records, lambda: RuntimeError("a bug")))
    said = await forge(server, ada, server.message(), "s:board:0:wins:8107:2")
    assert said.text == UNEXPECTED
