"""Every test of the tables runs on a loop whose time is virtual, with a harness of its own."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping

import pytest

from tests.tables.harness import Harness
from tests.tables.virtual import VirtualLoop


def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Let no test of this folder wait for a timer."""
    return {"virtual": VirtualLoop}


@pytest.fixture
async def harness() -> AsyncIterator[Harness]:
    """Give tables over fakes; at the end, nothing of theirs may be left running."""
    harness = Harness()
    yield harness
    await harness.close()
