"""Discord gives an answer 3 s: a slow store makes it a deferral, and the answer comes after."""

from simcord.backend.models.interaction import ResponseKind

from tests.cogs.club import Club
from tests.cogs.player import Player
from tests.cogs.reading import text_of
from tests.cogs.storing import Slow, SlowRecords, recording, storing

SLOW = 2.5
"""Longer than the bot waits before it defers, and shorter than Discord waits for an answer."""


async def test_a_press_is_deferred_and_answered_later(club: Club, ada: Player) -> None:
    """A bid that takes 2.5 s to save is acknowledged within 2 s and shown in the same message."""
    await club.alone(rules="cardcouch")
    bid = ada.of_verb("bid")[3]
    with storing(club, lambda store: Slow(store, SLOW)):
        said = await ada.press(ada.hand(), custom_id=bid.custom_id)
        assert not said.result.acknowledged
        await club.env.advance_time(2)
        assert said.result._interaction.response_kind is ResponseKind.DEFERRED_UPDATE
        assert "Your bid" in ada.hand_text()
        await club.env.advance_time(SLOW)
    assert said.message.id == ada.hand().id
    assert "You 0 of 4" in ada.hand_text() or "Waiting for" in ada.hand_text()


async def test_a_table_that_took_long_to_open_is_seen_by_everybody(club: Club, ada: Player) -> None:
    """The first follow-up of a private deferral stays private, so the lobby is a second one."""
    with storing(club, lambda store: Slow(store, SLOW)):
        said = await ada.slash("new")
        await club.env.advance_time(10)
    first, second = said.result.response, said.result.followups[-1]
    assert first is not None
    assert first.ephemeral
    assert "That took a moment" in text_of(first)
    assert not second.ephemeral
    assert club.message().id == second.id
    assert [message.id for message in club.messages()] == [second.id]


async def test_a_leaderboard_that_took_long_is_seen_by_everybody(club: Club, ada: Player) -> None:
    """The leaderboard is for the channel, however long it took."""
    recording(club, lambda records: SlowRecords(records, SLOW))
    said = await ada.slash("leaderboard")
    await club.env.advance_time(SLOW)
    assert not said.private
    assert "Leaderboard" in said.text
    assert text_of(club.last) == said.text


async def test_statistics_that_took_long_are_seen_by_one_person(club: Club, ada: Player) -> None:
    """What is whispered late is no less private, and completes the deferral itself."""
    recording(club, lambda records: SlowRecords(records, SLOW))
    said = await ada.slash("stats")
    await club.env.advance_time(SLOW)
    assert said.private
    assert "has not finished a round" in said.text
    assert club.messages() == []


async def test_a_quick_answer_defers_nothing(club: Club, ada: Player) -> None:
    """Two seconds after an answer nothing more is sent for the interaction."""
    await ada.slash("new")
    requests = len(club.journal.requests)
    await club.env.advance_time(3)
    assert len(club.journal.requests) == requests


async def test_a_hand_shown_late_is_refreshed_in_private(
    club: Club, ada: Player, ben: Player
) -> None:
    """What came as a follow-up is refreshed there: `@original` would be everybody's message."""
    table_id = await club.lobby(ben, computers=2)
    await ada.press_table("Ready")
    lobby = club.message(table_id)
    with storing(club, lambda store: Slow(store, SLOW)):
        said = await ben.press(lobby, label="Ready")
        await club.env.advance_time(10)
    assert said.result._interaction.response_kind is ResponseKind.DEFERRED_UPDATE
    assert said.private
    assert "Nobody has bid yet" in said.text
    await ada.open_hand()
    await ada.bid(3)
    assert "Ada\N{NO-BREAK SPACE}3" in said.text
    assert "The game has begun below" in text_of(club.message_by_id(club.channel.id, lobby.id))
