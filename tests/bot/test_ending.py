"""The end comes in time: what hangs is left behind, and the rest is closed all the same."""

import asyncio
import subprocess
import sys
import time

import pytest

from bot.ending import closed
from tests.project.checkout import ROOT

PROGRAM = """
import asyncio, time
from bot.ending import leave_anyway

async def main():
    leave_anyway(0.5)
    asyncio.get_running_loop().run_in_executor(None, time.sleep, 600)
    await asyncio.sleep(0)
    print("closed in order", flush=True)

asyncio.run(main())
"""


async def test_a_part_that_hangs_is_given_up(caplog: pytest.LogCaptureFixture) -> None:
    """After its time the next part is closed, and the log says which one hung."""
    begun = time.monotonic()
    await closed("pictures", asyncio.Event().wait(), seconds=0.01)
    assert time.monotonic() - begun < 5
    assert "closed_by_force" in caplog.text
    assert "pictures" in caplog.text


@pytest.mark.logs_errors
async def test_a_part_that_fails_keeps_no_other_from_closing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """What goes wrong in closing one part is logged, and that is all."""

    async def fail() -> None:
        raise ValueError

    await closed("tables", fail())
    assert "not_closed" in caplog.text


def test_a_thread_that_hangs_does_not_hold_up_the_end() -> None:
    """Python waits for its threads, a system that looks up a name for ever; the process does not.

    Its exit code tells of an end in order, for it was told to end and what was due is done.
    """
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 0
    assert ended.stdout == "closed in order\n"
    assert ended.stderr == ""
