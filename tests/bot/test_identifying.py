"""When sessions at the gateway may begin."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from bot.identifying import FEWEST_LEFT, TOGETHER, Identifying, Starts

LIMITS = {"total": 1000, "remaining": 500, "reset_after": 20, "max_concurrency": 2}


class Discord:
    """Answers what it is set to answer, and counts the questions."""

    def __init__(self, **limits: int) -> None:
        self.limits = LIMITS | limits
        self.asked = 0
        self.away = False

    async def ask(self) -> tuple[int, str, Mapping[str, Any]]:
        """Answer as `/gateway/bot`."""
        self.asked += 1
        if self.away:
            raise OSError
        return 3, "wss://gateway", self.limits


async def test_what_discord_says_is_used_for_a_moment() -> None:
    """Several sessions that begin together ask once."""
    discord = Discord()
    identifying = Identifying(discord.ask)
    starts = await asyncio.gather(*(identifying.starts() for _ in range(4)))
    assert starts == [Starts(3, 2, 500, 0.02)] * 4
    assert discord.asked == 1
    await identifying.starts(anew=True)
    assert discord.asked == 2


async def test_an_unreachable_discord_holds_nobody_up() -> None:
    """Without an answer one session begins after another, as ever."""
    discord = Discord()
    discord.away = True
    assert await Identifying(discord.ask).starts() == Starts()


async def test_each_session_is_counted() -> None:
    """What is left is counted down, also between two questions."""
    left: list[int] = []
    identifying = Identifying(Discord().ask, left.append)
    async with identifying.opening(0):
        await identifying.turn(0)
    assert left == [500, 499]


@pytest.mark.logs_errors
async def test_the_last_sessions_of_a_day_are_not_started(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With few sessions left, none begins before there are a thousand again; the log says so."""
    monkeypatch.setattr("bot.identifying.SECONDS_KNOWN", 0.01)
    discord = Discord(remaining=FEWEST_LEFT - 1)
    identifying = Identifying(discord.ask)

    async def begin() -> None:
        async with identifying.opening(0):
            return

    beginning = asyncio.create_task(begin())
    await asyncio.wait({beginning}, timeout=0.05)
    assert not beginning.done()
    assert "few_sessions_left" in caplog.text
    discord.limits["remaining"] = 1000
    async with asyncio.timeout(1):
        await beginning


async def test_a_few_sessions_of_a_bucket_open_at_a_time() -> None:
    """Further shards of one bucket open after those, and shards of another bucket meanwhile."""
    identifying = Identifying(Discord().ask)
    order: list[int] = []
    go_on = asyncio.Event()

    async def open_(shard: int) -> None:
        async with identifying.opening(shard):
            order.append(shard)
            if shard % 2 == 0:
                await go_on.wait()

    shards = (*range(0, 2 * TOGETHER + 2, 2), 1)
    opening = [asyncio.create_task(open_(shard)) for shard in shards]
    await opening[-1]
    assert order == [*shards[:TOGETHER], 1]
    go_on.set()
    await asyncio.gather(*opening)
    assert order[-1] == shards[TOGETHER]


async def test_the_turns_of_all_processes_are_kept() -> None:
    """A session waits for its turn among those of other processes, with Discord's concurrency."""
    turns: list[tuple[int, int]] = []

    async def turn(shard: int, together: int) -> None:
        turns.append((shard, together))

    identifying = Identifying(Discord().ask)
    identifying.take_turns(turn)
    async with identifying.opening(5):
        await identifying.turn(5)
    assert turns == [(5, 2)]
