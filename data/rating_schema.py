"""The tables of ratings and leaderboards, which are projections but for two.

They follow from the rounds, the results and the order in which games ended; see `data.ratings`.
"""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    Table,
    Text,
)

from data.metadata import metadata

STANDING_COUNTERS: Final = (
    "games", "rounds", "points", "contracts", "contracts_made", "nils", "nils_made",
    "people_games", "people_wins",
)  # fmt: skip
"""What is counted for leaderboards, each a column of `standings`."""

RANKS: Final = ("by_wins", "by_contracts", "by_nils", "by_points")
"""The columns of `standings` that leaderboards rank by."""


standings: Final = Table(
    "standings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True),
    Column("season", Integer, primary_key=True, comment="four times the year and the quarter"),
    Column("person", BigInteger, primary_key=True),
    *(Column(name, BigInteger, nullable=False) for name in STANDING_COUNTERS),
    Column("gone", Boolean, nullable=False, comment="whether the person was not in the server"),
    # What leaderboards rank by; null for those who are not ranked. A generated column would be no
    # part of what SQLite reads from an index alone, and pages far behind would take long.
    *(Column(name, BigInteger) for name in RANKS),
    *(Index(None, "guild_id", "season", name, "person") for name in RANKS),
    sqlite_with_rowid=False,
)

ratings: Final = Table(
    "ratings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True),
    Column("season", Integer, primary_key=True),
    Column("mode", Text, primary_key=True),
    Column("person", BigInteger, primary_key=True),
    Column("mean", Integer, nullable=False, comment="in thousandths, as is the deviation"),
    Column("deviation", Integer, nullable=False),
    Column("games", Integer, nullable=False),
    Column("gone", Boolean, nullable=False),
    Column("by_rating", BigInteger),
    Index(None, "guild_id", "season", "mode", "by_rating", "person"),
    sqlite_with_rowid=False,
)

rating_changes: Final = Table(
    "rating_changes",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("person", BigInteger, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("nth", BigInteger, nullable=False),
    Column("season", Integer, nullable=False),
    Column("mode", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("before", Integer, nullable=False, comment="the mean of the season"),
    Column("mean", Integer, nullable=False),
    Column("deviation", Integer, nullable=False),
    Column("place", Integer, nullable=False, comment="0: the person left the unfinished game"),
    Column("among_people", Boolean, nullable=False, comment="whether people played against them"),
    Column("partner", BigInteger, comment="the person in the partner's seat at the end"),
    Index(None, "guild_id", "person", "nth"),
    # For the first game of a season.
    Index(None, "guild_id", "season", "nth"),
    sqlite_with_rowid=False,
)

leavers: Final = Table(
    "leavers",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("person", BigInteger, primary_key=True),
    sqlite_with_rowid=False,
)
"""Who had left a game that ended without a result: they ended it, or had gone before."""

rated_servers: Final = Table(
    "rated_servers",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("ended", BigInteger, nullable=False, comment="how many games have ended: the last nth"),
    Column("rated", BigInteger, nullable=False, comment="the last nth whose game was rated"),
)
"""How far the ratings of each server have come."""

rating_resets: Final = Table(
    "rating_resets",
    metadata,
    Column("guild_id", BigInteger, primary_key=True),
    Column("nth", BigInteger, primary_key=True, comment="the last nth before the new beginning"),
    Column("season", Integer, nullable=False, comment="the season that began anew"),
    sqlite_with_rowid=False,
)
"""When the ratings of a server began anew: a decision of its managers, and no projection."""
