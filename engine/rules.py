"""A complete, checked set of rules, with its seats, sides and deck."""

from functools import cached_property
from typing import Final, Self

from pydantic import ValidationError, model_validator

from engine.cards import DECKS, THREE_SEAT_DECK, Deck
from engine.contradictions import contradiction
from engine.errors import BadRules
from engine.rule_fields import RuleFields
from engine.seats import SEATS, Seat, Side

POINTS_PER_TRICK: Final = 10
"""Points for or against each trick of a contract; the same in all three published sets."""

PENALTY_PER_BAG: Final = 10
"""Points that each bag of the limit costs when the count reaches it: ten bags cost 100."""

HAND_SIZES: Final = (13, 17)
"""Cards that a seat is dealt: where four sit, and where three do."""


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

    def side_of(self, seat: Seat) -> Side:
        """Give the side that a seat scores for."""
        return Side(seat % len(self.sides))

    def seats_of(self, side: Side) -> tuple[Seat, ...]:
        """Give the seats of a side, in the order of their numbers."""
        return self.seats[side :: len(self.sides)]

    def partner_of(self, seat: Seat) -> Seat | None:
        """Give the seat opposite, or None in solo."""
        return None if self.mode == "solo" else SEATS[(seat + 2) % 4]

    @cached_property
    def deck_in_play(self) -> Deck:
        """The deck that is dealt."""
        if self.players == len(SEATS):
            return DECKS[self.deck]
        return THREE_SEAT_DECK

    @cached_property
    def hand_size(self) -> int:
        """The size of each hand, which is also the highest bid: 13, or 17 with three seats."""
        return self.deck_in_play.size // self.players

    @cached_property
    def bids_are_free(self) -> bool:
        """Whether any number may be bid, whatever the cards and the partner's bid."""
        return self.bidding == "free" and not self.minimum_contract

    @cached_property
    def plain_first_trick(self) -> bool:
        """Whether the first trick has no special rules."""
        return self.spades_on_first_trick and self.opening == "dealers_left"

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
