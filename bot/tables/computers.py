"""The computer players of the tables, which use the engine's. Their faults never stop a table."""

import random
from collections.abc import Callable

import structlog

from bot.hiding import places
from bot.tables.model import Level
from bot.tables.ports import Chosen
from engine.actions import Look, SeatAction
from engine.players import rules_of_thumb
from engine.players.computers import ByRules
from engine.players.player import Budget, Choice
from engine.players.rules_of_thumb import automatic_action
from engine.views import SeatView

log = structlog.get_logger(__name__)

Chooser = Callable[[SeatView, random.Random], SeatAction]
"""Chooses an action from a seat's view; its only randomness is the generator."""


class ComputerPlayers:
    """The `Players` of a running bot.

    A chooser that raises or gives an illegal action is logged and replaced: a computer player by
    the automatic action, and that by the first legal action.
    """

    def __init__(
        self, player: Chooser = rules_of_thumb.choose, clock: Chooser = automatic_action
    ) -> None:
        """Use these choosers.

        Args:
            player: chooses for seats of computer players.
            clock: chooses for a person whose time has run out.
        """
        self._player = player
        self._clock = clock

    async def start(self) -> None:
        """Do nothing; no preparation is needed."""

    async def close(self) -> None:
        """Do nothing."""

    async def choose(self, view: SeatView, seed: str, level: Level, name: str) -> Chosen:
        """Choose an action for a computer player's seat.

        Args:
            view: what the seat sees; something is legal in it.
            seed: where chance comes from; the same seed and view give the same choice.
            level: all the same here.
            name: all the same here.
        """
        del level, name
        action = _legal_choice(self._player, view, seed)
        return Chosen(self.automatic(view, seed) if action is None else action)

    async def advise(self, view: SeatView, seed: str) -> Choice | None:
        """Give a hint by the rules of thumb, with the reason; None if they fail.

        Args:
            view: what the seat sees; it must be its turn.
            seed: where chance comes from.
        """
        chance = random.Random(seed)  # noqa: S311 - a player, not a secret
        try:
            return ByRules(misjudges=0).choose(view, Budget(worlds=0), chance)
        except Exception as fault:  # noqa: BLE001 - a hint is no reason to stop a table
            report_failure(view, fault)
            return None

    def automatic(self, view: SeatView, seed: str) -> SeatAction:
        """Choose the action for a person whose time has run out.

        It is always legal, and never nil while another bid is legal.

        Args:
            view: what the seat sees; something is legal in it.
            seed: where chance comes from; the same seed and view give the same choice.
        """
        action = _legal_choice(self._clock, view, seed)
        return _first_legal(view) if action is None else action


def _legal_choice(chooser: Chooser, view: SeatView, seed: str) -> SeatAction | None:
    try:
        action = chooser(view, random.Random(seed))  # noqa: S311 - a player, not a secret
    except Exception as fault:  # noqa: BLE001 - whatever a player does wrong, the table goes on
        report_failure(view, fault)
        return None
    if action in view.legal:
        return action
    log.error("computer_player_illegal", seat=view.seat, kind=type(action).__name__)
    return None


def report_failure(view: SeatView, fault: Exception) -> None:
    """Log where a player failed, without the message, which may quote its hand.

    Args:
        view: what the seat saw.
        fault: the exception.
    """
    log_failure(view, type(fault).__name__, places(fault))


def log_failure(view: SeatView, kind: str, where: list[str]) -> None:
    """Log that a player failed.

    Args:
        view: what the seat saw.
        kind: the class of the exception.
        where: the places in the code where it was raised.
    """
    log.error("computer_player_failed", seat=view.seat, fault=kind, where=where)


def _first_legal(view: SeatView) -> SeatAction:
    """Give a look if the hand is hidden, otherwise the lowest bid or the first card."""
    return Look(view.seat) if view.may_look else view.legal[0]
