"""The container starts as an unprivileged user, keeps its tables, and tells whether it is well."""

import os
import signal
import sqlite3
import time
from contextlib import closing

import pytest

from bot.heartbeat import SECONDS_ALIVE, SECONDS_BETWEEN, check_alive, heartbeat_of
from bot.startup import ExitCode, StartupError
from tests.loopback.api import LoopbackDiscord
from tests.process.container import USER, Container, laid_out
from tests.process.group import SOON
from tests.process.host import check_output


def tables(container: Container) -> int:
    """Count the tables in the volume."""
    with closing(sqlite3.connect(container.database)) as connection:
        [(count,)] = connection.execute("SELECT count(*) FROM tables")
    return int(count)


async def test_the_container_did_not_start_and_would_have_kept_nothing(
    discord: LoopbackDiscord,
) -> None:
    """The image's command runs in its layout, is healthy, and a second container goes on."""
    guild = discord.add_guild()
    channel, person = discord.add_channel(guild), discord.add_user("Ann")
    with laid_out(discord) as container:
        before = sorted(container.app.rglob("*"))
        async with await container.start() as bot:
            await bot.ready(SOON)
            assert await container.health() == (ExitCode.OK, "The bot is running.")
            await discord.slash(person, channel, "spades new")
            await discord.idle(quiet=1.0, within=SOON)
            assert await bot.terminate(SOON) == 0
            check_output(bot)
        assert tables(container) == 1
        assert sorted(container.app.rglob("*")) == before, "it wrote outside of the volume"
        if os.getuid() == 0:
            assert container.database.stat().st_uid == USER
        async with await container.start() as bot:
            await bot.ready(SOON)
            await discord.idle(quiet=1.0, within=SOON)
            assert tables(container) == 1
            assert await bot.terminate(SOON) == 0


async def test_a_volume_of_somebody_else_is_told(discord: LoopbackDiscord) -> None:
    """A folder that the user may not write to ends the start with one sentence and its code."""
    with laid_out(discord, volume_is_ours=False) as container:
        async with await container.start() as bot:
            assert await bot.wait(SOON) == ExitCode.DATABASE_READ_ONLY
        *log, sentence = bot.output.strip().splitlines()
        assert all(line.startswith('{"') and "exception" not in line for line in log)
        assert sentence.startswith(f"The database {container.database} is read-only. ")
        code, said = await container.health()
        assert (code, said.count("\n")) == (ExitCode.NOT_ALIVE, 0)


async def test_a_hung_bot_is_told_from_one_that_works(discord: LoopbackDiscord) -> None:
    """A stopped process gives no sign of life; when it goes on, it is healthy again."""
    with laid_out(discord) as container:
        async with await container.start() as bot:
            await bot.ready(SOON)
            heartbeat = heartbeat_of(container.database)
            os.kill(bot.pid, signal.SIGSTOP)
            last = heartbeat.read_text()
            with pytest.raises(StartupError):
                check_alive(container.database, float(last) + SECONDS_ALIVE + 1)
            heartbeat.write_text(f"{time.monotonic() - SECONDS_ALIVE - 1}\n")
            code, said = await container.health()
            assert code == ExitCode.NOT_ALIVE
            assert said.endswith("for more than 30 seconds. Restart it.")
            os.kill(bot.pid, signal.SIGCONT)
            await discord.until(
                lambda: float(heartbeat.read_text()) > float(last), SOON + SECONDS_BETWEEN
            )
            assert (await container.health())[0] == ExitCode.OK
            assert await bot.terminate(SOON) == 0
