"""Times as the database keeps them: whole microseconds since 1970 in UTC."""

from datetime import UTC, datetime, timedelta
from typing import Final

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)


def to_micros(moment: datetime) -> int:
    """Give the microseconds since 1970 of an aware moment, exactly."""
    return (moment - _EPOCH) // _MICROSECOND


def from_micros(micros: int) -> datetime:
    """Give the moment (aware, UTC) that was stored as microseconds since 1970."""
    return _EPOCH + micros * _MICROSECOND
