"""What every refusal is; and those of actions that are not possible now, whatever they say."""

from dataclasses import dataclass
from typing import ClassVar

from engine.phases import Phase
from engine.seats import Seat, Side


class RuleError(ValueError):
    """An action, position or rule set is not allowed."""

    code: ClassVar[str] = "rule"


@dataclass(eq=False)
class GameIsOver(RuleError):
    """The game is over; no action is legal any more."""

    code: ClassVar[str] = "game_is_over"

    def __str__(self) -> str:
        return "the game is over"


@dataclass(eq=False)
class NoTimeKept(RuleError):
    """The time of a game without a time limit is called, or again, or before the first deal."""

    code: ClassVar[str] = "no_time_kept"

    def __str__(self) -> str:
        return "this table has no time that could be out now"


@dataclass(eq=False)
class WrongPhase(RuleError):
    """The action belongs to another phase.

    Attributes:
        phase: the present phase of the game.
    """

    code: ClassVar[str] = "wrong_phase"
    phase: Phase

    def __str__(self) -> str:
        return f"this cannot be done during {self.phase}"


@dataclass(eq=False)
class UnknownAction(RuleError):
    """The type of the action is unknown to the engine.

    Attributes:
        given: the name of its type.
    """

    code: ClassVar[str] = "unknown_action"
    given: str

    def __str__(self) -> str:
        return f"{self.given} is no action of Spades"


@dataclass(eq=False)
class NotYourTurn(RuleError):
    """Another seat is to act.

    Attributes:
        seat: the seat of the action.
        turn: whose turn it is.
    """

    code: ClassVar[str] = "not_your_turn"
    seat: Seat
    turn: Seat

    def __str__(self) -> str:
        return f"seat {self.turn} is to act, not seat {self.seat}"


@dataclass(eq=False)
class UnknownSeat(RuleError):
    """The table has no such seat."""

    code: ClassVar[str] = "unknown_seat"
    seat: object

    def __str__(self) -> str:
        return f"there is no seat {self.seat!r} at this table"


@dataclass(eq=False)
class UnknownSide(RuleError):
    """The table has no such side."""

    code: ClassVar[str] = "unknown_side"
    side: Side

    def __str__(self) -> str:
        return f"there is no side {self.side} at this table"


@dataclass(eq=False)
class CannotResign(RuleError):
    """With more than two sides, a resignation would not decide the game."""

    code: ClassVar[str] = "cannot_resign"

    def __str__(self) -> str:
        return "only one of two sides can resign"


@dataclass(eq=False)
class BadDeal(RuleError):
    """The hands of a deal, or its stock, are not the cards that its seats share."""

    code: ClassVar[str] = "bad_deal"

    def __str__(self) -> str:
        return "a deal gives each seat its number of cards of the deck, and no card twice"


TurnRefusal = (
    GameIsOver
    | NoTimeKept
    | WrongPhase
    | UnknownAction
    | NotYourTurn
    | UnknownSeat
    | UnknownSide
    | CannotResign
    | BadDeal
)
"""Such an action, or one by this seat, is not possible now."""
