"""Fields of a rule set: who sits down, with which cards, and when the game ends."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from engine.cards import DeckName

Mode = Literal["partners", "solo"]
Players = Literal[2, 3, 4]
TwoSeatDeal = Literal["draw", "dealt"]


class TableFields(BaseModel):
    """Seats, deck and the end of the game."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    mode: Annotated[
        Mode, Field(description="Partners sit opposite and score together; in solo, each alone.")
    ] = "partners"
    players: Annotated[
        Players,
        Field(
            description="Seats at the table. Three play solo: 17 cards each without the two of "
            "clubs, or with jokers all 54 cards, 18 each. Two play solo with 13 of 52 cards each."
        ),
    ] = 4
    two_seat_deal: Annotated[
        TwoSeatDeal,
        Field(
            description="With two seats each draws its hand from the pack, one of every two "
            "cards; or 13 cards are dealt to each, and nobody sees the rest."
        ),
    ] = "draw"
    deck: Annotated[
        DeckName,
        Field(
            description="What ranks above the ace of spades, highest first, and which twos "
            "leave a deck of 52: nothing; the two of spades (deuce_high); both jokers (without "
            "the twos of clubs and diamonds, of diamonds and hearts, or of clubs and hearts); "
            "both jokers and the two of spades (without those of diamonds and hearts); or both "
            "jokers, the two of diamonds and the two of spades, or these in the other order "
            "(without those of hearts and clubs). Whatever ranks above the ace is a spade. With "
            "three seats jokers come on top of all 52 cards."
        ),
    ] = "standard"
    target: Annotated[
        int | None,
        Field(
            ge=50,
            le=2000,
            description="The game can end once a side has so many points; none: there is no "
            "target.",
        ),
    ] = 500
    losing_score: Annotated[
        int | None,
        Field(
            le=-50,
            description="The game can also end once a side has so few points; none: it cannot.",
        ),
    ] = None
    rounds: Annotated[
        int | None,
        Field(
            ge=1,
            le=100,
            description="The game ends after so many rounds; none: it does not end by rounds.",
        ),
    ] = None
    minutes: Annotated[
        int | None,
        Field(
            ge=5,
            le=600,
            description="After so many minutes the round in play is the last; none: no time is "
            "kept.",
        ),
    ] = None
    sets_lose: Annotated[
        int | None,
        Field(
            ge=1,
            le=10,
            description="A side that has missed so many contracts loses; none: it does not.",
        ),
    ] = None
    sets_in_a_row_lose: Annotated[
        int | None,
        Field(
            ge=2,
            le=5,
            description="A side that misses so many contracts in a row loses; none: it does not.",
        ),
    ] = None
    spread: Annotated[
        int | None,
        Field(
            ge=50,
            le=2000,
            description="The game can also end once a side is so many points ahead of every "
            "other; none: it cannot.",
        ),
    ] = None
