"""What monitoring asks a running bot over HTTP: does it live, does it serve, what does it count?"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Final

import structlog
from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.process_collector import ProcessCollector

from bot.metrics import REGISTRY
from bot.startup import ExitCode, StartupError

log = structlog.get_logger(__name__)

SECONDS_TO_ASK: Final = 2.0
"""Seconds that the database may take to answer before the bot counts as not ready."""

PATHS: Final = ("/healthz", "/readyz", "/metrics")
"""Where monitoring asks: does it live, does it serve, what does it count?"""

Ready = Callable[[], Awaitable[str]]
"""Says what is missing before people can be served; nothing if they can."""


@asynccontextmanager
async def answering(port: int | None, ready: Ready) -> AsyncIterator[None]:
    """Answer monitoring on a port for the time of a block; without a port, answer nobody.

    Raises:
        StartupError: with `ExitCode.PORT_IN_USE`.
    """
    if port is None:
        yield
        return
    runner = web.AppRunner(_application(ready), access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, port=port).start()
    except OSError as fault:
        await runner.cleanup()
        raise StartupError(
            ExitCode.PORT_IN_USE, f"The port {port} is in use: choose another HEALTH_PORT."
        ) from fault
    try:
        yield
    finally:
        await runner.cleanup()


def _application(ready: Ready) -> web.Application:
    async def healthz(_: web.Request) -> web.Response:
        # That it answers says that the event loop runs.
        return web.Response(text="ok\n")

    async def readyz(_: web.Request) -> web.Response:
        try:
            async with asyncio.timeout(SECONDS_TO_ASK):
                missing = await ready()
        except TimeoutError:
            missing = "the database does not answer"
        status = HTTPStatus.SERVICE_UNAVAILABLE if missing else HTTPStatus.OK
        return web.Response(text=f"{missing or 'ok'}\n", status=status)

    async def metrics(_: web.Request) -> web.Response:
        return web.Response(
            body=generate_latest(REGISTRY), headers={"Content-Type": CONTENT_TYPE_LATEST}
        )

    application = web.Application()
    for path, handler in zip(PATHS, (healthz, readyz, metrics), strict=True):
        application.router.add_get(path, handler)
    return application


ProcessCollector(registry=REGISTRY)
