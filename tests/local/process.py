"""A command that serves a page, started and ended by a test."""

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

REPOSITORY = Path(__file__).resolve().parents[2]
_ADDRESS = re.compile(r"http://\S+")


class PlayProcess:
    """`python -m MODULE ARGUMENTS...` and the address that it prints.

    `environment` is set besides what the tests themselves have. As a context manager it ends what
    still runs.
    """

    def __init__(
        self,
        module: str,
        arguments: Sequence[str] = (),
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            cwd=REPOSITORY,
            env=os.environ | dict(environment or {}),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._said: list[str] = []
        self._found = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._said.append(line)
            if _ADDRESS.search(line):
                self._found.set()
        self._found.set()

    @property
    def said(self) -> str:
        """All that the process has printed so far."""
        return "".join(self._said)

    def address(self, timeout: float = 60) -> str:
        """Wait until the page's address is printed, and return it.

        Raises:
            AssertionError: if the process ended, or `timeout` seconds passed, without one.
        """
        self._found.wait(timeout)
        match = _ADDRESS.search(self.said)
        assert match is not None, f"no address was printed:\n{self.said}"
        return match[0]

    def end(self, number: signal.Signals = signal.SIGINT, timeout: float = 15) -> int:
        """Send a signal, wait for the end, and return the exit code."""
        self._process.send_signal(number)
        return self.wait(timeout)

    def wait(self, timeout: float = 60) -> int:
        """Wait for the end and return the exit code."""
        code = self._process.wait(timeout)
        self._reader.join(timeout)
        return code

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        self._reader.join()
        assert self._process.stdout is not None
        self._process.stdout.close()
