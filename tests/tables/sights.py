"""What seats see at the beginning of a round, for tests of whoever chooses from it."""

from engine.actions import Bid
from engine.deals import Seeds, deal
from engine.game import Game
from engine.presets import CARDCOUCH
from engine.rules import Rules
from engine.seats import SEATS
from engine.views import SeatView, seat_view


def dealt(rules: Rules = CARDCOUCH) -> Game:
    """Give a game whose first cards are dealt, seat 0 being the first to bid."""
    return Game.new(rules, SEATS[3]).apply(deal(Seeds(b"secret"), 1, SEATS[3], rules))


def first_bid(rules: Rules = CARDCOUCH) -> SeatView:
    """Give what the first seat to bid sees."""
    return seat_view(dealt(rules), SEATS[0])


def first_card() -> SeatView:
    """Give what the first seat to play sees, after everyone has bid three."""
    game = dealt()
    for seat in SEATS:
        game = game.apply(Bid(seat, 3))
    return seat_view(game, SEATS[0])
