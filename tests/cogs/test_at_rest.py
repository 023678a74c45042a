"""Tables that have left memory: nobody notices."""

import pytest

from tests.cogs.player import Player
from tests.cogs.server import Server

HOUR = 3600


async def quiet(server: Server) -> None:
    """Let four people play a little, and then do nothing for an hour."""
    await server.four(rules="cardcouch")
    await server.bidding()
    await server.turn()
    await server.env.advance_time(HOUR)
    assert server.is_open()
    assert server.tables.in_memory == 0


async def test_a_table_goes_on_after_a_rest(server: Server) -> None:
    """The next press is answered as ever, and the same message shows it."""
    await quiet(server)
    message = server.message()
    actor = server.actor()
    card = actor.cards(enabled=True)[0]
    await actor.play(card)
    assert server.message().id == message.id
    assert server.table().game is not None
    assert card not in actor.cards()


@pytest.mark.parametrize("settings", [{"turn_prompt_seconds": 8}])
async def test_a_mention_outlasts_a_rest(server: Server) -> None:
    """It stands while the table rests, is not repeated, and goes with the turn."""
    await quiet(server)
    assert len([each for each in server.messages() if each.content]) == 1
    await server.env.advance_time(60)
    assert len([each for each in server.messages() if each.content]) == 1
    await server.turn()
    assert not [each for each in server.messages() if each.content]


async def test_commands_find_a_resting_table(server: Server, ada: Player) -> None:
    """It is listed, and a command without a number means it."""
    await quiet(server)
    listed = await ada.slash("tables")
    assert "**Table 1**" in listed.text or "Table 1" in listed.text
    await server.env.advance_time(HOUR)
    assert server.tables.in_memory == 0
    assert "Table 1, round 1" in (await ada.slash("score")).text
    assert server.tables.in_memory == 1


async def test_a_quiet_table_is_left_alone_by_a_restart(server: Server) -> None:
    """Where nothing has happened for long, a restart edits nothing; a press works as before."""
    await quiet(server)
    await server.alone(rules="cardcouch")
    sent = len(server.journal.sent)
    await server.restart()
    await server.rest()
    assert server.tables.in_memory == 1
    edited = [each.path for each in server.journal.sent[sent:] if each.is_message]
    assert all(path.endswith(str(server.message(2).id)) for path in edited)
    assert edited
    before = server.table()
    await server.turn()
    assert server.table().version == before.version + 1
