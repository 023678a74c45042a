"""A PostgreSQL server for the tests: in a temporary folder, on a socket, run by no root."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Final

import asyncpg
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


def binaries() -> Path | None:
    """Give the folder of PostgreSQL's programs, the newest if there are several."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    folders = [each for place in _PLACES for each in Path("/").glob(place[1:])]
    return max((each for each in folders if (each / "initdb").exists()), default=None)


class Cluster:
    """A server that runs, and the databases in it."""

    def __init__(self, folder: Path) -> None:
        """Know a server by the folder of its socket."""
        self._folder = folder
        self._numbers = count(1)
        self._shared: URL | None = None

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


@contextmanager
def running(programs: Path) -> Iterator[Cluster]:
    """Run a server for the time of a block."""
    with tempfile.TemporaryDirectory(prefix="spades-pg-") as place:
        folder, user = Path(place), _user()
        if user is not None:
            os.chown(folder, user.pw_uid, user.pw_gid)
        name = None if user is None else user.pw_name

        def call(program: str, *arguments: str) -> None:
            subprocess.run(
                [programs / program, *arguments],
                check=True,
                user=name,
                cwd=folder,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
            )

        cluster = str(folder / "cluster")
        flags = ("--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8")
        call("initdb", *flags, "--locale=C", f"--pgdata={cluster}")
        options = " ".join(f"-c {key}={value!r}" for key, value in _SETTINGS.items())
        log = str(folder / "log")
        control = ("-D", cluster, "-w", "-l", log)
        call("pg_ctl", "start", *control, "-o", f"{options} -c unix_socket_directories='{folder}'")
        try:
            yield Cluster(folder)
        finally:
            call("pg_ctl", "stop", "-D", cluster, "-m", "immediate")


def _user() -> pwd.struct_passwd | None:
    """Give who runs the server: it refuses to be run by root."""
    return None if os.geteuid() else pwd.getpwnam("postgres")
