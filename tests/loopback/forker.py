"""A process that has loaded the bot, and becomes one whenever it is asked: by `os.fork`.

`python -m tests.loopback.forker` is started by `tests.loopback.forked` with a socket as its
standard input. Each request is a JSON object, preceded by its length, with two pipes: one for the
output of the bot, and one that tells its process id and, when it has ended, its exit code. Loading
takes four fifths of a start.
"""

import gc
import importlib
import json
import os
import selectors
import signal
import socket
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import Final, NamedTuple

from .launch import main as launch
from .wire import JsonObject

LENGTH: Final = 4
"""Bytes of the header of a request."""

LOADED: Final = "tests.process.quick"
"""Loads everything that the bot consists of."""


class Request(NamedTuple):
    """What a bot is to be started with.

    Attributes:
        details: its arguments, its environment and the folder that it runs in.
        output: the pipe for what it writes.
        status: the pipe for its process id and its exit code.
    """

    details: JsonObject
    output: int
    status: int


def main() -> int:
    """Start bots until the tests have ended; in a bot, give its exit code."""
    importlib.import_module(LOADED)
    importlib.import_module("bot.app")
    # What is loaded stays shared with the bots as long as nobody writes to it.
    gc.collect()
    gc.freeze()
    with socket.socket(fileno=os.dup(0)) as requests, _died() as died:
        bots: dict[int, int] = {}
        with selectors.DefaultSelector() as selector:
            selector.register(requests, selectors.EVENT_READ)
            selector.register(died, selectors.EVENT_READ)
            while True:
                ready = [key.fileobj for key, _ in selector.select()]
                if died in ready:
                    died.recv(1024)
                    _tell_ends(bots)
                if requests not in ready:
                    continue
                request = _received(requests)
                if request is None:
                    _kill(bots)
                    return 0
                pid = os.fork()
                if not pid:
                    break
                os.close(request.output)
                bots[pid] = request.status
                os.write(request.status, f"{pid}\n".encode())
        _become_a_bot(request, bots)
    return launch(request.details["arguments"])


def _died() -> socket.socket:
    """Give a socket that can be read once a bot has ended."""
    here, there = socket.socketpair()
    there.setblocking(False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(there.detach())
    return here


def _received(requests: socket.socket) -> Request | None:
    """Receive a request; None where there will be no more."""
    header, pipes, _, _ = socket.recv_fds(requests, LENGTH, 2)
    if not header:
        return None
    missing = int.from_bytes(header, "big")
    body = b""
    while len(body) < missing:
        body += requests.recv(missing - len(body))
    return Request(json.loads(body), *pipes)


def _become_a_bot(request: Request, others: dict[int, int]) -> None:
    """Let nothing be left of the process that this one was, as after `start_new_session`."""
    os.setsid()
    os.close(signal.set_wakeup_fd(-1))
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for status in (request.status, *others.values()):
        os.close(status)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for target, source in enumerate((nothing, request.output, request.output)):
        os.dup2(source, target)
    os.close(nothing)
    os.close(request.output)
    os.chdir(request.details["folder"])
    os.environ.clear()
    os.environ.update(request.details["environment"])
    sys.argv[1:] = request.details["arguments"]


def _tell_ends(bots: dict[int, int]) -> None:
    while bots:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if not pid:
            return
        pipe = bots.pop(pid)
        with suppress(BrokenPipeError):
            os.write(pipe, f"{os.waitstatus_to_exitcode(status)}\n".encode())
        os.close(pipe)


def _kill(bots: Iterable[int]) -> None:
    for pid in bots:
        with suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main())
