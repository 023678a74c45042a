"""A gateway that drops, repeats, mixes up and delays: games go on, each press has one effect."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from functools import partial

import pytest

from tests.loopback.api import BotProcess, Delivery, LoopbackDiscord
from tests.process.books import read_books
from tests.process.community import Community
from tests.process.faces import face
from tests.process.group import SOON

Trouble = Callable[[LoopbackDiscord], Awaitable[None]]


async def _drop(discord: LoopbackDiscord) -> None:
    discord.gateway.drop()


async def _ask_to_reconnect(discord: LoopbackDiscord) -> None:
    discord.gateway.reconnect()


async def _close(discord: LoopbackDiscord) -> None:
    await discord.gateway.close(4000)


async def _suspend(discord: LoopbackDiscord) -> None:
    discord.gateway.invalidate(resumable=True)


def _has_resumed(discord: LoopbackDiscord, times: int) -> bool:
    return discord.gateway.resumed >= times


@pytest.mark.parametrize("trouble", [_drop, _ask_to_reconnect, _close, _suspend])
async def test_the_game_goes_on_after_a_resume(
    community: Community, bot: BotProcess, trouble: Trouble
) -> None:
    """What was missed arrives by RESUME, once; nobody has to press again, nothing is done twice."""
    discord = community.host.discord
    async with community.playing():
        for number in range(1, 4):
            await community.until_done(15)
            await trouble(discord)
            await discord.until(partial(_has_resumed, discord, number), SOON, "a RESUME")
        await community.until_done(15)
    assert discord.gateway.identified == 1
    assert [str(deed) for deed in community.ground.diary.deeds if deed.in_flight] == []
    await community.settle()
    await community.check()


async def test_the_game_goes_on_in_a_new_session(community: Community, bot: BotProcess) -> None:
    """A session that cannot be resumed is replaced; what was pressed meanwhile is pressed again."""
    discord = community.host.discord
    async with community.playing():
        await community.until_done(20)
        community.ground.gives_up_after = 0.5
        discord.gateway.invalidate(resumable=False)
        await discord.until(lambda: discord.gateway.identified == 2, SOON, "another IDENTIFY")
        await community.until_done(20)
    await community.settle()
    await community.check()


async def test_doubled_and_reordered_presses(community: Community, bot: BotProcess) -> None:
    """Events that come twice and in any order have one effect each, or none where too late."""
    discord, chance = community.host.discord, random.Random(5)
    async with community.playing():
        await community.until_done(20)
        for _ in range(8):
            with discord.hold() as held:
                await discord.until(lambda: len(held) >= 4, SOON, "presses")
                held.extend(held[:2])
                chance.shuffle(held)
            await asyncio.sleep(0)
            await community.until_done(5)
    await community.settle()
    await community.check()


async def test_a_press_that_comes_too_late_to_be_answered(
    community: Community, bot: BotProcess
) -> None:
    """A card played by a press that Discord has given up on is played all the same."""
    async with community.playing():
        await community.until_done(40)
    _, person, hand, offer = await community.someone_to_act()
    late = Delivery(age=3.5, within=SOON)
    pressed = await community.host.discord.press(person, hand, offer.custom_id, delivery=late)
    assert [attempt.code for attempt in pressed.attempts] == [10062]
    await community.settle()
    [entry] = read_books(community.host.database).by_command[str(pressed.id)]
    assert entry.line == offer.line


async def test_a_press_that_comes_again_much_later(community: Community, bot: BotProcess) -> None:
    """The same event once more, after its answer, changes neither the game nor the hand."""
    async with community.playing():
        await community.until_done(40)
    group, person, hand, offer = await community.someone_to_act()
    deed = await group.press(person, hand, offer.custom_id, offer=offer)
    assert deed.done
    await community.settle()
    seen, books = face(hand), read_books(community.host.database)
    community.host.discord.redeliver(deed.result)
    await community.settle()
    assert face(hand) == seen
    assert read_books(community.host.database).log == books.log
    await community.check()
