"""What Discord itself refuses: the log has it, the person a sentence, and the table goes on."""

import pytest

from tests.cogs.club import Club
from tests.cogs.player import Player
from tests.cogs.reading import text_of

UNEXPECTED = "Something went wrong on my side. Nothing is lost; please try again in a moment."
CALLBACK = "/interactions/*/callback"


@pytest.mark.logs_errors
async def test_an_answer_that_discord_refuses(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    """A malformed answer would be a fault of ours: logged, and the person gets another answer."""
    await club.four(rules="cardcouch")
    actor, version = club.actor(), club.table().version
    club.env.inject_error("POST", CALLBACK, status=400, code=50035, message="Invalid Form Body")
    said = await actor.bid(3)
    assert said.private
    assert said.text == UNEXPECTED
    assert club.table().version == version + 1
    assert any("answer_failed" in str(record.msg) for record in caplog.records)


@pytest.mark.logs_errors
async def test_every_answer_is_refused(club: Club, ada: Player) -> None:
    """When nothing gets through, it is given up; the next press is answered as ever."""
    await club.lobby()
    club.env.inject_error("POST", CALLBACK, status=400, code=50035, times=2)
    await ada.press_table("Rules")
    assert (await ada.press_table("Rules")).text.startswith("### CardCouch")


@pytest.mark.parametrize("status", [500, 502, 503])
async def test_discord_is_down_for_an_answer(club: Club, status: int) -> None:
    """The press has counted; a new one shows how the table stands."""
    await club.four(rules="cardcouch")
    actor, version = club.actor(), club.table().version
    club.env.inject_error("POST", CALLBACK, status=status)
    await actor.bid(3)
    assert club.table().version == version + 1
    assert "Waiting for" in (await actor.open_hand()).text


async def test_discord_is_down_for_an_edit(club: Club) -> None:
    """The table's message is edited later, with what has happened meanwhile."""
    await club.four(rules="cardcouch")
    club.env.inject_error("PATCH", "/channels/*/messages/*", status=500, times=2)
    await club.bidding()
    await club.turn()
    await club.env.advance_time(60)
    assert "**Trick 1**" in club.says()


async def test_discord_is_down_for_a_fresh_message(club: Club, ada: Player) -> None:
    """The game has begun; its message comes as soon as Discord takes it."""
    await club.lobby()
    club.env.inject_error("POST", "/channels/*/messages", status=503, times=2)
    said = await ada.press_table("Start")
    assert "Your hand" in said.text
    await club.env.advance_time(60)
    assert "to bid" in club.says()
    assert len(club.messages()) == 2


async def test_a_deferral_that_discord_refuses(club: Club, ada: Player) -> None:
    """What is answered too late is noted; what was asked for is done."""
    await club.lobby()
    club.env.inject_error("POST", CALLBACK, status=404, code=10062, times=None)
    await ada.press_table("Add computer")
    club.env.backend.faults.clear()
    assert "Wren" in text_of(club.message())
