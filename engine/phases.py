"""The phases of a round, and of a game between two rounds."""

from enum import StrEnum


class Phase(StrEnum):
    """What a game waits for. A round is never `DEALING` or `OVER`, and a game never `SCORED`."""

    DEALING = "dealing"
    """The next deal."""
    DRAWING = "drawing"
    """Two seats draw their hands from the stock."""
    BIDDING = "bidding"
    EXCHANGING = "exchanging"
    """The cards that nil bidders and their partners pass to each other."""
    PLAYING = "playing"
    SCORED = "scored"
    """Nothing: the round is finished."""
    OVER = "over"
    """Nothing: the game is finished."""
