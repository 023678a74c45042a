"""The log of whole games, at its most talkative, shows no card and no secret."""

import re
import signal
import sqlite3
from contextlib import closing

import pytest

from tests.loopback.api import LoopbackDiscord, gateway_error, reset
from tests.process.community import Community
from tests.process.group import SOON
from tests.process.host import Host

CARD = re.compile(r"\b(?:(?:10|[2-9TJQKA])[SHDC]|[BL]J)+\b|[\u2660-\u2667]|CardSet?\(")


QUICK_GAMES = (("cardcouch", 1), ("hero_partners", 1), ("hero_solo", 2))
"""Computer players do most of it, so that games end soon."""


def secrets_of(community: Community) -> list[str]:
    """Give every way in which a secret of the tables could be written."""
    with closing(sqlite3.connect(community.host.database)) as connection:
        found = [row[0] for row in connection.execute("SELECT secret FROM tables")]
    assert found
    return [text for secret in found for text in (secret.hex(), secret.hex().upper(), repr(secret))]


@pytest.mark.parametrize("log_format", ["console", "json"])
async def test_the_log_of_whole_games(host: Host, log_format: str) -> None:
    """Neither cards nor secrets nor tokens, whatever goes wrong meanwhile."""
    community, discord = Community.gathered(host, log_format, QUICK_GAMES), host.discord
    settings = {"LOG_LEVEL": "DEBUG", "LOG_FORMAT": log_format, "PYTHONASYNCIODEBUG": "1"}
    process = await community.host.start(settings)
    async with community.playing():
        await _until_finished(community, 2)
        community.ground.gives_up_after = 0.5
        for method, pattern in (("PATCH", "/channels/**"), ("POST", "/interactions/**")):
            discord.faults.next(method, pattern, reset())
            discord.faults.next(method, pattern, gateway_error(503))
        await discord.until(lambda: not discord.faults.pending, SOON)
        await community.until_done(20)
    await process.terminate()
    output = process.output
    assert process.exit_code == 0
    assert len(output.splitlines()) > 20, "the log says nothing, so it proves nothing"
    assert CARD.findall(output) == []
    for secret in [*secrets_of(community), discord.token, *_tokens(discord, community)]:
        assert secret not in output


async def _until_finished(community: Community, games: int) -> None:
    """Wait until so many games have been played to their end."""

    def finished() -> bool:
        with closing(sqlite3.connect(community.host.database)) as connection:
            [(count,)] = connection.execute("SELECT count(*) FROM results")
        return bool(count >= games)

    await community.ground.discord.until(finished, 4 * SOON, f"{games} finished games")


def _tokens(discord: LoopbackDiscord, community: Community) -> list[str]:
    return [deed.result.token for deed in community.ground.diary.deeds]


async def test_the_log_of_a_restart(community: Community) -> None:
    """Bringing games back and saying so shows no card either."""
    process = await community.host.start({"LOG_LEVEL": "DEBUG"})
    async with community.playing():
        await community.until_done(60)
        community.ground.open = False
        await process.kill()
    assert process.exit_code == -signal.SIGKILL
    process = await community.host.start({"LOG_LEVEL": "DEBUG"})
    await community.settle()
    await process.terminate()
    assert CARD.findall(process.output) == []
    assert not any(secret in process.output for secret in secrets_of(community))
