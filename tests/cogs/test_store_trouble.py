"""A store that cannot write, cannot read or breaks: one sentence, and nothing has changed."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from tests.cogs.club import Club
from tests.cogs.forging import forge
from tests.cogs.player import Player, Said
from tests.cogs.storing import Failing, FailingRecords, locked, recording, storing

NOT_SAVED = "That could not be saved, so nothing has changed. Please try again in a moment."
UNEXPECTED = "Something went wrong on my side. Nothing is lost; please try again in a moment."


@contextmanager
def another_program_writes(club: Club) -> Iterator[sqlite3.Connection]:
    """Hold SQLite's write lock from a connection of one's own, as another program would."""
    with closing(sqlite3.connect(club.path, check_same_thread=False)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield connection
        connection.rollback()


@pytest.mark.logs_errors
async def test_a_file_that_stays_locked(club: Club) -> None:
    """After 2 s of waiting for another program the press is refused; later it counts."""
    await club.four(rules="cardcouch")
    before, actor = club.table(), club.actor()
    shown = actor.hand_text()
    bid = actor.of_verb("bid")[3]
    with another_program_writes(club):
        said = await actor.press(actor.hand(), custom_id=bid.custom_id)
    assert said.private
    assert said.text == NOT_SAVED
    assert club.table() == before
    assert actor.hand_text() == shown
    await actor.press(actor.hand(), custom_id=bid.custom_id)
    assert club.table().version == before.version + 1


async def test_a_file_that_is_locked_for_a_moment(club: Club) -> None:
    """A short wait for another program is nobody's concern: the answer just comes a bit later."""
    await club.four(rules="cardcouch")
    version, actor = club.table().version, club.actor()
    with another_program_writes(club) as other:
        asyncio.get_running_loop().call_later(0.3, other.rollback)
        said = await actor.bid(4)
    assert "Waiting for" in said.text
    assert club.table().version == version + 1


def refused(said: Said) -> None:
    """Check that a person alone was told that nothing can be saved."""
    assert said.text == NOT_SAVED
    assert said.private


@pytest.mark.logs_errors
async def test_nothing_changes_while_nothing_can_be_saved(
    club: Club, ada: Player, eve: Player
) -> None:
    """Every command and press that writes says so, one sentence each, and the table is as it was.

    Whoever only looks is answered as ever.
    """
    await club.lobby(*club.people[1:3])
    lobby, before = club.message(), club.table()
    with storing(club, lambda store: Failing(store, locked)):
        for command in ("new", "join"):
            refused(await eve.slash(command))
        for command in ("leave", "start", "end", "resume"):
            refused(await ada.slash(command))
        refused(await eve.press(lobby, label="4 sit here"))
        for label in ("Ready", "Start", "Leave", "Add computer"):
            refused(await ada.press(lobby, label=label))
        assert "Table 1" in (await eve.slash("tables")).text
        assert (await eve.press(lobby, label="Rules")).text.startswith("### CardCouch")
    assert club.table() == before
    assert [table.id for table in club.tables.open_tables] == [1]
    await eve.press(lobby, label="4 sit here")
    assert len(club.table().people) == 4


@pytest.mark.logs_errors
@pytest.mark.parametrize("kind", ["public", "private"])
@pytest.mark.parametrize("forbidden", [False, True])
async def test_an_empty_thread_stayed(club: Club, ada: Player, kind: str, forbidden: bool) -> None:
    """A thread made for a table that could not be saved is deleted, or closed at the least."""
    if forbidden:
        club.env.inject_error("DELETE", "/channels/*", status=403, code=50013)
    with storing(club, lambda store: Failing(store, locked)):
        said = await ada.slash("new", thread=kind)
    assert said.private
    assert said.text == NOT_SAVED
    left = [club.env.backend.get_thread(each.id).thread_metadata for each in club.channel.threads]
    assert all(each is not None and each.archived for each in left)
    assert club.tables.open_tables == ()
    await ada.slash("new", thread=kind)
    assert club.is_open()


async def test_an_empty_private_thread_stayed(club: Club, ada: Player) -> None:
    """The same where the person cannot be brought into a thread of their own."""
    club.env.inject_error("PUT", "/channels/*/thread-members/*", status=403, code=50013)
    said = await ada.slash("new", thread="private")
    assert said.private
    assert said.text == (
        "I cannot host a table here: I need the permissions Create Private Threads, "
        "Send Messages In Threads in this channel."
    )
    assert club.channel.threads == []
    assert club.tables.open_tables == ()


@pytest.mark.logs_errors
async def test_a_game_goes_on_after_the_store_has_failed(club: Club, ada: Player) -> None:
    """Bids, looks and cards that could not be saved are simply pressed again."""
    await club.four(rules="hero_partners", pace="none")
    for _ in range(12):
        before, actor = club.table(), club.actor()
        action = club.suggestion()
        with storing(club, lambda store: Failing(store, locked)):
            said = await actor.do(action)
        assert said.text == NOT_SAVED
        assert club.table() == before
        await actor.do(action)
        assert club.table() != before


@pytest.mark.logs_errors
@pytest.mark.parametrize("settings", [{"computer_delay_seconds": 1}])
async def test_computers_wait_for_the_store(club: Club, ada: Player) -> None:
    """A computer player's turn that could not be saved is taken again a little later."""
    await club.alone(rules="cardcouch")
    await ada.bid(3)
    version = club.table().version
    with storing(club, lambda store: Failing(store, locked)):
        await club.env.advance_time(8)
        assert club.table().version == version
    await club.env.advance_time(10)
    assert club.phase() == "playing"


@pytest.mark.logs_errors
async def test_a_table_that_cannot_be_read(club: Club, ada: Player, eve: Player) -> None:
    """An ended table is read from the file: if that fails, the press says so."""
    await club.alone(rules="hero_partners", target=50)
    await club.play_out()
    result = club.last
    await club.restart()
    with storing(club, lambda store: Failing(store, locked)):
        said = await eve.press(result, label="Score")
        assert said.text == NOT_SAVED
        assert (await eve.slash("score")).text == NOT_SAVED
    assert "**Round 1**" in (await eve.press(result, label="Score")).text


@pytest.mark.logs_errors
async def test_a_store_that_breaks_is_logged_and_told(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    """An exception that nobody foresaw inside a handler: the log has it, the person a sentence."""
    await club.four(rules="cardcouch")
    before, actor = club.table(), club.actor()
    with storing(club, lambda store: Failing(store, lambda: RuntimeError("a bug"))):
        said = await actor.bid(3)
    assert said.private
    assert said.text == UNEXPECTED
    assert club.table() == before
    assert any("interaction_failed" in str(record.msg) for record in caplog.records)


@pytest.mark.logs_errors
@pytest.mark.parametrize("command", ["leaderboard", "stats"])
async def test_records_that_break(
    club: Club, ada: Player, command: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The same for a command that only reads."""
    recording(club, lambda _: FailingRecords(lambda: RuntimeError("a bug")))
    said = await ada.slash(command)
    assert said.private
    assert said.text == UNEXPECTED
    assert any("interaction_failed" in str(record.msg) for record in caplog.records)


@pytest.mark.logs_errors
async def test_a_page_of_the_leaderboard_that_breaks(club: Club, ada: Player) -> None:
    """The same for a press."""
    await club.lobby()
    recording(club, lambda _: FailingRecords(lambda: RuntimeError("a bug")))
    said = await forge(club, ada, club.message(), "s:board:0:wins:2")
    assert said.text == UNEXPECTED
