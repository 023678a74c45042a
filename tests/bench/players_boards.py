"""Boards: one deal, played with the sides changed round, so that luck in the cards cancels out."""

import random
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from engine.actions import SeatAction
from engine.deals import Seeds, deal
from engine.game import Game
from engine.phases import Phase
from engine.presets import CARDCOUCH
from engine.rules import Rules
from engine.score_sheet import Item, RoundScore, SideScore
from engine.seats import Seat
from engine.views import seat_view

Chooser = Callable[[Game, Seat, random.Random], SeatAction]

BAG = -9
"""A bag's point, less its share of a penalty of 100 for ten."""


@dataclass
class Tally:
    """What was counted on the way.

    Attributes:
        seconds: processor time of each choice of a card by the player that is measured, forced
            cards left out; a machine that does other work too would falsify the clock's.
        first: the same for the first card of 13.
        sheets: every round, with the side (0 or 1) that the measured player had.
    """

    seconds: list[float] = field(default_factory=list)
    first: list[float] = field(default_factory=list)
    sheets: list[tuple[int, RoundScore]] = field(default_factory=list)


def points_of(score: SideScore) -> int:
    """Give the points of a side on a board: as the rules say, but a bag at -9 and no penalty."""
    rest = (Item.BAGS, Item.BAG_PENALTY)
    return sum(line.points for line in score.lines if line.item not in rest) + BAG * score.bags


def play_round(
    game: Game, seating: int, players: Sequence[Chooser], rng: random.Random, tally: Tally
) -> Game:
    """Play a dealt round: `players` are the measured one, its opponent, and who bids for all.

    Without a third, each bids for itself.
    """
    measured, other, *bidder = players
    while game.to_act is not None:
        seat = game.to_act
        mine = seat % 2 == seating
        if game.phase == Phase.BIDDING and bidder:
            action = bidder[0](game, seat, rng)
        else:
            began = time.process_time()
            action = (measured if mine else other)(game, seat, rng)
            if mine and game.phase != Phase.BIDDING and len(game.legal_actions) > 1:
                spent = time.process_time() - began
                tally.seconds.append(spent)
                if len(seat_view(game, seat).hand or ()) == game.rules.hand_size:
                    tally.first.append(spent)
        game = game.apply(action)
    tally.sheets.append((seating, game.sheets[-1]))
    return game


def board(seed: int, players: Sequence[Chooser], tally: Tally, rules: Rules = CARDCOUCH) -> float:
    """Play one deal in both seatings; give the mean of what the measured side won by."""
    dealer = rules.seats[seed % rules.players]
    cards = deal(Seeds(seed.to_bytes(32, "big")), 1, dealer, rules)
    total = 0
    for seating in range(2):
        rng = random.Random(2 * seed + seating)
        game = play_round(Game.new(rules, dealer).apply(cards), seating, players, rng, tally)
        sides = game.sheets[-1].sides
        total += points_of(sides[seating]) - points_of(sides[1 - seating])
    return total / 2


def whole_game(seed: int, players: Sequence[Chooser], tally: Tally, rules: Rules) -> float:
    """Play a game to the end in both seatings; give the share that the measured side won."""
    won = 0
    for seating in range(2):
        rng = random.Random(2 * seed + seating)
        game = Game.new(rules, rules.seats[seed % rules.players])
        seeds = Seeds(seed.to_bytes(32, "big"))
        while game.outcome is None:
            game = game.apply(deal(seeds, game.number + 1, game.next_dealer, rules))
            game = play_round(game, seating, players, rng, tally)
        won += game.outcome.winner == seating
    return won / 2


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Give the mean and half the 95 % interval."""
    if len(values) < 2:
        return values[0], 0.0
    half = 1.96 * statistics.stdev(values) / len(values) ** 0.5
    return statistics.fmean(values), half
