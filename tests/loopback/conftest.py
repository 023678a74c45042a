"""A loopback Discord with a channel and people, and the sample bot connected to it."""

from collections.abc import AsyncIterator

import pytest

from tests.loopback.driver import LoopbackDiscord
from tests.loopback.inprocess import running
from tests.loopback.model import Channel, User
from tests.loopback.sample_bot import SampleBot
from tests.loopback.schemas import VARIABLE, description


@pytest.fixture
async def loopback() -> AsyncIterator[LoopbackDiscord]:
    """An empty Discord; at the end every planned fault must have occurred."""
    async with LoopbackDiscord() as server:
        yield server
        assert server.faults.pending == []


@pytest.fixture
def channel(loopback: LoopbackDiscord) -> Channel:
    """A text channel of a server."""
    return loopback.add_channel(loopback.add_guild("Club"), "spades")


@pytest.fixture
def ana(loopback: LoopbackDiscord) -> User:
    """A person."""
    return loopback.add_user("Ana")


@pytest.fixture
def ben(loopback: LoopbackDiscord) -> User:
    """Another person."""
    return loopback.add_user("Ben")


@pytest.fixture
async def bot(loopback: LoopbackDiscord, channel: Channel) -> AsyncIterator[SampleBot]:
    """The sample bot, ready in that channel."""
    async with running(loopback, SampleBot()) as client:
        yield client


@pytest.fixture
def described(loopback: LoopbackDiscord) -> None:
    """Skip if Discord's API description, which is not part of this project, is missing."""
    if description() is None:
        pytest.skip(
            f"Discord's OpenAPI description is neither beside the project nor in {VARIABLE}"
        )
