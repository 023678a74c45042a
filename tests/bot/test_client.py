"""The Discord client, as it is made."""

import logging

import discord
import pytest

from bot import app
from bot.settings import Settings


async def test_voice_was_warned_of(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Libraries for speaking are missing on purpose, so nobody is warned that they are."""
    monkeypatch.setattr(discord.VoiceClient, "warn_nacl", True)
    monkeypatch.setattr(discord.VoiceClient, "warn_dave", True)
    with caplog.at_level(logging.DEBUG, "discord"):
        bot = app.build(Settings(_env_file=None))
    await bot.close()
    assert [record for record in caplog.records if "voice" in record.getMessage()] == []
