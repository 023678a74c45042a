"""Discord gives an answer 3 s: a slow store makes it a deferral, and the answer comes after."""

from simcord.backend.models.interaction import ResponseKind

from tests.cogs.player import Player
from tests.cogs.reading import text_of
from tests.cogs.server import Server
from tests.cogs.storing import Slow, SlowRecords, recording, storing

SLOW = 2.5
"""Longer than the bot waits before it defers, and shorter than Discord waits for an answer."""


async def test_a_press_is_deferred_and_answered_later(server: Server, ada: Player) -> None:
    """A bid that takes 2.5 s to save is acknowledged within 2 s and shown in the same message."""
    await server.alone(rules="cardcouch")
    bid = ada.of_verb("bid")[3]
    with storing(server, lambda store: Slow(store, SLOW)):
        said = await ada.press(ada.hand(), custom_id=bid.custom_id)
        assert not said.result.acknowledged
        await server.env.advance_time(2)
        assert said.result._interaction.response_kind is ResponseKind.DEFERRED_UPDATE
        assert "Your bid" in ada.hand_text()
        await server.env.advance_time(SLOW)
    assert said.message.id == ada.hand().id
    assert "You 0 of 4" in ada.hand_text() or "Waiting for" in ada.hand_text()


async def test_a_table_that_took_long_to_open_is_seen_by_everybody(
    server: Server, ada: Player
) -> None:
    """The first follow-up of a private deferral stays private, so the lobby is a second one."""
    with storing(server, lambda store: Slow(store, SLOW)):
        said = await ada.slash("new")
        await server.env.advance_time(10)
    first, second = said.result.response, said.result.followups[-1]
    assert first is not None
    assert first.ephemeral
    assert "That took a moment" in text_of(first)
    assert not second.ephemeral
    assert server.message().id == second.id
    assert [message.id for message in server.messages()] == [second.id]


async def test_a_leaderboard_that_took_long_is_seen_by_everybody(
    server: Server, ada: Player
) -> None:
    """The leaderboard is for the channel, however long it took."""
    recording(server, lambda records: SlowRecords(records, SLOW))
    said = await ada.slash("leaderboard")
    await server.env.advance_time(SLOW)
    assert not said.private
    assert "Leaderboard" in said.text
    assert text_of(server.last) == said.text


async def test_statistics_that_took_long_are_seen_by_one_person(
    server: Server, ada: Player
) -> None:
    """What is whispered late is no less private, and completes the deferral itself."""
    recording(server, lambda records: SlowRecords(records, SLOW))
    said = await ada.slash("stats")
    await server.env.advance_time(SLOW)
    assert said.private
    assert "has not finished a round" in said.text
    assert server.messages() == []


async def test_a_quick_answer_defers_nothing(server: Server, ada: Player) -> None:
    """Two seconds after an answer nothing more is sent for the interaction."""
    await ada.slash("new")
    requests = len(server.journal.requests)
    await server.env.advance_time(3)
    assert len(server.journal.requests) == requests


async def test_a_hand_shown_late_is_refreshed_in_private(
    server: Server, ada: Player, ben: Player
) -> None:
    """What came as a follow-up is refreshed there: `@original` would be everybody's message."""
    table_id = await server.lobby(ben, computers=2)
    await ada.press_table("Ready")
    lobby = server.message(table_id)
    with storing(server, lambda store: Slow(store, SLOW)):
        said = await ben.press(lobby, label="Ready")
        await server.env.advance_time(10)
    assert said.result._interaction.response_kind is ResponseKind.DEFERRED_UPDATE
    assert said.private
    assert "Nobody has bid yet" in said.text
    await ada.open_hand()
    await ada.bid(3)
    assert "Ada\N{NO-BREAK SPACE}3" in said.text
    assert "The game has begun below" in text_of(server.message_by_id(server.channel.id, lobby.id))
