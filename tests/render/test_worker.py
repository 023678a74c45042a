"""The renderer: each picture once, never on the loop, and no harm when it fails."""

import asyncio
from dataclasses import replace

import pytest

from bot.processes import WorkFailedError
from bot.render.rendering import render
from bot.render.worker import NoPictures, PooledRenderer
from tests.bot.children import children
from tests.bot.workers import AtOnce, Lost, Never
from tests.render.states import pictures

LONG = 60.0
"""Seconds that no picture takes, however busy the computer is."""


async def test_a_picture_is_that_of_the_table() -> None:
    """The renderer gives what drawing the value gives."""
    renderer = PooledRenderer(AtOnce(), patience=LONG, seconds=LONG)
    picture = pictures()["play"]
    assert await renderer.draw(picture) == render(picture)


async def test_equal_pictures_are_drawn_once() -> None:
    """Asked for at the same time or later, an equal value is not drawn again."""
    renderer = PooledRenderer(AtOnce(), patience=LONG, seconds=LONG)
    picture = pictures()["play"]
    together = await asyncio.gather(*(renderer.draw(replace(picture)) for _ in range(5)))
    later = await renderer.draw(replace(picture))
    assert len({*together, later}) == 1
    assert renderer.drawn == 1


async def test_the_pictures_used_last_are_kept() -> None:
    """Beyond what is kept, the picture that was longest unused is forgotten."""
    renderer = PooledRenderer(AtOnce(), patience=LONG, seconds=LONG, kept=2)
    first, second, third = (replace(pictures()["play"], round=number) for number in (1, 2, 3))
    for picture in (first, second, first, third, first):
        await renderer.draw(picture)
    assert renderer.drawn == 3
    await renderer.draw(second)
    assert renderer.drawn == 4


async def test_one_who_gives_up_takes_the_picture_from_nobody() -> None:
    """A waiter that is cancelled leaves the drawing to the others."""
    process = Never()
    renderer = PooledRenderer(process, patience=LONG, seconds=LONG)
    one = asyncio.create_task(renderer.draw(pictures()["play"]))
    other = asyncio.create_task(renderer.draw(pictures()["play"]))
    await process.heard()
    one.cancel()
    process.answers[-1].set_result(b"picture")
    assert await other == b"picture"
    assert one.cancelled()


async def test_a_lost_process_costs_the_picture(caplog: pytest.LogCaptureFixture) -> None:
    """When there is nobody to draw there is no picture, at once, and a warning."""
    renderer = PooledRenderer(Lost())
    await renderer.start()
    assert await renderer.draw(pictures()["play"]) is None
    assert "picture_lost" in caplog.text


@pytest.mark.logs_errors
async def test_a_fault_in_drawing_is_logged_and_costs_only_the_picture(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """An exception while drawing is no picture and an error in the log, and is tried again."""
    process = Never()
    renderer = PooledRenderer(process, patience=LONG, seconds=LONG)
    for number in (1, 2):
        drawing = asyncio.create_task(renderer.draw(pictures()["play"]))
        await process.heard()
        process.answers[-1].set_exception(WorkFailedError("ZeroDivisionError", ["board.py"]))
        assert await drawing is None
        assert caplog.text.count("picture_not_drawn") == number


async def test_no_picture_takes_long(caplog: pytest.LogCaptureFixture) -> None:
    """One that does not come in time is given up, with a warning."""
    renderer = PooledRenderer(Never(), seconds=0.01)
    with pytest.raises(TimeoutError):
        await renderer.draw(pictures()["play"])
    assert "picture_late" in caplog.text


async def test_a_picture_that_nobody_waited_for_is_kept() -> None:
    """Whoever has no time asks again later, and is given what was drawn meanwhile."""
    process = Never()
    renderer = PooledRenderer(process, patience=0.01, seconds=LONG)
    with pytest.raises(TimeoutError):
        await renderer.draw(pictures()["play"])
    renderer.patience = LONG
    process.answers[-1].set_result(b"picture")
    assert await renderer.draw(pictures()["play"]) == b"picture"
    assert len(process.asked) == 1


async def test_closing_ends_what_is_under_way() -> None:
    """After closing nothing is drawn, whoever waited has no picture, and the process has gone."""
    process = Never()
    renderer = PooledRenderer(process, patience=LONG, seconds=LONG)
    waiting = asyncio.create_task(renderer.draw(pictures()["play"]))
    await process.heard()
    await renderer.close()
    assert await waiting is None
    assert await renderer.draw(pictures()["round"]) is None
    assert process.closed
    assert len(process.asked) == 1


async def test_words_alone() -> None:
    """Without pictures every answer is none, and there is nothing to start or to close."""
    renderer = NoPictures()
    await renderer.start()
    assert await renderer.draw(pictures()["play"]) is None
    await renderer.close()


async def test_another_process_draws() -> None:
    """The real renderer draws elsewhere, survives the death of its process, and leaves none."""
    renderer = PooledRenderer(patience=LONG, seconds=LONG)
    await renderer.start()
    (child,) = children()
    assert await renderer.draw(pictures()["play"]) == render(pictures()["play"])
    child.kill()
    await renderer.draw(pictures()["round"])
    assert await renderer.draw(pictures()["final"]) == render(pictures()["final"])
    await renderer.close()
    assert children() == []
