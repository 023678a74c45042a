"""Pictures that stand on a message already, and are not sent again."""

from itertools import pairwise

import pytest

from bot.tables import lifecycle
from tests.cogs.club import Club
from tests.cogs.player import Player
from tests.cogs.test_looks import drawing, galleries, pictured


def uploads(club: Club) -> list[str]:
    """List the pictures that went over the line, by the names of their files."""
    bodies = [sent.body for sent in club.journal.sent if galleries(sent)]
    return [file["filename"] for body in bodies for file in body.get("attachments", ())]


async def _set_seconds(club: Club, seconds: int) -> None:
    """Change a house rule that the words of a lobby tell, and its picture does not."""
    host = club.people[0].id
    rules = club.table().rules.changed(play_seconds=seconds)
    await club.tables.change(1, lambda table: lifecycle.change_rules(table, host, rules), host)
    await club.rest()


async def test_a_picture_that_stands_already_is_kept(club: Club, ada: Player) -> None:
    """Where only the words of a message change, its picture stays and is not sent again."""
    drawing(club)
    await club.lobby()
    said, before = club.says(), uploads(club)
    await _set_seconds(club, 77)
    assert club.says() != said
    assert len(pictured(club.message())) == 1
    assert uploads(club) == before
    await ada.press_table("Ready")
    assert len(uploads(club)) == len(before) + 1


async def test_no_game_sends_a_picture_twice_in_a_row(club: Club, ada: Player) -> None:
    """In a whole game, every picture that is sent to a message differs from the one before it."""
    drawing(club)
    await club.alone(rules="quick")
    await club.play_out()
    names = uploads(club)
    assert len(names) > 50
    assert [name for name, before in pairwise(names) if name == before] == []


async def test_a_picture_that_is_gone_is_sent_again(
    club: Club, ada: Player, caplog: pytest.LogCaptureFixture
) -> None:
    """Where Discord cannot keep a picture, it is sent once more, and the log says so."""
    drawing(club)
    await club.lobby()
    before = uploads(club)
    message = club.message()
    club.env.inject_error(
        "PATCH",
        f"/channels/{message.channel.id}/messages/{message.id}",
        status=400,
        code=50035,
        message="The referenced attachment was not found",
        times=1,
    )
    await _set_seconds(club, 77)
    assert "77" in club.says()
    assert len(uploads(club)) == len(before) + 1
    assert [r for r in caplog.records if "picture_not_kept" in r.getMessage()]
