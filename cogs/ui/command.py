"""Which command of Discord's is the bot's, so that texts can name it for a tap."""

from dataclasses import dataclass


@dataclass(slots=True)
class SpadesCommand:
    """The command `/spades` as Discord knows it.

    Attributes:
        id: its id, 0 until Discord has said it.
    """

    id: int = 0
