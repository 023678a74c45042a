"""Rematch, Score and Verify on the result of a game."""

import discord
import pytest

from tests.cogs.forging import deliver, forge, prepare
from tests.cogs.player import Player
from tests.cogs.reading import labels_of, text_of
from tests.cogs.server import Server


async def finished(server: Server, **options: object) -> discord.Message:
    """Play a game of four people, and give the message with its result."""
    table_id = await server.four(**{"rules": "hero_partners", "target": 50} | options)
    await server.play_out(table_id)
    assert labels_of(server.last) == ["Rematch", "Score", "Review", "Verify"]
    return server.last


async def test_a_rematch_has_the_same_rules(server: Server, ada: Player) -> None:
    """Whoever presses first opens a table with the same rules and pace."""
    result = await finished(server, pace="steady")
    said = await ada.press(result, label="Rematch")
    assert not said.private
    old, new = await server.tables.get(1), server.table(2)
    assert (new.rules, new.pace, new.host) == (old.rules, old.pace, ada.id)
    assert said.result.response is not None
    assert server.message(2).id == said.result.response.id


async def test_a_rematch_mentions_the_others_once(server: Server, ada: Player, ben: Player) -> None:
    """Whoever opens it calls those who played and want mentions; joining calls nobody."""
    quiet = (await ben.slash("me")).message
    await ben.choose(quiet, "0", custom_id="ms:my_mentions:0")
    result = await finished(server)
    await ada.press(result, label="Rematch")
    chidi, dana = server.people[2:4]
    called = f"{chidi.mention}, {dana.mention}: Ada wants a rematch, at table 2."
    assert server.last.content == called
    await chidi.press(result, label="Rematch")
    await ada.press(result, label="Rematch")
    assert [each.content for each in server.messages()].count(called) == 1


async def test_the_result_of_a_game_stays_when_others_join_the_rematch(
    server: Server, ada: Player, ben: Player
) -> None:
    """Who joins the rematch by the old result leaves it as it is, and is told the seat."""
    result = await finished(server)
    shown = text_of(result)
    await ada.press(result, label="Rematch")
    said = await ben.press(result, label="Rematch")
    assert said.private
    assert said.text == "You sit in seat 2 of table 2."
    assert text_of(server.message_by_id(server.channel.id, result.id)) == shown
    assert "Ben" in server.says(2)


async def test_partners_stay_partners_in_a_rematch(server: Server) -> None:
    """Everyone gets the seat of the game before, whoever comes first."""
    result = await finished(server)
    for person in reversed(server.people[:4]):
        await person.press(result, label="Rematch")
    assert [person.name for person in server.table(2).people] == ["Ada", "Ben", "Chidi", "Dana"]
    assert server.table(2).host == server.people[3].id


async def test_two_who_want_a_rematch_at_once_get_one_table(
    server: Server, ada: Player, ben: Player
) -> None:
    """Two presses at the same moment open one table with both in it, and call the others once."""
    result = await finished(server)
    before = len(server.messages())
    presses = [prepare(server, each, result, "s:rematch:1") for each in (ada, ben)]
    await deliver(server, *presses)
    assert [table.id for table in server.tables.open_tables] == [2]
    assert [person.name for person in server.table(2).people] == ["Ada", "Ben"]
    assert len(server.messages()) == before + 2, "the lobby, and the call for it"


async def test_after_a_rematch_that_was_closed_there_is_another(
    server: Server, ada: Player
) -> None:
    """The button works again when the rematch has ended."""
    result = await finished(server)
    await ada.press(result, label="Rematch")
    await ada.slash("end")
    await ada.press(result, label="Rematch")
    (third,) = server.tables.open_tables
    assert third.id > 2
    again = await ada.press(result, label="Rematch")
    assert again.text == f"Rematch: table {third.id} is open in <#{server.channel.id}>."


async def test_whoever_watched_may_join_a_rematch(server: Server, ada: Player, eve: Player) -> None:
    """A person without a seat in the old game gets the first free one."""
    result = await finished(server)
    await ada.press(result, label="Rematch")
    said = await eve.press(result, label="Rematch")
    assert said.text == "You sit in seat 2 of table 2."


async def test_a_rematch_of_a_game_that_is_on_is_refused(server: Server, ada: Player) -> None:
    """There is no such button; pressed all the same, it opens nothing."""
    await server.four()
    said = await forge(server, ada, server.message(), "s:rematch:1")
    assert said.text == "This game is not over yet."
    assert len(server.tables.open_tables) == 1


async def test_verify_shows_the_secret_when_the_game_is_over(server: Server, eve: Player) -> None:
    """Anyone can read the secret behind the deals; the hash is the one of before the game."""
    result = await finished(server)
    table = await server.tables.get(1)
    said = await eve.press(result, label="Verify")
    assert said.private
    assert table.seeds.secret.hex() in said.text
    assert table.commitment in said.text
    assert table.commitment[:12] in text_of(server.messages()[0])


async def test_nothing_is_verified_while_the_game_is_on(server: Server, ada: Player) -> None:
    """Asked too early, the secret stays one."""
    await server.four()
    said = await forge(server, ada, server.message(), "s:verify:1")
    assert said.text == "The secret behind the deals is shown when the game is over."


@pytest.mark.parametrize("after_restart", [False, True])
async def test_the_score_of_a_finished_game_can_be_read(
    server: Server, eve: Player, after_restart: bool
) -> None:
    """The button on the result works as long as the message is there."""
    result = await finished(server)
    if after_restart:
        await server.restart()
    said = await eve.press(result, label="Score")
    assert said.private
    assert "**Round 1**" in said.text
