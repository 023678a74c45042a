"""A PostgreSQL server for the tests: in a temporary folder, on a socket, run by no root."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Final

import asyncpg
import pytest
from sqlalchemy import URL

from data.schema import metadata
from data.server import upgrade_server

REQUIRED: Final = "SPADES_REQUIRE_POSTGRESQL"
"""The environment variable that makes a missing server a failure rather than a skipped test."""

_PLACES: Final = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin")

# The triggers of the tables that are only appended to do not stop a replica.
_EMPTY: Final = (
    "SET session_replication_role = replica; TRUNCATE "
    + ", ".join(table.name for table in metadata.sorted_tables)
    + " RESTART IDENTITY"
)

_SETTINGS: Final = {
    "listen_addresses": "",
    # Nothing of a test has to survive the machine.
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "shared_buffers": "16MB",
    "max_connections": "60",
}


DURABLE: Final = {
    **_SETTINGS,
    "fsync": "on",
    "synchronous_commit": "on",
    "full_page_writes": "on",
    "shared_buffers": "64MB",
}
"""The settings of a server that keeps what it has acknowledged."""


def binaries() -> Path | None:
    """Give the folder of PostgreSQL's programs, the newest if there are several."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    folders = [each for place in _PLACES for each in Path("/").glob(place[1:])]
    return max((each for each in folders if (each / "initdb").exists()), default=None)


def required() -> Path:
    """Give the folder of PostgreSQL's programs; without them the test is skipped, or fails."""
    programs = binaries()
    if programs is None:
        if os.environ.get(REQUIRED):
            pytest.fail("PostgreSQL's programs are not installed")
        pytest.skip("needs PostgreSQL's programs: Debian's package postgresql")
    return programs


class Cluster:
    """A server that runs, and the databases in it.

    Attributes:
        server: its processes.
    """

    def __init__(self, folder: Path, server: "Server") -> None:
        """Know a server by the folder of its socket."""
        self._folder = folder
        self.server = server
        self._numbers = count(1)
        self._shared: URL | None = None

    @property
    def socket(self) -> Path:
        """The socket that it listens on."""
        return self._folder / ".s.PGSQL.5432"

    @property
    def folder(self) -> Path:
        """Where its socket is."""
        return self._folder

    def url(self, name: str) -> URL:
        """Give the address of a database."""
        return URL.create(
            "postgresql+asyncpg",
            username="postgres",
            database=name,
            query={"host": str(self._folder)},
        )

    async def new(self) -> URL:
        """Make a database without tables, and give its address."""
        name = f"spades_{next(self._numbers)}"
        await self._run("postgres", f"CREATE DATABASE {name} TEMPLATE template0 LOCALE 'C.UTF-8'")
        return self.url(name)

    async def emptied(self) -> URL:
        """Give the address of a database with the present schema and no rows.

        It is the same each time: to make one takes a thousand times as long as to empty one.
        """
        if self._shared is None:
            self._shared = await self.new()
            await upgrade_server(self._shared)
        await self._run(str(self._shared.database), _EMPTY)
        return self._shared

    async def _run(self, name: str, statement: str) -> None:
        connection = await asyncpg.connect(host=str(self._folder), user="postgres", database=name)
        try:
            await connection.execute(statement)
        finally:
            await connection.close()


async def run(url: URL, statement: str) -> None:
    """Run a statement as an operator would."""
    connection = await asyncpg.connect(
        host=str(url.query["host"]), user=url.username, database=url.database
    )
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


class Server:
    """The processes of a server, which tests start, kill and stop."""

    def __init__(self, programs: Path, folder: Path, settings: Mapping[str, str]) -> None:
        """Know a folder, which must belong to whom the server is run by."""
        self._programs = programs
        self._folder = folder
        self._settings = {**settings, "unix_socket_directories": str(folder)}
        self._user = _user()

    @property
    def _data(self) -> Path:
        return self._folder / "cluster"

    def make(self) -> None:
        """Make the files of an empty server."""
        if self._user is not None:
            os.chown(self._folder, self._user.pw_uid, self._user.pw_gid)
        flags = ("--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8")
        self._call("initdb", *flags, "--locale=C", f"--pgdata={self._data}")

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = " ".join(f"-c {key}={value!r}" for key, value in self._settings.items())
        log = str(self._folder / "log")
        self._call("pg_ctl", "start", "-D", str(self._data), "-w", "-l", log, "-o", options)

    def stop(self) -> None:
        """Stop it in the middle of whatever it does; the next start repairs it."""
        self._call("pg_ctl", "stop", "-D", str(self._data), "-m", "immediate")

    def kill(self) -> None:
        """Kill all its processes at once, and see them gone."""
        leader = int((self._data / "postmaster.pid").read_text().split()[0])
        # It must not start another while its children are listed: that one would keep the memory.
        os.kill(leader, signal.SIGSTOP)
        while _state(leader) != "T":
            os.sched_yield()
        children = Path(f"/proc/{leader}/task/{leader}/children").read_text().split()
        pids = [leader, *map(int, children)]
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        while any(map(_runs, pids)):
            os.sched_yield()
        # Where nobody waits for the dead they keep their numbers, and would seem to run still.
        for locked in (self._data / "postmaster.pid", self._folder / ".s.PGSQL.5432.lock"):
            locked.unlink()

    def _call(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [self._programs / program, *arguments],
            check=True,
            user=None if self._user is None else self._user.pw_name,
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )


def _runs(pid: int) -> bool:
    """Say whether a process is there and no zombie."""
    return _state(pid) not in (None, "Z")


def _state(pid: int) -> str | None:
    """Give the letter of a process's state; None if there is none."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return None


@contextmanager
def running(programs: Path, settings: Mapping[str, str] | None = None) -> Iterator[Cluster]:
    """Run a server for the time of a block, with these settings besides the usual ones."""
    with tempfile.TemporaryDirectory(prefix="spades-pg-") as place:
        server = Server(programs, Path(place), {**_SETTINGS, **(settings or {})})
        server.make()
        server.start()
        try:
            yield Cluster(Path(place), server)
        finally:
            server.stop()


def _user() -> pwd.struct_passwd | None:
    """Give who runs the server: it refuses to be run by root."""
    return None if os.geteuid() else pwd.getpwnam("postgres")
