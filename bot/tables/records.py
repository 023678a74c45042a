"""Players' totals and ratings, and the leaderboards of a server."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final, Protocol

from engine.ratings import Mode
from engine.rules import Rules


class Order(StrEnum):
    """The order of a leaderboard."""

    PARTNERS = "partners"
    """The rating in games with partners."""
    SOLO = "solo"
    """The rating in games of each for himself."""
    WINS = "wins"
    """Games won against people."""
    CONTRACTS = "contracts"
    """The share of contracts made."""
    NILS = "nils"
    """The share of nils made."""
    POINTS = "points"
    """Points of the side a round."""


RANKED_AFTER: Final = {
    Order.PARTNERS: 5,
    Order.SOLO: 5,
    Order.WINS: 3,
    Order.CONTRACTS: 20,
    Order.NILS: 5,
    Order.POINTS: 20,
}
"""How much a person must have played to be ranked: rated games, games against people, contracts,
nils bid, and rounds."""

MOST_RANKED: Final = 1000
"""How many people a leaderboard shows at most, the best ones."""

ALL_TIME: Final = 0
"""The number that stands for all seasons together."""


def season_of(moment: datetime) -> int:
    """Give the season of a moment (aware, UTC): four times the year and the quarter, from 0."""
    return moment.year * 4 + (moment.month - 1) // 3


def year_and_quarter(season: int) -> tuple[int, int]:
    """Give the year of a season, and its quarter from 1."""
    return season // 4, season % 4 + 1


def ends_of(season: int) -> tuple[datetime, datetime]:
    """Give the first moment of a season, and the first after it (aware, UTC)."""
    first, after = (
        datetime(each // 4, each % 4 * 3 + 1, 1, tzinfo=UTC) for each in (season, season + 1)
    )
    return first, after


@dataclass(frozen=True, slots=True)
class Totals:
    """A person's totals in one server.

    Rounds count when they are finished, games when they have a winner; both for the person who
    held the seat at that moment. `points` and `bags` are those of the person's side.

    Attributes:
        user_id: the person.
        games: games finished.
        wins: games won.
        rounds: rounds finished.
        points: points of the person's side in those rounds, penalties included.
        bags: bags of the person's side in those rounds.
        tricks_bid: the sum of the person's own bids, with nil as 0.
        tricks_taken: the person's own tricks.
        contracts: rounds where the side had a contract.
        contracts_made: contracts that were made.
        nils: nils bid, blind ones included.
        nils_made: those made.
        blind_nils: blind nils bid.
        blind_nils_made: those made.
        unfinished: games that the person ended without a result, alone or with others; they count
            nowhere else.
    """

    user_id: int
    games: int = 0
    wins: int = 0
    rounds: int = 0
    points: int = 0
    bags: int = 0
    tricks_bid: int = 0
    tricks_taken: int = 0
    contracts: int = 0
    contracts_made: int = 0
    nils: int = 0
    nils_made: int = 0
    blind_nils: int = 0
    blind_nils_made: int = 0
    unfinished: int = 0

    @property
    def win_rate(self) -> float:
        """Wins per game, 0 to 1; 0 before the first game."""
        return self.wins / self.games if self.games else 0.0

    @property
    def points_a_round(self) -> float:
        """Points of the side per round; 0 before the first round."""
        return self.points / self.rounds if self.rounds else 0.0

    @property
    def bags_a_round(self) -> float:
        """Bags of the side per round; 0 before the first round."""
        return self.bags / self.rounds if self.rounds else 0.0


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of a leaderboard.

    Attributes:
        place: the place, from 1, shared by ties.
        user_id: the person.
        value: what is ranked: a rating, wins, a share of 1, or points a round.
        count: of what it was made: see `RANKED_AFTER`.
        provisional: whether a rating is still uncertain.
    """

    place: int
    user_id: int
    value: float
    count: int
    provisional: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a leaderboard.

    Attributes:
        standings: the lines of this page.
        number: the page, from 1.
        pages: the number of pages, at least 1, for `MOST_RANKED` people at most.
    """

    standings: tuple[Standing, ...]
    number: int
    pages: int


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a game changed in a person's rating of the season.

    Attributes:
        user_id: the person.
        season: the season.
        before: the rating before the game.
        after: the rating since.
        provisional: whether it is still uncertain.
        place: the person's place, from 1; 0 for a game that the person left unfinished.
        among_people: whether people played against the person.
        mode: which of the two ratings it is.
    """

    user_id: int
    season: int
    before: float
    after: float
    provisional: bool
    place: int
    among_people: bool
    mode: Mode


@dataclass(frozen=True, slots=True)
class Rated:
    """What a game has changed in the ratings of its people.

    Attributes:
        changes: by user id.
        season_over: the season that had ended, if the game was the first of the next one.
    """

    changes: tuple[RatingChange, ...] = ()
    season_over: int | None = None


NOT_RATED: Final = Rated()
"""Nothing: the game goes on, or was not rated yet."""


@dataclass(frozen=True, slots=True)
class Partner:
    """Someone's best partner: who, the name as last shown, and the games together, won and in all.

    The name is empty once it was dropped.
    """

    user_id: int
    name: str
    wins: int
    games: int


@dataclass(frozen=True, slots=True)
class Score:
    """A number of games, and how many of them were won."""

    wins: int = 0
    games: int = 0


@dataclass(frozen=True, slots=True)
class PersonCard:
    """What a person has achieved in a server.

    Attributes:
        totals: the totals of all time.
        changes: the last rated games, oldest first.
        people: games against people.
        computers: games against computer players alone.
        partner: the best partner, or None before three games with anyone.
    """

    totals: Totals
    changes: tuple[RatingChange, ...] = ()
    people: Score = Score()
    computers: Score = Score()
    partner: Partner | None = None


class Records(Protocol):
    """Gives totals, ratings and leaderboards."""

    async def totals(self, guild_id: int, user_id: int) -> Totals | None:
        """Give a person's totals in a server, or None before the first finished round."""
        ...

    async def card(self, guild_id: int, user_id: int) -> PersonCard | None:
        """Give what a person has achieved in a server, or None before the first finished round."""
        ...

    async def leaderboard(
        self, guild_id: int, order: Order, season: int, page: int = 1, size: int = 10
    ) -> Page:
        """Give a page of a server's leaderboard; for a page out of range, the nearest one.

        Args:
            guild_id: the server.
            order: what to rank by.
            season: the season, or `ALL_TIME`.
            page: from 1.
            size: the lines per page, at least 1.
        """
        ...

    async def note_gone(self, guild_id: int, users: Collection[int]) -> None:
        """Leave people out of the leaderboards of a server until they play there again."""
        ...

    async def rated(self, table_id: int) -> Rated:
        """Give what the game of a table has changed in ratings.

        Raises:
            StoreError: it cannot be read now.
        """
        ...

    async def begin_anew(self, guild_id: int, season: int) -> None:
        """Let the ratings of a server, of this season and of all time, begin anew."""
        ...

    async def last_rules(self, guild_id: int, user_id: int) -> Rules | None:
        """Give the rules of the newest game that a person has sat at in a server.

        None where there is none, or its rules are none in this version.

        Raises:
            StoreError: they cannot be read now.
        """
        ...
