"""What every table of the schema is made with: names of constraints, and common checks."""

from collections.abc import Iterable
from typing import Final

from sqlalchemy import CheckConstraint, MetaData, Text

metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


SORTED_BY_CODE: Final = Text().with_variant(Text(collation="C"), "postgresql")
"""A text that is sorted alike in every database, whatever its language."""


def one_of(column: str, values: Iterable[str]) -> CheckConstraint:
    """Let a column hold one of some texts."""
    listed = ", ".join(f"'{value}'" for value in values)
    return CheckConstraint(f"{column} IN ({listed})", name=column)


def at_least(column: str, least: int = 0) -> CheckConstraint:
    """Let a column hold no smaller number."""
    return CheckConstraint(f"{column} >= {least}", name=column)


def seat(column: str = "seat") -> CheckConstraint:
    """Let a column hold a seat, or a side."""
    return CheckConstraint(f"{column} BETWEEN 0 AND 3", name=column)


def together(first: str, second: str) -> CheckConstraint:
    """Let two columns be null together, and only so."""
    return CheckConstraint(f"({first} IS NULL) = ({second} IS NULL)", name=f"{first}_with_{second}")
