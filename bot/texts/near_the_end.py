"""How near the end of a game is, where rounds, minutes or the first round decide it."""

from datetime import datetime, timedelta
from math import ceil
from typing import Final

from bot.tables.model import Table
from bot.texts.house_rules.catalogue import ENTRIES
from bot.texts.translator import Translator
from engine.views import PublicView

_OF_FIRST_ROUND: Final = ("first_round_least", "first_round_wins")
"""The rules by which the first round can decide a game."""

_MINUTE: Final = timedelta(minutes=1)

_DOT: Final = " \N{MIDDLE DOT} "


def moment(at: datetime) -> str:
    """Give a time as Discord's live countdown."""
    return f"<t:{int(at.timestamp())}:R>"


def end_near(table: Table, words: Translator) -> list[str]:
    """Say how near the end is by rounds and by the clock, where the rules count these."""
    game, rules = table.game, table.rules
    if game is None or game.outcome is not None:
        return []
    last = rules.rounds is not None and game.round_number >= rules.rounds
    if last or game.time_out is not None:
        return [words("last round")]
    said = []
    if rules.rounds is not None:
        said.append(words("round {n} of {rounds}", n=game.round_number, rounds=rules.rounds))
    return [*said, *_time_left(table, words)]


def _time_left(table: Table, words: Translator) -> list[str]:
    """Say how much of the game's minutes is left; Discord counts down while the clock runs."""
    left = table.time_left
    if left is None:
        return []
    if left.out_at is not None:
        return [words("time is up {when}", when=moment(left.out_at))]
    return [words("{n} min left", n=ceil(left.left / _MINUTE))]


def first_round(view: PublicView, words: Translator) -> str:
    """Say what the first round decides, as long as it goes on; nothing later."""
    if view.round_number != 1 or view.to_act is None:
        return ""
    said = [ENTRIES[field].sentence_of(view.rules, words) for field in _OF_FIRST_ROUND]
    decides = " ".join(filter(None, said))
    return f"-# {decides}" if decides else ""


def end_lines(table: Table, view: PublicView, words: Translator) -> list[str]:
    """Give small lines of all that, for a hand and a score; none where nothing of it is played."""
    near = _DOT.join(end_near(table, words))
    return list(filter(None, [f"-# {near}" if near else "", first_round(view, words)]))
