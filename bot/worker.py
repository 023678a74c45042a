"""The program of a worker process: `python -m bot.worker NICENESS`.

Jobs arrive on standard input and outcomes leave on standard output, each as a pickle preceded by
its length. `bot.processes` is the other end. The process exits when that end is closed.
"""

import ctypes
import os
import pickle
import signal
import struct
import sys
import threading
from queue import SimpleQueue
from typing import BinaryIO, Final

from bot.hiding import places

LENGTH: Final = struct.Struct(">I")
"""The header of each pickle: its length in bytes."""

_PR_SET_PDEATHSIG: Final = 1


def main() -> None:
    """Run one job after the other until the bot has gone."""
    # Ctrl-C and the stop of a container reach every process of the group; the bot stops in order
    # and ends its workers itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    _die_with_parent()
    if hasattr(os, "nice"):
        os.nice(int(sys.argv[1]))
    outcomes = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # A job's own output must not get between the outcomes.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    arrived: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_take_in, args=(sys.stdin.buffer, arrived), daemon=True).start()
    while True:
        outcome = _outcome(arrived.get())
        try:
            outcomes.write(LENGTH.pack(len(outcome)) + outcome)
            outcomes.flush()
        except OSError:
            os._exit(0)


def _die_with_parent() -> None:
    """Have the kernel kill this process when the bot dies, even while it is stopped."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _take_in(source: BinaryIO, arrived: "SimpleQueue[bytes]") -> None:
    """Receive jobs in a thread, so that the end of the bot is noticed during a job."""
    while True:
        head = source.read(LENGTH.size)
        frame = source.read(LENGTH.unpack(head)[0]) if len(head) == LENGTH.size else b""
        if not frame:
            os._exit(0)
        arrived.put(frame)


def _outcome(frame: bytes) -> bytes:
    try:
        work, arguments = pickle.loads(frame)  # noqa: S301 - it comes from our own parent
        return pickle.dumps((work(*arguments), None))
    except Exception as fault:  # noqa: BLE001 - whatever it is, the parent hears of it
        return pickle.dumps((None, (type(fault).__name__, places(fault))))


if __name__ == "__main__":
    main()
