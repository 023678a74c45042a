"""The number of open connections to the server, and its maximum."""

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware


class Connections:
    """Counts connections, including the gateway's, at every request."""

    def __init__(self) -> None:
        self.most = 0
        self._server: web.Server | None = None

    def watch(self, server: web.Server | None) -> None:
        """Count those of this server; None if it has stopped."""
        self._server = server

    @property
    def now(self) -> int:
        """The number of open connections."""
        return 0 if self._server is None else len(self._server.connections)

    @property
    def middleware(self) -> Middleware:
        """Middleware that counts before each request."""

        @web.middleware
        async def count(request: web.Request, handler: Handler) -> web.StreamResponse:
            self.most = max(self.most, self.now)
            return await handler(request)

        return count
