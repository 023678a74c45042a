"""An event loop in which waiting takes no time: whole evenings of clocks in a moment.

Time stands still while anything can run, and jumps to the next timer once nothing can. So the
real timers of the table layer run, in their real order, and no test waits for them.
"""

import asyncio
import selectors
from datetime import datetime, timedelta

from tests.tables.fakes import EPOCH

_SETTLING = 1e-6


class _NeverWaits(selectors.SelectSelector):
    """Moves time on instead of letting it pass."""

    def __init__(self) -> None:
        super().__init__()
        self.passed = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready:
            if timeout is None:
                raise RuntimeError("everything waits, and no timer will ever wake it")
            self.passed += max(0.0, timeout)
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop for code that waits for its own tasks and timers, and for nothing outside."""

    def __init__(self) -> None:
        self._waits = _NeverWaits()
        super().__init__(self._waits)

    def time(self) -> float:
        """Give the seconds that have passed by the timers."""
        return self._waits.passed


class LoopClock:
    """The clock of a virtual loop: `EPOCH` and what its timers have let pass."""

    def now(self) -> datetime:
        """Give the present moment."""
        return EPOCH + timedelta(seconds=asyncio.get_running_loop().time())

    async def passes(self, seconds: float) -> None:
        """Let `seconds` pass, and everything happen that is due by then."""
        await asyncio.sleep(seconds)
        # Time moves on only when nothing more can run, so this one waits for all that is under way.
        await asyncio.sleep(_SETTLING)
