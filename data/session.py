"""How every connection to a PostgreSQL server is set."""

from typing import Final

from sqlalchemy import URL

NAMED: Final = "spades "
"""How the names of processes begin, which their connections for leases bear at the server: so the
others see when one is gone."""

SESSION: Final = {
    "application_name": "spades",
    # Statements are short; compiling them would take longer than running them.
    "jit": "off",
    # A press must be answered within three seconds.
    "lock_timeout": "2s",
    "statement_timeout": "10s",
    # A process that is stopped in the middle of a transaction must not hold up the next owner of
    # its tables.
    "idle_in_transaction_session_timeout": "5s",
}


def address_of(url: URL) -> str:
    """Give the address of a database as the driver takes it, with its password."""
    return url.set(drivername="postgresql").render_as_string(hide_password=False)
