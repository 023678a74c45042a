"""Ratings, and what leaderboards rank by."""

from collections.abc import Iterable
from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0014"
down_revision: Final = "0013"
branch_labels: Final = None
depends_on: Final = None

_COUNTERS: Final = (
    "games", "rounds", "points", "contracts", "contracts_made", "nils", "nils_made",
    "people_games", "people_wins",
)  # fmt: skip
_RANKS: Final = {
    "by_wins": "CASE WHEN people_games >= 3 AND NOT gone THEN people_wins END",
    "by_contracts": (
        "CASE WHEN contracts >= 20 AND NOT gone THEN contracts_made * 1000000 / contracts END"
    ),
    "by_nils": "CASE WHEN nils >= 5 AND NOT gone THEN nils_made * 1000000 / nils END",
    "by_points": "CASE WHEN rounds >= 20 AND NOT gone THEN points * 1000 / rounds END",
}


def upgrade() -> None:
    """Totals of all time become standings; the bot rates earlier games once it runs."""
    op.add_column("tables", sa.Column("nth", sa.BigInteger()))
    op.create_index(op.f("ix_tables_guild_id_nth"), "tables", ["guild_id", "nth"])
    op.create_index(
        "ix_tables_unnumbered",
        "tables",
        ["id"],
        sqlite_where=sa.text("nth IS NULL AND first_dealer IS NOT NULL"),
        postgresql_where=sa.text("nth IS NULL AND first_dealer IS NOT NULL"),
    )
    _standings()
    _ratings()
    _changes()
    _servers()
    kept = _COUNTERS[:7]
    names = ", ".join(("guild_id", "season", "person", *_COUNTERS, "gone"))
    false = {"sqlite": "0", "postgresql": "false"}[op.get_bind().dialect.name]
    op.execute(
        f"INSERT INTO standings ({names}) SELECT guild_id, 0, person, {', '.join(kept)}, 0, 0, "  # noqa: S608 - our own
        f"{false} FROM person_totals"
    )
    ranks = ", ".join(f"{name} = {worth}" for name, worth in _RANKS.items())
    op.execute(f"UPDATE standings SET {ranks}")  # noqa: S608 - our own


def _standings() -> None:
    op.create_table(
        "standings",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("season", sa.Integer(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        *(sa.Column(name, sa.BigInteger(), nullable=False) for name in _COUNTERS),
        sa.Column("gone", sa.Boolean(), nullable=False),
        *(sa.Column(name, sa.BigInteger()) for name in _RANKS),
        sa.PrimaryKeyConstraint("guild_id", "season", "person", name=op.f("pk_standings")),
        sqlite_with_rowid=False,
    )
    for name in _RANKS:
        _index("standings", ("guild_id", "season", name, "person"))


def _ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("season", sa.Integer(), nullable=False),
        sa.Column("mode", sa.Text(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("mean", sa.Integer(), nullable=False),
        sa.Column("deviation", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("gone", sa.Boolean(), nullable=False),
        sa.Column("by_rating", sa.BigInteger()),
        sa.PrimaryKeyConstraint("guild_id", "season", "mode", "person", name=op.f("pk_ratings")),
        sqlite_with_rowid=False,
    )
    _index("ratings", ("guild_id", "season", "mode", "by_rating", "person"))


def _changes() -> None:
    op.create_table(
        "rating_changes",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("nth", sa.BigInteger(), nullable=False),
        sa.Column("season", sa.Integer(), nullable=False),
        sa.Column("mode", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("before", sa.Integer(), nullable=False),
        sa.Column("mean", sa.Integer(), nullable=False),
        sa.Column("deviation", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("among_people", sa.Boolean(), nullable=False),
        sa.Column("partner", sa.BigInteger()),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_rating_changes_tables")),
        sa.PrimaryKeyConstraint("table_id", "person", name=op.f("pk_rating_changes")),
        sqlite_with_rowid=False,
    )
    _index("rating_changes", ("guild_id", "person", "nth"))
    _index("rating_changes", ("guild_id", "season", "nth"))


def _servers() -> None:
    op.create_table(
        "leavers",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_leavers_tables")),
        sa.PrimaryKeyConstraint("table_id", "person", name=op.f("pk_leavers")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "rated_servers",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.Column("rated", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_rated_servers")),
    )
    op.create_table(
        "rating_resets",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("nth", sa.BigInteger(), nullable=False),
        sa.Column("season", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "nth", name=op.f("pk_rating_resets")),
        sqlite_with_rowid=False,
    )


def _index(table: str, columns: Iterable[str]) -> None:
    op.create_index(op.f(f"ix_{table}_{'_'.join(columns)}"), table, list(columns))
