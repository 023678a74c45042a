"""Values to rows and back: which column holds what."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import RowMapping

from bot.tables.model import (
    Added,
    Asking,
    Chair,
    Due,
    DueKind,
    LeftMessage,
    Level,
    Pace,
    Person,
    Place,
    Status,
    Table,
    TimeLeft,
)
from engine.deals import Seeds
from engine.game import Game
from engine.presets import preset_name
from engine.rules import Rules, parse_rules
from engine.seats import SEATS, Seat
from engine.tally import Tally

Row = dict[str, Any]
"""A row to write, by column name."""

ReadRow = RowMapping | Mapping[str, Any]
"""A row as read, by column name."""

_KEY: Final = "key:"
"""Before the key in place of contributions. No game has one contribution: its start is another."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who held a seat, and from when.

    Attributes:
        seat: the seat.
        person: the holder, by user id or by key; None for nobody or a computer player.
        from_version: the first entry of the log that it applies to.
    """

    seat: Seat
    person: int | None
    from_version: int


def hot_row(table: Table) -> Row:
    """Give the columns of a table that can change with every action."""
    due = table.due
    return {
        "version": table.version,
        "due_kind": None if due is None else str(due.kind),
        "due_at": None if due is None else to_micros(due.at),
        "moved_at": _micros(table.moved_at),
        "warned_at": _micros(table.warned_at),
        "time_left": None if table.time_left is None else table.time_left.left // _MICROSECOND,
    }


def shown_row(table: Table) -> Row:
    """Give the columns of a table that change when it is shown anew, begins or ends."""
    return {
        "status": str(table.status),
        "message_id": table.message_id,
        "message_round": table.message_round,
        "left_channel": None if table.left is None else table.left.channel_id,
        "left_message": None if table.left is None else table.left.message_id,
    }


def rare_row(table: Table) -> Row:
    """Give the columns of a table that change in the lobby, at the start of the game, or rarely."""
    game = table.game
    return {
        "guild_id": table.place.guild_id,
        "channel_id": table.place.channel_id,
        "host": table.host,
        "preset": preset_name(table.rules),
        "rules": table.rules.model_dump_json(),
        "pace": str(table.pace),
        "level": str(table.level),
        "secret": table.seeds.secret,
        "contributions": print_contributions(table.seeds),
        "added": json.dumps([_added_row(each) for each in table.added]),
        "first_dealer": None if game is None else int(game.first_dealer),
        "start": None if game is None else print_tallies(start_of(game), table.rules),
        "private": table.private,
        "invited": json.dumps(sorted(table.invited)),
        "removed": json.dumps(sorted(table.removed)),
        "called": table.called,
        "end_votes": json.dumps(sorted(table.end_votes)),
        "resign_votes": json.dumps(sorted(table.resign_votes)),
        "ask_first": table.ask_first,
        "asking": json.dumps([_asking_row(each) for each in table.asking]),
    }


def fixed_row(table: Table) -> Row:
    """Give the columns of a table that never change; the database assigns the id."""
    return {"command_id": table.command_id, "created_at": to_micros(table.created_at)}


def same_shown(before: Table, after: Table) -> bool:
    """Say whether two states of a table give the same `shown_row`."""
    return (
        before.message_id == after.message_id
        and before.message_round == after.message_round
        and before.status is after.status
        and before.left == after.left
    )


def same_rare(before: Table, after: Table) -> bool:
    """Say whether `rare_row` is the same for two states of a table."""
    return (
        (before.game is None) == (after.game is None)
        and before.host == after.host
        and before.place == after.place
        and before.seeds == after.seeds
        and before.added == after.added
        and before.pace == after.pace
        and before.level == after.level
        and before.private == after.private
        and before.invited == after.invited
        and before.removed == after.removed
        and before.called == after.called
        and before.end_votes == after.end_votes
        and before.resign_votes == after.resign_votes
        and before.ask_first == after.ask_first
        and before.asking == after.asking
        and (before.rules is after.rules or before.rules == after.rules)
    )


def start_of(game: Game) -> tuple[Tally, ...]:
    """Give the tallies that a game began with, by side."""
    return tuple(side.before for side in game.sheets[0].sides) if game.sheets else game.tallies


def print_tallies(tallies: Iterable[Tally], rules: Rules) -> str:
    """Write tallies as JSON: a list of points and bags by side.

    Missed contracts follow, in all and in a row, if a side can lose by them.
    """
    return json.dumps([tally if rules.counts_sets else tally[:2] for tally in tallies])


def chair_row(table_id: int, seat: Seat, chair: Chair) -> Row:
    """Give the row of a seat."""
    return {
        "table_id": table_id,
        "seat": int(seat),
        "user_id": None if chair.person is None else chair.person.id,
        "name": None if chair.person is None else chair.person.name,
        "avatar": "" if chair.person is None else chair.person.avatar,
        "computer": chair.computer,
        "misses": chair.misses,
        "ready": chair.ready,
        "acted_at": _micros(chair.acted_at),
        "held_for": chair.held_for,
    }


def _micros(moment: datetime | None) -> int | None:
    return None if moment is None else to_micros(moment)


def sitting_row(table_id: int, sitting: Sitting) -> Row:
    """Give the row of a sitting; the database assigns its id."""
    return {
        "table_id": table_id,
        "seat": int(sitting.seat),
        "person": sitting.person,
        "from_version": sitting.from_version,
    }


def person_row(person: Person, key: int, now: datetime) -> Row:
    """Give the row of a person who sits in a game now; the key counts if there is none yet."""
    return {
        "key": key,
        "user_id": person.id,
        "name": person.name,
        "avatar": person.avatar,
        "met_at": to_micros(now),
    }


def holders(table: Table) -> tuple[int | None, ...]:
    """Give the user who holds each seat; None for nobody and computer players."""
    return tuple(None if chair.person is None else chair.person.id for chair in table.chairs)


def to_micros(moment: datetime) -> int:
    """Give an aware moment as it is stored: whole microseconds since 1970 in UTC."""
    return (moment - _EPOCH) // _MICROSECOND


def from_micros(micros: int) -> datetime:
    """Give the moment (aware, UTC) that was stored as microseconds since 1970."""
    return _EPOCH + micros * _MICROSECOND


def read_sitting(row: ReadRow) -> Sitting:
    """Read a sitting, with the user id in place of the key."""
    return Sitting(SEATS[row["seat"]], row["user_id"], row["from_version"])


def read_game(rules: str, first_dealer: int, start: str) -> Game:
    """Read the beginning of a game.

    Raises:
        ValueError: a value is invalid (a RuleError is a ValueError).
    """
    tallies = [Tally(*numbers) for numbers in json.loads(start)]
    return Game.new(parse_rules(rules), SEATS[first_dealer], tallies)


def read_table(
    row: ReadRow, chairs: Sequence[ReadRow], sittings: Sequence[Sitting], game: Game | None
) -> Table:
    """Put a table together from its rows and the log; a ValueError says that a value is invalid."""
    rules = parse_rules(row["rules"]) if game is None else game.rules
    if len(chairs) != len(rules.seats):
        raise ValueError("a table needs one row a seat")
    return Table(
        id=row["id"],
        command_id=row["command_id"],
        place=Place(row["guild_id"], row["channel_id"]),
        host=row["host"],
        rules=rules,
        pace=Pace(row["pace"]),
        level=Level(row["level"]),
        status=Status(row["status"]),
        chairs=tuple(map(_read_chair, chairs)),
        seeds=read_seeds(row["secret"], row["contributions"]),
        created_at=from_micros(row["created_at"]),
        game=game,
        version=row["version"],
        message_id=row["message_id"],
        message_round=row["message_round"],
        left=read_left(row["left_channel"], row["left_message"]),
        due=read_due(row["due_kind"], row["due_at"]),
        moved_at=read_moment(row["moved_at"]),
        warned_at=read_moment(row["warned_at"]),
        time_left=_read_time_left(row["time_left"]),
        sat=frozenset((each.person, each.seat) for each in sittings if each.person is not None),
        private=bool(row["private"]),
        invited=frozenset(json.loads(row["invited"])),
        removed=frozenset(json.loads(row["removed"])),
        called=bool(row["called"]),
        end_votes=frozenset(json.loads(row["end_votes"])),
        resign_votes=frozenset(json.loads(row["resign_votes"])),
        ask_first=bool(row["ask_first"]),
        asking=tuple(_read_asking(*each) for each in json.loads(row["asking"])),
        added=tuple(_read_added(*each) for each in json.loads(row["added"])),
    )


def print_contributions(seeds: Seeds) -> str:
    """Write the contributions as JSON, or the key that is left of them."""
    if seeds.key is not None:
        return json.dumps([_KEY + seeds.key.hex()])
    return json.dumps(seeds.contributions)


def read_seeds(secret: bytes, contributions: str) -> Seeds:
    """Read the seeds of a game; a ValueError or TypeError says that they are invalid."""
    match json.loads(contributions):
        case [str(text)] if text.startswith(_KEY):
            return Seeds(secret, (), bytes.fromhex(text.removeprefix(_KEY)))
        case texts:
            return Seeds(secret, tuple(texts))


def _added_row(added: Added) -> tuple[int, str, str]:
    return added.user_id, added.press, added.salt.hex()


def _read_added(user_id: int, press: str, salt: str) -> Added:
    return Added(user_id, press, bytes.fromhex(salt))


def _asking_row(asking: Asking) -> tuple[int, str, str, int]:
    person = asking.person
    return person.id, person.name, person.avatar, int(asking.seat)


def _read_asking(user_id: int, name: str, avatar: str, seat: int) -> Asking:
    return Asking(Person(user_id, name, avatar), SEATS[seat])


def _read_chair(row: ReadRow) -> Chair:
    named = row["user_id"], row["name"], row["avatar"]
    person = None if row["user_id"] is None else Person(*named)
    acted_at = read_moment(row["acted_at"])
    ready = bool(row["ready"])
    return Chair(person, row["computer"], row["misses"], ready, acted_at, row["held_for"])


def read_moment(micros: int | None) -> datetime | None:
    """Read a moment that may be missing."""
    return None if micros is None else from_micros(micros)


def _read_time_left(micros: int | None) -> TimeLeft | None:
    return None if micros is None else TimeLeft(micros * _MICROSECOND)


def read_left(channel_id: int | None, message_id: int | None) -> LeftMessage | None:
    """Read the message that a new one is to replace."""
    if channel_id is None or message_id is None:
        return None
    return LeftMessage(channel_id, message_id)


def read_due(kind: str | None, at: int | None) -> Due | None:
    """Read a deadline."""
    return None if kind is None or at is None else Due(DueKind(kind), from_micros(at))
