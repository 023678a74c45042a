"""The open database: a file of SQLite, or a database of a PostgreSQL server.

An absent or empty one gets the present schema. One of an earlier version is refused, and the
message names the command that upgrades it: an upgrade cannot be undone, so the operator should make
a copy first. One of a later version, or of another program, is left untouched.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Final, Protocol, Self, TypeVar

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.tables.ports import StoreError
from bot.tables.shards import AllShards, ShardPlan, Shards
from data.brief import Brief
from data.connections import BUSY_SECONDS, reading_engine, serving_engine
from data.custody import Custody
from data.errors import BadAddressError
from data.faults import told_to_tables
from data.hearing import Alone, Hearing
from data.migrate import MIGRATIONS
from data.preparation import require_readable
from data.soundness import CHECKED_AT_ONCE
from data.transaction import Work
from data.writer import Writer

if TYPE_CHECKING:
    from data.postgres import ServerWriter

T = TypeVar("T")

BESIDE_SECONDS: Final = 30.0
"""Seconds to wait for the bot where a command writes beside it."""

LEASE_SECONDS: Final = 8.0
"""Seconds that the lease on a server's database holds without being renewed."""


Place = Path | URL
"""A file of SQLite, or the address of a database at a PostgreSQL server."""


_OF_POSTGRESQL: Final = frozenset({"postgresql", "postgres", "postgresql+asyncpg"})
"""How the address of a PostgreSQL server may begin."""


def place_of(path: Path, address: str | None) -> Place:
    """Give the place of a database.

    Args:
        path: the file.
        address: where it is instead, if it is at a server: `postgresql://user:password@host/name`.

    Raises:
        BadAddressError: the address is not one.
    """
    if address is None:
        return path
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise BadAddressError from None
    if url.drivername not in _OF_POSTGRESQL:
        raise BadAddressError
    return url.set(drivername="postgresql+asyncpg")


class Writing(Protocol):
    """Runs units of work."""

    async def write(
        self, work: Work[T], guild_id: int | None = None, brief: Brief | None = None
    ) -> T:
        """Run a unit of work and give its result once it is on disk."""
        ...

    async def close(self) -> None:
        """Refuse new work and wait for the work under way."""
        ...


class Database:
    """An open database. Make one with `open` or `read_only`; use it in one event loop; close it.

    Attributes:
        shards: which servers this process may write for.
        hearing: what this process and the others tell each other.
    """

    def __init__(
        self,
        engine: AsyncEngine,
        writer: Writing | None,
        custody: Custody | None = None,
        faults: tuple[type[Exception], ...] = (),
        shards: Shards | None = None,
        hearing: Hearing | None = None,
    ) -> None:
        """Use connections that are made elsewhere.

        Args:
            engine: makes the connections to read with.
            writer: runs units of work; None if the database is only read.
            custody: keeps other processes away from a file; None for a reader or a server.
            faults: what the driver raises besides SQLAlchemy's errors and SQLite's.
            shards: which servers the process may write for; None for all.
            hearing: tells other processes; None if there are none.
        """
        self._engine = engine
        self._writer = writer
        self._custody = custody
        self._faults = faults
        self.shards: Shards = shards or AllShards()
        self.hearing: Hearing = hearing or Alone()

    @classmethod
    async def open(
        cls,
        place: Place,
        *,
        migrations: Path = MIGRATIONS,
        busy_seconds: float = BUSY_SECONDS,
        check_at_once: int = CHECKED_AT_ONCE,
        lease_seconds: float = LEASE_SECONDS,
        plan: ShardPlan | None = None,
        late: Callable[[], None] = lambda: None,
    ) -> Self:
        """Open a database to serve it; an absent file is created.

        Without a plan it is served as the only process, and everything can be written at once. With
        one, several processes may serve a server's database, and nothing that belongs to a server
        of Discord's can be written before `shards.start`.

        Args:
            place: the file, or the address of a database at a server.
            migrations: the scripts that make the schema.
            busy_seconds: seconds to wait, each time, for a program that holds SQLite's lock.
            check_at_once: size in bytes of the largest file that is checked before use if it was
                not closed cleanly; a larger one is checked while the bot runs.
            lease_seconds: how long nobody else may serve a server's database after this process
                has died, if there is no plan.
            plan: how the servers of Discord are shared out among processes; None to serve all.
            late: called when the renewal of leases was late.

        Raises:
            DatabaseProblem: it cannot be used; the sentence says why and what to do.
            ShardCountError: other processes share the servers out in another number of shards.
        """
        if isinstance(place, URL):
            return await cls._at_server(place, migrations, plan, lease_seconds, late)
        custody = await asyncio.to_thread(
            Custody.taken, place, migrations, busy_seconds, check_at_once
        )
        engine = serving_engine(place, busy_seconds, custody.require)
        shards = AllShards(1 if plan is None else plan.count)
        return cls(engine, Writer(engine, custody.require), custody, shards=shards)

    @classmethod
    async def _at_server(
        cls,
        url: URL,
        migrations: Path,
        plan: ShardPlan | None,
        lease_seconds: float,
        late: Callable[[], None],
    ) -> Self:
        # Who uses SQLite does not load the driver.
        from data.postgres import ServerWriter, server_engine  # noqa: PLC0415
        from data.server import prepare_server, told_of_server  # noqa: PLC0415 - as above

        engine = server_engine(url)
        try:
            await prepare_server(engine, migrations)
            with told_of_server(url):
                writer = await ServerWriter.connected(url, plan, lease_seconds, late)
        except BaseException:
            await engine.dispose()
            raise
        return cls._with_writer(engine, writer)

    @classmethod
    async def beside(cls, place: Place, *, migrations: Path = MIGRATIONS) -> Self:
        """Open a database for a command of the operator, also while other processes serve it.

        Its units of work must be short, and change nothing that those processes have in memory. At
        a server nothing that belongs to one server of Discord's can be written.

        Raises:
            DatabaseProblem: it cannot be used; the sentence says why and what to do.
        """
        if not isinstance(place, URL):
            await asyncio.to_thread(require_readable, place, migrations)
            engine = serving_engine(place, BESIDE_SECONDS)
            return cls(engine, Writer(engine, None), shards=AllShards(1))
        from data.postgres import ServerWriter, server_engine  # noqa: PLC0415 - as above
        from data.server import prepare_server  # noqa: PLC0415 - as above

        engine = server_engine(place)
        try:
            await prepare_server(engine, migrations)
            writer = await ServerWriter.beside(place)
        except BaseException:
            await engine.dispose()
            raise
        return cls._with_writer(engine, writer)

    @classmethod
    def _with_writer(cls, engine: AsyncEngine, writer: "ServerWriter") -> Self:
        from data.line import SERVER_FAULTS  # noqa: PLC0415 - as above

        return cls(
            _of_one_moment(engine),
            writer,
            faults=SERVER_FAULTS,
            shards=writer.shards,
            hearing=writer.line,
        )

    @classmethod
    async def read_only(cls, place: Place, *, migrations: Path = MIGRATIONS) -> Self:
        """Open a database to read it, even while another process serves it.

        It takes no lock, creates no file, and reads no more than it is asked for.

        Raises:
            DatabaseProblem: there is none, or this version cannot read it.
        """
        if isinstance(place, URL):
            from data.line import SERVER_FAULTS  # noqa: PLC0415 - as above
            from data.postgres import server_engine  # noqa: PLC0415 - as above
            from data.server import require_readable_server  # noqa: PLC0415 - as above

            engine = server_engine(place)
            try:
                await require_readable_server(engine, migrations)
            except BaseException:
                await engine.dispose()
                raise
            return cls(_of_one_moment(engine), None, faults=SERVER_FAULTS)
        await asyncio.to_thread(require_readable, place, migrations)
        return cls(reading_engine(place), None)

    async def write(
        self, work: Work[T], guild_id: int | None = None, brief: Brief | None = None
    ) -> T:
        """Run a unit of work that writes, and give its result once it is on disk.

        Args:
            work: begins the unit.
            guild_id: the server to which all that is written belongs; None if it belongs to none.
            brief: what the unit writes, if it gives nothing and that is all it writes.

        Raises:
            LeaseLostError: another process serves that server; nothing was written.
            StoreError: the database cannot be written now; nothing was written.
            Exception: whatever the work itself raised; nothing was written.
        """
        if self._writer is None:
            raise StoreError("the database was opened to be read")
        return await self._writer.write(work, guild_id, brief)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection that sees the database as it is at its first query.

        Raises:
            StoreError: the database cannot be read now.
        """
        with told_to_tables(*self._faults):
            async with self._engine.connect() as connection:
                yield connection

    async def scrub(self) -> None:
        """Let go of what was deleted: SQLite's journal is emptied, a server's rows are vacuumed.

        Raises:
            StoreError: it cannot be done now.
        """
        with told_to_tables(*self._faults):
            if self._custody is not None:
                await asyncio.to_thread(self._custody.scrub)
            elif self._engine.dialect.name == "postgresql":
                from data.postgres import vacuum  # noqa: PLC0415 - as above

                await vacuum(self._engine.url)

    async def close(self) -> None:
        """Finish the work under way, and release the database."""
        if self._writer is not None:
            await self._writer.close()
        await self._engine.dispose()
        if self._custody is not None:
            await asyncio.to_thread(self._custody.end)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()


def _of_one_moment(engine: AsyncEngine) -> AsyncEngine:
    """Let all queries of a connection see the database as it is at the first one."""
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
