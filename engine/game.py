"""The whole state of a game, immutable. `Game.apply` is the only way to change one.

A named tuple for the same reason as `Round`: each action makes a new one.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.actions import Action, Deal, Play, Resign, SeatAction, Time
from engine.basis import Terms
from engine.bidding import is_far_behind
from engine.ending import Outcome, outcome_of, outcome_of_resigning
from engine.errors import (
    BadTallies,
    CannotResign,
    GameIsOver,
    NoTimeKept,
    RuleError,
    UnknownSeat,
    UnknownSide,
    WrongPhase,
)
from engine.phases import Phase
from engine.round import Round
from engine.rules import Rules
from engine.score_sheet import RoundScore
from engine.scoring import score_round
from engine.seats import Seat, next_seat
from engine.tally import Tally
from engine.throwing import MOST_IN_A_ROW

_SCORED: Final = Phase.SCORED
"""Looked up once, since every action needs it and enum members are slow to look up."""


_NOTHING: Final = Tally()
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
        past: the deals before `round`, oldest first; some may have been thrown in.
        sheets: the score sheets of all finished rounds, oldest first.
        outcome: how the game ended, or None.
        time_out: the number of the deal in or after which the time ran out, or None.
    """

    rules: Rules
    first_dealer: Seat
    tallies: tuple[Tally, ...]
    round: Round | None = None
    past: tuple[Round, ...] = ()
    sheets: tuple[RoundScore, ...] = ()
    outcome: Outcome | None = None
    time_out: int | None = None

    @staticmethod
    def new(rules: Rules, first_dealer: Seat, tallies: Sequence[Tally] | None = None) -> "Game":
        """Begin a game.

        Args:
            rules: the rules of the table.
            first_dealer: the seat that deals first.
            tallies: initial points and bags by side; 0 by default.

        Raises:
            UnknownSeat: the rules have no such seat.
            BadTallies: there is not one tally a side.
        """
        if not rules.has_seat(first_dealer):
            raise UnknownSeat(first_dealer)
        sides = len(rules.sides)
        begun = (_NOTHING,) * sides if tallies is None else tuple(tallies)
        if len(begun) != sides:
            raise BadTallies(len(begun), sides)
        return Game(rules, first_dealer, begun)

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
    def deals(self) -> tuple[Round, ...]:
        """Every deal in order, those thrown in among them, the last perhaps unfinished."""
        return self.past if self.round is None else (*self.past, self.round)

    @property
    def number(self) -> int:
        """The number of the present or last deal, from 1; 0 before the first.

        It is that of the round, too, unless deals were thrown in.
        """
        return len(self.past) + (self.round is not None)

    @property
    def round_number(self) -> int:
        """The number of the present or last round, from 1; a deal thrown in is dealt again."""
        current = self.round
        done = current is None or (current.phase is _SCORED and not current.thrown_in)
        return len(self.sheets) + (not done)

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

        A claim is not among them, since it changes no result, see `Round.certain`.
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
    def certain(self) -> tuple[int, ...] | None:
        """The remaining tricks by side if they may be claimed, see `Round.certain`; or None."""
        return None if self.round is None or self.outcome is not None else self.round.certain

    def explain(self, action: Action) -> RuleError | None:
        """Say why an action is not legal now, or None if it is.

        Of a deal, only the phase is checked here; `apply` checks its hands.
        """
        if isinstance(action, Time):
            return self._refuse_time()
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

    def _refuse_time(self) -> RuleError | None:
        if self.outcome is not None:
            return GameIsOver()
        kept = self.rules.minutes is not None and self.round is not None
        return None if kept and self.time_out is None else NoTimeKept()

    def _out_of_phase(self) -> RuleError:
        return WrongPhase(self.phase) if self.outcome is None else GameIsOver()

    def apply(self, action: Action) -> "Game":
        """Give the game after an action; the last card of a round also scores it.

        Raises:
            RuleError: the action is not legal now; the game is unchanged.
        """
        if type(action) is not Play and isinstance(action, (Deal, Time, Resign)):
            return self._after_what_no_seat_does(action)
        rules, first_dealer, tallies, current, past, sheets, outcome, time_out = self
        if current is None or current.phase is _SCORED or outcome is not None:
            raise self._out_of_phase()
        after = current.apply(action)
        if after.phase is _SCORED:
            return self._scored(after)
        changed = (rules, first_dealer, tallies, after, past, sheets, None, time_out)
        return tuple.__new__(Game, changed)

    def _after_what_no_seat_does(self, action: Deal | Time | Resign) -> "Game":
        if isinstance(action, Deal):
            return self._after_deal(action)
        return self._after_time() if isinstance(action, Time) else self._after_resigning(action)

    def _after_deal(self, deal: Deal) -> "Game":
        if self.phase != Phase.DEALING:
            raise self._out_of_phase()
        rules = self.rules
        dealt = Round.dealt_by(
            rules,
            self.next_dealer,
            deal,
            terms=self._terms,
            bids_itself=rules.first_round == "bids_itself" and self.round is None,
        )
        past = self.past if self.round is None else (*self.past, self.round)
        return self._replace(round=dealt, past=past)

    def _after_resigning(self, action: Resign) -> "Game":
        refusal = self._refuse_resigning(action)
        if refusal is not None:
            raise refusal
        return self._replace(outcome=outcome_of_resigning(self.rules, self.tallies, action.side))

    @property
    def _terms(self) -> Terms:
        """The terms of the next deal."""
        rules = self.rules
        blind_nil, blind_bid = rules.blind_rights
        if rules.blind_nil_deficit:
            blind_nil = self._behind(rules.blind_nil_deficit)
        if rules.blind_bid_deficit:
            blind_bid = self._behind(rules.blind_bid_deficit)
        must_play = rules.throws_in and self._thrown_in_a_row >= MOST_IN_A_ROW
        return Terms(blind_nil, blind_bid, must_play)

    def _behind(self, deficit: int) -> tuple[bool, ...]:
        """Say by seat whether its side is so many points behind."""
        rules = self.rules
        return tuple(is_far_behind(rules, seat, self.tallies, deficit) for seat in rules.seats)

    @property
    def _thrown_in_a_row(self) -> int:
        """How many deals in a row have been thrown in."""
        count = 0
        for current in reversed((*self.past, *(() if self.round is None else (self.round,)))):
            if not current.thrown_in:
                break
            count += 1
        return count

    def _after_time(self) -> "Game":
        refusal = self._refuse_time()
        if refusal is not None:
            raise refusal
        after = self._replace(time_out=self.number)
        current = self.round
        if current is None or not current.finished or current.thrown_in:
            return after
        return after._replace(outcome=_outcome(self.rules, self.sheets[-1], time_out=True))

    def _scored(self, finished: Round) -> "Game":
        """Give the game after the last action of a deal."""
        if finished.thrown_in:
            return self._replace(round=finished)
        rules, first_dealer, tallies, _, past, sheets, _, time_out = self
        bids, dealer, unplayed = finished.bids, finished.dealer, finished.unplayed
        number = len(sheets) + 1
        sheet = score_round(rules, bids, finished.taken, tallies, number, dealer, unplayed=unplayed)
        outcome = _outcome(rules, sheet, time_out=time_out is not None)
        return Game(
            rules, first_dealer, sheet.tallies, finished, past, (*sheets, sheet), outcome, time_out
        )


def _outcome(rules: Rules, sheet: RoundScore, *, time_out: bool) -> Outcome | None:
    """Give the outcome after a round."""
    first = sheet.number == 1 and any(sheet.taken)
    return outcome_of(
        rules,
        sheet.tallies,
        sheet.boston,
        rounds=sheet.number,
        first_taken=[side.taken for side in sheet.sides] if first else None,
        time_out=time_out,
    )


def replay(game: Game, actions: Sequence[Action]) -> Game:
    """Apply several actions in order.

    Raises:
        RuleError: one of them is not legal.
    """
    for action in actions:
        game = game.apply(action)
    return game
