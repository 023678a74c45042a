"""Tables in every phase, with the longest names, for whatever is drawn of them."""

import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from typing import Final

from bot.tables.model import Chair, Due, DueKind, Person, Status, Table
from bot.tables.seating import COMPUTER_NAMES
from engine.actions import Bid
from engine.deals import Seeds
from engine.game import Game
from engine.phases import Phase
from engine.presets import PRESETS
from engine.rules import Rules
from engine.seats import SEATS
from engine.tally import Tally
from tests.render.tables import advance, table_of

LONGEST_NAME: Final = 32
"""Characters of a name on Discord."""

LONG: Final = "_*" * (LONGEST_NAME // 2)
"""The name that takes most room: of each of its letters, formatting has to be taken away."""
SHORT: Final = "Ada"

LONGEST_ID: Final = 10**19
LATE: Final = datetime(2030, 1, 1, tzinfo=UTC)
TRICKS: Final = frozenset({0, 1, 12, 16})
"""How many tricks are complete in the states that are looked at: first ones and last ones."""

ROUNDS: Final = 6
"""Rounds of a game that are played; some rule sets would need very many to end it."""

WORDY: Final = Rules(
    deck="deuces",
    target=500,
    losing_score=-200,
    minimum_contract=4,
    first_round="bids_itself",
    nil_value=150,
    blind_nil=True,
    blind_nil_value=300,
    exchange=3,
    failed_nil_tricks="help_partner",
    failed_nil_bag_points=0,
    double_nil="unit",
    bag_limit=5,
    bag_points_kept=False,
    bag_count="reset",
    ten_made=200,
    ten_missed=200,
    boston="bonus",
    breaking="trump_only",
    spades_on_first_trick=False,
    opening="lowest_club",
    first_dealer="before_host",
    bid_seconds=86_400,
    play_seconds=86_400,
    places="points_then_bags",
)
"""Rules of which nearly every field has a sentence, and differs from every preset."""

RULES: Final = {
    **PRESETS,
    "wordy": WORDY,
    "passing": PRESETS["one_page"].changed(exchange=2, boston="wins", bag_limit=1),
    "behind": PRESETS["hero_partners"].changed(
        blind_nil_deficit=100, exchange=1, exchange_when="blind_nil", spade_leads="any_time"
    ),
}


def person(seat: int, name: str) -> Person:
    """Give the person who sits in a seat."""
    return Person(LONGEST_ID + seat, name)


def chairs(rules: Rules, name: str, *, away: bool) -> tuple[Chair, ...]:
    """Seat people, the last seat's place held by a computer player; or all of them away."""
    computer = max(COMPUTER_NAMES, key=len)
    people = [
        Chair(person(seat, name), computer if away else None, ready=True) for seat in rules.seats
    ]
    return (*people[:-1], Chair(computer=computer))


def at_table(rules: Rules, game: Game | None, name: str, *, away: bool = False) -> Table:
    """Give a table with people of one name and the longest ids."""
    table = table_of(rules, game, chairs=chairs(rules, name, away=away))
    users = [LONGEST_ID + seat for seat in rules.seats]
    return replace(
        table,
        id=10**9,
        host=users[0],
        message_id=LONGEST_ID,
        seeds=Seeds(b"s" * 32, (*(f"{user}:{user}" for user in users), f"start:{users[0]}")),
        due=Due(_due(game), LATE),
    )


def _due(game: Game | None) -> DueKind:
    return DueKind.DEAL if game is not None and game.to_act is None else DueKind.TURN


@cache
def states(rules: Rules) -> tuple[Game, ...]:
    """Give the states of a game that look different, and one that is over."""
    found: dict[object, Game] = {}
    ahead = Tally(2 * (rules.target or 500), 4)
    behind = Tally(-49, 4)
    for tallies in (None, (ahead, *(behind for _ in rules.sides[1:]))):
        for game in _played(rules, tallies):
            found.setdefault(_kind(game), game)
    return tuple(found.values())


def _played(rules: Rules, tallies: tuple[Tally, ...] | None) -> Iterator[Game]:
    """Play some rounds, or fewer where the game ends before."""
    source = random.Random(7)
    game = Game.new(rules, SEATS[0], tallies)
    while game.outcome is None and (game.number <= ROUNDS or game.to_act is not None):
        nil = SEATS[game.number % 4]
        blind = [bid for bid in game.legal_actions if isinstance(bid, Bid) and bid.blind]
        dares = game.to_act == nil and blind
        game = game.apply(blind[0]) if dares else advance(game, source, nil=nil)
        yield game


def _kind(game: Game) -> object:
    """Tell states apart by what stands in their message."""
    if game.outcome is not None:
        return "over"
    if game.to_act is None:
        return "between", game.number
    current = game.round
    assert current is not None
    tricks = len(current.tricks)
    bids = sum(bid is not None for bid in current.bids)
    seldom = tricks if tricks in TRICKS else None
    if current.drawing is not None and game.phase == Phase.DRAWING:
        seldom = len(current.drawing.keeps)
    return game.phase, min(game.number, 2), seldom, len(current.trick), bids, sum(current.seen)


def tables(rules: Rules, name: str) -> Iterator[Table]:
    """Give the tables of every status, with a game in every state."""
    lobby = at_table(rules, None, name)
    yield replace(lobby, chairs=tuple(Chair() for _ in rules.seats))
    yield lobby
    yield replace(lobby, status=Status.CLOSED)
    for number, game in enumerate(states(rules)):
        table = at_table(rules, game, name, away=number % 3 == 2)
        over = game.outcome is not None
        yield replace(table, status=Status.FINISHED) if over else table
        if not over and number % 4 == 0:
            yield replace(table, status=Status.PAUSED)
            yield replace(table, status=Status.PARKED)
