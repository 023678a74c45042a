"""The whole state of a game, immutable. `Game.apply` is the only way to change one.

A named tuple for the same reason as `Round`: each action makes a new one.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.actions import Action, Deal, Resign, SeatAction
from engine.bidding import is_far_behind
from engine.errors import (
    CannotResign,
    GameIsOver,
    RuleError,
    UnknownSeat,
    UnknownSide,
    WrongPhase,
)
from engine.phases import Phase
from engine.round import Round
from engine.rules import Rules
from engine.scoring import Outcome, RoundScore, outcome_of, outcome_of_resigning, score_round
from engine.seats import Seat, next_seat
from engine.tally import Tally

_SCORED: Final = Phase.SCORED
"""Looked up once, since every action needs it and enum members are slow to look up."""


TWO_SIDES: Final = 2
"""Of so many sides one can resign: the other has won then."""


class Game(NamedTuple):
    """A series of rounds until a side wins.

    Attributes:
        rules: the rules of the table, fixed for the whole game.
        first_dealer: the seat that deals the first round.
        tallies: points and bags by side, as of the last finished round.
        round: the present round, or the finished one until the next deal; None before the first
            deal. After a resignation, the unfinished round.
        past: the rounds before `round`, oldest first.
        sheets: the score sheets of all finished rounds, oldest first.
        outcome: how the game ended, or None.
    """

    rules: Rules
    first_dealer: Seat
    tallies: tuple[Tally, ...]
    round: Round | None = None
    past: tuple[Round, ...] = ()
    sheets: tuple[RoundScore, ...] = ()
    outcome: Outcome | None = None

    @staticmethod
    def new(rules: Rules, first_dealer: Seat, tallies: Sequence[Tally] | None = None) -> "Game":
        """Begin a game.

        Args:
            rules: the rules of the table.
            first_dealer: the seat that deals first.
            tallies: initial points and bags by side; 0 by default.

        Raises:
            UnknownSeat: the rules have no such seat.
        """
        if first_dealer not in rules.seats:
            raise UnknownSeat(first_dealer)
        return Game(rules, first_dealer, tuple(tallies or (Tally(),) * len(rules.sides)))

    @property
    def phase(self) -> Phase:
        """`DEALING` before a deal, then the round's phase; `OVER` at the end."""
        if self.outcome is not None:
            return Phase.OVER
        if self.round is None:
            return Phase.DEALING
        phase = self.round.phase
        return Phase.DEALING if phase is _SCORED else phase

    @property
    def number(self) -> int:
        """The number of the present or last round, from 1; 0 before the first deal."""
        return len(self.past) + (self.round is not None)

    @property
    def dealer(self) -> Seat:
        """The seat that deals, or dealt, the present round."""
        return self.first_dealer if self.round is None else self.round.dealer

    @property
    def next_dealer(self) -> Seat:
        """The seat that deals next: one clockwise from the last dealer."""
        if self.round is None:
            return self.first_dealer
        return next_seat(self.round.dealer, len(self.rules.seats))

    @property
    def to_act(self) -> Seat | None:
        """The seat to act, or None before a deal and when the game is over."""
        current = self.round
        if current is None or current.phase is _SCORED or self.outcome is not None:
            return None
        return current.turn

    @property
    def legal_actions(self) -> Sequence[SeatAction]:
        """Every action of the seat to act; empty before a deal and when the game is over.

        A claim is not among them, since it changes no result, see `Round.claimant`.
        """
        if self.round is None or self.outcome is not None:
            return ()
        return self.round.legal_actions

    def legal_actions_of(self, seat: Seat) -> Sequence[SeatAction]:
        """Give every action that a seat may take now; out of turn that is at most a look."""
        current = self.round
        if current is None or current.finished or self.outcome is not None:
            return ()
        if seat == current.turn:
            return current.legal_actions
        return current.legal_looks(seat)

    @property
    def claimant(self) -> Seat | None:
        """The seat that may claim the remaining tricks, see `Round.claimant`; or None."""
        return None if self.round is None or self.outcome is not None else self.round.claimant

    def explain(self, action: Action) -> RuleError | None:
        """Say why an action is not legal now, or None if it is.

        Of a deal, only the phase is checked here; `apply` checks its hands.
        """
        if isinstance(action, Deal):
            return None if self.phase == Phase.DEALING else self._out_of_phase()
        if isinstance(action, Resign):
            return self._refuse_resigning(action)
        if self.round is None or self.round.finished or self.outcome is not None:
            return self._out_of_phase()
        return self.round.explain(action)

    def _refuse_resigning(self, action: Resign) -> RuleError | None:
        """Say why a side may not resign now; from the first deal on, either of two sides may."""
        if self.outcome is not None or self.round is None:
            return self._out_of_phase()
        if action.side not in self.rules.sides:
            return UnknownSide(action.side)
        return CannotResign() if len(self.rules.sides) != TWO_SIDES else None

    def _out_of_phase(self) -> RuleError:
        return WrongPhase(self.phase) if self.outcome is None else GameIsOver()

    def apply(self, action: Action) -> "Game":
        """Give the game after an action; the last card of a round also scores it.

        Raises:
            RuleError: the action is not legal now; the game is unchanged.
        """
        if isinstance(action, Deal):
            return self._after_deal(action)
        if isinstance(action, Resign):
            return self._after_resigning(action)
        current = self.round
        if current is None or current.phase is _SCORED or self.outcome is not None:
            raise self._out_of_phase()
        after = current.apply(action)
        if after.phase is _SCORED:
            return self._scored(after)
        return Game(self.rules, self.first_dealer, self.tallies, after, self.past, self.sheets)

    def _after_deal(self, deal: Deal) -> "Game":
        if self.phase != Phase.DEALING:
            raise self._out_of_phase()
        rules = self.rules
        dealt = Round.dealt_by(
            rules,
            self.next_dealer,
            deal,
            blind=self._far_behind() if rules.blind_nil_deficit else None,
            bids_itself=rules.first_round == "bids_itself" and self.round is None,
        )
        past = self.past if self.round is None else (*self.past, self.round)
        return Game(self.rules, self.first_dealer, self.tallies, dealt, past, self.sheets)

    def _after_resigning(self, action: Resign) -> "Game":
        refusal = self._refuse_resigning(action)
        if refusal is not None:
            raise refusal
        return self._replace(outcome=outcome_of_resigning(self.rules, self.tallies, action.side))

    def _far_behind(self) -> list[bool]:
        return [is_far_behind(self.rules, seat, self.tallies) for seat in self.rules.seats]

    def _scored(self, finished: Round) -> "Game":
        sheet = score_round(
            self.rules, finished.bids, finished.taken, self.tallies, len(self.past) + 1
        )
        return Game(
            self.rules,
            self.first_dealer,
            sheet.tallies,
            finished,
            self.past,
            (*self.sheets, sheet),
            outcome_of(self.rules, sheet.tallies, sheet.boston),
        )


def replay(game: Game, actions: Sequence[Action]) -> Game:
    """Apply several actions in order.

    Raises:
        RuleError: one of them is not legal where it stands.
    """
    for action in actions:
        game = game.apply(action)
    return game
