"""What the strong player does, as weights that its playouts draw cards by.

`policy.json` beside this module holds them: a line for each context of `kernel`, in it the
hundredths of a logit of each kind of card. `tests.bench.players_training` writes it from recorded
rounds.
"""

import json
from array import array
from functools import cache
from importlib.resources import files
from typing import Final

FILE: Final = "policy.json"


@cache
def policy() -> "array[int]":
    """Give the weights by context and kind, one context after the other."""
    text = files(__package__).joinpath(FILE).read_text(encoding="ascii")
    return array("q", [weight for context in json.loads(text) for weight in context])
