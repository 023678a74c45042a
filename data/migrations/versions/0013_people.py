"""People are rows of their own, behind random keys; games that are over are one record each.

The version before this one goes on: what it writes by user id stays in columns that nobody else
reads, and its totals in a table that is empty here.
"""

import secrets
from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0013"
down_revision: Final = "0012"
branch_labels: Final = None
depends_on: Final = None

COUNTERS: Final = (
    "games", "wins", "rounds", "points", "bags", "tricks_bid", "tricks_taken", "contracts",
    "contracts_made", "nils", "nils_made", "blind_nils", "blind_nils_made", "unfinished",
)  # fmt: skip

_BY_KEY: Final = ("sittings", "round_seats")
_TOGETHER: Final = 1000
_KEY_BITS: Final = 63

_LEAVING: Final = (
    "EXISTS (SELECT 1 FROM forgetting JOIN tables ON tables.guild_id = forgetting.guild_id "
    "WHERE tables.id = OLD.table_id)"
)
_RECORDED: Final = "EXISTS (SELECT 1 FROM games WHERE games.table_id = OLD.table_id)"


def upgrade() -> None:
    """Everyone who is known gets a key; names are those of their last table."""
    _create_tables()
    op.add_column("tables", sa.Column("added", sa.Text(), nullable=False, server_default="[]"))
    op.add_column("tables", sa.Column("roles", sa.Text()))
    op.create_index(op.f("ix_tables_guild_id"), "tables", ["guild_id"])
    for table in ("seats", *_BY_KEY):
        op.add_column(table, sa.Column("person", sa.BigInteger()))
    for table in ("log", "sittings"):
        _drop_guard(table)
    _name_everyone()
    for table in _BY_KEY:
        op.execute(
            f"UPDATE {table} SET person = (SELECT key FROM people "  # noqa: S608 - our own names
            f"WHERE people.user_id = {table}.user_id), user_id = NULL WHERE user_id IS NOT NULL"
        )
    op.execute(
        "INSERT INTO played (person, table_id) SELECT DISTINCT person, table_id FROM sittings "
        "WHERE person IS NOT NULL"
    )
    counters = ", ".join(COUNTERS)
    op.execute(
        f"INSERT INTO person_totals (guild_id, person, {counters}) "  # noqa: S608 - our own names
        f"SELECT guild_id, key, {counters} FROM totals JOIN people USING (user_id)"
    )
    op.execute("DELETE FROM totals")
    _guard("log", _RECORDED, _LEAVING)
    _guard("sittings", _RECORDED, _LEAVING)
    _guard("games", _LEAVING)


def _create_tables() -> None:
    op.create_table(
        "people",
        sa.Column("key", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("name", sa.Text()),
        sa.Column("avatar", sa.Text(), nullable=False, server_default=""),
        sa.Column("met_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_people")),
        sa.UniqueConstraint("user_id", name=op.f("uq_people_user_id")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_people_met_at"), "people", ["met_at"])
    op.create_table(
        "games",
        _table_id("games"),
        sa.Column("record", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_games")),
    )
    op.create_table(
        "played",
        sa.Column("person", sa.BigInteger(), autoincrement=False, nullable=False),
        _table_id("played"),
        sa.PrimaryKeyConstraint("person", "table_id", name=op.f("pk_played")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "forgetting",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_forgetting")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "person_totals",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("person", sa.BigInteger(), autoincrement=False, nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in COUNTERS),
        sa.PrimaryKeyConstraint("guild_id", "person", name=op.f("pk_person_totals")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_person_totals_person"), "person_totals", ["person"])


def _table_id(table: str) -> sa.Column[int]:
    key = op.f(f"fk_{table}_tables")
    return sa.Column("table_id", sa.Integer(), sa.ForeignKey("tables.id", name=key), nullable=False)


def _name_everyone() -> None:
    connection = op.get_bind()
    known = connection.exec_driver_sql(
        "SELECT user_id FROM sittings WHERE user_id IS NOT NULL "
        "UNION SELECT user_id FROM round_seats WHERE user_id IS NOT NULL "
        "UNION SELECT user_id FROM totals"
    ).scalars()
    # Of several tables, the last one's name counts.
    named = {
        row.user_id: row
        for row in connection.exec_driver_sql(
            "SELECT user_id, name, avatar, coalesce(moved_at, created_at) AS met_at "
            "FROM seats JOIN tables ON tables.id = seats.table_id "
            "WHERE user_id IS NOT NULL ORDER BY table_id"
        )
    }
    last = connection.exec_driver_sql("SELECT max(created_at) FROM tables").scalar() or 0
    people = sa.table("people", *map(sa.column, ("key", "user_id", "name", "avatar", "met_at")))
    rows = []
    for user_id in known:
        seat = named.get(user_id)
        rows.append(
            {
                "key": secrets.randbits(_KEY_BITS),
                "user_id": user_id,
                "name": None if seat is None else seat.name,
                "avatar": "" if seat is None else seat.avatar,
                "met_at": last if seat is None else seat.met_at,
            }
        )
    for start in range(0, len(rows), _TOGETHER):
        connection.execute(sa.insert(people), rows[start : start + _TOGETHER])


def _drop_guard(table: str) -> None:
    if op.get_context().dialect.name == "postgresql":
        op.execute(f"DROP TRIGGER {table}_stays ON {table}")
        op.execute(f"DROP FUNCTION {table}_stays()")
        return
    for verb in ("update", "delete"):
        op.execute(f"DROP TRIGGER {table}_no_{verb}")


def _guard(table: str, *unless: str) -> None:
    said = f"'a row of {table} stays as it is'"
    goes = " OR ".join(unless)
    if op.get_context().dialect.name == "postgresql":
        op.execute(
            f"CREATE FUNCTION {table}_stays() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN IF TG_OP = 'DELETE' THEN IF {goes} THEN RETURN OLD; END IF; END IF; "
            f"RAISE EXCEPTION {said}; END $$"
        )
        op.execute(
            f"CREATE TRIGGER {table}_stays BEFORE UPDATE OR TRUNCATE ON {table} "
            f"FOR EACH STATEMENT EXECUTE FUNCTION {table}_stays()"
        )
        op.execute(
            f"CREATE TRIGGER {table}_goes BEFORE DELETE ON {table} "
            f"FOR EACH ROW EXECUTE FUNCTION {table}_stays()"
        )
        return
    op.execute(
        f"CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table} "
        f"BEGIN SELECT RAISE(ABORT, {said}); END"
    )
    op.execute(
        f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} WHEN NOT ({goes}) "
        f"BEGIN SELECT RAISE(ABORT, {said}); END"
    )
