"""The available computer players, each with a name, a strength and a manner."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.players.bid_turn import Leaning
from engine.players.computers import ByRules, Searching
from engine.players.player import Player


class Strength(StrEnum):
    """How well a player plays."""

    EASY = "easy"
    NORMAL = "normal"
    STRONG = "strong"


class Manner(StrEnum):
    """How a player bids, and how it speaks."""

    STEADY = "steady"
    BOLD = "bold"
    CAREFUL = "careful"


LEANINGS: Final = {
    Manner.STEADY: Leaning(),
    Manner.BOLD: Leaning(tricks=0.25, nil=0.04),
    Manner.CAREFUL: Leaning(tricks=-0.25, nil=-0.04),
}


@dataclass(frozen=True, slots=True)
class Style:
    """A computer player as people know it.

    Attributes:
        key: identifies it in stored tables and logs.
        name: its displayed name.
        strength: how well it plays.
        manner: how it bids and speaks.
    """

    key: str
    name: str
    strength: Strength
    manner: Manner

    @property
    def player(self) -> Player:
        """The player itself, which keeps no state between choices."""
        leaning = LEANINGS[self.manner]
        if self.strength is Strength.EASY:
            return ByRules(leaning=leaning)
        if self.strength is Strength.NORMAL:
            return Searching(share=0.15, weighs=False, leaning=leaning)
        return Searching(leaning=leaning)


STYLES: Final = {
    style.key: style
    for style in (
        Style("pip", "Pip", Strength.EASY, Manner.STEADY),
        Style("dot", "Dot", Strength.EASY, Manner.BOLD),
        Style("moss", "Moss", Strength.EASY, Manner.CAREFUL),
        Style("juniper", "Juniper", Strength.NORMAL, Manner.STEADY),
        Style("rocket", "Rocket", Strength.NORMAL, Manner.BOLD),
        Style("clover", "Clover", Strength.NORMAL, Manner.CAREFUL),
        Style("marlow", "Marlow", Strength.STRONG, Manner.STEADY),
        Style("vega", "Vega", Strength.STRONG, Manner.BOLD),
        Style("sage", "Sage", Strength.STRONG, Manner.CAREFUL),
    )
}
"""Every style by its key, three of each strength."""

DEFAULT: Final = {Strength.EASY: "pip", Strength.NORMAL: "juniper", Strength.STRONG: "marlow"}
"""The key of the default style of each strength."""
