"""Every house rule as one field, with its values and its meaning.

A house rule is one field in one of these modules, and one place in its own: `bidding` for legal
bids, `contracts` for what bids come to, `throwing` for hands thrown in, `tricks` for legal cards
and winners, `exchange` for passed cards, `scoring` for points and bags, `ending` for the end and
the places. Fields that contradict each other are listed in `contradictions`. Named rule sets are in
`presets`.
"""

from typing import Annotated, Literal

from pydantic import Field

from engine.rule_fields.scores import ScoreFields

SpadeLeads = Literal["once_broken", "any_time"]
Breaking = Literal["any_spade", "trump_only"]
Opening = Literal["dealers_left", "lowest_club", "lowest_clubs_all", "high_bidder"]
FirstDealer = Literal["before_host", "random"]
Places = Literal["winner_only", "points_then_bags"]


class RuleFields(ScoreFields):
    """The fields of a rule set with their ranges. `Rules` also refuses contradictions."""

    spade_leads: Annotated[
        SpadeLeads, Field(description="Spades may be led once they are broken, or at any time.")
    ] = "once_broken"
    breaking: Annotated[
        Breaking,
        Field(
            description="Spades are broken by any spade played, or only by a spade on a trick of "
            "another suit."
        ),
    ] = "any_spade"
    spades_on_first_trick: Annotated[
        bool,
        Field(
            description="Spades may be played on the first trick; if not, only from a hand that "
            "holds nothing else."
        ),
    ] = True
    opening: Annotated[
        Opening,
        Field(
            description="The seat on the dealer's left leads first; or the lowest club must "
            "open the first trick, whoever holds it; or so, and everyone must play the lowest "
            "club held; or the highest bid leads."
        ),
    ] = "dealers_left"
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
