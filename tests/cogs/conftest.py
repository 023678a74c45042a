"""The club with the real bot in it; what was sent during each test is looked through at its end."""

import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.app import Pacing
from tests.cogs import audit
from tests.cogs.club import NO_WAITING, Club
from tests.cogs.player import Player


@pytest.fixture
def settings() -> dict[str, Any]:
    """Give what the operator has set; a test sets something else by parametrizing this."""
    return {}


@pytest.fixture
def pacing() -> Pacing:
    """Give how long messages wait, which is not at all; a test says otherwise in the same way."""
    return NO_WAITING


@pytest.fixture
async def club(
    tmp_path: Path, settings: dict[str, Any], pacing: Pacing, caplog: pytest.LogCaptureFixture
) -> AsyncIterator[Club]:
    """Give a club whose bot runs; at the end, everything that the bot sent is looked through."""
    caplog.set_level(logging.INFO)
    for name in ("bot", "cogs", "data", "engine"):
        caplog.set_level(logging.DEBUG, name)
    club = Club(tmp_path / "spades.sqlite", settings, pacing)
    await club.start()
    yield club
    await club.stop()
    assert club.problems() == []
    assert list(audit.cards_in_log(caplog.get_records("call"))) == []


@pytest.fixture
def ada(club: Club) -> Player:
    """Give the person who opens tables."""
    return club.people[0]


@pytest.fixture
def ben(club: Club) -> Player:
    """Give a second person."""
    return club.people[1]


@pytest.fixture
def chidi(club: Club) -> Player:
    """Give a third person."""
    return club.people[2]


@pytest.fixture
def dana(club: Club) -> Player:
    """Give a fourth person."""
    return club.people[3]


@pytest.fixture
def eve(club: Club) -> Player:
    """Give someone who watches."""
    return club.people[4]
