"""The ceiling: a player that sees all hands, and plays or solves them with the engine's kernel."""

import random
from array import array

from engine.actions import Play, SeatAction
from engine.game import Game
from engine.players import core
from engine.players.packing import packing_of, setup
from engine.players.search import NOISE, distinct
from engine.players.utility import utility
from engine.seats import Seat
from engine.views import seat_view

SOLVED_TRICKS = 7
NODES = 400_000
PLAYOUTS = 100


def choose(game: Game, seat: Seat, rng: random.Random) -> SeatAction:
    """Choose a card from everybody's cards; what is not a card is not its business."""
    view = seat_view(game, seat)
    assert game.round is not None
    assert view.hand is not None
    cards = distinct(view, view.hand, tuple(view.playable))
    if len(cards) == 1:
        return Play(seat, cards[0])
    public, rules = view.public, game.rules
    packing = packing_of(rules.deck_in_play)
    world = array("q", [packing.pack(hand) for hand in game.round.hands])
    worth = utility(rules, public.bids, public.tallies, public.taken, rules.side_of(seat))
    kernel = core.kernel.Kernel(setup(public, seat, seat, NOISE), worth)
    moves = array("q", [packing.bit[card.index] for card in cards])
    totals = array("q", bytes(8 * len(moves)))
    one = array("q", [1])
    solved = len(view.hand) <= SOLVED_TRICKS and kernel.solve(world, one, moves, totals, NODES)
    if not solved:
        for _ in range(PLAYOUTS):
            kernel.rollouts(world, one, moves, totals, rng.getrandbits(31) + 1)
    return Play(seat, cards[max(range(len(cards)), key=lambda number: totals[number])])
