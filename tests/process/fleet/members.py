"""Several processes of the bot, which share the servers out among them."""

import asyncio
import os
import re
import secrets
import signal
import socket
from collections import Counter
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Final

import aiohttp
from sqlalchemy import URL

from tests.data.cluster import Cluster, run
from tests.loopback.api import BotProcess, LoopbackDiscord
from tests.process.fleet.route import Route
from tests.process.fleet.witness import Witness
from tests.process.host import HASTE
from tests.process.quick import MAIN

READY_WITHIN: Final = 60.0
"""Seconds for the start of a process, also where four wait for their turns to identify."""

GONE_WITHIN: Final = 15.0
"""Seconds from SIGTERM to the end, also on a busy machine."""


BORNE: Final = frozenset({"table_not_opened", "table_not_saved", "driver"})
"""What is logged as an error where a process is held, or loses its database; people are told."""

_LEFT_ALONE: Final = re.compile(
    r"Future exception was never retrieved\s+future: <Future finished "
    r"exception=ConnectionError\('unexpected connection_lost\(\) call'\)>"
)
"""The database's driver says so when a connection ends while it is made, and whoever waited for it
has given up already, as after a process was stopped."""

_FAULT: Final = re.compile(r"\[(?:error|critical) *\] (\w+)")


@dataclass(slots=True, eq=False)
class Member:
    """One process.

    Attributes:
        process: the bot.
        port: where monitoring asks it.
        route: its way to the database, if it can be cut.
        stopped: whether SIGSTOP holds it.
    """

    process: BotProcess
    port: int
    route: Route | None
    stopped: bool = False

    @property
    def run(self) -> str:
        """Its mark, which is also its role in the database."""
        return self.process.run

    def stop(self) -> None:
        """Hold it where it is."""
        self.stopped = True
        os.killpg(self.process.pid, signal.SIGSTOP)

    def go_on(self) -> None:
        """Let it go on."""
        os.killpg(self.process.pid, signal.SIGCONT)
        self.stopped = False

    async def ready(self) -> str:
        """Say what it says of being ready; nothing if it does not answer."""
        try:
            async with (
                aiohttp.ClientSession() as session,
                session.get(f"http://127.0.0.1:{self.port}/readyz") as answer,
            ):
                said = await answer.text()
                return "ok" if answer.status == HTTPStatus.OK else said
        except aiohttp.ClientError:
            return ""


@dataclass(slots=True)
class Fleet:
    """The processes that live, and how they are started.

    Attributes:
        discord: where they connect to.
        cluster: the server of their database.
        url: their database.
        shards: how many shards there are.
        size: how many processes share them.
        lease: seconds that a lease holds without being renewed.
        cut_off: whether their ways to the database can be cut.
        members: those that live.
        faults: what they logged as errors, by event.
    """

    discord: LoopbackDiscord
    cluster: Cluster
    url: URL
    shards: int = 4
    size: int = 4
    lease: float = 8.0
    cut_off: bool = False
    members: list[Member] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)

    async def start(self, *, main: str = MAIN, extra: Mapping[str, str] | None = None) -> Member:
        """Start one more process; `until_ready` waits for it."""
        name = f"run_{secrets.token_hex(4)}"
        await run(self.url, f"CREATE ROLE {name} SUPERUSER LOGIN")
        port, route = _free_port(), None
        url = self.url.set(drivername="postgresql", username=name)
        if self.cut_off:
            route = Route(self.cluster.socket)
            url = url.set(host="127.0.0.1", port=await route.start(), query={})
        settings = {
            **HASTE,
            "DATABASE_URL": url.render_as_string(hide_password=False),
            "SHARD_COUNT": str(self.shards),
            "PROCESS_COUNT": str(self.size),
            "LEASE_SECONDS": f"{self.lease:g}",
            "HEALTH_PORT": str(port),
            **(extra or {}),
        }
        # What is loaded already does not get another clock.
        process = await self.discord.process(
            "run", main=main, extra=settings, forked=main == MAIN, run=name
        )
        member = Member(process, port, route)
        self.members.append(member)
        return member

    async def until_ready(self, *members: Member) -> None:
        """Wait until these processes, or all, say that they are ready.

        Raises:
            AssertionError: one has ended, or takes too long.
        """
        for member in members or tuple(self.members):
            said = ""
            try:
                async with asyncio.timeout(READY_WITHIN):
                    while (said := await member.ready()) != "ok":
                        assert member.process.exit_code is None, member.process.output
                        await asyncio.sleep(0.05)
            except TimeoutError:
                raise AssertionError(f"not ready: {said}\n{member.process.output}") from None

    async def until_shared(self, witness: Witness, within: float = READY_WITHIN) -> None:
        """Wait until each shard has an owner, and no owner more than its share.

        Raises:
            AssertionError: it takes too long.
        """
        share = -(-self.shards // self.size)
        held: Mapping[int, str] = {}
        try:
            async with asyncio.timeout(within):
                while True:
                    held = await witness.held()
                    if len(held) == self.shards and max(Counter(held.values()).values()) <= share:
                        return
                    await asyncio.sleep(0.1)
        except TimeoutError:
            raise AssertionError(f"not shared out: {held}") from None

    async def kill(self, member: Member) -> None:
        """Kill a process with SIGKILL."""
        self.members.remove(member)
        await member.process.kill()
        await self._gone(member)

    async def terminate(self, member: Member) -> None:
        """Tell a process to end, and see that it does so well and in time."""
        code = await member.process.terminate(GONE_WITHIN)
        self.members.remove(member)
        await self._gone(member)
        assert code == 0, member.process.output

    async def end(self) -> None:
        """End every process."""
        for member in self.members:
            if member.stopped:
                member.go_on()
        for member in list(self.members):
            await self.kill(member)

    async def _gone(self, member: Member) -> None:
        if member.route is not None:
            await member.route.close()
        output = member.process.output
        found = Counter(_FAULT.findall(_LEFT_ALONE.sub("driver", output)))
        strange = found.keys() - BORNE
        assert not strange, f"{strange}\n{output}"
        self.faults.update(found)


def _free_port() -> int:
    with closing(socket.create_server(("", 0))) as listening:
        port: int = listening.getsockname()[1]
        return port
