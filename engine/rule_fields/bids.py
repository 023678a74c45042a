"""Fields of a rule set: bids, blind bids and nil."""

from typing import Annotated, Literal

from pydantic import Field

from engine.rule_fields.table import TableFields

Bidding = Literal["free", "mirror", "whiz", "suicide"]
SideBid = Literal["sum", "second_closes"]
BidOrder = Literal["clockwise", "by_side"]
TableShort = Literal["thrown_in", "made", "last_raises"]
ThrowIn = Literal["none", "no_spade", "no_spade_no_face", "no_spade_or_no_face"]
BlindBidMissed = Literal["doubled", "plain", "nothing"]
FirstRound = Literal["bid", "bids_itself"]
FirstRoundShort = Literal["loses", "set"]
NilBid = Literal["allowed", "zero", "none"]
ExchangeWhen = Literal["any_nil", "blind_nil"]
FailedNilTricks = Literal["bags_only", "help_partner", "ignored"]
DoubleNil = Literal["each", "unit", "none"]


class BidFields(TableFields):
    """Bids, the first round, nil and the exchange."""

    bidding: Annotated[
        Bidding,
        Field(
            description="Bids are free; or everyone bids the number of spades held, none meaning "
            "nil (mirror); or that number or nil (whiz); or one partner of each side bids nil and "
            "the other does not (suicide)."
        ),
    ] = "free"
    seat_minimum: Annotated[
        int,
        Field(
            ge=1,
            le=6,
            description="The least number that a seat may bid; nil, zero and blind numbers are "
            "free of it.",
        ),
    ] = 1
    minimum_contract: Annotated[
        int,
        Field(
            ge=0,
            le=7,
            description="The least that a side's bids must come to; 0: no minimum. Two nils, or "
            "nil alone in solo, are no contract and stay allowed.",
        ),
    ] = 0
    maximum_contract: Annotated[
        int | None,
        Field(ge=4, le=18, description="The most that a side's contract may be; none: no maximum."),
    ] = None
    contract_of_nine: Annotated[
        bool, Field(description="Whether a side's contract may be nine.")
    ] = True
    side_bid: Annotated[
        SideBid,
        Field(
            description="The numbers of two partners are added; or the first opens with a "
            "number and the second closes, whose number alone is the side's contract."
        ),
    ] = "sum"
    possibles: Annotated[
        bool,
        Field(
            description="Whether an opening may be called 'and a possible', which changes "
            "nothing that is scored."
        ),
    ] = False
    bid_order: Annotated[
        BidOrder,
        Field(
            description="Seats bid clockwise from the dealer's left; or both partners of the "
            "side that did not deal, then the dealer's partner and the dealer."
        ),
    ] = "clockwise"
    table_minimum: Annotated[
        int,
        Field(
            ge=0,
            le=13,
            description="What the contracts of all sides must come to; 0: nothing. table_short "
            "says what follows.",
        ),
    ] = 0
    table_short: Annotated[
        TableShort,
        Field(
            description="Contracts that do not reach table_minimum are thrown in and dealt "
            "again, or count as made without play, or the last to bid must make up for it."
        ),
    ] = "thrown_in"
    hook: Annotated[
        bool,
        Field(
            description="Whether the contracts of all sides may not come to the tricks of the "
            "round."
        ),
    ] = False
    throw_in: Annotated[
        ThrowIn,
        Field(
            description="Which hands may be thrown in, in their turn to bid: none, those "
            "without a spade, without a spade and a face card, or without the one or the other. "
            "Jokers are both."
        ),
    ] = "none"
    blind_bid: Annotated[
        int | None,
        Field(
            ge=1,
            le=18,
            description="The least number that a side may bid before either partner has looked, "
            "for twice the points; none: it may not.",
        ),
    ] = None
    blind_bid_deficit: Annotated[
        int,
        Field(
            ge=0,
            le=1000,
            description="How many points a side must be behind the best other side to bid a "
            "blind number; 0: none.",
        ),
    ] = 0
    blind_bid_missed: Annotated[
        BlindBidMissed,
        Field(
            description="A blind number missed costs twice what the contract costs, or that "
            "once, or nothing."
        ),
    ] = "doubled"
    first_round: Annotated[
        FirstRound,
        Field(
            description="The first round is bid like every other, or bids itself: every trick "
            "scores 10 and there are no bags."
        ),
    ] = "bid"
    first_round_least: Annotated[
        int,
        Field(
            ge=0, le=6, description="The tricks that a side must take in the first round; 0: none."
        ),
    ] = 0
    first_round_short: Annotated[
        FirstRoundShort,
        Field(
            description="A side with fewer than first_round_least tricks in the first round "
            "loses the game, or scores -10 for each of those tricks."
        ),
    ] = "loses"
    first_round_wins: Annotated[
        int | None,
        Field(
            ge=8,
            le=13,
            description="So many tricks in the first round win the game; none: it is like every "
            "other.",
        ),
    ] = None
    nil: Annotated[
        NilBid,
        Field(
            description="Nil may be bid; or a bid of 0 is no nil, but just no trick (zero); or "
            "everyone bids 1 or more."
        ),
    ] = "allowed"
    nil_value: Annotated[
        int, Field(ge=10, le=500, description="Points for a nil made, and against a nil failed.")
    ] = 100
    nil_missed: Annotated[
        int | None,
        Field(
            ge=0,
            le=500,
            description="Points against a failed nil that was not blind; none: its value.",
        ),
    ] = None
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
            le=4,
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
            description="Two nils in a side are judged each alone, or as one bid that holds "
            "only if both hold; or only one partner may bid nil."
        ),
    ] = "each"
    double_nil_bonus: Annotated[
        int,
        Field(ge=0, le=400, description="Points besides for two nils of a side that both hold."),
    ] = 0
