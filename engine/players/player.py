"""The interface of computer players: from a seat's view to a choice with its reason."""

import random
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from engine.actions import SeatAction
from engine.cards import Card
from engine.players import core
from engine.views import SeatView


class Reason(StrEnum):
    """Why a choice was made; each has a sentence in the texts, with the fields of its `Why`."""

    ONLY_CHOICE = "only_choice"
    LOOKS = "looks"
    COUNTED = "counted"
    COUNTED_FOR_SCORE = "counted_for_score"
    COUNTED_LOWER = "counted_lower"
    COUNTED_HIGHER = "counted_higher"
    LEAST_BID = "least_bid"
    BESIDE_NIL = "beside_nil"
    SAFE_NIL = "safe_nil"
    DARING_NIL = "daring_nil"
    BLIND_BEHIND = "blind_behind"
    THROWS_IN = "throws_in"
    KEEPS_CARD = "keeps_card"
    TOSSES_CARD = "tosses_card"
    FORCED_BID = "forced_bid"
    PASSES_DANGER = "passes_danger"
    PASSES_LOW = "passes_low"
    KEEPS_NIL = "keeps_nil"
    NIL_IN_DANGER = "nil_in_danger"
    COVERS_NIL = "covers_nil"
    ATTACKS_NIL = "attacks_nil"
    SETS_CONTRACT = "sets_contract"
    AVOIDS_BAG = "avoids_bag"
    PARTNER_WINS = "partner_wins"
    PARTNER_SO_FAR = "partner_so_far"
    OVERTAKES = "overtakes"
    TAKES_TRICK = "takes_trick"
    TRUMPS = "trumps"
    TRUMPS_SO_FAR = "trumps_so_far"
    LEADS_MASTER = "leads_master"
    NO_SURE_LEAD = "no_sure_lead"
    WINS_SO_FAR = "wins_so_far"
    CANNOT_WIN = "cannot_win"
    PLAYS_LOW = "plays_low"
    THROWS_AWAY = "throws_away"
    STAYS_UNDER = "stays_under"
    NIL_LEADS = "nil_leads"
    NIL_HOLDS = "nil_holds"
    PARTNERS_NIL_HOLDS = "partners_nil_holds"
    NIL_FALLS = "nil_falls"
    SETS_OFTEN = "sets_often"
    FALLS = "falls"
    HOLDS = "holds"
    PARTNER_HOLDS = "partner_holds"
    SHORTENS = "shortens"
    SHEDS = "sheds"
    MAKES_CONTRACT = "makes_contract"
    BETTER_BY = "better_by"
    AS_GOOD = "as_good"
    TOO_LITTLE = "too_little"
    NO_DIFFERENCE = "no_difference"
    FEW_DEALS = "few_deals"
    BY_RULE = "by_rule"
    TO_THE_BOARD = "to_the_board"
    AT_MOST = "at_most"
    TO_THE_TABLE = "to_the_table"
    STAYS_SHORT = "stays_short"
    SHORT_IS_MADE = "short_is_made"
    CLOSES = "closes"
    SET_WOULD_LOSE = "set_would_lose"
    LAST_ROUND = "last_round"
    SPREAD_ENDS = "spread_ends"
    FIRST_ROUND = "first_round"
    TEN_A_TRICK = "ten_a_trick"
    SET_ENDS = "set_ends"
    AVOIDS_TWICE = "avoids_twice"
    OVER_COSTS = "over_costs"
    OVER_IS_NOTHING = "over_is_nothing"


@dataclass(frozen=True, slots=True)
class Why:
    """The reason of a choice, for one sentence.

    Attributes:
        reason: the kind.
        tricks: for a counted bid, the tricks that the hand is worth, in tenths; else 0.
        chance: for nil, its chance in hundredths; for a draw, the share in hundredths of the
            cards not seen that are worth more; else 0.
        needs: for a card, the tricks that the side still needs, 0 for none.
        tenths: in how many of ten deals what the reason says is so; else 0.
        others: the same with the next card; 0 where none is compared.
        margin: by how many points a card is better than the next, or worse for `TOO_LITTLE`; 0
            where it is a little only, and for other reasons.
        card: the card that the sentence names beside the one played, or None.
        rule: the number in the rule that decides, such as the minimum contract; else 0.
    """

    reason: Reason
    tricks: int = 0
    chance: int = 0
    needs: int = 0
    tenths: int = 0
    others: int = 0
    margin: int = 0
    card: Card | None = None
    rule: int = 0


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of a choice.

    Attributes:
        worlds: the number of deals to try a card in; 0 for the rule of thumb alone.
        nodes: the number of positions to solve at the end of a round.
    """

    worlds: int = 200
    nodes: int = 200_000


def full_budget() -> Budget:
    """Give the budget of a choice while nothing else waits.

    A choice takes 11 ms in the mean with the compiled core, and a fifth of a second without.
    """
    return Budget(worlds=800 if core.compiled else 160)


@dataclass(frozen=True, slots=True)
class Choice:
    """A player's choice.

    Attributes:
        action: legal in the view.
        why: the reason.
        worlds: how many worlds were sampled; 0 for a rule. It is logged, so that the choice can be
            reproduced from the same view, budget and seed.
        hard: how close it was, 0 to 1: 0 where it makes no difference or one card is far better,
            1 where the two best are as good. A half where nothing was compared.
    """

    action: SeatAction
    why: Why
    worlds: int = 0
    hard: float = 0.5


class Player(Protocol):
    """Chooses for a seat."""

    def choose(self, view: SeatView, budget: Budget, rng: random.Random) -> Choice:
        """Choose an action.

        Args:
            view: the seat's view; the seat must have a legal action.
            budget: the limits of the choice.
            rng: the source of randomness; the same view, budget and state of it give the same
                choice, with or without the compiled core.

        Raises:
            ValueError: the seat has no legal action.
        """
        ...
