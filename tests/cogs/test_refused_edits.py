"""Edits of a table's message that Discord refuses: the table is shown all the same, and soon."""

import pytest

from bot.tables.model import Status
from tests.cogs.club import Club
from tests.cogs.player import Player
from tests.cogs.reading import text_of
from tests.cogs.test_looks import drawing, pictured

EDIT = "/channels/*/messages/*"
SOON = 30
LONG = 3600


def edits(club: Club) -> int:
    """Count the edits of public messages."""
    return sum(r.method == "PATCH" and "/channels/" in r.path for r in club.journal.requests)


@pytest.mark.parametrize(
    ("status", "code"), [(400, 50035), (403, 0), (403, 40333), (429, 0), (409, 0), (503, 0)]
)
async def test_an_edit_that_was_refused_was_not_tried_again(
    club: Club, status: int, code: int
) -> None:
    """Whatever the refusal, the message shows the bid a little later, though nobody acts."""
    await club.four(rules="cardcouch")
    shown = club.says()
    club.env.inject_error("PATCH", EDIT, status=status, code=code)
    await club.turn()
    assert club.says() == shown
    await club.env.advance_time(SOON)
    assert club.says() != shown
    assert club.table().status is Status.PLAYING


async def test_a_picture_that_is_refused_was_shown_never(club: Club, ada: Player) -> None:
    """Where it may be the picture that Discord does not take, the table is told in words."""
    drawing(club)
    await club.four(rules="cardcouch")
    assert pictured(club.message())
    # Once with its picture, and once more.
    club.env.inject_error("PATCH", EDIT, status=400, code=50035, times=2)
    await club.turn()
    await club.env.advance_time(SOON)
    assert not pictured(club.message())
    assert "Ben" in club.says()
    await ada.slash("resume")
    await club.turn()
    assert pictured(club.message())


async def test_an_edit_that_is_refused_without_end(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    """The operator is warned once; it is tried rarely, and at the next change."""
    await club.four(rules="cardcouch")
    before = edits(club)
    club.env.inject_error("PATCH", EDIT, status=400, code=50035, times=None)
    await club.turn()
    await club.env.advance_time(LONG)
    assert edits(club) - before < 15
    await club.turn()
    await club.env.advance_time(LONG)
    club.env.backend.faults.clear()
    warned = [r for r in caplog.records if "table_not_shown" in r.getMessage()]
    assert len(warned) == 1
    shown = club.says()
    await club.actor().open_hand()
    await club.turn()
    assert club.says() != shown


async def test_an_archived_thread_parked_its_table(club: Club, ada: Player) -> None:
    """An edit does not wake a thread: a fresh message does, and the game goes on in it."""
    await ada.slash("new", thread="public", computers=3)
    await ada.press_table("Start")
    await ada.open_hand()
    old = club.message()
    club.env.inject_error("PATCH", EDIT, status=400, code=50083)
    await club.turn()
    await club.rest()
    assert club.table().status is Status.PLAYING
    assert club.message().id > old.id
    assert "My hand" not in text_of(club.message_by_id(old.channel.id, old.id))


async def test_a_locked_thread_parks_its_table(club: Club) -> None:
    """Where a fresh message is refused too, the table waits to be brought elsewhere."""
    await club.four(rules="cardcouch")
    for method, path in (("PATCH", EDIT), ("POST", "/channels/*/messages")):
        club.env.inject_error(method, path, status=400, code=50083, times=None)
    await club.turn()
    await club.rest()
    club.env.backend.faults.clear()
    assert club.table().status is Status.PARKED


@pytest.mark.parametrize("locked", [False, True])
async def test_an_archived_thread_closed_its_lobby(club: Club, ben: Player, locked: bool) -> None:
    """People go on sitting down; the lobby is shown again as soon as Discord lets it be."""
    await club.lobby()
    club.env.inject_error("PATCH", EDIT, status=400, code=50083)
    if locked:
        club.env.inject_error("POST", "/channels/*/messages", status=400, code=50083)
    await ben.slash("join")
    await club.rest()
    assert club.table().status is Status.LOBBY
    await club.people[2].slash("join")
    await club.rest()
    assert "Chidi" in club.says()
