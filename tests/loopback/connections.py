"""How many connections stand open at the server, and how many ever did at once."""

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware


class Connections:
    """Counts connections, those to the gateway among them, whenever a request comes in."""

    def __init__(self) -> None:
        self.most = 0
        self._server: web.Server | None = None

    def watch(self, server: web.Server | None) -> None:
        """Count those of this server; None where it has ended."""
        self._server = server

    @property
    def now(self) -> int:
        """Connections that are open now."""
        return 0 if self._server is None else len(self._server.connections)

    @property
    def middleware(self) -> Middleware:
        """What the application does before each request."""

        @web.middleware
        async def count(request: web.Request, handler: Handler) -> web.StreamResponse:
            self.most = max(self.most, self.now)
            return await handler(request)

        return count
