"""Someone who plays whatever comes, and reviews of it in the process of the test."""

import random

from bot.tables.model import Table
from bot.tables.puzzles import Puzzles
from bot.tables.reviewing import Reviewer, deals_for_review
from cogs.base.services import Services
from engine.actions import SeatAction
from engine.phases import Phase
from engine.seats import SEATS
from engine.views import seat_view
from tests.bot.workers import AtOnce


def careless(table: Table, chance: random.Random) -> SeatAction | None:
    """Give any card for the first seat; None where it has none to play now."""
    game = table.game
    if game is None or game.phase != Phase.PLAYING or table.turn != SEATS[0]:
        return None
    return chance.choice(seat_view(game, SEATS[0]).legal)


def think_here(services: Services, deals: int | None = None) -> None:
    """Let decisions be judged at once, in so many deals, as many as usual where none are given."""
    reviewer = Reviewer(AtOnce(), deals=deals or deals_for_review())
    puzzles = Puzzles(services.tables, services.history, reviewer)
    object.__setattr__(services, "reviewer", reviewer)
    object.__setattr__(services, "puzzles", puzzles)
