"""The server with the real bot in it; at its end everything sent is looked through."""

import logging
import pickle
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from simcord import components, gateway
from simcord.http import router

from bot.app import Pacing
from tests.cogs import audit
from tests.cogs.player import Player
from tests.cogs.server import NO_WAITING, Server


def copied(value: Any) -> Any:  # noqa: ANN401 - what simcord copies is its own affair
    """Copy a value with all that is in it, in a tenth of the time of `copy.deepcopy`."""
    return pickle.loads(pickle.dumps(value, pickle.HIGHEST_PROTOCOL))  # noqa: S301 - our own


@pytest.fixture(scope="session", autouse=True)
def _quick_copies() -> Iterator[None]:
    """Let simcord copy payloads quickly: it does so several times a request."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(components, "deepcopy", copied)
        for module in (gateway, router):
            patch.setattr(module, "copy", SimpleNamespace(deepcopy=copied))
        yield


@pytest.fixture
def settings() -> dict[str, Any]:
    """Give what the operator has set; a test sets something else by parametrizing this."""
    return {}


@pytest.fixture
def pacing() -> Pacing:
    """Give how long messages wait, which is not at all; a test says otherwise in the same way."""
    return NO_WAITING


@pytest.fixture
async def server(
    tmp_path: Path,
    empty_database: Path,
    settings: dict[str, Any],
    pacing: Pacing,
    caplog: pytest.LogCaptureFixture,
) -> AsyncIterator[Server]:
    """Give a server whose bot runs; at the end, everything that the bot sent is looked through."""
    caplog.set_level(logging.INFO)
    for name in ("bot", "cogs", "data", "engine"):
        caplog.set_level(logging.DEBUG, name)
    path = tmp_path / "spades.sqlite"
    shutil.copyfile(empty_database, path)
    server = Server(path, settings, pacing)
    await server.start()
    yield server
    await server.stop()
    assert server.problems() == []
    assert list(audit.cards_in_log(caplog.get_records("call"))) == []


@pytest.fixture
def ada(server: Server) -> Player:
    """Give the person who opens tables."""
    return server.people[0]


@pytest.fixture
def ben(server: Server) -> Player:
    """Give a second person."""
    return server.people[1]


@pytest.fixture
def chidi(server: Server) -> Player:
    """Give a third person."""
    return server.people[2]


@pytest.fixture
def dana(server: Server) -> Player:
    """Give a fourth person."""
    return server.people[3]


@pytest.fixture
def eve(server: Server) -> Player:
    """Give someone who watches."""
    return server.people[4]
