"""Pictures that stand on a message already, and are not sent again."""

from itertools import pairwise

import pytest

from bot.tables import lifecycle
from tests.cogs.player import Player
from tests.cogs.server import Server
from tests.cogs.test_looks import drawing, galleries, pictured


def uploads(server: Server) -> list[str]:
    """List the pictures that went over the line, by the names of their files."""
    bodies = [sent.body for sent in server.journal.sent if galleries(sent)]
    return [file["filename"] for body in bodies for file in body.get("attachments", ())]


async def _set_seconds(server: Server, seconds: int) -> None:
    """Change a house rule that the words of a lobby tell, and its picture does not."""
    host = server.people[0].id
    rules = server.table().rules.changed(play_seconds=seconds)
    await server.tables.change(1, lambda table: lifecycle.change_rules(table, host, rules), host)
    await server.rest()


async def test_a_picture_that_stands_already_is_kept(server: Server, ada: Player) -> None:
    """Where only the words of a message change, its picture stays and is not sent again."""
    drawing(server)
    await server.lobby()
    said, before = server.says(), uploads(server)
    await _set_seconds(server, 77)
    assert server.says() != said
    assert len(pictured(server.message())) == 1
    assert uploads(server) == before
    await ada.press_table("Ready")
    assert len(uploads(server)) == len(before) + 1


async def test_no_game_sends_a_picture_twice_in_a_row(server: Server, ada: Player) -> None:
    """In a whole game, every picture that is sent to a message differs from the one before it."""
    drawing(server)
    await server.alone(rules="quick")
    await server.play_out()
    names = uploads(server)
    assert len(names) > 50
    assert [name for name, before in pairwise(names) if name == before] == []


async def test_a_picture_that_is_gone_is_sent_again(
    server: Server, ada: Player, caplog: pytest.LogCaptureFixture
) -> None:
    """Where Discord cannot keep a picture, it is sent once more, and the log says so."""
    drawing(server)
    await server.lobby()
    before = uploads(server)
    message = server.message()
    server.env.inject_error(
        "PATCH",
        f"/channels/{message.channel.id}/messages/{message.id}",
        status=400,
        code=50035,
        message="The referenced attachment was not found",
        times=1,
    )
    await _set_seconds(server, 77)
    assert "77" in server.says()
    assert len(uploads(server)) == len(before) + 1
    assert [r for r in caplog.records if "picture_not_kept" in r.getMessage()]
