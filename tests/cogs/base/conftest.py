"""What every screen stands on is tested on a loop whose time is virtual."""

import asyncio
from collections.abc import Callable, Mapping

import pytest

from tests.tables.virtual import VirtualLoop


def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Let no test of this folder wait for a timer."""
    return {"virtual": VirtualLoop}
