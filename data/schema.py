"""The tables of the database as SQLAlchemy Core sees them.

`tables`, `seats`, `sittings`, `log` and, of games that are over, `games` hold what people did.
`rounds`, `round_seats`, `results`, `played`, `person_totals` and the ratings are projections,
which `data.rebuild` can recompute.

A person is a row of `people`, and a random key elsewhere: without that row, the key leads to
nobody. Only what changes from day to day, such as open tables and settings, holds ids of users.

Discord's ids need 64 bits. Times are microseconds since 1970 in UTC, since SQLite has no type for
them. A change here needs a migration; a test compares the two.
"""

from typing import Final

from sqlalchemy import (
    DDL,
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    Table,
    Text,
    event,
    false,
    text,
)

from bot.tables.model import DueKind, Status
from data.metadata import SORTED_BY_CODE, at_least, one_of, seat, together
from data.metadata import metadata as all_tables
from data.rating_schema import leavers, rating_changes, ratings, standings

metadata: Final = all_tables
"""Every table, those of `data.rating_schema` too."""

people: Final = Table(
    "people",
    metadata,
    Column("key", BigInteger, primary_key=True, autoincrement=False, comment="random"),
    Column("user_id", BigInteger, unique=True, comment="null: forgotten"),
    Column("name", Text, comment="as last shown; null once it is dropped"),
    Column("avatar", Text, nullable=False, server_default=""),
    Column("met_at", BigInteger, nullable=False, comment="when the person last sat in a game"),
    # For the names that are old enough to be dropped.
    Index(None, "met_at"),
    sqlite_with_rowid=False,
)

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
    Column(
        "added",
        Text,
        nullable=False,
        server_default="[]",
        comment="JSON list of what is behind contributions: user id, press, salt",
    ),
    Column(
        "roles",
        Text,
        comment="JSON of who was what, by key, once the table is put away; null before",
    ),
    Column("nth", BigInteger, comment="its place among the games that ended in its server"),
    one_of("status", Status),
    one_of("due_kind", DueKind),
    together("left_channel", "left_message"),
    together("due_kind", "due_at"),
    together("first_dealer", "start"),
    seat("first_dealer"),
    at_least("version"),
    at_least("message_round"),
    # Both are for the start, which reads the few open tables among many.
    Index(None, "status"),
    Index(None, "message_id"),
    # For all tables of a server.
    Index(None, "guild_id"),
    # For the newest table of a channel.
    Index(None, "channel_id"),
    # For the games that are to be rated, in their order.
    Index(None, "guild_id", "nth"),
    # For games that ended before their order was noted.
    Index(
        "ix_tables_unnumbered",
        "id",
        sqlite_where=text("nth IS NULL AND first_dealer IS NOT NULL"),
        postgresql_where=text("nth IS NULL AND first_dealer IS NOT NULL"),
    ),
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
    Column("person", BigInteger, comment="the key of the user, once the table is put away"),
    seat(),
    together("user_id", "name"),
    at_least("misses"),
    sqlite_with_rowid=False,
)

sittings: Final = Table(
    "sittings",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("table_id", ForeignKey(tables.c.id), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("user_id", BigInteger, comment="written by older versions; see person"),
    Column("from_version", Integer, nullable=False, comment="the first log entry it counts for"),
    Column("person", BigInteger, comment="a key; null: nobody's, or a computer player's own"),
    seat(),
    at_least("from_version", 1),
    Index(None, "table_id"),
    # Of older versions.
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
    at_least("version", 1),
    sqlite_with_rowid=False,
)

games: Final = Table(
    "games",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True),
    Column("record", LargeBinary, nullable=False, comment="log and sittings, see data.game_record"),
)
"""The games that are over: what `log` and `sittings` held of each, as one compact record."""

played: Final = Table(
    "played",
    metadata,
    Column("person", BigInteger, primary_key=True, autoincrement=False),
    Column("table_id", ForeignKey(tables.c.id), primary_key=True),
    sqlite_with_rowid=False,
)
"""Who sat in which game, over or not."""

forgetting: Final = Table(
    "forgetting",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)
"""The server that is being forgotten in this transaction, whose games may be deleted."""

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
    at_least("number", 1),
    seat("side"),
    sqlite_with_rowid=False,
)

round_seats: Final = Table(
    "round_seats",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user_id", BigInteger, comment="written by older versions; see person"),
    Column("bid", Integer, comment="0 is nil; null in a round that bid itself"),
    Column("blind", Boolean, nullable=False),
    Column("taken", Integer, nullable=False),
    Column("person", BigInteger, comment="the key of who held the seat at the end of the round"),
    at_least("number", 1),
    seat(),
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
    seat("winner"),
    at_least("rounds", 1),
)

COUNTERS: Final = (
    "games", "wins", "rounds", "points", "bags", "tricks_bid", "tricks_taken", "contracts",
    "contracts_made", "nils", "nils_made", "blind_nils", "blind_nils_made", "unfinished",
)  # fmt: skip
"""The counters of `bot.tables.records.Totals`, each a column of `person_totals`."""

person_totals: Final = Table(
    "person_totals",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("person", BigInteger, primary_key=True, autoincrement=False),
    *(Column(name, Integer, nullable=False) for name in COUNTERS),
    # For everything of one person.
    Index(None, "person"),
    sqlite_with_rowid=False,
)

old_totals: Final = Table(
    "totals",
    metadata,
    Column("guild_id", BigInteger, primary_key=True),
    Column("user_id", BigInteger, primary_key=True),
    *(Column(name, Integer, nullable=False) for name in COUNTERS[:-1]),
    Column(COUNTERS[-1], Integer, nullable=False, server_default="0"),
    sqlite_with_rowid=False,
)
"""What processes of an older version write during an upgrade, by user id; nobody reads it."""

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
    # A shift would need a cast for PostgreSQL.
    return guild_id // (1 << 22) % count == shard


PROJECTIONS: Final = (
    results, round_seats, rounds, played, person_totals, standings, ratings, rating_changes,
    leavers,
)  # fmt: skip
"""The projections, in an order in which they can be emptied."""


_LEAVING: Final = (
    "EXISTS (SELECT 1 FROM forgetting JOIN tables ON tables.guild_id = forgetting.guild_id "
    "WHERE tables.id = OLD.table_id)"
)
_RECORDED: Final = "EXISTS (SELECT 1 FROM games WHERE games.table_id = OLD.table_id)"


def _append_only(table: Table, *unless: str) -> None:
    """Refuse to change rows of a table, and to delete them unless one of some conditions holds."""
    name, said = table.name, f"'a row of {table.name} stays as it is'"
    goes = " OR ".join(unless)
    _after(
        table,
        "sqlite",
        f"CREATE TRIGGER {name}_no_update BEFORE UPDATE ON {name} "
        f"BEGIN SELECT RAISE(ABORT, {said}); END",
    )
    _after(
        table,
        "sqlite",
        f"CREATE TRIGGER {name}_no_delete BEFORE DELETE ON {name} WHEN NOT ({goes}) "
        f"BEGIN SELECT RAISE(ABORT, {said}); END",
    )
    _after(
        table,
        "postgresql",
        f"CREATE FUNCTION {name}_stays() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN IF TG_OP = 'DELETE' THEN IF {goes} THEN RETURN OLD; END IF; END IF; "
        f"RAISE EXCEPTION {said}; END $$",
    )
    _after(
        table,
        "postgresql",
        f"CREATE TRIGGER {name}_stays BEFORE UPDATE OR TRUNCATE ON {name} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {name}_stays()",
    )
    _after(
        table,
        "postgresql",
        f"CREATE TRIGGER {name}_goes BEFORE DELETE ON {name} "
        f"FOR EACH ROW EXECUTE FUNCTION {name}_stays()",
    )


def _after(table: Table, dialect: str, statement: str) -> None:
    ddl = DDL(statement)  # type: ignore[no-untyped-call]
    event.listen(table, "after_create", ddl.execute_if(dialect=dialect))


_append_only(log, _RECORDED, _LEAVING)
_append_only(sittings, _RECORDED, _LEAVING)
_append_only(games, _LEAVING)
