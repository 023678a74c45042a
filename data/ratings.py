"""Rates the games of a server in the order in which they ended, as part of a unit of work.

What a game says is read from its rounds and its result, so a live game and a rebuild go the same
way: the next game after the last that was rated. Ratings are stored in thousandths.
"""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Final

from bot.tables.records import ALL_TIME, season_of
from data import rating_statements as sql
from data.rating_schema import STANDING_COUNTERS
from data.rows import Row, from_micros
from data.transaction import Unit, find, run
from engine.ending import places_of
from engine.errors import BadRules
from engine.ratings import ANCHORS, NEWCOMER, Mode, Part, SideResult, Skill, length_of, rated
from engine.rules import Rules, parse_rules
from engine.seats import Side
from engine.tally import Tally

_DAY: Final = 86_400_000_000
_THOUSAND: Final = 1000

_rules: Final = lru_cache(maxsize=100)(parse_rules)
"""Most games of a server have the same rules."""

_Known = dict[tuple[int, int], tuple[Skill, int]]
"""What is known of people, and the number of their games, by season and person."""


@dataclass(frozen=True, slots=True)
class Unrated:
    """The columns of a game that is to be rated."""

    table_id: int
    nth: int
    rules: str
    level: str
    at: int
    winner: int | None
    places: str | None


@dataclass(frozen=True, slots=True)
class _Game:
    """A game as ratings see it.

    Attributes:
        guild_id: its server.
        row: its columns.
        rules: its rules.
        points: by side, after the last round.
        rounds: how many were scored.
        seats: by seat, who held it at the end of each round; None for a computer player.
    """

    guild_id: int
    row: Unrated
    rules: Rules
    points: tuple[int, ...]
    rounds: int
    seats: tuple[tuple[int | None, ...], ...]

    @property
    def mode(self) -> Mode:
        """Which rating it counts for."""
        return "partners" if self.rules.mode == "partners" else "solo"

    @property
    def people(self) -> tuple[int, ...]:
        """Everyone who held a seat at the end of a round, by id."""
        return tuple(sorted({who for seat in self.seats for who in seat if who is not None}))

    def side_of(self, person: int) -> Side:
        """Give the side for which a person played."""
        seat = next(s for s in self.rules.seats if person in self.seats[s])
        return self.rules.side_of(seat)

    def partner_of(self, person: int) -> int | None:
        """Give the person who held the partner's seat at the end."""
        seat = next(s for s in self.rules.seats if person in self.seats[s])
        partner = self.rules.partner_of(seat)
        return None if partner is None else self.seats[partner][-1]

    def meets_people(self, person: int) -> bool:
        """Say whether people played against a person."""
        side = self.side_of(person)
        others = (s for s in self.rules.seats if self.rules.side_of(s) != side)
        return any(who is not None for seat in others for who in self.seats[seat])


def rate_next(guild_id: int, most: int) -> Unit[int]:
    """Rate the next games of a server; give how many there were.

    Args:
        guild_id: the server.
        most: how many to rate at most.
    """
    yield from hold(guild_id)
    [(_, last)] = yield from find(sql.COME_SO_FAR, {"guild_id": guild_id})
    return (yield from _rate_after(guild_id, last, most))


def _rate_after(guild_id: int, last: int, most: int) -> Unit[int]:
    here = {"guild_id": guild_id}
    found = yield from find(sql.UNRATED, {**here, "rated": last, "most": most})
    resets = yield from find(sql.RESETS, {**here, "nth": last + 1})
    for columns in found:
        row = Unrated(*columns)
        yield from _rate(guild_id, row)
        last = row.nth
        for _, season in (reset for reset in resets if reset[0] == last):
            yield from begin_anew(guild_id, season)
    if found:
        yield from run(sql.NOTE_RATED, [{"at_guild": guild_id, "rated": last}])
    return len(found)


def rate_ended(guild_id: int, table_id: int) -> Unit[None]:
    """Note that the game of a table has ended as the next of its server, and rate it; see `hold`.

    Where others wait to be rated before it, it waits with them for `data.catching_up`.
    """
    here = {"guild_id": guild_id}
    yield from _number(guild_id, table_id)
    [(ended, rated_yet)] = yield from find(sql.COME_SO_FAR, here)
    if ended == rated_yet + 1:
        yield from _rate_after(guild_id, rated_yet, 1)


def hold(guild_id: int) -> Unit[None]:
    """Let nobody else rate games of a server until the end of the unit of work.

    With several connections, this comes before any row of people's totals is written, lest two of
    them wait for each other.
    """
    yield from run(sql.HOLD, [{"guild_id": guild_id}])


def number_next(guild_id: int, most: int = 50) -> Unit[int]:
    """Number games of a server that ended before their order was noted; give how many."""
    yield from hold(guild_id)
    found = yield from find(sql.UNNUMBERED, {"guild_id": guild_id, "most": most})
    for (table_id,) in found:
        yield from _number(guild_id, table_id)
    return len(found)


def _number(guild_id: int, table_id: int) -> Unit[None]:
    for statement in sql.NUMBER:
        yield from run(statement, [{"of_guild": guild_id, "at_id": table_id}])


def waiting() -> Unit[list[int]]:
    """Give the servers in which games wait to be rated, or to be numbered before that."""
    numbered = yield from find(sql.UNRATED_SERVERS)
    unnumbered = yield from find(sql.UNNUMBERED_SERVERS)
    return sorted({guild_id for (guild_id,) in (*numbered, *unnumbered)})


def renew(guild_id: int, season: int) -> Unit[None]:
    """Let the ratings of a server begin anew after its last game."""
    here = {"guild_id": guild_id}
    yield from hold(guild_id)
    [(ended, rated_yet)] = yield from find(sql.COME_SO_FAR, here)
    yield from run(sql.ADD_RESET, [{**here, "nth": ended, "season": season}])
    if ended == rated_yet:
        yield from begin_anew(guild_id, season)


def begin_anew(guild_id: int, season: int) -> Unit[None]:
    """Forget the ratings of a server, of a season and of all time."""
    yield from run(sql.BEGIN_ANEW, [{"guild_id": guild_id, "season": season, "all_time": ALL_TIME}])


def _rate(guild_id: int, row: Unrated) -> Unit[None]:
    game = yield from _read(guild_id, row)
    if game is None or not game.people:
        return
    if row.winner is not None:
        yield from _rate_for(game, game.people, _places(game, row.winner))
        return
    left = [user for (user,) in (yield from find(sql.LEFT, {"table_id": row.table_id}))]
    leavers = [user for user in left if user in game.people]
    sides = {game.side_of(user) for user in leavers}
    # Where people of several sides wanted the end, nobody has left the others.
    if len(sides) == 1:
        places = tuple(1 + (side in sides) for side in game.rules.sides)
        yield from _rate_for(game, leavers, places, left=True)


def _read(guild_id: int, row: Unrated) -> Unit[_Game | None]:
    """Read a game; None if no round was scored, or its rules are none in this version."""
    of_table = {"table_id": row.table_id}
    scores = yield from find(sql.LAST_POINTS, of_table)
    seated = yield from find(sql.SEATED, of_table)
    try:
        rules = _rules(row.rules)
    except BadRules:
        return None
    if not scores:
        return None
    number = scores[-1][0]
    points = tuple(total for at, total in scores if at == number)
    held = sorted(seated, key=itemgetter(0))
    seats = tuple(tuple(who for _, who in of) for _, of in groupby(held, key=itemgetter(0)))
    return _Game(guild_id, row, rules, points, number, seats)


def _places(game: _Game, winner: int) -> tuple[int, ...]:
    """Give the places by side, also where the rules name only the winner."""
    if game.row.places is not None:
        return tuple(json.loads(game.row.places))
    return places_of([Tally(points) for points in game.points], Side(winner))


def _rate_for(
    game: _Game, users: Sequence[int], places: Sequence[int], *, left: bool = False
) -> Unit[None]:
    """Rate a game for some of its people.

    Args:
        game: the game.
        users: for whom it counts.
        places: by side, from 1.
        left: whether they left it unfinished; then it cannot raise a rating.
    """
    season = season_of(from_micros(game.row.at))
    weight = 1.0 / (1.0 + (yield from _repeats(game)))
    known = yield from _known(game, season)
    rows: list[Row] = []
    changes: list[Row] = []
    for scope in (season, ALL_TIME):
        before = [_before(known, user, scope) for user in game.people]
        skills, sides = _sides(game, [skill for skill, _ in before], places)
        rounds = length_of(game.rules, game.rounds, finished=not left)
        after = rated(game.mode, sides, skills, rounds, weight)
        for user in users:
            at = game.people.index(user)
            (old, games), new = before[at], after[at]
            if left:
                new = Skill(min(old.mean, new.mean), old.deviation)
            rows.append({**_key(game, user, scope), **_thousandths(new), "games": games + 1})
            if scope == season:
                place = 0 if left else places[game.side_of(user)]
                changes.append(_change(game, user, season, (old, new), place))
    yield from run(sql.RATE, rows)
    yield from run(sql.CHANGE, changes)
    if not left:
        yield from _count_wins(game, users, places, season)


def _key(game: _Game, user: int, scope: int) -> Row:
    return {"guild_id": game.guild_id, "season": scope, "mode": game.mode, "person": user}


def _thousandths(skill: Skill) -> Row:
    mean, deviation = round(skill.mean * _THOUSAND), round(skill.deviation * _THOUSAND)
    return {"mean": mean, "deviation": deviation}


def _known(game: _Game, season: int) -> Unit[_Known]:
    """Give what was known before the game of whoever was rated."""
    of = {"guild_id": game.guild_id, "mode": game.mode, "table_id": game.row.table_id}
    found = yield from find(sql.RATINGS_OF, {**of, "season": season, "all_time": ALL_TIME})
    return {
        (scope, person): (Skill(mean / _THOUSAND, deviation / _THOUSAND), games)
        for scope, person, mean, deviation, games in found
    }


def _before(known: _Known, person: int, season: int) -> tuple[Skill, int]:
    """Give what was known of a person before the game, and the number of their games."""
    if (season, person) in known:
        return known[season, person]
    earlier = known.get((ALL_TIME, person))
    return NEWCOMER if earlier is None else earlier[0].next_season(), 0


def _sides(
    game: _Game, known: Sequence[Skill], places: Sequence[int]
) -> tuple[list[Skill], list[SideResult]]:
    """Give everyone's skill, the computer players' last, and what each side made of the game."""
    people = game.people
    computer = Skill(ANCHORS[game.mode][game.row.level], 0.0)
    sides = []
    for side in game.rules.sides:
        seats = game.rules.seats_of(side)
        rounds = Counter(who for seat in seats for who in game.seats[seat])
        whole = sum(rounds.values())
        parts = tuple(
            Part(len(people) if who is None else people.index(who), count / whole)
            for who, count in sorted(rounds.items(), key=lambda of: (of[0] is None, of[0] or 0))
        )
        sides.append(SideResult(parts, game.points[side], places[side]))
    return [*known, computer], sides


def _repeats(game: _Game) -> Unit[int]:
    """Count the games of the same people, and no others, in the day before this one ended."""
    at = {"guild_id": game.guild_id, "person": game.people[0], "mode": game.mode}
    rows = yield from find(sql.COMPANIES, {**at, "since": game.row.at - _DAY})
    companies = (
        tuple(user for _, user in together) for _, together in groupby(rows, key=itemgetter(0))
    )
    return sum(company == game.people for company in companies)


def _change(game: _Game, user: int, season: int, skills: tuple[Skill, Skill], place: int) -> Row:
    before, after = skills
    return {
        "table_id": game.row.table_id,
        "person": user,
        "guild_id": game.guild_id,
        "nth": game.row.nth,
        "season": season,
        "mode": game.mode,
        "at": game.row.at,
        "before": round(before.mean * _THOUSAND),
        **_thousandths(after),
        "place": place,
        "among_people": game.meets_people(user),
        "partner": game.partner_of(user),
    }


def _count_wins(
    game: _Game, users: Sequence[int], places: Sequence[int], season: int
) -> Unit[None]:
    """Count a game against people, for those who held a seat at its end."""
    there = {seat[-1] for seat in game.seats}
    rows: list[Row] = [
        {
            "guild_id": game.guild_id,
            "season": scope,
            "person": user,
            **dict.fromkeys(STANDING_COUNTERS, 0),
            "people_games": 1,
            "people_wins": int(places[game.side_of(user)] == 1),
        }
        for user in sorted(users)
        for scope in (ALL_TIME, season)
        if user in there and game.meets_people(user)
    ]
    if rows:
        yield from run(sql.RANK_BY_KEY, rows)
