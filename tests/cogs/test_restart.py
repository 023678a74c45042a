"""The bot stops and starts again, in good order or not: every table goes on where it stood."""

import shutil
from pathlib import Path

import pytest

from bot.client import SpadesBot
from bot.tables.model import Status
from tests.cogs.club import Club
from tests.cogs.player import Player
from tests.cogs.reading import text_of

SAID = "The bot was restarted. Nothing is lost: the table goes on, with full time on the clock."


async def crash(club: Club, folder: Path) -> None:
    """End the bot without warning, and start the next one on the files as they lie there."""
    old = await left_behind(club, folder)
    await club.rest()
    await old.close()


async def left_behind(club: Club, folder: Path) -> SpadesBot:
    """Start the next bot beside one that is dead to Discord, which is given to be closed later.

    The files are copied at that moment, as a kill would leave them; the old process keeps its own.
    """
    left = folder / "left"
    left.mkdir()
    for name in (club.path.name, f"{club.path.name}-wal"):
        if (club.path.parent / name).exists():
            shutil.copy(club.path.parent / name, left / name)
    old = club.bot
    club.path = left / club.path.name
    await club.replace_bot(club.build())
    return old


@pytest.mark.parametrize("unclean", [False, True])
async def test_a_game_goes_on_after_a_restart(club: Club, tmp_path: Path, unclean: bool) -> None:
    """The table stands where it stood, its message says so, and every old button works."""
    await club.four(rules="cardcouch")
    await club.bidding()
    for _ in range(6):
        await club.turn()
    before, message = club.table(), club.message()
    if unclean:
        await crash(club, tmp_path)
    else:
        await club.restart()
        await club.rest()
    assert club.table().game == before.game
    assert club.table().chairs == before.chairs
    assert club.message().id == message.id
    assert SAID in club.says()
    actor = club.actor()
    card = actor.cards(enabled=True)[0]
    said = await actor.play(card)
    assert said.message.id == actor.hand().id
    assert card not in actor.cards()
    assert SAID not in club.says()
    for person in club.people[:4]:
        await person.open_hand()
    await club.until_round_ends()
    assert "The next round is dealt" in club.says()


async def test_a_whole_game_over_many_restarts(club: Club, tmp_path: Path) -> None:
    """With a restart in every trick, the game comes to its end as without."""
    await club.four(rules="hero_partners", target=50)
    acted = 0
    while club.is_open():
        await club.step()
        acted += 1
        if acted % 5 == 0 and club.is_open():
            await club.restart()
            await club.rest()
            for person in club.people[:4]:
                await person.open_hand()
    assert "won" in text_of(club.last)


async def test_clocks_are_full_after_a_restart(club: Club) -> None:
    """No time is lost to anyone: the turn begins anew, with all of its 15 s."""
    await club.four(rules="hero_solo")
    await club.bidding()
    await club.env.advance_time(12)
    actor = club.actor()
    await club.restart()
    await club.env.advance_time(12)
    assert club.actor() is actor
    await club.env.advance_time(4)
    assert club.actor() is not actor


async def test_a_lobby_goes_on_after_a_restart(club: Club, ada: Player, ben: Player) -> None:
    """Its buttons work, whoever had sat down sits there."""
    await club.lobby(ben)
    lobby = club.message()
    await club.restart()
    await club.rest()
    await club.people[2].press(lobby, label="3 sit here")
    assert [person.name for person in club.table().people] == ["Ada", "Ben", "Chidi"]
    await ada.press(lobby, label="Start")
    assert club.table().status is Status.PLAYING


async def test_between_two_rounds(club: Club) -> None:
    """A restart between two rounds deals the next one, after the full pause."""
    await club.four(rules="cardcouch")
    await club.until_round_ends()
    await club.restart()
    await club.env.advance_time(club.between_rounds - 1)
    assert "round 1" in club.says()
    await club.env.advance_time(2)
    assert "Table 1, round 2" in club.says()


async def test_computers_go_on_after_a_restart(club: Club, ada: Player, tmp_path: Path) -> None:
    """A computer player whose turn it was acts in the next process."""
    await club.alone(rules="cardcouch", target=50)
    await club.turn()
    await crash(club, tmp_path)
    assert club.actor() is ada
    await club.play_out()
    assert "won" in text_of(club.last)


async def test_a_person_who_was_away_is_still_away(club: Club, ada: Player) -> None:
    """The seat is held by the computer player until its person is back, in the next process too."""
    await club.four(rules="hero_solo")
    await club.bidding()
    for _ in range(8):
        await club.env.advance_time(16)
    await club.restart()
    await club.rest()
    assert club.table().status is Status.PAUSED
    said = await ada.press(ada.hand(), label="I'm back")
    assert "Your hand" in said.text
    assert club.table().status is Status.PLAYING


async def test_a_message_deleted_while_the_bot_was_away(club: Club) -> None:
    """The first look at it finds it gone, and a fresh one is posted."""
    await club.four(rules="cardcouch")
    old = club.message()
    await club.env.bot.close()
    club.env.backend.delete_message(club.channel.id, old.id)
    await club.replace_bot(club.build())
    await club.rest()
    assert club.message().id > old.id
    assert SAID in club.says()


async def test_a_channel_deleted_while_the_bot_was_away(club: Club, ada: Player) -> None:
    """The table is parked at the first attempt to show it."""
    await club.four(rules="cardcouch")
    lounge = club.guild.create_text_channel("lounge")
    await club.env.bot.close()
    club.env.backend.delete_channel(club.channel.id)
    await club.replace_bot(club.build())
    await club.rest()
    assert club.table().status is Status.PARKED
    assert (await ada.slash("resume", lounge)).text == "Table 1 goes on here."


async def test_what_was_played_is_remembered(club: Club, ada: Player) -> None:
    """Statistics and the leaderboard are the same after a restart."""
    await club.alone(rules="hero_partners", target=50)
    await club.play_out()
    before = [(await ada.slash(each)).text for each in ("stats", "leaderboard")]
    await club.restart()
    assert [(await ada.slash(each)).text for each in ("stats", "leaderboard")] == before
