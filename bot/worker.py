"""The program of a process that works for the bot: `python -m bot.worker NICENESS`.

Work arrives on standard input and its outcome leaves on standard output, each as a pickle behind
its length. `bot.processes` is the other end. The process ends when that end has gone.
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
"""What stands before each pickle: how many bytes it has."""

_PR_SET_PDEATHSIG: Final = 1


def main() -> None:
    """Do what arrives, one piece of work after the other, until nobody is left to do it for."""
    # Ctrl-C and the end of a container reach every process of a group, and the bot, which ends in
    # order, must not lose those that it ends itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    _die_with_parent()
    if hasattr(os, "nice"):
        os.nice(int(sys.argv[1]))
    outcomes = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # What the work itself prints must not get between the outcomes.
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
    """Let the kernel kill this process when the bot has died: one that is stopped hears nothing."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _take_in(source: BinaryIO, arrived: "SimpleQueue[bytes]") -> None:
    """Take in work beside the work, so that the end of the bot is heard in the middle of it."""
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
