"""What Discord itself refuses: the log has it, the person a sentence, and the table goes on."""

import pytest

from tests.cogs.player import Player
from tests.cogs.reading import text_of
from tests.cogs.server import Server

UNEXPECTED = "Something went wrong on my side. Nothing is lost; please try again in a moment."
CALLBACK = "/interactions/*/callback"


@pytest.mark.logs_errors
async def test_an_answer_that_discord_refuses(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    """A malformed answer would be a fault of ours: logged, and the person gets another answer."""
    await server.four(rules="cardcouch")
    actor, version = server.actor(), server.table().version
    server.env.inject_error("POST", CALLBACK, status=400, code=50035, message="Invalid Form Body")
    said = await actor.bid(3)
    assert said.private
    assert said.text == UNEXPECTED
    assert server.table().version == version + 1
    assert any("answer_failed" in str(record.msg) for record in caplog.records)


@pytest.mark.logs_errors
async def test_every_answer_is_refused(server: Server, ada: Player) -> None:
    """When nothing gets through, it is given up; the next press is answered as ever."""
    await server.lobby()
    server.env.inject_error("POST", CALLBACK, status=400, code=50035, times=2)
    await ada.press_table("Rules")
    assert (await ada.press_table("Rules")).text.startswith("### CardCouch")


@pytest.mark.parametrize("status", [500, 502, 503])
async def test_discord_is_down_for_an_answer(server: Server, status: int) -> None:
    """The press has counted; a new one shows how the table stands."""
    await server.four(rules="cardcouch")
    actor, version = server.actor(), server.table().version
    server.env.inject_error("POST", CALLBACK, status=status)
    await actor.bid(3)
    assert server.table().version == version + 1
    assert "Waiting for" in (await actor.open_hand()).text


async def test_discord_is_down_for_an_edit(server: Server) -> None:
    """The table's message is edited later, with what has happened meanwhile."""
    await server.four(rules="cardcouch")
    server.env.inject_error("PATCH", "/channels/*/messages/*", status=500, times=2)
    await server.bidding()
    await server.turn()
    await server.env.advance_time(60)
    assert "**Trick 1**" in server.says()


async def test_discord_is_down_for_a_fresh_message(server: Server, ada: Player) -> None:
    """The game has begun; its message comes as soon as Discord takes it."""
    await server.lobby()
    server.env.inject_error("POST", "/channels/*/messages", status=503, times=2)
    said = await ada.press_table("Start")
    assert "Your hand" in said.text
    await server.env.advance_time(60)
    assert "to bid" in server.says()
    assert len(server.messages()) == 2


async def test_a_deferral_that_discord_refuses(server: Server, ada: Player) -> None:
    """What is answered too late is noted; what was asked for is done."""
    await server.lobby()
    server.env.inject_error("POST", CALLBACK, status=404, code=10062, times=None)
    await ada.press_table("Add computer")
    server.env.backend.faults.clear()
    assert "Wren" in text_of(server.message())
