"""Refusals of what is given from outside: positions, tallies, notation and rules."""

from dataclasses import dataclass
from typing import ClassVar

from engine.errors.general import RuleError


@dataclass(eq=False)
class BadTallies(RuleError):
    """The initial tallies of a game are not one per side.

    Attributes:
        given: how many there are.
        sides: how many sides there are.
    """

    code: ClassVar[str] = "bad_tallies"
    given: int
    sides: int

    def __str__(self) -> str:
        return f"there are {self.given} tallies for {self.sides} sides"


@dataclass(eq=False)
class BadPosition(RuleError):
    """A position that was set up contradicts itself."""

    code: ClassVar[str] = "bad_position"
    why: str

    def __str__(self) -> str:
        return self.why


@dataclass(eq=False)
class BadNotation(RuleError):
    """A line of notation cannot be read.

    Attributes:
        what: what was expected, for example "a bid".
        text: the part that does not fit.
    """

    code: ClassVar[str] = "bad_notation"
    what: str
    text: str

    def __str__(self) -> str:
        return f"{self.text[:40]!r} is not {self.what}"


@dataclass(eq=False)
class BadRules(RuleError):
    """A rule set is out of range or contradicts itself.

    Attributes:
        sentence: what is wrong, in words for the host of a table.
        fields: the names of the fields that are to blame.
    """

    code: ClassVar[str] = "bad_rules"
    sentence: str
    fields: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.sentence


InputRefusal = BadPosition | BadTallies | BadNotation | BadRules
"""A position, the beginning of a game, a line of notation or a rule set is refused."""
