"""Card faces on buttons and in texts: the application's own emojis, where it has them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import discord

from engine.cards import Card


@dataclass(slots=True)
class Faces:
    """The emoji of every card, in two colors and in four; empty until they are uploaded.

    Attributes:
        two_color: by card, with black and red suits.
        four_color: by card, with a color for each suit.
    """

    two_color: Mapping[Card, discord.PartialEmoji] = field(default_factory=dict)
    four_color: Mapping[Card, discord.PartialEmoji] = field(default_factory=dict)

    def of(self, card: Card, *, four_color: bool) -> discord.PartialEmoji | None:
        """Give the emoji of a card, or None where there is none."""
        return self.of_all(four_color=four_color).get(card)

    def of_all(self, *, four_color: bool) -> Mapping[Card, discord.PartialEmoji]:
        """Give the emojis of one set by card; as a text, an emoji is what Discord shows as it."""
        return self.four_color if four_color else self.two_color
