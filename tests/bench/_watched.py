"""The real bot with a watch on its event loop: how late it is, ever again.

A callback that is due every few milliseconds notes when it comes (Unix seconds), how late it is,
and how much processor time the loop's thread has used since the time before, which other programs
of the machine cannot stretch. At the end all of it is written to a file. Nothing else is changed.
"""

import asyncio
import json
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bot.__main__ import main as bot_main

FILE_VARIABLE: Final = "STALLS_FILE"
SECONDS_BETWEEN: Final = 0.002


class _Watched(asyncio.DefaultEventLoopPolicy):
    """Gives event loops that are watched."""

    def __init__(self) -> None:
        super().__init__()
        self.noted: list[tuple[float, float, float]] = []
        self._used = 0.0

    def new_event_loop(self) -> asyncio.AbstractEventLoop:
        loop = super().new_event_loop()
        loop.call_soon(self._look, loop, loop.time())
        return loop

    def _look(self, loop: asyncio.AbstractEventLoop, due: float) -> None:
        now = loop.time()
        used, self._used = self._used, time.thread_time()
        self.noted.append((time.time(), now - due, self._used - used))
        following = now + SECONDS_BETWEEN
        loop.call_at(following, self._look, loop, following)


def main(arguments: Sequence[str]) -> int:
    """Do what `python -m bot` does, and write down what was noted."""
    policy = _Watched()
    # The bot makes its loop by itself, and there is no other way in.
    asyncio.set_event_loop_policy(policy)  # type: ignore[deprecated]
    code = bot_main(arguments)
    file = os.environ.get(FILE_VARIABLE)
    if file:
        Path(file).write_text(json.dumps(policy.noted), encoding="utf-8")
    return code
