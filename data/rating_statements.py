"""Every statement that ratings and standings are written by, as in `data.statements`."""

from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Integer,
    ScalarSelect,
    Table,
    Text,
    and_,
    bindparam,
    case,
    delete,
    exists,
    false,
    func,
    insert,
    literal_column,
    not_,
    null,
    select,
    true,
    update,
)
from sqlalchemy.dialects.postgresql import insert as upsert

from bot.tables.records import RANKED_AFTER, Order
from data.rating_schema import (
    STANDING_COUNTERS,
    leavers,
    rated_servers,
    rating_changes,
    rating_resets,
    ratings,
    standings,
)
from data.schema import people, results, round_seats, rounds, tables
from data.statements import Statement

_NONE: Final = literal_column("0", BigInteger)
"""Values that never change stand in the statements themselves."""

_ENDED: Final = tables.c.status.in_(
    [literal_column("'finished'", Text), literal_column("'closed'", Text)]
)
_CHANGE: Final = tuple(column.name for column in rating_changes.columns)
_HERE: Final = tables.c.guild_id == bindparam("guild_id")


def _key(of: str) -> ScalarSelect[int]:
    """Give the key of a person, given the user id."""
    user_id = bindparam(of, type_=BigInteger)
    return select(people.c.key).where(people.c.user_id == user_id).scalar_subquery()


_FORGOTTEN: Final = (
    exists()
    .where(people.c.key == bindparam("person", type_=BigInteger), people.c.user_id.is_(None))
    .select()
    .scalar_subquery()
)
"""Whether a person, given by key, is forgotten and so in no leaderboard."""


def _ranks(
    of: Callable[[str], ColumnElement[int]], gone: ColumnElement[bool]
) -> dict[str, ColumnElement[int | None]]:
    """Give what leaderboards rank by; null for those who are not ranked.

    Args:
        of: gives a counter.
        gone: whether the person is in no leaderboard.
    """

    def ranked(order: Order, counter: str, worth: ColumnElement[int]) -> ColumnElement[int | None]:
        enough = of(counter) >= _literal(RANKED_AFTER[order])
        return case((and_(enough, not_(gone)), worth))

    return {
        "by_wins": ranked(Order.WINS, "people_games", of("people_wins")),
        "by_contracts": ranked(
            Order.CONTRACTS,
            "contracts",
            of("contracts_made") * _literal(1_000_000) // of("contracts"),
        ),
        "by_nils": ranked(Order.NILS, "nils", of("nils_made") * _literal(1_000_000) // of("nils")),
        "by_points": ranked(Order.POINTS, "rounds", of("points") * _literal(1_000) // of("rounds")),
    }


def _literal(number: int) -> ColumnElement[int]:
    return literal_column(str(number), BigInteger)


def _value(name: str) -> ColumnElement[int]:
    return bindparam(name, type_=BigInteger)


def _ranking(person: ColumnElement[bool]) -> Statement:
    values = {name: _value(name) for name in ("guild_id", "season", *STANDING_COUNTERS)}
    known = {"person": people.c.key, "gone": false(), **_ranks(_value, false())}
    row: dict[str, ColumnElement[Any]] = {**values, **known}
    # Of those who are forgotten nothing is counted.
    there = select(*row.values()).where(person, people.c.user_id.is_not(None))
    statement = upsert(standings).from_select([*row], there)
    new = statement.excluded
    changed: dict[str, Any] = {name: standings.c[name] + new[name] for name in STANDING_COUNTERS}
    ranks = _ranks(lambda name: standings.c[name] + new[name], new.gone)
    return Statement(
        statement.on_conflict_do_update(
            index_elements=list(standings.primary_key), set_={**changed, **ranks, "gone": new.gone}
        )
    )


def _rating() -> Statement:
    names = ("guild_id", "season", "mode", "mean", "deviation", "games")
    values: dict[str, Any] = {name: bindparam(name) for name in names}
    ranked = and_(_value("games") >= _literal(RANKED_AFTER[Order.PARTNERS]), not_(_FORGOTTEN))
    more = {"gone": _FORGOTTEN, "by_rating": case((ranked, _value("mean")))}
    statement = upsert(ratings).values({**values, "person": _value("person"), **more})
    changed = {name: statement.excluded[name] for name in (*names[3:], *more)}
    return Statement(
        statement.on_conflict_do_update(index_elements=list(ratings.primary_key), set_=changed)
    )


def _holding() -> Statement:
    values = {"guild_id": bindparam("guild_id"), "ended": _NONE, "rated": _NONE}
    return Statement(
        upsert(rated_servers)
        .values(values)
        .on_conflict_do_update(
            index_elements=list(rated_servers.primary_key), set_={"rated": rated_servers.c.rated}
        )
    )


def _numbering() -> tuple[Statement, ...]:
    of_server = rated_servers.c.guild_id == bindparam("of_guild")
    one_more = rated_servers.c.ended + literal_column("1", BigInteger)
    ended = select(rated_servers.c.ended).where(of_server).scalar_subquery()
    return (
        Statement(update(rated_servers).where(of_server).values(ended=one_more)),
        Statement(update(tables).where(tables.c.id == bindparam("at_id")).values(nth=ended)),
    )


def _leaving(person: ColumnElement[bool]) -> Statement:
    known = select(bindparam("table_id", type_=Integer), people.c.key).where(person)
    statement = upsert(leavers).from_select(["table_id", "person"], known)
    return Statement(statement.on_conflict_do_nothing())


RANK: Final = _ranking(people.c.user_id == _value("person"))
"""Add to what leaderboards count of a person, who is in the server."""

RANK_BY_KEY: Final = _ranking(people.c.key == _value("person"))
"""The same, for a person given by key."""

RATE: Final = _rating()
"""Store a person's rating, in place of the previous one."""

HOLD: Final = _holding()
"""Let nobody else rate games of a server until the end of the transaction."""

NUMBER: Final = _numbering()
"""Give a table that has ended the next place among those of its server."""

COME_SO_FAR: Final = Statement(
    select(rated_servers.c.ended, rated_servers.c.rated).where(
        rated_servers.c.guild_id == bindparam("guild_id")
    )
)
"""How many games of a server have ended, and how many of them were rated."""

NOTE_RATED: Final = Statement(
    update(rated_servers)
    .where(rated_servers.c.guild_id == bindparam("at_guild"))
    .values(rated=bindparam("rated"))
)
"""Note how far the ratings of a server have come."""

UNRATED: Final = Statement(
    select(
        tables.c.id,
        tables.c.nth,
        tables.c.rules,
        tables.c.level,
        func.coalesce(results.c.finished_at, tables.c.moved_at, tables.c.created_at),
        results.c.winner,
        results.c.places,
    )
    .select_from(tables.outerjoin(results, results.c.table_id == tables.c.id))
    .where(_HERE, tables.c.nth > bindparam("rated"))
    .order_by(tables.c.nth)
    .limit(bindparam("most"))
    .offset(_NONE)
)
"""The next games of a server to rate."""

_UNNUMBERED: Final = and_(_ENDED, tables.c.first_dealer.is_not(None), tables.c.nth.is_(None))

UNNUMBERED: Final = Statement(
    select(tables.c.id)
    .select_from(tables.outerjoin(results, results.c.table_id == tables.c.id))
    .where(_UNNUMBERED, _HERE)
    .order_by(
        func.coalesce(results.c.finished_at, tables.c.moved_at, tables.c.created_at), tables.c.id
    )
    .limit(bindparam("most"))
    .offset(_NONE)
)
"""Games of a server that ended before their order was noted, the oldest first."""

UNNUMBERED_SERVERS: Final = Statement(select(tables.c.guild_id).where(_UNNUMBERED).distinct())
"""Servers with such games."""

UNRATED_SERVERS: Final = Statement(
    select(rated_servers.c.guild_id).where(rated_servers.c.rated < rated_servers.c.ended)
)
"""Servers with games to rate."""

EMPTY_RATINGS: Final = tuple(
    Statement(delete(table).where(table.c.guild_id == bindparam("guild_id")))
    for table in (standings, ratings, rating_changes)
)
"""Empty what leaderboards and ratings hold of a server."""

LAST_POINTS: Final = Statement(
    select(rounds.c.number, rounds.c.total)
    .where(rounds.c.table_id == bindparam("table_id"))
    .order_by(rounds.c.number, rounds.c.side)
)
"""The totals of a table after each round, by side."""

SEATED: Final = Statement(
    select(round_seats.c.seat, round_seats.c.person)
    .where(round_seats.c.table_id == bindparam("table_id"))
    .order_by(round_seats.c.number, round_seats.c.seat)
)
"""Who held each seat of a table at the end of each round."""

NOTE_LEFT: Final = _leaving(people.c.user_id == bindparam("person", type_=BigInteger))
"""Note that a person has left a game that ended without a result."""

NOTE_LEFT_BY_KEY: Final = _leaving(people.c.key == bindparam("person", type_=BigInteger))
"""The same, for a person given by key."""

LEFT: Final = Statement(
    select(leavers.c.person)
    .where(leavers.c.table_id == bindparam("table_id"))
    .order_by(leavers.c.person)
)
"""Who has left a game that ended without a result."""

RATINGS_OF: Final = Statement(
    select(
        ratings.c.season,
        ratings.c.person,
        ratings.c.mean,
        ratings.c.deviation,
        ratings.c.games,
    ).where(
        ratings.c.guild_id == bindparam("guild_id"),
        ratings.c.season.in_((bindparam("all_time"), bindparam("season"))),
        ratings.c.mode == bindparam("mode"),
        ratings.c.person.in_(
            select(round_seats.c.person).where(round_seats.c.table_id == bindparam("table_id"))
        ),
    )
)
"""The ratings, of a season and of all time, of everyone who played at a table."""

CHANGE: Final = Statement(
    insert(rating_changes).values({name: bindparam(name) for name in _CHANGE}).inline()
)
"""Note what a game has changed in a person's rating."""

_LATELY: Final = (
    select(*(rating_changes.c[name] for name in ("table_id", "at", "mode", "place")))
    .where(
        rating_changes.c.guild_id == bindparam("guild_id"),
        rating_changes.c.person == bindparam("person"),
    )
    .order_by(rating_changes.c.nth.desc())
    .limit(literal_column("50"))
    .offset(_NONE)
    .subquery()
)
"""A person's last games: whoever plays on and on for years has a lot, and few of a day."""

COMPANIES: Final = Statement(
    select(rating_changes.c.table_id, rating_changes.c.person)
    .where(
        rating_changes.c.table_id.in_(
            select(_LATELY.c.table_id).where(
                _LATELY.c.at > bindparam("since"),
                _LATELY.c.mode == bindparam("mode"),
                _LATELY.c.place > _NONE,
            )
        )
    )
    .order_by(rating_changes.c.table_id, rating_changes.c.person)
)
"""With whom a person has played lately: table and user, for everyone at those tables."""

RESETS: Final = Statement(
    select(rating_resets.c.nth, rating_resets.c.season)
    .where(
        rating_resets.c.guild_id == bindparam("guild_id"), rating_resets.c.nth >= bindparam("nth")
    )
    .order_by(rating_resets.c.nth)
)
"""When the ratings of a server began anew, from a game on."""

ADD_RESET: Final = Statement(
    upsert(rating_resets)
    .values({name: bindparam(name) for name in ("guild_id", "nth", "season")})
    .on_conflict_do_nothing(index_elements=list(rating_resets.primary_key))
)
"""Note that the ratings of a server begin anew."""

BEGIN_ANEW: Final = Statement(
    delete(ratings).where(
        ratings.c.guild_id == bindparam("guild_id"),
        ratings.c.season.in_((bindparam("all_time"), bindparam("season"))),
    )
)
"""Forget the ratings of a server, of a season and of all time."""


def _gone(table: Table, person: ColumnElement[bool]) -> Statement:
    ranks = {column.name: null() for column in table.c if column.name.startswith("by_")}
    return Statement(update(table).where(person).values(gone=true(), **ranks))


GONE: Final = tuple(
    _gone(
        table,
        and_(table.c.guild_id == bindparam("at_guild"), table.c.person == _key("at_user")),
    )
    for table in (standings, ratings)
)
"""Leave a person out of the leaderboards of a server."""

_FORGET: Final = bindparam("at_person", type_=BigInteger)

FORGET_RANKS: Final = (
    Statement(delete(standings).where(standings.c.person == _FORGET)),
    _gone(ratings, ratings.c.person == _FORGET),
)
"""Take a person, given by key, out of every leaderboard.

The rating stays under the key, since those of the others follow from it.
"""
