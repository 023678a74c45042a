"""Whether this process may send a request on behalf of a server: only while it serves it.

A process that was stopped for a while, and goes on, may be in the middle of a request for a table
that another process serves by now. So the last look is just before the request is sent.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol


class Serving(Protocol):
    """Knows which servers this process serves."""

    def serves(self, guild_id: int) -> bool:
        """Say whether something new may be begun for a server."""
        ...

    def holds(self, guild_id: int) -> bool:
        """Say whether no other process can serve a server now."""
        ...


class ServingAll:
    """Serves every server: `Serving` of the only process."""

    def serves(self, guild_id: int) -> bool:  # noqa: ARG002 - whichever it is
        """Say that something new may be begun."""
        return True

    def holds(self, guild_id: int) -> bool:  # noqa: ARG002 - as above
        """Say that there is no other process."""
        return True


_behalf: ContextVar[tuple[int, Serving] | None] = ContextVar("behalf", default=None)


@contextmanager
def on_behalf_of(guild_id: int | None, serving: Serving) -> Iterator[None]:
    """Let requests inside the block be sent only while this process serves a server.

    Args:
        guild_id: the server; None for requests that belong to none.
        serving: knows whether it is served.
    """
    before = _behalf.set(None if guild_id is None else (guild_id, serving))
    try:
        yield
    finally:
        _behalf.reset(before)


def require_permission() -> None:
    """Look whether a request may be sent now.

    Raises:
        asyncio.CancelledError: another process may serve its server, and does what is to be done.
    """
    behalf = _behalf.get()
    if behalf is not None and not behalf[1].holds(behalf[0]):
        raise asyncio.CancelledError
