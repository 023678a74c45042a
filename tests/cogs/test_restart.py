"""The bot stops and starts again, in good order or not: every table goes on where it stood."""

import shutil
from pathlib import Path

import pytest

from bot.client import SpadesBot
from bot.tables.model import Status
from tests.cogs.player import Player
from tests.cogs.reading import text_of
from tests.cogs.server import Server

SAID = "The bot was restarted. Nothing is lost: the table goes on, with full time on the clock."


async def crash(server: Server, folder: Path) -> None:
    """End the bot without warning, and start the next one on the files as they lie there."""
    old = await left_behind(server, folder)
    await server.rest()
    await old.close()


async def left_behind(server: Server, folder: Path) -> SpadesBot:
    """Start the next bot beside one that is dead to Discord, which is given to be closed later.

    The files are copied at that moment, as a kill would leave them; the old process keeps its own.
    """
    left = folder / "left"
    left.mkdir()
    for name in (server.path.name, f"{server.path.name}-wal"):
        if (server.path.parent / name).exists():
            shutil.copy(server.path.parent / name, left / name)
    old = server.bot
    server.path = left / server.path.name
    await server.replace_bot(server.build())
    return old


@pytest.mark.parametrize("unclean", [False, True])
async def test_a_game_goes_on_after_a_restart(
    server: Server, tmp_path: Path, unclean: bool
) -> None:
    """The table stands where it stood, its message says so, and every old button works."""
    await server.four(rules="cardcouch")
    await server.bidding()
    for _ in range(6):
        await server.turn()
    before, message = server.table(), server.message()
    if unclean:
        await crash(server, tmp_path)
    else:
        await server.restart()
        await server.rest()
    assert server.table().game == before.game
    assert server.table().chairs == before.chairs
    assert server.message().id == message.id
    assert SAID in server.says()
    actor = server.actor()
    card = actor.cards(enabled=True)[0]
    said = await actor.play(card)
    assert said.message.id == actor.hand().id
    assert card not in actor.cards()
    assert SAID not in server.says()
    for person in server.people[:4]:
        await person.open_hand()
    await server.until_round_ends()
    assert "The next round is dealt" in server.says()


async def test_slow_tables_were_all_drawn_at_a_restart(server: Server) -> None:
    """They are shown one after another over some minutes; a press shows its own table at once."""
    for _ in range(2):
        await server.alone(rules="cardcouch", pace="slow")
    due = server.table(2).due
    await server.restart()
    await server.rest()
    assert server.table(2).due == due
    slow = "The bot was restarted. Nothing is lost: the table goes on."
    assert slow not in server.says(1)
    await server.env.advance_time(1)
    assert slow in server.says(1)
    assert slow not in server.says(2)
    before = server.says(2)
    await server.turn(2)
    assert server.says(2) != before


async def test_a_whole_game_over_many_restarts(server: Server, tmp_path: Path) -> None:
    """With a restart in every trick, the game comes to its end as without."""
    await server.four(rules="hero_partners", target=50)
    acted = 0
    while server.is_open():
        await server.step()
        acted += 1
        if acted % 5 == 0 and server.is_open():
            await server.restart()
            await server.rest()
            for person in server.people[:4]:
                await person.open_hand()
    assert "won" in text_of(server.last)


async def test_clocks_are_full_after_a_restart(server: Server) -> None:
    """No time is lost to anyone: the turn begins anew, with all of its 15 s."""
    await server.four(rules="hero_solo")
    await server.bidding()
    await server.env.advance_time(12)
    actor = server.actor()
    await server.restart()
    await server.env.advance_time(12)
    assert server.actor() is actor
    await server.env.advance_time(4)
    assert server.actor() is not actor


async def test_a_lobby_goes_on_after_a_restart(server: Server, ada: Player, ben: Player) -> None:
    """Its buttons work, whoever had sat down sits there."""
    await server.lobby(ben)
    lobby = server.message()
    await server.restart()
    await server.rest()
    await server.people[2].press(lobby, label="3 sit here")
    assert [person.name for person in server.table().people] == ["Ada", "Ben", "Chidi"]
    await ada.press(lobby, label="Start")
    assert server.table().status is Status.PLAYING


async def test_between_two_rounds(server: Server) -> None:
    """A restart between two rounds deals the next one, after the full pause."""
    await server.four(rules="cardcouch")
    await server.until_round_ends()
    await server.restart()
    await server.env.advance_time(server.between_rounds - 1)
    assert "round 1" in server.says()
    await server.env.advance_time(2)
    assert "Table 1, round 2" in server.says()


async def test_computers_go_on_after_a_restart(server: Server, ada: Player, tmp_path: Path) -> None:
    """A computer player whose turn it was acts in the next process."""
    await server.alone(rules="cardcouch", target=50)
    await server.turn()
    await crash(server, tmp_path)
    assert server.actor() is ada
    await server.play_out()
    assert "won" in text_of(server.last)


async def test_a_person_who_was_away_is_still_away(server: Server, ada: Player) -> None:
    """The seat is held by the computer player until its person is back, in the next process too."""
    await server.four(rules="hero_solo")
    await server.bidding()
    for _ in range(8):
        await server.env.advance_time(16)
    await server.restart()
    await server.rest()
    assert server.table().status is Status.PAUSED
    said = await ada.press(ada.hand(), label="I'm back")
    assert "Your hand" in said.text
    assert server.table().status is Status.PLAYING


async def test_a_message_deleted_while_the_bot_was_away(server: Server) -> None:
    """The first look at it finds it gone, and a fresh one is posted."""
    await server.four(rules="cardcouch")
    old = server.message()
    await server.env.bot.close()
    server.env.backend.delete_message(server.channel.id, old.id)
    await server.replace_bot(server.build())
    await server.rest()
    assert server.message().id > old.id
    assert SAID in server.says()


async def test_a_channel_deleted_while_the_bot_was_away(server: Server, ada: Player) -> None:
    """The table is parked at the first attempt to show it."""
    await server.four(rules="cardcouch")
    lounge = server.guild.create_text_channel("lounge")
    await server.env.bot.close()
    server.env.backend.delete_channel(server.channel.id)
    await server.replace_bot(server.build())
    await server.rest()
    assert server.table().status is Status.PARKED
    assert (await ada.slash("resume", lounge)).text == "Table 1 goes on here."


async def test_what_was_played_is_remembered(server: Server, ada: Player) -> None:
    """Statistics and the leaderboard are the same after a restart."""
    await server.alone(rules="hero_partners", target=50)
    await server.play_out()
    before = [(await ada.slash(each)).text for each in ("stats", "leaderboard")]
    await server.restart()
    assert [(await ada.slash(each)).text for each in ("stats", "leaderboard")] == before
