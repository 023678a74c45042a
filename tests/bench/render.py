"""What a picture costs: milliseconds, KiB, and how long the event loop stands still meanwhile.

Each state is drawn several times in turns, so that whatever else the machine does meets all alike.
For the stall, fifty tables want a picture at once from the bot's own renderer, while a task that
sleeps a millisecond at a time notes how late it wakes. Then fifty others want their whole message:
the picture, its words, the layout, and the form that would go over the line.
"""

import asyncio
import gc
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

import aiohttp
from discord.http import handle_message_parameters

from bot.render.cards import emoji_set
from bot.render.picture import TablePicture
from bot.render.rendering import render
from bot.render.showing import table_picture
from bot.render.table import warm
from bot.render.worker import PooledRenderer
from bot.tables.model import Table
from bot.texts.alt import alt_text
from bot.texts.translator import ENGLISH
from cogs.table_message.message import Drawn, TableMessage
from cogs.table_message.view import message_view
from tests.render.states import pictures
from tests.render.states import tables as tables_in_each_state

LONG: Final = 60.0
"""Seconds that no picture takes, however busy the computer is."""

TABLES: Final = 50
MOST_MILLISECONDS: Final = 40.0
MOST_KIB: Final = 60.0
MOST_STALL: Final = 20.0
"""What the project asks of the medians, and of the longest stall, in milliseconds."""

_BEAT: Final = 0.001


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured.

    Attributes:
        names: the states that were drawn.
        times: by state, the seconds of each drawing.
        sizes: by state, the bytes of the picture.
        emoji_bytes: the largest emoji.
        start: seconds until the renderer's process was ready.
        fifty: seconds until all tables had their picture.
        stall: the longest that the event loop stood still meanwhile, in seconds.
        message_stall: the same while all tables have their whole message made.
        idle_stall: the same with nothing to draw, which is the machine's own.
    """

    names: tuple[str, ...]
    times: tuple[tuple[float, ...], ...]
    sizes: tuple[int, ...]
    emoji_bytes: int
    start: float
    fifty: float
    stall: float
    message_stall: float
    idle_stall: float

    @property
    def milliseconds(self) -> float:
        """The median of all drawings."""
        return 1000 * statistics.median(time for times in self.times for time in times)

    @property
    def kib(self) -> float:
        """The median size of a picture."""
        return statistics.median(self.sizes) / 1024

    @property
    def kept(self) -> bool:
        """Whether what the project asks is kept."""
        return (
            self.milliseconds <= MOST_MILLISECONDS
            and self.kib <= MOST_KIB
            and max(self.stall, self.message_stall) * 1000 < MOST_STALL
        )

    def __str__(self) -> str:
        """Give the figures as lines to read."""
        rows = [
            f"  {name:<20}{1000 * statistics.median(times):9.1f} ms {size / 1024:8.1f} KiB"
            for name, times, size in zip(self.names, self.times, self.sizes, strict=True)
        ]
        stall, idle = 1000 * self.stall, 1000 * self.idle_stall
        message = 1000 * self.message_stall
        return "\n".join(
            (
                "a picture of a table, 960 x 540, at the median",
                *rows,
                f"  {'all states':<20}{self.milliseconds:9.1f} ms {self.kib:8.1f} KiB",
                f"  at most wanted      {MOST_MILLISECONDS:9.1f} ms {MOST_KIB:8.1f} KiB",
                f"  an emoji at most    {'':12} {self.emoji_bytes / 1024:8.1f} KiB",
                f"{TABLES} tables at once",
                f"  the process is ready{1000 * self.start:9.1f} ms",
                f"  all pictures        {1000 * self.fifty:9.1f} ms",
                f"  longest stall       {stall:9.1f} ms, wanted below {MOST_STALL:.0f}",
                f"  with whole messages {message:9.1f} ms, wanted below {MOST_STALL:.0f}",
                f"  and without pictures{idle:9.1f} ms",
            )
        )


def measure(rounds: int = 9) -> Figures:
    """Draw every state so many times, and fifty tables at once."""
    states = pictures()
    warm()
    drawn = [render(picture) for picture in states.values()]
    times = [[_time(picture) for picture in states.values()] for _ in range(rounds)]
    start, fifty, stall, message_stall, idle = asyncio.run(_stall(list(states.values())))
    return Figures(
        names=tuple(states),
        times=tuple(zip(*times, strict=True)),
        sizes=tuple(map(len, drawn)),
        emoji_bytes=max(map(len, (emoji_set("two") | emoji_set("four")).values())),
        start=start,
        fifty=fifty,
        stall=stall,
        message_stall=message_stall,
        idle_stall=idle,
    )


def _time(picture: TablePicture) -> float:
    start = time.perf_counter()
    render(picture)
    return time.perf_counter() - start


async def _stall(states: Sequence[TablePicture]) -> tuple[float, float, float, float, float]:
    tables = [replace(states[n % len(states)], round=n + 1) for n in range(TABLES)]
    renderer = PooledRenderer(patience=LONG, seconds=LONG)
    begun = time.perf_counter()
    await renderer.start()
    start = time.perf_counter() - begun
    async with _Pulse() as idle:
        await asyncio.sleep(0.3)
    begun = time.perf_counter()
    async with _Pulse() as busy:
        await asyncio.gather(*map(renderer.draw, tables))
    fifty = time.perf_counter() - begun
    open_tables = [table for table in tables_in_each_state().values() if table.game is not None]
    # As the bot does once it has started, so that what is there already is not looked through.
    gc.freeze()
    async with _Pulse() as posting:
        await asyncio.gather(
            *(_post(open_tables[n % len(open_tables)], n, renderer) for n in range(TABLES))
        )
    await renderer.close()
    return start, fifty, busy.worst, posting.worst, idle.worst


async def _post(table: Table, number: int, renderer: PooledRenderer) -> None:
    """Make the message of a table as far as the connection, with a picture of its own."""
    shown = table_picture(table)
    assert shown is not None
    data = await renderer.draw(replace(shown, round=100 + number))
    assert data is not None
    drawn = Drawn(data, alt_text(shown, ENGLISH))
    message = TableMessage(message_view(table, ENGLISH, "", drawn), drawn)
    assert message.key
    form = aiohttp.FormData(quote_fields=False)
    with handle_message_parameters(view=message.view, attachments=message.files()) as parameters:
        for field in parameters.multipart or ():
            form.add_field(**field)
    form()


class _Pulse:
    """Notes how late the event loop wakes a task that sleeps a millisecond at a time."""

    def __init__(self) -> None:
        self.worst = 0.0
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._beat())
        await asyncio.sleep(0)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._task is not None
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _beat(self) -> None:
        last = time.perf_counter()
        while True:
            await asyncio.sleep(_BEAT)
            now = time.perf_counter()
            self.worst = max(self.worst, now - last - _BEAT)
            last = now


if __name__ == "__main__":
    print(measure())
