"""Edits of a table's message that Discord refuses: the table is shown all the same, and soon."""

import pytest

from bot.tables.model import Status
from tests.cogs.player import Player
from tests.cogs.reading import text_of
from tests.cogs.server import Server
from tests.cogs.test_looks import drawing, pictured

EDIT = "/channels/*/messages/*"
SOON = 30
LONG = 3600


def edits(server: Server) -> int:
    """Count the edits of public messages."""
    return sum(r.method == "PATCH" and "/channels/" in r.path for r in server.journal.requests)


@pytest.mark.parametrize(
    ("status", "code"), [(400, 50035), (403, 0), (403, 40333), (429, 0), (409, 0), (503, 0)]
)
async def test_an_edit_that_was_refused_was_not_tried_again(
    server: Server, status: int, code: int
) -> None:
    """Whatever the refusal, the message shows the bid a little later, though nobody acts."""
    await server.four(rules="cardcouch")
    shown = server.says()
    server.env.inject_error("PATCH", EDIT, status=status, code=code)
    await server.turn()
    assert server.says() == shown
    await server.env.advance_time(SOON)
    assert server.says() != shown
    assert server.table().status is Status.PLAYING


async def test_a_picture_that_is_refused_was_shown_never(server: Server, ada: Player) -> None:
    """Where it may be the picture that Discord does not take, the table is told in words."""
    drawing(server)
    await server.four(rules="cardcouch")
    assert pictured(server.message())
    # Once with its picture, and once more.
    server.env.inject_error("PATCH", EDIT, status=400, code=50035, times=2)
    await server.turn()
    await server.env.advance_time(SOON)
    assert not pictured(server.message())
    assert "Ben" in server.says()
    await ada.slash("resume")
    await server.turn()
    assert pictured(server.message())


async def test_an_edit_that_is_refused_without_end(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    """The operator is warned once; it is tried rarely, and at the next change."""
    await server.four(rules="cardcouch")
    before = edits(server)
    server.env.inject_error("PATCH", EDIT, status=400, code=50035, times=None)
    await server.turn()
    await server.env.advance_time(LONG)
    assert edits(server) - before < 15
    await server.turn()
    await server.env.advance_time(LONG)
    server.env.backend.faults.clear()
    warned = [r for r in caplog.records if "table_not_shown" in r.getMessage()]
    assert len(warned) == 1
    shown = server.says()
    await server.actor().open_hand()
    await server.turn()
    assert server.says() != shown


async def test_an_archived_thread_parked_its_table(server: Server, ada: Player) -> None:
    """An edit does not wake a thread: a fresh message does, and the game goes on in it."""
    await ada.slash("new", thread="public", computers=3)
    await ada.press_table("Start")
    await ada.open_hand()
    old = server.message()
    server.env.inject_error("PATCH", EDIT, status=400, code=50083)
    await server.turn()
    await server.rest()
    assert server.table().status is Status.PLAYING
    assert server.message().id > old.id
    assert "My hand" not in text_of(server.message_by_id(old.channel.id, old.id))


async def test_a_locked_thread_parks_its_table(server: Server) -> None:
    """Where a fresh message is refused too, the table waits to be brought elsewhere."""
    await server.four(rules="cardcouch")
    for method, path in (("PATCH", EDIT), ("POST", "/channels/*/messages")):
        server.env.inject_error(method, path, status=400, code=50083, times=None)
    await server.turn()
    await server.rest()
    server.env.backend.faults.clear()
    assert server.table().status is Status.PARKED


@pytest.mark.parametrize("locked", [False, True])
async def test_an_archived_thread_closed_its_lobby(
    server: Server, ben: Player, locked: bool
) -> None:
    """People go on sitting down; the lobby is shown again as soon as Discord lets it be."""
    await server.lobby()
    server.env.inject_error("PATCH", EDIT, status=400, code=50083)
    if locked:
        server.env.inject_error("POST", "/channels/*/messages", status=400, code=50083)
    await ben.slash("join")
    await server.rest()
    assert server.table().status is Status.LOBBY
    await server.people[2].slash("join")
    await server.rest()
    assert "Chidi" in server.says()
