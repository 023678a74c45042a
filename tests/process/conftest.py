"""A loopback Discord, a host that runs the bot on it, and people who play there."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.loopback.api import BotProcess, LoopbackDiscord
from tests.process.community import Community
from tests.process.host import Host, check_output


@pytest.fixture
async def discord() -> AsyncIterator[LoopbackDiscord]:
    """A Discord; at the end it must have received nothing that the real one would refuse."""
    async with LoopbackDiscord() as server:
        yield server
        assert server.violations == []


@pytest.fixture
def host(discord: LoopbackDiscord, tmp_path: Path) -> Host:
    """Runs bots on a separate database."""
    return Host(discord, tmp_path)


@pytest.fixture
def community(host: Host, request: pytest.FixtureRequest) -> Community:
    """Groups of people who play; what they choose follows from the test's name."""
    return Community.gathered(host, request.node.nodeid)


@pytest.fixture
async def bot(community: Community) -> AsyncIterator[BotProcess]:
    """A running bot, which must stop in order and log no error."""
    async with await community.host.start() as process:
        yield process
        assert await process.terminate() == 0
        check_output(process)
