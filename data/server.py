"""Checks of a PostgreSQL database before it is used, and the upgrade of its schema."""

from collections.abc import Container, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import asyncpg
import structlog
from sqlalchemy import URL, Connection, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from data.errors import (
    DatabaseFullError,
    DatabaseLockedError,
    DatabaseMissingError,
    DatabaseOlderError,
    DatabaseProblem,
    ServerDatabaseMissingError,
    ServerForbidsError,
    ServerRefusesError,
    ServerUnreachableError,
)
from data.faults import driver_fault
from data.line import SERVER_FAULTS
from data.migrate import MIGRATIONS, State, migrate
from data.postgres import server_engine
from data.preparation import usable

_logger = structlog.get_logger(__name__)

_SCHEMA_LOCK: Final = text("SELECT pg_advisory_xact_lock(8301034820198757)")
"""Lets one process at a time look after the schema; the number is only the project's own."""

_PROBLEMS: Final[tuple[tuple[type[Exception], type[DatabaseProblem]], ...]] = (
    (asyncpg.InvalidAuthorizationSpecificationError, ServerRefusesError),
    (asyncpg.InvalidCatalogNameError, ServerDatabaseMissingError),
    (asyncpg.InsufficientPrivilegeError, ServerForbidsError),
    (asyncpg.ReadOnlySQLTransactionError, ServerForbidsError),
    (asyncpg.LockNotAvailableError, DatabaseLockedError),
    (asyncpg.DiskFullError, DatabaseFullError),
    (asyncpg.OperatorInterventionError, ServerUnreachableError),
    (asyncpg.InsufficientResourcesError, ServerUnreachableError),
    (asyncpg.PostgresConnectionError, ServerUnreachableError),
    (asyncpg.InterfaceError, ServerUnreachableError),
    (OSError, ServerUnreachableError),
    (TimeoutError, ServerUnreachableError),
)
"""Which sentence the operator reads; the first that fits."""


_FAULTS: Final[tuple[type[Exception], ...]] = (SQLAlchemyError, *SERVER_FAULTS)


@contextmanager
def told_of_server(url: URL) -> Iterator[None]:
    """Turn an error of a server into a sentence for the operator.

    Raises:
        DatabaseProblem: the server or its database cannot be used.
    """
    try:
        yield
    except _FAULTS as error:
        fault = driver_fault(error)
        for kind, problem in _PROBLEMS:
            if isinstance(fault, kind):
                raise problem(url) from error
        raise


async def prepare_server(engine: AsyncEngine, migrations: Path = MIGRATIONS) -> None:
    """Check that a database can be used; create the present schema in an empty one.

    Raises:
        DatabaseProblem: it cannot be used; the sentence says why and what to do.
    """

    def prepare(connection: Connection) -> None:
        state = usable(engine.url, connection, migrations)
        if state is State.OLDER:
            raise DatabaseOlderError(engine.url)
        if state is State.EMPTY:
            migrate(connection, migrations)
            _logger.info("database_made", path=engine.url.render_as_string())

    with told_of_server(engine.url):
        async with engine.begin() as connection:
            await connection.execute(_SCHEMA_LOCK)
            await connection.run_sync(prepare)


async def upgrade_server(url: URL, migrations: Path = MIGRATIONS) -> bool:
    """Bring the schema of a database up to date; an empty one gets the present schema.

    Each migration leaves the version of the bot before it able to work.

    Returns:
        Whether it was out of date.

    Raises:
        DatabaseProblem: it cannot be upgraded; the database is unchanged.
    """

    def upgrade(connection: Connection) -> bool:
        if usable(url, connection, migrations) is State.CURRENT:
            return False
        migrate(connection, migrations)
        return True

    engine = server_engine(url)
    try:
        with told_of_server(url):
            async with engine.begin() as connection:
                await connection.execute(_SCHEMA_LOCK)
                return await connection.run_sync(upgrade)
    finally:
        await engine.dispose()


async def require_readable_server(
    engine: AsyncEngine,
    migrations: Path = MIGRATIONS,
    states: Container[State] = (State.CURRENT,),
) -> None:
    """Refuse a database that this version cannot read.

    Raises:
        DatabaseProblem: it is empty, or this version cannot read it.
    """
    with told_of_server(engine.url):
        async with engine.connect() as connection:
            state = await connection.run_sync(
                lambda reading: usable(engine.url, reading, migrations)
            )
    if state is State.EMPTY:
        raise DatabaseMissingError(engine.url)
    if state not in states:
        raise DatabaseOlderError(engine.url)
