"""When the bot is killed: at random moments, and at the most critical ones.

Each returns at the moment itself; the caller kills before anything else can happen.
"""

import asyncio
import random
import struct
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from tests.loopback.errors import WaitedTooLong
from tests.loopback.faults import Fault, delay, reset
from tests.process.group import Playground

Moment = Callable[[Playground, Path, random.Random], Awaitable[None]]

_LONGEST_WAIT: Final = 5.0
_CALLBACK: Final = "/interactions/*/*/callback"
_TURNS_UNTIL_SENT: Final = 5
"""Turns of the event loop after which an event that was dispatched has gone into the socket."""


async def whenever(ground: Playground, _: Path, chance: random.Random) -> None:
    """At a random moment."""
    await asyncio.sleep(chance.uniform(0.1, 0.6))


async def after_a_press(ground: Playground, _: Path, chance: random.Random) -> None:
    """Between the dispatch of a press and its answer: it is decoded, judged, saved, drawn."""
    await asyncio.sleep(chance.uniform(0.05, 0.3))
    await _pressed(ground)
    await _all_sent()
    _hold_still(chance.uniform(0.0, 0.008))


async def while_saving(ground: Playground, database: Path, chance: random.Random) -> None:
    """In the middle of a commit, if possible of several tables' presses together."""
    await asyncio.sleep(chance.uniform(0.05, 0.2))
    with ground.discord.hold() as held:
        try:
            await ground.discord.until(lambda: len(held) >= 3, 0.3)
        except WaitedTooLong:
            await ground.discord.until(lambda: held, _LONGEST_WAIT)
    await _all_sent()
    _await_write_lock(database)
    _hold_still(chance.uniform(0.0, 0.002))


async def while_answering(ground: Playground, _: Path, chance: random.Random) -> None:
    """Between the commit and the answer: it is lost, or arrives when the bot is gone."""
    await asyncio.sleep(chance.uniform(0.05, 0.3))
    await _met(ground, "POST", _CALLBACK, chance.choice((reset(), delay(0.05))))


async def while_showing(ground: Playground, _: Path, chance: random.Random) -> None:
    """During an edit of a table's message or of a hand: lost, or shown and never heard of."""
    await asyncio.sleep(chance.uniform(0.05, 0.3))
    pattern = chance.choice(("/channels/*/messages/*", "/webhooks/**"))
    await _met(ground, "PATCH", pattern, chance.choice((reset(), reset().after_effect())))


async def while_posting(ground: Playground, _: Path, chance: random.Random) -> None:
    """When a round's new message has been posted and the bot does not know it yet."""
    fault = chance.choice((reset().after_effect(), delay(0.05), reset()))
    await _met(ground, "POST", "/channels/*/messages", fault)


MOMENTS: Final[tuple[Moment, ...]] = (
    whenever,
    after_a_press,
    while_saving,
    while_answering,
    while_showing,
    while_posting,
)


async def _pressed(ground: Playground) -> None:
    pressed = asyncio.Event()
    ground.on_press = pressed.set
    async with asyncio.timeout(_LONGEST_WAIT):
        await pressed.wait()


async def _all_sent() -> None:
    for _ in range(_TURNS_UNTIL_SENT):
        await asyncio.sleep(0)


async def _met(ground: Playground, method: str, pattern: str, fault: Fault) -> None:
    """Return when a request meets a fault, or after some time if none does."""
    planned = ground.discord.faults.next(method, pattern, fault)
    try:
        await ground.discord.until(lambda: planned.hits, _LONGEST_WAIT)
    except WaitedTooLong:
        return


def _hold_still(seconds: float) -> None:
    """Let time pass for the bot while this Discord receives nothing."""
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        pass


def _await_write_lock(database: Path) -> None:
    """Block until the bot holds SQLite's write lock, at most 50 ms."""
    until = time.perf_counter() + 0.05
    while time.perf_counter() < until and not _is_being_written(database):
        pass


if sys.platform == "linux":
    import fcntl
    import os

    _WRITE_LOCK: Final = 120
    """The byte of the shared index that SQLite locks while it writes; see its wal.c."""
    _FLOCK: Final = "hhqqi4x"

    def _is_being_written(database: Path) -> bool:
        """Say whether another process holds the write lock, without touching it."""
        wanted = struct.pack(_FLOCK, fcntl.F_WRLCK, os.SEEK_SET, _WRITE_LOCK, 1, 0)
        with Path(f"{database}-shm").open("rb") as index:
            found = fcntl.fcntl(index, fcntl.F_GETLK, wanted)
        kind: int = struct.unpack(_FLOCK, found)[0]
        return kind != fcntl.F_UNLCK

else:

    def _is_being_written(_: Path) -> bool:
        """Always say so: on other systems any moment is as good."""
        return True
