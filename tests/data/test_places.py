"""Where a database is: a file, or the address of a PostgreSQL server."""

from pathlib import Path

import pytest
from sqlalchemy import URL

from data.database import place_of
from data.errors import BadAddressError

FILE = Path("spades.sqlite")


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+asyncpg"])
def test_the_address_of_a_server(scheme: str) -> None:
    """However it begins, the same driver is used; without an address it is the file."""
    place = place_of(FILE, f"{scheme}://ada:secret@db:5433/spades")
    assert isinstance(place, URL)
    assert (place.drivername, place.host, place.port) == ("postgresql+asyncpg", "db", 5433)
    assert place_of(FILE, None) == FILE


@pytest.mark.parametrize(
    "address", ["", "spades", "mysql://ada:secret@db/spades", "postgresql://db:port/spades"]
)
def test_what_is_no_address_of_a_server(address: str) -> None:
    """Another database is refused as well, and the refusal does not show a password."""
    with pytest.raises(BadAddressError, match="DATABASE_URL is not a valid address") as refused:
        place_of(FILE, address)
    assert "secret" not in str(refused.value)
