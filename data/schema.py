"""The tables of the database as SQLAlchemy Core sees them.

`tables`, `seats`, `sittings` and `log` hold what people did. `rounds`, `round_seats`, `results` and
`totals` are projections, which `data.rebuild` can recompute.

Discord's ids need 64 bits. Times are microseconds since 1970 in UTC, since SQLite has no type for
them. A change here needs a migration; a test compares the two.
"""

from collections.abc import Iterable
from typing import Final

from sqlalchemy import (
    DDL,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ColumnElement,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    event,
    false,
)

from bot.tables.model import DueKind, Status

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


def _one_of(column: str, values: Iterable[str]) -> CheckConstraint:
    listed = ", ".join(f"'{value}'" for value in values)
    return CheckConstraint(f"{column} IN ({listed})", name=column)


def _at_least(column: str, least: int = 0) -> CheckConstraint:
    return CheckConstraint(f"{column} >= {least}", name=column)


def _seat(column: str = "seat") -> CheckConstraint:
    return CheckConstraint(f"{column} BETWEEN 0 AND 3", name=column)


def _together(first: str, second: str) -> CheckConstraint:
    return CheckConstraint(f"({first} IS NULL) = ({second} IS NULL)", name=f"{first}_with_{second}")


tables: Final = Table(
    "tables",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("command_id", Text, nullable=False, unique=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("host", BigInteger, nullable=False),
    Column("preset", Text, comment="the name of the rules, for people who read the file"),
    Column("rules", Text, nullable=False, comment="JSON of engine.rules.Rules, every field"),
    Column("pace", Text, nullable=False),
    Column("level", Text, nullable=False, server_default="normal"),
    Column("status", Text, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("contributions", Text, nullable=False, comment="JSON list of texts"),
    Column("created_at", BigInteger, nullable=False),
    Column("first_dealer", Integer, comment="set once the game has begun"),
    Column("start", Text, comment="JSON list of points and bags by side, at the game's beginning"),
    Column("version", Integer, nullable=False),
    Column("message_id", BigInteger),
    Column("message_round", Integer, nullable=False),
    Column("left_channel", BigInteger, comment="where the message is that a fresh one replaces"),
    Column("left_message", BigInteger),
    Column("due_kind", Text),
    Column("due_at", BigInteger),
    Column("private", Boolean, nullable=False, server_default="0"),
    Column(
        "invited",
        Text,
        nullable=False,
        server_default="[]",
        comment="JSON list of user ids that the host has let in",
    ),
    Column(
        "removed",
        Text,
        nullable=False,
        server_default="[]",
        comment="JSON list of user ids that the host has taken off the table",
    ),
    Column(
        "end_votes",
        Text,
        nullable=False,
        server_default="[]",
        comment="JSON list of user ids that want to end the game, or have ended it",
    ),
    Column(
        "resign_votes",
        Text,
        nullable=False,
        server_default="[]",
        comment="JSON list of user ids that want their side to give the game up",
    ),
    Column("ask_first", Boolean, nullable=False, server_default="0"),
    Column(
        "asking",
        Text,
        nullable=False,
        server_default="[]",
        comment="JSON list of who asks for a computer player's seat: id, name, avatar, seat",
    ),
    Column("called", Boolean, nullable=False, server_default="0"),
    Column("moved_at", BigInteger, comment="when the game last went on"),
    Column("warned_at", BigInteger, comment="when people were warned that it will be closed"),
    Column("time_left", BigInteger, comment="microseconds left of the minutes of the game"),
    _one_of("status", Status),
    _one_of("due_kind", DueKind),
    _together("left_channel", "left_message"),
    _together("due_kind", "due_at"),
    _together("first_dealer", "start"),
    _seat("first_dealer"),
    _at_least("version"),
    _at_least("message_round"),
    # Both are for the start, which reads the few open tables among many.
    Index(None, "status"),
    Index(None, "message_id"),
    # For the newest table of a channel.
    Index(None, "channel_id"),
    # An id that people have seen must never be reused for another table.
    sqlite_autoincrement=True,
)

seats: Final = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user_id", BigInteger),
    Column("name", Text, comment="the name of the user to show"),
    Column("computer", Text),
    Column("misses", Integer, nullable=False),
    Column("ready", Boolean, nullable=False),
    Column("acted_at", BigInteger, comment="when the user was last there, as far as was noted"),
    Column(
        "avatar",
        Text,
        nullable=False,
        server_default="",
        comment="the path of the user's avatar at Discord's CDN; empty for none",
    ),
    Column("held_for", BigInteger, comment="the guest for whom the free seat is held in a lobby"),
    _seat(),
    _together("user_id", "name"),
    _at_least("misses"),
    sqlite_with_rowid=False,
)

sittings: Final = Table(
    "sittings",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("table_id", ForeignKey(tables.c.id), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("user_id", BigInteger, comment="null: nobody's, or a computer player's own"),
    Column("from_version", Integer, nullable=False, comment="the first log entry it counts for"),
    _seat(),
    _at_least("from_version", 1),
    Index(None, "table_id"),
    # For the game that a person has played last.
    Index(None, "user_id"),
)

log: Final = Table(
    "log",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("command_id", Text, nullable=False, unique=True),
    Column("action", Text, nullable=False, comment="one line of engine.notation"),
    Column("at", BigInteger, nullable=False),
    Column(
        "thought", Text, nullable=False, server_default="", comment="how a computer player chose"
    ),
    _at_least("version", 1),
    sqlite_with_rowid=False,
)

rounds: Final = Table(
    "rounds",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("side", Integer, primary_key=True),
    Column("contract", Integer, comment="null: every seat of the side bid nil"),
    Column("taken", Integer, nullable=False),
    Column("points", Integer, nullable=False, comment="what the round changed"),
    Column("bags", Integer, nullable=False, comment="of the round, before a penalty"),
    Column("total", Integer, nullable=False, comment="points after the round"),
    Column("bags_left", Integer, nullable=False, comment="bags after the round and its penalty"),
    _at_least("number", 1),
    _seat("side"),
    sqlite_with_rowid=False,
)

round_seats: Final = Table(
    "round_seats",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user_id", BigInteger, comment="who held the seat at the end of the round"),
    Column("bid", Integer, comment="0 is nil; null in a round that bid itself"),
    Column("blind", Boolean, nullable=False),
    Column("taken", Integer, nullable=False),
    _at_least("number", 1),
    _seat(),
    sqlite_with_rowid=False,
)

results: Final = Table(
    "results",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("winner", Integer, nullable=False),
    Column("places", Text, comment="JSON list by side; null where only the winner is named"),
    Column("tallies", Text, nullable=False, comment="JSON list of points and bags by side"),
    Column("rounds", Integer, nullable=False),
    Column("finished_at", BigInteger, nullable=False),
    _seat("winner"),
    _at_least("rounds", 1),
)

COUNTERS: Final = (
    "games", "wins", "rounds", "points", "bags", "tricks_bid", "tricks_taken", "contracts",
    "contracts_made", "nils", "nils_made", "blind_nils", "blind_nils_made", "unfinished",
)  # fmt: skip
"""The counters of `bot.tables.records.Totals`, each a column of `totals`."""

totals: Final = Table(
    "totals",
    metadata,
    Column("guild_id", BigInteger, primary_key=True),
    Column("user_id", BigInteger, primary_key=True),
    *(Column(name, Integer, nullable=False) for name in COUNTERS[:-1]),
    Column(COUNTERS[-1], Integer, nullable=False, server_default="0"),
    sqlite_with_rowid=False,
)

rule_sets: Final = Table(
    "rule_sets",
    metadata,
    Column("guild_id", BigInteger, primary_key=True),
    Column("key", SORTED_BY_CODE, primary_key=True, comment="the name, case folded"),
    Column("name", Text, nullable=False),
    Column("rules", Text, nullable=False, comment="JSON of engine.rules.Rules, every field"),
    Column("author", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

preferences: Final = Table(
    "preferences",
    metadata,
    Column("kind", Text, primary_key=True, comment="person or server"),
    Column("owner", BigInteger, primary_key=True),
    Column("settings", Text, nullable=False, comment="JSON of what was chosen"),
    sqlite_with_rowid=False,
)

prompts: Final = Table(
    "prompts",
    metadata,
    Column("message_id", BigInteger, primary_key=True),
    Column("channel_id", BigInteger, nullable=False),
    Column("table_id", Integer, comment="null: noted by an older version"),
    Column("round", Integer, comment="with the moves made in it, the turn that is asked for"),
    Column("moves", Integer),
    Column("user_id", BigInteger),
    Column("guild_id", BigInteger, comment="null: noted by an older version; see the table"),
    sqlite_with_rowid=False,
)
"""The messages that ask someone to act, while they are posted."""

facts: Final = Table(
    "facts",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""Single facts that the bot remembers between runs, such as which commands it has sent last."""

shard_leases: Final = Table(
    "shard_leases",
    metadata,
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("owner", Text, comment="a name that each process gives itself; null: nobody"),
    Column("fence", BigInteger, nullable=False, server_default="0", comment="grows by takeovers"),
    Column("until_at", BigInteger, nullable=False, server_default="0"),
    Column("wanted_by", Text, comment="the process that asks for it while another holds it"),
    Column("wanted_until_at", BigInteger, nullable=False, server_default="0"),
    Column("ready", Boolean, nullable=False, server_default=false()),
    Column("leaving", Boolean, nullable=False, server_default=false()),
    Column("told", Text, nullable=False, server_default="", comment="by the owner before"),
)
"""Who serves the tables of which shard of a PostgreSQL server; see `data.leases`."""

serving_processes: Final = Table(
    "serving_processes",
    metadata,
    Column("name", Text, primary_key=True),
    Column("until_at", BigInteger, nullable=False),
)
"""The processes that live, also those without a shard."""

identify_buckets: Final = Table(
    "identify_buckets",
    metadata,
    Column("bucket", Integer, primary_key=True, autoincrement=False),
    Column("next_at", BigInteger, nullable=False),
)
"""When the next new session of a bucket of shards may be opened at Discord."""

OF_PROCESSES: Final = (shard_leases, serving_processes, identify_buckets)
"""What processes at a server agree by; it says nothing of games."""


def of_shard(guild_id: ColumnElement[int], shard: int, count: int) -> ColumnElement[bool]:
    """Say of a server in a row whether it belongs to a shard; see `bot.tables.shards.shard_of`."""
    return guild_id.bitwise_rshift(22) % count == shard


PROJECTIONS: Final = (results, round_seats, rounds, totals)
"""The projections, in an order in which they can be emptied."""


def _append_only(table: Table) -> None:
    said = f"'a row of {table.name} stays as it is'"
    for verb in ("UPDATE", "DELETE"):
        _after(
            table,
            "sqlite",
            f"CREATE TRIGGER {table.name}_no_{verb.lower()} BEFORE {verb} ON {table.name} "
            f"BEGIN SELECT RAISE(ABORT, {said}); END",
        )
    _after(
        table,
        "postgresql",
        f"CREATE FUNCTION {table.name}_stays() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION {said}; END $$",
    )
    _after(
        table,
        "postgresql",
        f"CREATE TRIGGER {table.name}_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON {table.name} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {table.name}_stays()",
    )


def _after(table: Table, dialect: str, statement: str) -> None:
    ddl = DDL(statement)  # type: ignore[no-untyped-call]
    event.listen(table, "after_create", ddl.execute_if(dialect=dialect))


_append_only(log)
_append_only(sittings)
