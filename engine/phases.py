"""The phases that a round goes through, and a game between two rounds."""

from typing import Final

DEALING: Final = "dealing"
"""A deal is next."""
BIDDING: Final = "bidding"
EXCHANGING: Final = "exchanging"
"""Nil bidders and their partners choose the cards that they pass."""
PLAYING: Final = "playing"
SCORED: Final = "scored"
"""The round is finished."""
OVER: Final = "over"
"""The game is finished."""
