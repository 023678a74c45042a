"""What docs/operations.md tells to do is done, word by word."""

import asyncio
import os
import re
import shlex
import shutil
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from textwrap import dedent

import pytest

from tests.data.cluster import REQUIRED, Cluster, required, running
from tests.loopback.api import Channel, LoopbackDiscord, User
from tests.process.group import SOON
from tests.process.host import HASTE, Host, check_output
from tests.project.checkout import ROOT

PAGE = ROOT / "docs" / "operations.md"
BLOCK = re.compile(r"^( *)```sh\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
WITHIN = 120.0
"""Seconds for one step: two processes wait for their turns to connect."""


def steps() -> list[str]:
    """Give the shell commands of the move to PostgreSQL, step by step."""
    text = PAGE.read_text(encoding="utf-8").partition("## Move to PostgreSQL\n")[2]
    section = text.partition("\n## ")[0]
    return [dedent(block) for _, block in BLOCK.findall(section)]


@pytest.fixture(scope="module", autouse=True)
def _curl() -> None:
    """Leave the test out where the page's own tool is missing."""
    if shutil.which("curl") is None and not os.environ.get(REQUIRED):
        pytest.skip("needs curl")


@pytest.fixture(scope="module")
def server() -> Iterator[tuple[Cluster, int]]:
    """Run a server that listens on localhost, as Debian's does."""
    programs = required()
    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        port: int = listening.getsockname()[1]
    with running(programs, {"listen_addresses": "localhost", "port": str(port)}) as cluster:
        yield cluster, port


class Shell:
    """A shell in a folder where `python -m bot` runs the bot on the loopback Discord."""

    def __init__(self, folder: Path, discord: LoopbackDiscord, server: tuple[Cluster, int]) -> None:
        """Make what the page takes for granted: a `.env`, programs, a server."""
        self._folder = folder
        tools = folder / "tools"
        tools.mkdir()
        python = tools / "python"
        launch = f"{shlex.quote(sys.executable)} -m tests.loopback.launch"
        python.write_text(f'#!/bin/sh\nshift 2\nexec {launch} "$@"\n')
        python.chmod(0o755)
        cluster, port = server
        programs = required()
        environment = discord.env(extra=HASTE)
        del environment["DISCORD_TOKEN"]
        self._environment = environment | {
            "PATH": f"{tools}:{programs}:{environment['PATH']}",
            "PYTHONPATH": str(ROOT),
            "PGHOST": str(cluster.folder),
            "PGPORT": str(port),
            "PGUSER": "postgres",
        }
        (folder / ".env").write_text(f"DISCORD_TOKEN={discord.token}\n")

    async def run(self, block: str) -> str:
        """Run one step; give what it has written.

        Raises:
            AssertionError: a command has failed.
        """
        written = self._folder / "written"
        with written.open("w") as output:
            process = await asyncio.create_subprocess_exec(
                "bash",
                "-euc",
                block,
                cwd=self._folder,
                env=self._environment,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
            async with asyncio.timeout(WITHIN):
                code = await process.wait()
        text = written.read_text()
        assert code == 0, f"{block}\n{text}\n{self.logs()}"
        return text

    def logs(self) -> str:
        """Give what the processes that were started have written."""
        return "\n".join(f"{each}:\n{each.read_text()}" for each in self._folder.glob("*.log"))

    def runs(self, name: str) -> bool:
        """Say whether the process of a name runs."""
        return Path(f"/proc/{self._pid(name)}/cmdline").exists()

    def end(self) -> None:
        """Kill what was started."""
        for file in self._folder.glob("*.pid"):
            with suppress(ProcessLookupError):
                os.kill(int(file.read_text()), signal.SIGKILL)

    def _pid(self, name: str) -> int:
        return int((self._folder / f"{name}.pid").read_text())


async def in_the_file(discord: LoopbackDiscord, folder: Path, place: Channel, host: User) -> None:
    """Open a table with the bot on its file, and stop the bot."""
    bot = await Host(discord, folder).start()
    assert (await discord.slash(host, place, "spades new", options={"computers": 3})).answered
    assert await bot.terminate() == 0
    check_output(bot)


async def pressed(discord: LoopbackDiscord, place: Channel, host: User, verb: str) -> None:
    """Press a button of the table's message, once it is there."""

    def custom_ids() -> list[str]:
        ids = [each for one in discord.messages(place) for each in one.custom_ids]
        return [each for each in ids if each.startswith(f"s:{verb}:")]

    await discord.until(custom_ids, SOON)
    [button] = custom_ids()
    [message] = [one for one in discord.messages(place) if button in one.custom_ids]
    assert (await discord.press(host, message, button)).answered


async def test_the_move_was_told_wrongly(
    discord: LoopbackDiscord, server: tuple[Cluster, int], tmp_path: Path
) -> None:
    """Whoever follows the page has moved a table to two processes, and replaced one of them."""
    place, host = discord.add_channel(discord.add_guild()), discord.add_user("Ann")
    shell = Shell(tmp_path, discord, server)
    made, copied, settings, started, replaced, saved = steps()
    try:
        await shell.run(made)
        await in_the_file(discord, tmp_path, place, host)
        assert "1 table," in await shell.run(copied)
        await shell.run(settings)
        assert await shell.run(started) == "ok\nok\n"
        await pressed(discord, place, host, "start")
        assert await shell.run(replaced) == "ok\n"
        await discord.until(lambda: not shell.runs("first"), SOON)
        await pressed(discord, place, host, "hand")
        assert "1 table:" in await shell.run(saved)
        assert "Traceback" not in shell.logs()
    finally:
        shell.end()
