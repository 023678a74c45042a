"""The loopback Discord as a server on 127.0.0.1."""

import base64
import secrets
import socket
from contextlib import closing
from functools import partial
from pathlib import Path

from aiohttp import web

from . import (
    routes_account,
    routes_application,
    routes_channels,
    routes_interactions,
    routes_messages,
    routes_threads,
)
from .backend import Backend
from .ban import Ban
from .clock import Clock
from .commands import CommandBook
from .connections import Connections
from .emojis import EmojiShelf
from .faults import Faults
from .gateway import Gateway
from .interactions import Interactions
from .journal import Journal
from .limits import Limits
from .pipeline import PREFIX, Pipeline
from .pulse import Pulse
from .route import Route
from .schemas import Schemas
from .world import World

ROUTES: tuple[Route, ...] = (
    *routes_account.ROUTES,
    *routes_application.ROUTES,
    *routes_channels.ROUTES,
    *routes_messages.ROUTES,
    *routes_threads.ROUTES,
    *routes_interactions.ROUTES,
)
_LARGEST_REQUEST = 64 * 1024 * 1024


class LoopbackServer:
    """REST and gateway on one port of 127.0.0.1, chosen by the system.

    `specification` is the path of Discord's OpenAPI description; with None bodies are held only
    against this server's own rules, and `validates` is false.
    """

    def __init__(
        self, *, specification: Path | None, clock: Clock | None = None, keep_bodies: bool = True
    ) -> None:
        self.clock = clock or Clock()
        self.faults = Faults()
        self.limits = Limits()
        self.ban = Ban()
        self.connections = Connections()
        self.pulse = Pulse()
        self.world = World(self.clock, base_url="")
        self.token = _token(self.world.bot.id)
        self.gateway = Gateway(self.world, self.pulse, self.token)
        self.backend = Backend(
            token=self.token,
            clock=self.clock,
            world=self.world,
            pulse=self.pulse,
            schemas=Schemas(specification),
            journal=Journal(keep=keep_bodies),
            gateway=self.gateway,
            commands=CommandBook(self.world.ids, self.world.application_id),
            emojis=EmojiShelf(self.world.ids),
            interactions=Interactions(self.clock, self.world.ids),
        )
        self._runs: dict[int, str] = {}
        self._pipeline = Pipeline(self.backend, self.faults, self.limits, self.ban, self._runs)
        self._runner: web.AppRunner | None = None
        self.api_url = ""

    @property
    def validates(self) -> bool:
        """Whether Discord's description was there to validate against."""
        return self.backend.schemas.enabled

    @property
    def in_flight(self) -> int:
        """Requests that have arrived and are not answered yet."""
        return self._pipeline.in_flight

    async def start(self) -> None:
        """Listen; `api_url` and the gateway's address are known afterwards."""
        application = web.Application(
            client_max_size=_LARGEST_REQUEST, middlewares=[self.connections.middleware]
        )
        for route in ROUTES:
            handler = partial(self._pipeline.run, route=route)
            application.router.add_route(route.method, PREFIX + route.template, handler)
        application.router.add_get("/gateway/{run}/", self.gateway.serve)
        for folder in ("attachments", "ephemeral-attachments"):
            path = f"/{folder}/{{channel_id}}/{{attachment_id}}/{{filename}}"
            application.router.add_get(path, self._attachment)
        application.router.add_route("*", "/{tail:.*}", self._pipeline.unknown)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        self.connections.watch(self._runner.server)
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        host, port = self._runner.addresses[0][:2]
        self.world.base_url = f"http://{host}:{port}"
        self.api_url = f"{self.world.base_url}{PREFIX}"
        self.gateway.url = f"ws://{host}:{port}/gateway/"

    async def api_of(self, run: str) -> str:
        """Listen on one more port, and give its address: what is sent there is sent by this run."""
        if self._runner is None:
            raise RuntimeError("the server does not listen")
        with closing(socket.create_server(("127.0.0.1", 0))) as listening:
            port = listening.getsockname()[1]
            await web.SockSite(self._runner, listening.dup()).start()
        self._runs[port] = run
        return f"http://127.0.0.1:{port}{PREFIX}"

    async def stop(self) -> None:
        """Close every connection and stop listening."""
        self.gateway.drop()
        if self._runner is not None:
            self.connections.watch(None)
            await self._runner.cleanup()
            self._runner = None

    async def _attachment(self, request: web.Request) -> web.Response:
        wanted = request.match_info["attachment_id"]
        for message in self.world.every_message():
            for attachment in message.attachments:
                if str(attachment.id) == wanted:
                    return web.Response(
                        body=attachment.content, content_type=attachment.content_type
                    )
        raise web.HTTPNotFound


def _token(bot_id: int) -> str:
    """A new token of the usual format for each server."""
    first = base64.urlsafe_b64encode(str(bot_id).encode()).decode().rstrip("=")
    return f"{first}.{secrets.token_urlsafe(4)}.{secrets.token_urlsafe(28)}"
