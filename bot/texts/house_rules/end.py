"""House rules of the end of a game, and of the clock."""

from typing import Final

from bot.texts.house_rules.entry import Choice, RuleEntry, Text, Topic, unsaid
from bot.texts.translator import Translator
from engine.rules import Rules


def said_clock(to_bid: int | None, to_play: int | None, words: Translator) -> str:
    """Say how many seconds people have to bid and to play; None is no clock."""
    if to_bid is None and to_play is None:
        return words("There is no clock.")
    if to_play is None:
        return words("{bid} s to bid, and no clock to play.", bid=to_bid)
    if to_bid is None:
        return words("No clock to bid, and {play} s to play.", play=to_play)
    return words("{bid} s to bid and {play} s to play.", bid=to_bid, play=to_play)


def _clock(rules: Rules, words: Translator) -> str:
    return said_clock(rules.bid_seconds, rules.play_seconds, words)


def _clock_mark(rules: Rules, words: Translator) -> str:
    if rules.bid_seconds is None or rules.play_seconds is None:
        return words("a clock")
    return words(
        "{bid} s to bid and {play} s to play", bid=rules.bid_seconds, play=rules.play_seconds
    )


END: Final = Topic(
    "end",
    Text("End and clock"),
    (
        RuleEntry(
            "target",
            Text("Points to win"),
            sentence=Text("The game ends when a side has {n} points or more."),
            mark=unsaid,
            examples=(500, 300),
        ),
        RuleEntry(
            "losing_score",
            Text("Losing score"),
            sentence=Text("The game also ends when a side falls to {n} or less."),
            none=Text("There is no losing score."),
            mark=unsaid,
            examples=(None, -200),
        ),
        RuleEntry(
            "places",
            Text("At the end"),
            {
                "winner_only": Choice(
                    Text("The winner is named"),
                    Text("If the best totals are equal, another round is played."),
                ),
                "points_then_bags": Choice(
                    Text("Everyone gets a place"),
                    Text(
                        "Everyone gets a place; with equal points, fewer bags rank higher. If the "
                        "best totals are equal, another round is played."
                    ),
                    mark=Text("everyone gets a place"),
                ),
            },
            minor=True,
        ),
        RuleEntry(
            "bid_seconds",
            Text("Seconds to bid"),
            sentence=_clock,
            none=_clock,
            mark=_clock_mark,
            examples=(None, 30),
            minor=True,
        ),
        RuleEntry(
            "play_seconds",
            Text("Seconds to play"),
            mark=lambda rules, words: words("a clock") if rules.bid_seconds is None else "",
            examples=(None, 15),
            said_by="bid_seconds",
            minor=True,
        ),
    ),
)
"""When a game is over, and how long people may think."""
