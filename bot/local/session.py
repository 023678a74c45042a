"""One run of `python -m bot play`, from the first word on the terminal to the last."""

import asyncio
import signal
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final, Self, TypeAlias, TypeVar

import structlog
from simcord import SetupError

from bot.local.desktop import open_page
from bot.local.preview import LivePreview
from bot.local.simulation import Bot, SteppedEnv, simulate
from bot.local.world import PEOPLE, World, furnish
from bot.settings import PlayOptions
from bot.startup import ExitCode, StartupError

log = structlog.get_logger(__name__)

STEP_SECONDS: Final = 0.1
"""Seconds between two steps of time, and so the most that a computer player is late."""
CLOSE_SECONDS: Final = 10.0

_Bot = TypeVar("_Bot", bound=Bot)
SetUp: TypeAlias = Callable[[_Bot, World, PlayOptions], Awaitable[str]]
"""Opens the table before the page; returns a sentence about it for the terminal."""


async def run_table(
    options: PlayOptions, make_bot: Callable[[], _Bot], set_up: SetUp[_Bot]
) -> None:
    """Serve one table until the person ends it, by Ctrl-C or on the page.

    Args:
        options: the player's options.
        make_bot: builds the bot, which starts by its `setup_hook` and ends by its `close`.
        set_up: opens the table.

    Raises:
        StartupError: the page's port is taken, or the bot cannot start.
    """
    async with AsyncExitStack() as stack:
        stop = stack.enter_context(_Stop())
        bot = make_bot()
        env = simulate(bot)
        world = furnish(env)
        await stack.enter_async_context(_started(env))
        said = await set_up(bot, world, options)
        page = LivePreview(world, port=options.port)
        await stack.enter_async_context(_served(page, options.port))
        await stack.enter_async_context(_closed_in_time(bot, page))
        _say(said)
        await _announce(page, options)
        await stop.wait_for(page)
        _say("\nClosing the table ...")
    _say(f"Bye. Your games are saved in {options.database}.")


class _Stop:
    """Waits for Ctrl-C or SIGTERM, so that neither raises an exception."""

    def __init__(self) -> None:
        self._asked = asyncio.Event()
        self._signals = (signal.SIGINT, signal.SIGTERM)

    def __enter__(self) -> Self:
        loop = asyncio.get_running_loop()
        for number in self._signals:
            try:
                loop.add_signal_handler(number, self._ask)
            except NotImplementedError:
                # On Windows, Ctrl-C cancels the task instead, and the exit stack unwinds as well.
                return self
        return self

    def __exit__(self, *_: object) -> None:
        self._release()

    def _ask(self) -> None:
        self._asked.set()
        # A second Ctrl-C stops at once, in case closing takes too long.
        self._release()

    def _release(self) -> None:
        loop = asyncio.get_running_loop()
        for number in self._signals:
            try:
                loop.remove_signal_handler(number)
            except NotImplementedError:
                return

    async def wait_for(self, page: LivePreview) -> None:
        waits = [
            asyncio.create_task(self._asked.wait()),
            asyncio.create_task(page.wait_closed()),
        ]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()


@asynccontextmanager
async def _started(env: SteppedEnv) -> AsyncIterator[None]:
    with env.time_context():
        await env.start()
        try:
            yield
        finally:
            await env.shutdown()


@asynccontextmanager
async def _served(page: LivePreview, port: int) -> AsyncIterator[None]:
    try:
        await page.__aenter__()
    except SetupError as error:
        if isinstance(error.__cause__, OSError):
            raise StartupError(
                ExitCode.PORT_IN_USE,
                f"Port {port} is already in use. Choose another with --port, or leave --port out "
                "to use any free one.",
            ) from None
        raise
    try:
        yield
    finally:
        await page.close()


@asynccontextmanager
async def _closed_in_time(bot: Bot, page: LivePreview) -> AsyncIterator[None]:
    """Let time pass while a page is open, and until the bot has saved everything."""
    closing = asyncio.Event()
    clock = asyncio.create_task(_pass_time(page, closing))
    try:
        yield
    finally:
        closing.set()
        try:
            await asyncio.wait_for(bot.close(), CLOSE_SECONDS)
        except TimeoutError:
            log.warning("closed_by_force", seconds=CLOSE_SECONDS)
        finally:
            clock.cancel()
            await asyncio.gather(clock, return_exceptions=True)


async def _pass_time(page: LivePreview, closing: asyncio.Event) -> None:
    """Let time pass once a page is open, so that the first bid's clock does not run unseen."""
    before = time.monotonic()
    while True:
        await asyncio.sleep(STEP_SECONDS)
        now = time.monotonic()
        if page.watched or closing.is_set():
            await page.step(now - before)
        before = now


async def _announce(page: LivePreview, options: PlayOptions) -> None:
    address = page.url
    _say(f"The table is open: {address}")
    opened = options.open_browser and await open_page(address)
    if not opened:
        _say("Open this address in a browser on this computer.")
    people = f"{', '.join(PEOPLE[:-1])} or {PEOPLE[-1]}"
    _say(f"There you are {people}: choose under “Viewing as”. Ctrl-C ends it.")


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
