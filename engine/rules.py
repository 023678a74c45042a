"""Every house rule as one field of `Rules`, and the published rule sets as presets.

Adding a house rule means one field here, and one place in the module that it concerns:
`bidding` for what may be bid, `tricks` for what may be played and what wins, `scoring` for
points, bags, the end and the places.
"""

from functools import cached_property
from typing import Annotated, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from engine.cards import JOKER_DECK, STANDARD_DECK, Deck
from engine.errors import BadRules
from engine.seats import SEATS, Seat, Side

Mode = Literal["partners", "solo"]
FailedNilTricks = Literal["bags_only", "help_partner", "ignored"]
DoubleNil = Literal["each", "unit"]
Breaking = Literal["any_spade", "trump_only"]
FirstDealer = Literal["before_host", "random"]
Places = Literal["winner_only", "points_then_bags"]
DeckName = Literal["standard", "jokers"]

POINTS_PER_TRICK: Final = 10
"""Points for, or against, each trick of a contract; the same in all three published sets."""

PENALTY_PER_BAG: Final = 10
"""Points that each bag of the limit costs when the count reaches it: ten bags cost 100."""

_DECKS: Final[dict[DeckName, Deck]] = {"standard": STANDARD_DECK, "jokers": JOKER_DECK}


class Rules(BaseModel):
    """One complete, consistent set of rules. Frozen, comparable, and stored with its game.

    Build one with `Rules(...)`, `PRESETS[name]` or `changed`; all raise `BadRules` (from
    `changed` and `parse_rules`) or pydantic's ValidationError (from the constructor) when a
    value is out of range or two fields contradict each other.
    """

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    mode: Annotated[
        Mode, Field(description="Partners sit opposite and score together; in solo, each alone.")
    ] = "partners"
    deck: Annotated[
        DeckName,
        Field(
            description="The standard 52 cards; or the two jokers as highest trumps "
            "in place of the two of clubs and the two of diamonds."
        ),
    ] = "standard"
    target: Annotated[
        int, Field(ge=50, le=2000, description="The game can end once a side has so many points.")
    ] = 500
    losing_score: Annotated[
        int | None,
        Field(
            le=-50,
            description="The game can also end once a side has so few points; none: it cannot.",
        ),
    ] = None
    nil_value: Annotated[
        int, Field(ge=10, le=500, description="Points for a nil made, and against a nil failed.")
    ] = 100
    blind_nil: Annotated[
        bool, Field(description="Nil may be bid before the cards are seen, for blind_nil_value.")
    ] = False
    blind_nil_value: Annotated[
        int,
        Field(ge=10, le=1000, description="Points for a blind nil made, or against one failed."),
    ] = 200
    failed_nil_tricks: Annotated[
        FailedNilTricks,
        Field(
            description="The tricks of a failed nil become bags, or count towards the partner's "
            "contract, or are ignored."
        ),
    ] = "bags_only"
    failed_nil_bag_points: Annotated[
        int, Field(ge=0, le=1, description="Points for each bag that comes from a failed nil.")
    ] = 1
    double_nil: Annotated[
        DoubleNil,
        Field(
            description="Two nils in a side are judged each alone, or as one bid that holds only "
            "if both hold and that gives no bags."
        ),
    ] = "each"
    bag_limit: Annotated[
        int | None,
        Field(
            ge=1,
            le=13,
            description="So many bags cost ten points each and are removed; none: bags are free.",
        ),
    ] = 10
    bag_points_kept: Annotated[
        bool,
        Field(description="The single points of the bags stay when the bags are paid for."),
    ] = True
    breaking: Annotated[
        Breaking,
        Field(
            description="Spades are broken by any spade played, or only by a spade on a trick of "
            "another suit."
        ),
    ] = "any_spade"
    first_dealer: Annotated[
        FirstDealer,
        Field(description="The first dealer is the seat before the host's, or drawn at random."),
    ] = "random"
    bid_seconds: Annotated[
        int | None, Field(ge=5, le=86_400, description="Seconds to bid; none: no clock.")
    ] = None
    play_seconds: Annotated[
        int | None, Field(ge=5, le=86_400, description="Seconds to play a card; none: no clock.")
    ] = None
    places: Annotated[
        Places,
        Field(
            description="Only the winner is named, or all sides are ranked by points, then fewer "
            "bags, exact ties sharing a place."
        ),
    ] = "winner_only"

    @model_validator(mode="after")
    def _agree(self) -> Self:
        if self.mode == "solo":
            _refuse_partner_rules(self)
        if not self.blind_nil and self.blind_nil_value != _default("blind_nil_value"):
            msg = "A value for blind nil makes no sense while blind nil is not allowed."
            raise ValueError(msg)
        if self.bag_limit is None and not self.bag_points_kept:
            msg = "Bag points are taken back at a penalty, and without a bag limit there is none."
            raise ValueError(msg)
        if self.failed_nil_tricks == "ignored" and self.failed_nil_bag_points == 0:
            msg = "The tricks of a failed nil are ignored, so their bags have no points to set."
            raise ValueError(msg)
        return self

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the table, clockwise from 0."""
        return SEATS

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """What scores: two partnerships, or every seat."""
        return tuple(Side(n) for n in range(2 if self.mode == "partners" else len(self.seats)))

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
    def cards(self) -> Deck:
        """The deck that is dealt."""
        return _DECKS[self.deck]

    @cached_property
    def hand_size(self) -> int:
        """How many cards each seat is dealt, which is also the highest bid."""
        return self.cards.size // len(self.seats)

    def changed(self, **fields: object) -> "Rules":
        """Give a copy with some fields changed, checked afresh.

        Raises:
            BadRules: a field is unknown or out of range, or the mixture contradicts itself.
        """
        try:
            return Rules.model_validate(self.model_dump() | fields)
        except ValidationError as fault:
            raise _bad_rules(fault) from fault


def _default(field: str) -> object:
    return Rules.model_fields[field].default


_NEEDS_PARTNERS: Final = {
    "failed_nil_tricks": ("help_partner", "The tricks of a failed nil cannot help a partner"),
    "double_nil": ("unit", "Two nils cannot be judged as one bid"),
}


def _refuse_partner_rules(rules: Rules) -> None:
    for field, (value, sentence) in _NEEDS_PARTNERS.items():
        if getattr(rules, field) == value:
            msg = f"{sentence} in solo, where nobody has a partner."
            raise ValueError(msg)


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


CARDCOUCH: Final = Rules(
    target=500,
    losing_score=-200,
    failed_nil_tricks="bags_only",
    breaking="any_spade",
    first_dealer="before_host",
)
"""CardCouch: to 500 or -200, a failed nil's tricks are only bags, any spade breaks spades."""

ONE_PAGE: Final = Rules(
    target=500,
    losing_score=None,
    failed_nil_tricks="help_partner",
    breaking="any_spade",
    first_dealer="random",
)
"""The one-page sheet: to 500 with no losing score; a failed nil's tricks help the partner."""

HERO_SOLO: Final = Rules(
    mode="solo",
    target=150,
    losing_score=-200,
    failed_nil_tricks="bags_only",
    breaking="trump_only",
    first_dealer="random",
    bid_seconds=30,
    play_seconds=15,
    places="points_then_bags",
)
"""Spades Hero, solo: to 150 or -200, 30 s to bid and 15 s to play, everyone gets a place."""

HERO_PARTNERS: Final = HERO_SOLO.changed(
    mode="partners", blind_nil=True, failed_nil_tricks="help_partner"
)
"""Spades Hero, partners: as solo, with blind nil for 200 and no deficit needed."""

PRESETS: Final[dict[str, Rules]] = {
    "cardcouch": CARDCOUCH,
    "one_page": ONE_PAGE,
    "hero_solo": HERO_SOLO,
    "hero_partners": HERO_PARTNERS,
}
"""The published rule sets by the name that commands and stored games use."""


def preset_name(rules: Rules) -> str | None:
    """Give the name of the preset that these rules are, or None for a mixture."""
    return next((name for name, preset in PRESETS.items() if preset == rules), None)
