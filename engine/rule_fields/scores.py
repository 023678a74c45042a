"""Fields of a rule set: what contracts and bags are worth."""

from typing import Annotated, Literal

from pydantic import Field

from engine.rule_fields.bids import BidFields

BagCount = Literal["remainder", "reset"]
MissedContract = Literal["minus", "zero", "double"]
TenContracts = Literal["exactly_ten", "ten_or_more", "doubled"]
DoubleTaken = Literal["nothing", "set", "minus_100"]
Boston = Literal["nothing", "bonus", "wins"]


class ScoreFields(BidFields):
    """Bags and contracts."""

    bag_limit: Annotated[
        int | None,
        Field(
            ge=1,
            le=13,
            description="At so many bags bag_penalty is paid and they are removed; none: "
            "nothing is ever paid.",
        ),
    ] = 10
    bag_points: Annotated[int, Field(ge=-10, le=1, description="Points for each bag.")] = 1
    bag_penalty: Annotated[
        int | None,
        Field(
            ge=10,
            le=500,
            description="What is paid each time the bags reach the limit; none: ten points a "
            "bag of the limit.",
        ),
    ] = None
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
    missed_contract: Annotated[
        MissedContract,
        Field(description="A missed contract costs 10 a trick, nothing, or twice as much."),
    ] = "minus"
    ten_contracts: Annotated[
        TenContracts,
        Field(
            description="ten_made and ten_missed are for a contract of exactly ten, or of ten "
            "and more; or from ten on each trick bid counts 20."
        ),
    ] = "exactly_ten"
    ten_made: Annotated[
        int,
        Field(
            ge=100,
            le=500,
            description="Points for making a contract of ten, or of ten and more; never less "
            "than its tricks.",
        ),
    ] = 100
    ten_missed: Annotated[
        int,
        Field(
            ge=100,
            le=500,
            description="Points lost by missing a contract of ten, or of ten and more; never "
            "less than its tricks.",
        ),
    ] = 100
    double_taken: Annotated[
        DoubleTaken,
        Field(
            description="Taking twice the contract is nothing special, or counts as missing it, "
            "or costs 100."
        ),
    ] = "nothing"
    boston: Annotated[
        Boston,
        Field(
            description="A side that bids and takes every trick scores as for any contract, or "
            "boston_bonus besides, or wins at once."
        ),
    ] = "nothing"
    boston_unbid: Annotated[
        bool,
        Field(description="Whether a side that takes every trick makes a Boston whatever it bid."),
    ] = False
    boston_bonus: Annotated[
        int,
        Field(
            ge=10,
            le=1000,
            description="Points besides the contract for bidding and taking every trick.",
        ),
    ] = 250
