"""Rematch, Score and Verify on the result of a game."""

import discord
import pytest

from tests.cogs.club import Club
from tests.cogs.forging import deliver, forge, prepare
from tests.cogs.player import Player
from tests.cogs.reading import labels_of, text_of


async def finished(club: Club, **options: object) -> discord.Message:
    """Play a game of four people, and give the message with its result."""
    table_id = await club.four(**{"rules": "hero_partners", "target": 50} | options)
    await club.play_out(table_id)
    assert labels_of(club.last) == ["Rematch", "Score", "Verify"]
    return club.last


async def test_a_rematch_has_the_same_rules(club: Club, ada: Player) -> None:
    """Whoever presses first opens a table with the same rules and pace."""
    result = await finished(club, pace="steady")
    said = await ada.press(result, label="Rematch")
    assert not said.private
    old, new = await club.tables.get(1), club.table(2)
    assert (new.rules, new.pace, new.host) == (old.rules, old.pace, ada.id)
    assert said.result.response is not None
    assert club.message(2).id == said.result.response.id


async def test_a_rematch_mentions_the_others_once(club: Club, ada: Player, ben: Player) -> None:
    """Whoever opens it calls those who played and want mentions; joining calls nobody."""
    await ben.press((await ben.slash("me")).message, label="Mention me: on")
    result = await finished(club)
    await ada.press(result, label="Rematch")
    chidi, dana = club.people[2:4]
    called = f"{chidi.mention}, {dana.mention}: Ada wants a rematch, at table 2."
    assert club.last.content == called
    await chidi.press(result, label="Rematch")
    await ada.press(result, label="Rematch")
    assert [each.content for each in club.messages()].count(called) == 1


async def test_the_result_of_a_game_stays_when_others_join_the_rematch(
    club: Club, ada: Player, ben: Player
) -> None:
    """Who joins the rematch by the old result leaves it as it is, and is told the seat."""
    result = await finished(club)
    shown = text_of(result)
    await ada.press(result, label="Rematch")
    said = await ben.press(result, label="Rematch")
    assert said.private
    assert said.text == "You sit in seat 2 of table 2."
    assert text_of(club.message_by_id(club.channel.id, result.id)) == shown
    assert "Ben" in club.says(2)


async def test_partners_stay_partners_in_a_rematch(club: Club) -> None:
    """Everyone gets the seat of the game before, whoever comes first."""
    result = await finished(club)
    for person in reversed(club.people[:4]):
        await person.press(result, label="Rematch")
    assert [person.name for person in club.table(2).people] == ["Ada", "Ben", "Chidi", "Dana"]
    assert club.table(2).host == club.people[3].id


async def test_two_who_want_a_rematch_at_once_get_one_table(
    club: Club, ada: Player, ben: Player
) -> None:
    """Two presses at the same moment open one table with both in it, and call the others once."""
    result = await finished(club)
    before = len(club.messages())
    presses = [prepare(club, each, result, "s:rematch:1") for each in (ada, ben)]
    await deliver(club, *presses)
    assert [table.id for table in club.tables.open_tables] == [2]
    assert [person.name for person in club.table(2).people] == ["Ada", "Ben"]
    assert len(club.messages()) == before + 2, "the lobby, and the call for it"


async def test_after_a_rematch_that_was_closed_there_is_another(club: Club, ada: Player) -> None:
    """The button works again when the rematch has ended."""
    result = await finished(club)
    await ada.press(result, label="Rematch")
    await ada.slash("end")
    await ada.press(result, label="Rematch")
    (third,) = club.tables.open_tables
    assert third.id > 2
    again = await ada.press(result, label="Rematch")
    assert again.text == f"Rematch: table {third.id} is open in <#{club.channel.id}>."


async def test_whoever_watched_may_join_a_rematch(club: Club, ada: Player, eve: Player) -> None:
    """A person without a seat in the old game gets the first free one."""
    result = await finished(club)
    await ada.press(result, label="Rematch")
    said = await eve.press(result, label="Rematch")
    assert said.text == "You sit in seat 2 of table 2."


async def test_a_rematch_of_a_game_that_is_on_is_refused(club: Club, ada: Player) -> None:
    """There is no such button; pressed all the same, it opens nothing."""
    await club.four()
    said = await forge(club, ada, club.message(), "s:rematch:1")
    assert said.text == "This game is not over yet."
    assert len(club.tables.open_tables) == 1


async def test_verify_shows_the_secret_when_the_game_is_over(club: Club, eve: Player) -> None:
    """Anyone can read what the deals follow from; the hash is the one of before the game."""
    result = await finished(club)
    table = await club.tables.get(1)
    said = await eve.press(result, label="Verify")
    assert said.private
    assert table.seeds.secret.hex() in said.text
    assert table.commitment in said.text
    assert table.commitment in text_of(club.messages()[0])
    assert all(text in said.text for text in table.seeds.contributions)


async def test_nothing_is_verified_while_the_game_is_on(club: Club, ada: Player) -> None:
    """Asked too early, the secret stays one."""
    await club.four()
    said = await forge(club, ada, club.message(), "s:verify:1")
    assert said.text == "The secret behind the deals is shown when the game is over."


@pytest.mark.parametrize("after_restart", [False, True])
async def test_the_score_of_a_finished_game_can_be_read(
    club: Club, eve: Player, after_restart: bool
) -> None:
    """The button on the result works as long as the message is there."""
    result = await finished(club)
    if after_restart:
        await club.restart()
    said = await eve.press(result, label="Score")
    assert said.private
    assert "**Round 1**" in said.text
