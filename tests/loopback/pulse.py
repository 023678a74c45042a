"""Waiting for conditions."""

import asyncio
import contextlib
from collections.abc import Callable

from .errors import WaitedTooLong

_UNTOLD = 0.01


class Pulse:
    """Beats at every event of the server, after which conditions are checked again.

    A condition may also be about the bot, without any event at the server: it is checked every 10
    ms as well.
    """

    def __init__(self) -> None:
        self._waiting: set[asyncio.Future[None]] = set()

    def beat(self) -> None:
        """Signal an event."""
        waiting, self._waiting = self._waiting, set()
        for future in waiting:
            if not future.done():
                future.set_result(None)

    async def until(self, condition: Callable[[], object], within: float, what: str) -> None:
        """Return once `condition()` is true.

        Raises `WaitedTooLong`, with `what` in its sentence, after `within` seconds.
        """
        try:
            async with asyncio.timeout(within):
                while not condition():
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(_UNTOLD):
                            await self._next()
        except TimeoutError:
            raise WaitedTooLong(f"{what}: not within {within:g} s") from None

    async def quiet(self, seconds: float, within: float) -> None:
        """Return once nothing has happened for `seconds`.

        Raises `WaitedTooLong` where that does not come within `within` seconds.
        """
        try:
            async with asyncio.timeout(within):
                while True:
                    try:
                        async with asyncio.timeout(seconds):
                            await self._next()
                    except TimeoutError:
                        return
        except TimeoutError:
            raise WaitedTooLong(
                f"a quiet moment of {seconds:g} s: not within {within:g} s"
            ) from None

    async def _next(self) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.add(future)
        try:
            await future
        finally:
            self._waiting.discard(future)
