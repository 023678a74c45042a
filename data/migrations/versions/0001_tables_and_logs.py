"""Tables, their logs, and what follows from them: the first schema."""

from typing import Any, Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0001"
down_revision: Final = None
branch_labels: Final = None
depends_on: Final = None

COUNTERS: Final = (
    "games", "wins", "rounds", "points", "bags", "tricks_bid", "tricks_taken", "contracts",
    "contracts_made", "nils", "nils_made", "blind_nils", "blind_nils_made",
)  # fmt: skip

_SORTED_BY_CODE: Final = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

Kind = type[sa.types.TypeEngine[Any]]


def upgrade() -> None:
    """Create everything."""
    _create_tables()
    _create_seats()
    _create_sittings()
    _create_log()
    _create_rounds()
    _create_round_seats()
    _create_results()
    _create_totals()
    _create_rule_sets()
    _create_preferences()
    _create_prompts()
    _create_facts()


def _column(name: str, kind: Kind, *, null: bool = False) -> sa.Column[Any]:
    return sa.Column(name, kind(), nullable=null)


def _check(table: str, name: str, condition: str) -> sa.CheckConstraint:
    return sa.CheckConstraint(condition, name=op.f(f"ck_{table}_{name}"))


def _keys(table: str, *columns: str) -> tuple[sa.Constraint, sa.Constraint]:
    return (
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f(f"fk_{table}_tables")),
        sa.PrimaryKeyConstraint(*columns, name=op.f(f"pk_{table}")),
    )


def _make_append_only(table: str) -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            f"CREATE FUNCTION {table}_stays() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN RAISE EXCEPTION 'a row of {table} stays as it is'; END $$"
        )
        op.execute(
            f"CREATE TRIGGER {table}_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
            f"FOR EACH STATEMENT EXECUTE FUNCTION {table}_stays()"
        )
        return
    for verb in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
            f"BEGIN SELECT RAISE(ABORT, 'a row of {table} stays as it is'); END"
        )


def _create_tables() -> None:
    op.create_table(
        "tables",
        _column("id", sa.Integer),
        _column("command_id", sa.Text),
        _column("guild_id", sa.BigInteger),
        _column("channel_id", sa.BigInteger),
        _column("host", sa.BigInteger),
        _column("preset", sa.Text, null=True),
        _column("rules", sa.Text),
        _column("pace", sa.Text),
        sa.Column("level", sa.Text(), nullable=False, server_default="normal"),
        _column("status", sa.Text),
        _column("secret", sa.LargeBinary),
        _column("contributions", sa.Text),
        _column("created_at", sa.BigInteger),
        _column("first_dealer", sa.Integer, null=True),
        _column("start", sa.Text, null=True),
        _column("version", sa.Integer),
        _column("message_id", sa.BigInteger, null=True),
        _column("message_round", sa.Integer),
        _column("left_channel", sa.BigInteger, null=True),
        _column("left_message", sa.BigInteger, null=True),
        _column("due_kind", sa.Text, null=True),
        _column("due_at", sa.BigInteger, null=True),
        *_checks_of_tables(),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
        sa.UniqueConstraint("command_id", name=op.f("uq_tables_command_id")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_tables_status"), "tables", ["status"])
    op.create_index(op.f("ix_tables_message_id"), "tables", ["message_id"])
    op.create_index(op.f("ix_tables_channel_id"), "tables", ["channel_id"])


def _checks_of_tables() -> list[sa.CheckConstraint]:
    statuses = "('lobby', 'playing', 'paused', 'parked', 'finished', 'closed')"
    kinds = "('turn', 'computer', 'deal', 'close')"
    return [
        _check("tables", "status", f"status IN {statuses}"),
        _check("tables", "due_kind", f"due_kind IN {kinds}"),
        _check(
            "tables",
            "left_channel_with_left_message",
            "(left_channel IS NULL) = (left_message IS NULL)",
        ),
        _check("tables", "due_kind_with_due_at", "(due_kind IS NULL) = (due_at IS NULL)"),
        _check("tables", "first_dealer_with_start", "(first_dealer IS NULL) = (start IS NULL)"),
        _check("tables", "first_dealer", "first_dealer BETWEEN 0 AND 3"),
        _check("tables", "version", "version >= 0"),
        _check("tables", "message_round", "message_round >= 0"),
    ]


def _create_seats() -> None:
    op.create_table(
        "seats",
        _column("table_id", sa.Integer),
        _column("seat", sa.Integer),
        _column("user_id", sa.BigInteger, null=True),
        _column("name", sa.Text, null=True),
        _column("computer", sa.Text, null=True),
        _column("misses", sa.Integer),
        _column("ready", sa.Boolean),
        _check("seats", "seat", "seat BETWEEN 0 AND 3"),
        _check("seats", "user_id_with_name", "(user_id IS NULL) = (name IS NULL)"),
        _check("seats", "misses", "misses >= 0"),
        *_keys("seats", "table_id", "seat"),
        sqlite_with_rowid=False,
    )


def _create_sittings() -> None:
    op.create_table(
        "sittings",
        _column("id", sa.Integer),
        _column("table_id", sa.Integer),
        _column("seat", sa.Integer),
        _column("user_id", sa.BigInteger, null=True),
        _column("from_version", sa.Integer),
        _check("sittings", "seat", "seat BETWEEN 0 AND 3"),
        _check("sittings", "from_version", "from_version >= 1"),
        *_keys("sittings", "id"),
    )
    op.create_index(op.f("ix_sittings_table_id"), "sittings", ["table_id"])
    _make_append_only("sittings")


def _create_log() -> None:
    op.create_table(
        "log",
        _column("table_id", sa.Integer),
        _column("version", sa.Integer),
        _column("command_id", sa.Text),
        _column("action", sa.Text),
        _column("at", sa.BigInteger),
        sa.Column("thought", sa.Text(), nullable=False, server_default=""),
        _check("log", "version", "version >= 1"),
        *_keys("log", "table_id", "version"),
        sa.UniqueConstraint("command_id", name=op.f("uq_log_command_id")),
        sqlite_with_rowid=False,
    )
    _make_append_only("log")


def _create_rounds() -> None:
    op.create_table(
        "rounds",
        _column("table_id", sa.Integer),
        _column("number", sa.Integer),
        _column("side", sa.Integer),
        _column("contract", sa.Integer, null=True),
        _column("taken", sa.Integer),
        _column("points", sa.Integer),
        _column("bags", sa.Integer),
        _column("total", sa.Integer),
        _column("bags_left", sa.Integer),
        _check("rounds", "number", "number >= 1"),
        _check("rounds", "side", "side BETWEEN 0 AND 3"),
        *_keys("rounds", "table_id", "number", "side"),
        sqlite_with_rowid=False,
    )


def _create_round_seats() -> None:
    op.create_table(
        "round_seats",
        _column("table_id", sa.Integer),
        _column("number", sa.Integer),
        _column("seat", sa.Integer),
        _column("user_id", sa.BigInteger, null=True),
        _column("bid", sa.Integer, null=True),
        _column("blind", sa.Boolean),
        _column("taken", sa.Integer),
        _check("round_seats", "number", "number >= 1"),
        _check("round_seats", "seat", "seat BETWEEN 0 AND 3"),
        *_keys("round_seats", "table_id", "number", "seat"),
        sqlite_with_rowid=False,
    )


def _create_results() -> None:
    op.create_table(
        "results",
        _column("table_id", sa.Integer),
        _column("guild_id", sa.BigInteger),
        _column("winner", sa.Integer),
        _column("places", sa.Text, null=True),
        _column("tallies", sa.Text),
        _column("rounds", sa.Integer),
        _column("finished_at", sa.BigInteger),
        _check("results", "winner", "winner BETWEEN 0 AND 3"),
        _check("results", "rounds", "rounds >= 1"),
        *_keys("results", "table_id"),
    )


def _create_totals() -> None:
    op.create_table(
        "totals",
        _column("guild_id", sa.BigInteger),
        _column("user_id", sa.BigInteger),
        *(_column(name, sa.Integer) for name in COUNTERS),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name=op.f("pk_totals")),
        sqlite_with_rowid=False,
    )


def _create_prompts() -> None:
    op.create_table(
        "prompts",
        _column("message_id", sa.BigInteger),
        _column("channel_id", sa.BigInteger),
        sa.PrimaryKeyConstraint("message_id", name=op.f("pk_prompts")),
        sqlite_with_rowid=False,
    )


def _create_facts() -> None:
    op.create_table(
        "facts",
        _column("name", sa.Text),
        _column("value", sa.Text),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_facts")),
        sqlite_with_rowid=False,
    )


def _create_rule_sets() -> None:
    op.create_table(
        "rule_sets",
        _column("guild_id", sa.BigInteger),
        sa.Column("key", _SORTED_BY_CODE, nullable=False),
        _column("name", sa.Text),
        _column("rules", sa.Text),
        _column("author", sa.BigInteger),
        sa.PrimaryKeyConstraint("guild_id", "key", name=op.f("pk_rule_sets")),
        sqlite_with_rowid=False,
    )


def _create_preferences() -> None:
    op.create_table(
        "preferences",
        _column("kind", sa.Text),
        _column("owner", sa.BigInteger),
        _column("settings", sa.Text),
        sa.PrimaryKeyConstraint("kind", "owner", name=op.f("pk_preferences")),
        sqlite_with_rowid=False,
    )
