"""One-line notation of games: printing and parsing.

Rules, first dealer and tallies at the start, then its rounds, parted by ` | `; after the one in
which the time ran out stands `time`, and at last `resign` and the side, where one has resigned.
Tallies are points and bags, and where a side can lose by the contracts that it misses also those,
in all and in a row.
"""

import re
from itertools import pairwise
from typing import Final

from engine.actions import Resign
from engine.errors import BadNotation
from engine.game import Game
from engine.notation import (
    parse_action,
    parse_seat,
    print_action,
)
from engine.presets import PRESETS, preset_name
from engine.round_notation import actions_of, parse_round, print_round
from engine.rules import Rules, parse_rules
from engine.tally import Tally

_BARS: Final = " | "
_RESIGN: Final = "resign"
_TIME: Final = "time"


def print_game(game: Game) -> str:
    """Write a game as one line: its rules, its beginning, and every round."""
    rules = preset_name(game.rules) or game.rules.model_dump_json(exclude_defaults=True)
    begun = game.sheets[0].sides if game.sheets else None
    tallies = game.tallies if begun is None else tuple(side.before for side in begun)
    start = ",".join(_print_tally(tally, game.rules) for tally in tallies)
    lines = [print_round(current) for current in game.deals]
    if game.time_out is not None:
        lines.insert(game.time_out, _TIME)
    if game.outcome is not None and game.outcome.resigned is not None:
        lines.append(print_action(Resign(game.outcome.resigned)))
    return _BARS.join([rules, f"{game.first_dealer} {start}", *lines])


def _print_tally(tally: Tally, rules: Rules) -> str:
    shown = tally if rules.counts_sets else tally[:2]
    return ":".join(map(str, shown))


def parse_game(text: str) -> Game:
    """Read a game by replaying it.

    Raises:
        BadNotation: the line cannot be read.
        RuleError: something in it is not legal where it stands.
    """
    rules_text, _, rest = text.partition(_BARS)
    rules = PRESETS.get(rules_text) or parse_rules(rules_text)
    start, *rounds = rest.split(_BARS)
    match start.split(" "):
        case [dealer, tallies]:
            game = Game.new(rules, parse_seat(dealer), _parse_tallies(tallies, rules))
        case _:
            raise BadNotation("the beginning of a game", start)
    for line, after in pairwise([*rounds, ""]):
        if line == _TIME and game.time_out is not None:
            continue
        if line.startswith(_RESIGN):
            game = game.apply(parse_action(line))
            continue
        current = parse_round(line, rules)
        if current.dealer != game.next_dealer:
            raise BadNotation(f"a round that seat {game.next_dealer} deals", line)
        for action in actions_of(current, time_out=after == _TIME):
            game = game.apply(action)
    return game


def _parse_tallies(text: str, rules: Rules) -> list[Tally]:
    numbers = 4 if rules.counts_sets else 2
    one = ":".join(["-?[0-9]{1,6}", *["[0-9]{1,6}"] * (numbers - 1)])
    if not re.fullmatch(",".join([one] * len(rules.sides)), text):
        raise BadNotation("points and bags by side", text)
    return [Tally(*map(int, tally.split(":"))) for tally in text.split(",")]
