"""A complete, checked set of rules, with its seats, sides and deck."""

from functools import cached_property
from typing import Final, Self

from pydantic import ValidationError, model_validator

from engine.cards import DECKS, THREE_SEAT_DECKS, Deck
from engine.contradictions import contradiction
from engine.errors import BadRules
from engine.rule_fields import RuleFields
from engine.seats import SEATS, Seat, Side, next_seat, seats_from

POINTS_PER_TRICK: Final = 10
"""Points for or against each trick of a contract; the same in all three published sets."""

PENALTY_PER_BAG: Final = 10
"""Points that each bag of the limit costs when the count reaches it: ten bags cost 100."""

TWO: Final = 2
"""Players who leave half of the pack out of play."""

THREE: Final = 3
"""Players who share another deck than four."""

HAND_SIZES: Final = (13, 17, 18)
"""The hand size of two and four seats, and of three without and with jokers."""


class Rules(RuleFields):
    """One complete, consistent set of rules. Frozen, comparable, and stored with its game.

    Build one with `Rules(...)`, from `presets.PRESETS`, or with `changed`. A value out of range
    and fields that contradict each other are refused: by `BadRules` from `changed` and
    `parse_rules`, by pydantic's ValidationError from the constructor.
    """

    @model_validator(mode="after")
    def _agree(self) -> Self:
        sentence = contradiction(self)
        if sentence is not None:
            raise ValueError(sentence)
        return self

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the table, clockwise from 0."""
        return SEATS[: self.players]

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """The sides: two partnerships, or every seat."""
        return tuple(Side(n) for n in range(2 if self.mode == "partners" else self.players))

    def has_seat(self, seat: object) -> bool:
        """Say whether something is a seat of this table; True and 1.0 are none."""
        return type(seat) is int and 0 <= seat < self.players

    def side_of(self, seat: Seat) -> Side:
        """Give the side that a seat scores for."""
        return Side(seat % len(self.sides))

    def seats_of(self, side: Side) -> tuple[Seat, ...]:
        """Give the seats of a side, in order."""
        return self.seats[side :: len(self.sides)]

    def partner_of(self, seat: Seat) -> Seat | None:
        """Give the seat opposite, or None in solo."""
        return None if self.mode == "solo" else SEATS[(seat + 2) % 4]

    @cached_property
    def deck_in_play(self) -> Deck:
        """The deck that is dealt, or drawn from; with two seats half of it stays out of play."""
        decks = THREE_SEAT_DECKS if self.players == THREE else DECKS
        return decks[self.deck]

    @cached_property
    def hand_size(self) -> int:
        """The size of each hand, which is also the highest bid: 13, or 17 or 18."""
        return self.deck_in_play.size // (4 if self.players == TWO else self.players)

    @cached_property
    def draws(self) -> bool:
        """Whether the seats draw their hands from the stock."""
        return self.players == TWO and self.two_seat_deal == "draw"

    @cached_property
    def bids_are_free(self) -> bool:
        """Whether any number and nil may be bid, whatever the cards and the other bids."""
        return (
            self.bidding == "free"
            and self.nil == "allowed"
            and self.double_nil != "none"
            and self.seat_minimum == 1
            and not self.limits_contracts
            and not self.limits_table
            and not self.possibles
            and self.blind_bid is None
        )

    @cached_property
    def limits_contracts(self) -> bool:
        """Whether a side may not bid every contract."""
        limited = self.minimum_contract or self.maximum_contract is not None
        return bool(limited) or not self.contract_of_nine

    @cached_property
    def limits_table(self) -> bool:
        """Whether the last bid of a round depends on what all sides have bid."""
        return self.hook or (self.table_minimum > 0 and self.table_short == "last_raises")

    @cached_property
    def blind_rights(self) -> tuple[tuple[bool, ...], tuple[bool, ...]]:
        """By seat, whether blind nil is played, and whether blind numbers are."""
        return (self.blind_nil,) * self.players, (self.blind_bid is not None,) * self.players

    @cached_property
    def throws_in(self) -> bool:
        """Whether a deal can be thrown in."""
        return self.throw_in != "none" or self.table_minimum > 0

    @cached_property
    def bidding_orders(self) -> tuple[tuple[Seat, ...], ...]:
        """By dealer, every seat in the order in which they bid."""
        return tuple(self._bidding_order(dealer) for dealer in self.seats)

    def _bidding_order(self, dealer: Seat) -> tuple[Seat, ...]:
        order = seats_from(next_seat(dealer, self.players), self.players)
        if self.bid_order == "clockwise":
            return order
        left, dealers_partner, lefts_partner, _ = order
        return (left, lefts_partner, dealers_partner, dealer)

    @cached_property
    def counts_sets(self) -> bool:
        """Whether a side can lose by the contracts that it misses."""
        return self.sets_lose is not None or self.sets_in_a_row_lose is not None

    @cached_property
    def plain_first_trick(self) -> bool:
        """Whether the first trick has no special rules."""
        return self.spades_on_first_trick and self.opening in {"dealers_left", "high_bidder"}

    def changed(self, **fields: object) -> "Rules":
        """Give a checked copy with some fields changed.

        Raises:
            BadRules: a field is unknown or out of range, or the mixture contradicts itself.
        """
        try:
            return Rules.model_validate(self.model_dump() | fields)
        except ValidationError as fault:
            raise _bad_rules(fault) from fault


def _bad_rules(fault: ValidationError) -> BadRules:
    first = fault.errors(include_url=False, include_input=False)[0]
    fields = tuple(str(piece) for piece in first["loc"])
    if not fields:
        return BadRules(first["msg"].removeprefix("Value error, "))
    return BadRules(f"{fields[0]}: {first['msg']}.", fields)


def parse_rules(text: str) -> Rules:
    """Read a stored rule set (the JSON of `Rules.model_dump_json`).

    Raises:
        BadRules: it cannot be read, or is not valid.
    """
    try:
        return Rules.model_validate_json(text)
    except ValidationError as fault:
        raise _bad_rules(fault) from fault
