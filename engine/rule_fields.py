"""Every house rule as one field, with its values and its meaning.

A house rule is one field here, and one place in its module: `bidding` for legal bids, `tricks` for
legal cards and winners, `exchange` for passed cards, `scoring` for points, bags, the end and the
places. Fields that contradict each other are listed in `contradictions`. Named rule sets are in
`presets`.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from engine.cards import DeckName

Mode = Literal["partners", "solo"]
Players = Literal[3, 4]
Bidding = Literal["free", "mirror", "whiz", "suicide"]
FirstRound = Literal["bid", "bids_itself"]
ExchangeWhen = Literal["any_nil", "blind_nil"]
FailedNilTricks = Literal["bags_only", "help_partner", "ignored"]
DoubleNil = Literal["each", "unit"]
BagCount = Literal["remainder", "reset"]
Boston = Literal["nothing", "bonus", "wins"]
SpadeLeads = Literal["once_broken", "any_time"]
Breaking = Literal["any_spade", "trump_only"]
Opening = Literal["dealers_left", "lowest_club"]
FirstDealer = Literal["before_host", "random"]
Places = Literal["winner_only", "points_then_bags"]


class RuleFields(BaseModel):
    """The fields of a rule set with their ranges. `Rules` also refuses contradictions."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    mode: Annotated[
        Mode, Field(description="Partners sit opposite and score together; in solo, each alone.")
    ] = "partners"
    players: Annotated[
        Players,
        Field(
            description="Seats at the table. Three play solo: the two of clubs is out, 17 cards "
            "each."
        ),
    ] = 4
    deck: Annotated[
        DeckName,
        Field(
            description="The standard 52 cards; the two jokers as highest trumps in place of the "
            "two of clubs and the two of diamonds; or both jokers, the two of diamonds and the two "
            "of spades (in this order, or the two of spades first) above the ace of spades, "
            "without the two of hearts and the two of clubs."
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
    bidding: Annotated[
        Bidding,
        Field(
            description="Bids are free; or everyone bids the number of spades held, none meaning "
            "nil (mirror); or that number or nil (whiz); or one partner of each side bids nil and "
            "the other does not (suicide)."
        ),
    ] = "free"
    minimum_contract: Annotated[
        int,
        Field(
            ge=0,
            le=7,
            description="The least that a side's bids must come to; 0: no minimum. Two nils, or "
            "nil alone in solo, are no contract and stay allowed.",
        ),
    ] = 0
    first_round: Annotated[
        FirstRound,
        Field(
            description="The first round is bid like every other, or bids itself: every trick "
            "scores 10 and there are no bags."
        ),
    ] = "bid"
    nil_value: Annotated[
        int, Field(ge=10, le=500, description="Points for a nil made, and against a nil failed.")
    ] = 100
    blind_nil: Annotated[
        bool, Field(description="Nil may be bid before the cards are seen, for blind_nil_value.")
    ] = False
    blind_nil_value: Annotated[
        int, Field(ge=10, le=1000, description="Points for a blind nil made, or against a failed.")
    ] = 200
    blind_nil_deficit: Annotated[
        int,
        Field(
            ge=0,
            le=1000,
            description="How many points a side must be behind the best other side to bid blind "
            "nil; 0: none.",
        ),
    ] = 0
    exchange: Annotated[
        int,
        Field(
            ge=0,
            le=3,
            description="Cards that a nil bidder and the partner pass to each other before the "
            "play; 0: none.",
        ),
    ] = 0
    exchange_when: Annotated[
        ExchangeWhen, Field(description="Cards are passed for every nil, or for blind nil alone.")
    ] = "any_nil"
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
            "if both hold."
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
    bag_count: Annotated[
        BagCount,
        Field(
            description="After a penalty the bags beyond the limit stay, or the count begins "
            "again at 0."
        ),
    ] = "remainder"
    ten_made: Annotated[
        int, Field(ge=100, le=500, description="Points for making a contract of exactly ten.")
    ] = 100
    ten_missed: Annotated[
        int, Field(ge=100, le=500, description="Points lost by missing a contract of exactly ten.")
    ] = 100
    boston: Annotated[
        Boston,
        Field(
            description="A side that bids and takes every trick scores as for any contract, or "
            "boston_bonus besides, or wins at once."
        ),
    ] = "nothing"
    boston_bonus: Annotated[
        int,
        Field(
            ge=10,
            le=1000,
            description="Points besides the contract for bidding and taking every trick.",
        ),
    ] = 250
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
            description="The seat on the dealer's left leads first, or the lowest club must open "
            "the first trick, whoever holds it."
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
