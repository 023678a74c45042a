"""Several processes on one database, of which each serves a share of the servers."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

import pytest

from tests.data.cluster import Cluster
from tests.loopback.api import BotProcess, LoopbackDiscord
from tests.loopback.model import Channel, User
from tests.loopback.results import InteractionResult
from tests.process.faces import face
from tests.process.group import SOON
from tests.process.host import Host, check_output
from tests.process.test_shards import SHARDS, place_in

ANSWER_SECONDS = 3.0
"""Seconds after which Discord takes no answer."""


@pytest.fixture
async def settings(cluster: Cluster, discord: LoopbackDiscord) -> dict[str, str]:
    """Give what the operator sets for each of two processes."""
    discord.gateway.sharding.recommended = SHARDS
    discord.gateway.sharding.max_concurrency = SHARDS
    url = (await cluster.new()).set(drivername="postgresql")
    return {
        "DATABASE_URL": url.render_as_string(hide_password=False),
        "SHARD_COUNT": str(SHARDS),
        "PROCESS_COUNT": "2",
        "LEASE_SECONDS": "3",
    }


@pytest.fixture
def places(discord: LoopbackDiscord) -> list[Channel]:
    """A channel in a server of each shard."""
    return [place_in(discord, shard) for shard in range(SHARDS)]


@pytest.fixture
def person(discord: LoopbackDiscord) -> User:
    """Someone who plays."""
    return discord.add_user("Ada")


def served(discord: LoopbackDiscord, *processes: BotProcess) -> set[int]:
    """Give the shards of which these processes have sessions."""
    runs = {each.run for each in processes}
    return {each.shard[0] for each in discord.gateway.live if each.run in runs}


def answers(result: InteractionResult) -> list[tuple[str, int]]:
    """List who has answered, and Discord's code for it."""
    return [(each.run, each.code) for each in result.attempts]


def has_begun(process: BotProcess) -> bool:
    """Say whether a process has begun to log in."""
    return "logging in" in process.output


@asynccontextmanager
async def both(
    host: Host, discord: LoopbackDiscord, settings: dict[str, str]
) -> AsyncIterator[tuple[BotProcess, BotProcess]]:
    """Run two processes, each of which serves one of two shards."""
    async with AsyncExitStack() as stack:
        first = await stack.enter_async_context(await host.start(settings))
        second = await stack.enter_async_context(await host.begin(settings))
        await discord.until(lambda: served(discord, second), SOON, "a share of the second")
        await discord.until(
            lambda: len(discord.gateway.live) == SHARDS, SOON, "one session of each shard"
        )
        yield first, second


async def test_each_serves_its_share(
    host: Host,
    discord: LoopbackDiscord,
    settings: dict[str, str],
    places: list[Channel],
    person: User,
) -> None:
    """Each shard is served by one process, which alone answers and shows its tables."""
    async with both(host, discord, settings) as (first, second):
        assert len(served(discord, first)) == len(served(discord, second)) == 1
        runs = set()
        for channel in places:
            opened = await discord.slash(person, channel, "spades new")
            [(run, code)] = answers(opened)
            assert code == 0
            runs.add(run)
        assert runs == {first.run, second.run}
        await discord.idle()
        for process in (first, second):
            assert await process.terminate() == 0
            check_output(process)


class Presser:
    """Presses a button of a lobby, again and again, and notes what became of it."""

    def __init__(self, discord: LoopbackDiscord, person: User, place: Channel) -> None:
        self._discord = discord
        self._person = person
        self._place = place
        self.results: list[InteractionResult] = []

    async def press(self) -> None:
        """Look at the rules, which changes nothing and is answered by who serves the table."""
        lobby = self._discord.messages(self._place)[-1]
        button = next(each for each in lobby.custom_ids if each.startswith("s:rules:"))
        self.results.append(await self._discord.press(self._person, lobby, button))

    async def until(self, end: asyncio.Event) -> None:
        """Press ten times a second."""
        pressing = []
        while not end.is_set():
            pressing.append(asyncio.create_task(self.press()))
            await asyncio.sleep(0.1)
        await asyncio.gather(*pressing)


async def test_a_rolling_restart_loses_no_press(
    host: Host,
    discord: LoopbackDiscord,
    settings: dict[str, str],
    places: list[Channel],
    person: User,
) -> None:
    """While each process is replaced by another, every press is answered once and in time."""
    async with both(host, discord, settings) as olds, AsyncExitStack() as stack:
        for channel in places:
            assert (await discord.slash(person, channel, "spades new")).answered
        pressers = [Presser(discord, person, channel) for channel in places]
        end = asyncio.Event()
        pressing = asyncio.gather(*(each.until(end) for each in pressers))
        for old in olds:
            new = await stack.enter_async_context(await host.begin(settings))
            await discord.until(partial(has_begun, new), SOON, "a start")
            assert await old.terminate(30) == 0
            check_output(old)
        end.set()
        await pressing
    for presser in pressers:
        assert len(presser.results) > 10
        for result in presser.results:
            assert result.answered
            assert [code for _, code in answers(result)] == [0]
            assert result.latency is not None
            assert result.latency < ANSWER_SECONDS


async def test_a_killed_process_is_replaced(
    host: Host,
    discord: LoopbackDiscord,
    settings: dict[str, str],
    places: list[Channel],
    person: User,
) -> None:
    """After a kill another process serves the tables as soon as the lease has run out."""
    async with both(host, discord, settings) as (first, second):
        for channel in places:
            assert (await discord.slash(person, channel, "spades new")).answered
        await first.kill()
        killed = time.perf_counter()
        await discord.until(lambda: served(discord, second) == {0, 1}, SOON, "the other shard")
        for channel in places:
            await Presser(discord, person, channel).press()
        assert time.perf_counter() - killed < 15
        assert await second.terminate(30) == 0
        check_output(second)


def edits_of(discord: LoopbackDiscord, process: BotProcess) -> int:
    """Count what a process has sent to channels."""
    sent = discord.everything_sent()
    return sum(each.run == process.run and each.path.startswith("/channels/") for each in sent)


async def test_a_process_that_stood_still_sends_nothing(
    host: Host,
    discord: LoopbackDiscord,
    settings: dict[str, str],
    places: list[Channel],
    person: User,
) -> None:
    """A process that goes on after its lease has run out leaves its tables to who serves them."""
    async with both(host, discord, settings) as (first, second):
        for channel in places:
            opened = await discord.slash(person, channel, "spades new")
            assert opened.answered
        await discord.idle()
        os.kill(first.pid, signal.SIGSTOP)
        await discord.until(lambda: served(discord, second) == {0, 1}, SOON, "the other shard")
        sent = edits_of(discord, first)
        mine = next(each for each in discord.gateway.live if each.run == first.run)
        place = places[mine.shard[0]]
        lobby = discord.messages(place)[-1]
        add = next(each for each in lobby.custom_ids if each.startswith("s:add:"))
        pressed = await discord.press(person, lobby, add)
        assert [run for run, _ in answers(pressed)] == [second.run]
        os.kill(first.pid, signal.SIGCONT)
        pressed = await discord.press(person, discord.messages(place)[-1], add)
        await discord.idle()
        assert [run for run, _ in answers(pressed)] == [second.run]
        assert edits_of(discord, first) == sent
        assert len(discord.messages(place)) == 1
        for process in (second, first):
            assert await process.terminate(30) == 0


async def test_settings_are_the_same_everywhere(
    host: Host,
    discord: LoopbackDiscord,
    settings: dict[str, str],
    places: list[Channel],
    person: User,
) -> None:
    """What a person chooses in one server holds at once in one that another process serves."""
    async with both(host, discord, settings):
        here, there = places

        async def labels(channel: Channel) -> list[str]:
            panel = (await discord.slash(person, channel, "spades me")).message
            return [label for custom_id, label, _ in face(panel).buttons if "hints" in custom_id]

        before = await labels(there)
        panel = (await discord.slash(person, here, "spades me")).message
        hints = next(each for each in panel.custom_ids if "hints" in each)
        await discord.press(person, panel, hints)
        after = await labels(here)
        assert after != before
        async with asyncio.timeout(SOON):
            while await labels(there) != after:
                continue


async def test_a_shard_that_comes_back_finds_its_servers_again(
    host: Host,
    discord: LoopbackDiscord,
    settings: dict[str, str],
    places: list[Channel],
    person: User,
) -> None:
    """A process that has given a shard up, and takes it again, does not think its servers gone."""
    async with await host.start(settings) as first:
        await discord.until(lambda: served(discord, first) == {0, 1}, SOON, "both shards")
        for channel in places:
            assert (await discord.slash(person, channel, "spades new")).answered
        await discord.until(lambda: first.output.count("Shard ID") == SHARDS, SOON)
        # discord.py says that a session is complete two seconds after its last server.
        await discord.idle(quiet=2.5)
        async with await host.begin(settings) as second:
            await discord.until(lambda: len(served(discord, first)) == 1, SOON, "a handover")
            await second.kill()
        with discord.gateway.welcome.holding_ready():
            await discord.until(lambda: first.output.count("shard_taken") == 3, SOON, "a takeover")
            await discord.idle(quiet=1.0)
        await discord.until(lambda: served(discord, first) == {0, 1}, SOON, "both shards")
        for channel in places:
            [lobby] = discord.messages(channel)
            await discord.press(person, lobby, f"s:add:{places.index(channel) + 1}")
            await discord.idle()
            assert "Wren" in face(lobby).text
        assert await first.terminate(30) == 0
        check_output(first)
