"""The clock of the tables, and how far Discord's time is from it."""

import time
from datetime import UTC, datetime, timedelta

import pytest

from bot.clock import DiscordTime, SteadyClock
from tests.tables.fakes import EPOCH, SettableClock


def test_the_clock_begins_at_the_time_of_the_computer() -> None:
    """A fresh clock tells the time that the computer tells."""
    before = datetime.now(UTC)
    now = SteadyClock().now()
    assert before - timedelta(milliseconds=1) <= now <= datetime.now(UTC) + timedelta(seconds=1)


def test_the_clock_counts_monotonic_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """From then on it moves by the monotonic clock alone."""
    clock, counted = SteadyClock(), time.monotonic()
    begun = clock.now()
    monkeypatch.setattr(time, "monotonic", lambda: counted + 60)
    monkeypatch.setattr(time, "time", lambda: 0.0)
    assert abs(clock.now() - begun - timedelta(seconds=60)) < timedelta(seconds=5)


def test_countdowns_follow_the_time_of_discord() -> None:
    """On a computer 20 minutes ahead a deadline is told by Discord's time after one answer."""
    clock = SettableClock()
    discord = DiscordTime(clock)
    assert discord.of(EPOCH) == EPOCH
    discord.heard(EPOCH - timedelta(minutes=20))
    assert discord.of(EPOCH) == EPOCH - timedelta(minutes=20)


def test_a_difference_of_the_network_is_not_told() -> None:
    """The seconds that answers take on their way, cut to whole ones, change no message."""
    clock = SettableClock()
    discord = DiscordTime(clock)
    for late in range(20):
        discord.heard(clock.now() - timedelta(milliseconds=200 * late))
    assert discord.of(EPOCH) == EPOCH
