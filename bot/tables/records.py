"""Players' totals, and the leaderboard of a server."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

from engine.rules import Rules


class Order(StrEnum):
    """The order of a leaderboard."""

    WINS = "wins"
    WIN_RATE = "win_rate"
    POINTS_A_ROUND = "points_a_round"
    NILS_MADE = "nils_made"
    FEWEST_BAGS = "fewest_bags"


RANKED_AFTER: Final = {
    Order.WINS: 1,
    Order.WIN_RATE: 3,
    Order.POINTS_A_ROUND: 5,
    Order.NILS_MADE: 1,
    Order.FEWEST_BAGS: 5,
}
"""How much a person must have played to be ranked: games for wins and win rate, nils bid for nils
made, and rounds for averages per round."""


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
    """One line of a leaderboard: the place, shared by ties, and the totals."""

    place: int
    totals: Totals


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a leaderboard.

    Attributes:
        standings: the lines of this page.
        number: the page, from 1.
        pages: the number of pages, at least 1.
    """

    standings: tuple[Standing, ...]
    number: int
    pages: int


class Records(Protocol):
    """Gives totals and leaderboards."""

    async def totals(self, guild_id: int, user_id: int) -> Totals | None:
        """Give a person's totals in a server, or None before the first finished round."""
        ...

    async def leaderboard(self, guild_id: int, order: Order, page: int = 1, size: int = 10) -> Page:
        """Give a page of a server's leaderboard; for a page out of range, the nearest one."""
        ...

    async def last_rules(self, guild_id: int, user_id: int) -> Rules | None:
        """Give the rules of the newest game that a person has sat at in a server.

        None where there is none, or its rules are none in this version.

        Raises:
            StoreError: they cannot be read now.
        """
        ...
