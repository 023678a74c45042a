"""The custom ids of all controls: the verb, the table, and the arguments.

`s:play:12:3.17:1:AS` is the ace of spades of seat 1 at table 12, offered in round 3 after 17 moves.
The id says all that a press means, so that a button works after any restart.
"""

import re
from dataclasses import dataclass
from typing import Final

PREFIX: Final = "s:"
LONGEST: Final = 100
"""Discord's limit for a custom id, in characters."""

LARGEST_ID: Final = 2**63 - 1
"""What fits into the 64 bits that the store has for an id."""

_NUMBER: Final = r"\d{1,6}"
"""Rounds, moves, pages and seasons: no game or server comes near a million."""

_SHAPE: Final = re.compile(r"s:([a-z_]{1,20}):(\d{1,18})((?::[A-Za-z0-9._]{1,24})*)", re.ASCII)


@dataclass(frozen=True, slots=True)
class CustomId:
    """A decoded custom id.

    Attributes:
        verb: what is pressed.
        table_id: the table, 0 if the button belongs to none.
        args: further arguments.
    """

    verb: str
    table_id: int
    args: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Encode it."""
        return PREFIX + ":".join([self.verb, str(self.table_id), *self.args])


def decode(text: str) -> CustomId | None:
    """Decode a custom id; None if it is not one of ours, or no longer."""
    found = _SHAPE.fullmatch(text)
    if found is None or len(text) > LONGEST:
        return None
    return CustomId(found[1], int(found[2]), tuple(found[3].split(":")[1:]))


def parse_id(*texts: str) -> int | None:
    """Read one id of Discord's; None where that is none, or there are several."""
    text = texts[0] if len(texts) == 1 else ""
    if not re.fullmatch(r"[1-9]\d{0,18}", text, re.ASCII):
        return None
    return int(text) if int(text) <= LARGEST_ID else None


def parse_number(*texts: str) -> int | None:
    """Read one number from 0 to 999,999; None where that is none, or there are several."""
    text = texts[0] if len(texts) == 1 else ""
    return int(text) if re.fullmatch(_NUMBER, text, re.ASCII) else None


def turn_text(turn_key: tuple[int, int]) -> str:
    """Write the turn that a button is offered for."""
    return f"{turn_key[0]}.{turn_key[1]}"


def parse_turn(text: str) -> tuple[int, int] | None:
    """Read the turn that a button was offered for; None if it is not one."""
    found = re.fullmatch(rf"({_NUMBER})\.({_NUMBER})", text, re.ASCII)
    return None if found is None else (int(found[1]), int(found[2]))
