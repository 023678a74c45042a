"""Whatever Discord answers, nothing is lost, presses are answered, and the messages catch up."""

import random
from functools import partial
from statistics import median
from typing import Final

import pytest

from tests.loopback.api import (
    BotProcess,
    Fault,
    LoopbackDiscord,
    error,
    gateway_error,
    rate_limited,
    reset,
)
from tests.process.books import read_books
from tests.process.community import Community
from tests.process.group import SOON, Group

CALLBACK: Final = "/interactions/*/*/callback"
MESSAGES: Final = "/channels/*/messages"
MESSAGE: Final = "/channels/*/messages/*"

WITHOUT_CLOCKS: Final = (("cardcouch", 4), ("one_page", 4), ("cardcouch", 2), ("one_page", 1))

STORM: Final[tuple[Fault, ...]] = (
    error(500),
    gateway_error(502),
    error(503),
    error(503).after_effect(),
    reset(),
    reset().after_effect(),
    rate_limited(0.2),
)


async def _meet(discord: LoopbackDiscord, method: str, pattern: str, fault: Fault) -> None:
    """Wait until a request has met a fault."""
    planned = discord.faults.next(method, pattern, fault)
    await discord.until(lambda: planned.hits, SOON, "a request")


@pytest.mark.parametrize("refusal", [error(404, 10062), error(400, 40060)])
async def test_an_answer_that_is_refused(
    community: Community, bot: BotProcess, refusal: Fault
) -> None:
    """A card whose answer Discord refuses is played all the same, and no error is logged."""
    async with community.playing():
        await community.until_done(40)
    group, person, hand, offer = await community.someone_to_act()
    community.ground.gives_up_after = 0.5
    community.host.discord.faults.next("POST", CALLBACK, refusal, times=2)
    deed = await group.press(person, hand, offer.custom_id, offer=offer)
    community.host.discord.faults.cancel()
    assert not deed.result.answered
    await community.settle()
    assert deed.command_id in read_books(community.host.database).by_command
    await community.check()


async def test_limits_of_edits(community: Community, bot: BotProcess) -> None:
    """Where edits have to wait, presses do not, and the newest state is shown in the end."""
    discord = community.host.discord
    discord.limits.set("PATCH", MESSAGE, 1, 1.0)
    discord.limits.set("PATCH", "/webhooks/**", 1, 1.0)
    async with community.playing():
        await community.until_done(100)
    answered = [deed.result.latency or 0.0 for deed in community.ground.diary.deeds if deed.done]
    assert median(answered) < 0.5, "answers waited for edits"
    await community.settle()
    await community.check()


@pytest.mark.parametrize("limit", [rate_limited(0.3), rate_limited(0.3, everywhere=True)])
async def test_edits_that_are_put_off(community: Community, bot: BotProcess, limit: Fault) -> None:
    """After a 429 the edit comes later, of this channel alone or of everything."""
    discord = community.host.discord
    async with community.playing():
        for _ in range(5):
            await community.until_done(8)
            await _meet(discord, "PATCH", MESSAGE, limit)
    await community.settle()
    await community.check()


@pytest.mark.parametrize("fault", [gateway_error(502), gateway_error(500), error(503), reset()])
async def test_a_message_of_which_nothing_is_heard(
    community: Community, bot: BotProcess, fault: Fault
) -> None:
    """A round's message that was sent while the answer got lost is taken over when it is resent."""
    discord = community.host.discord
    async with community.playing():
        posted = [discord.faults.next("POST", MESSAGES, fault.after_effect()) for _ in range(2)]
        await discord.until(lambda: all(each.hits for each in posted), 2 * SOON)
        await community.until_done(20)
    await community.settle()
    await community.check()


@pytest.mark.parametrize("fault", [gateway_error(502), error(503), reset()])
async def test_a_lobby_of_which_nothing_is_heard(
    community: Community, bot: BotProcess, fault: Fault
) -> None:
    """A lobby whose answer got lost stands once, is found, and the game that follows goes on."""
    discord = community.host.discord
    community.ground.gives_up_after = 3.0
    discord.faults.next("POST", CALLBACK, fault.after_effect(), times=len(community.groups))
    async with community.playing():
        await discord.until(lambda: not discord.faults.pending, SOON)
        await community.until_done(20)
    await community.settle()
    await community.check()


async def test_a_message_that_somebody_deletes(community: Community, bot: BotProcess) -> None:
    """A table's message comes back with the next card, however often in one round it is deleted."""
    discord = community.host.discord
    async with community.playing():
        await community.until_done(40)
    for _ in range(3):
        group, person, hand, offer = await community.someone_to_act()
        before = group.table_message()
        assert before is not None
        discord.delete_message(before[0])
        await group.press(person, hand, offer.custom_id, offer=offer)
        await discord.until(partial(_stands, group, before[1:]), SOON, "the message")
    await community.settle()
    await community.check()


def _stands(group: Group, what: tuple[str, int]) -> bool:
    found = group.table_message()
    return found is not None and found[1:] == what


async def test_a_storm(community: Community, bot: BotProcess) -> None:
    """Through a storm of errors people play on, pressing again; after it everything is shown."""
    discord, chance = community.host.discord, random.Random(9)
    # Without clocks, for a storm can take longer than a turn.
    community = Community.gathered(community.host, "storm", WITHOUT_CLOCKS)
    async with community.playing():
        await community.until_done(20)
        community.ground.gives_up_after = 0.3
        for _ in range(40):
            await _meet(discord, "*", "/**", chance.choice(STORM))
        discord.faults.cancel()
        await community.until_done(20)
    await community.settle()
    await community.check()
