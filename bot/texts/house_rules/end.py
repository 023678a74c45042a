"""House rules of the end of a game, and of the clock."""

from typing import Final

from bot.texts.house_rules.entry import Choice, Plural, RuleEntry, Text, Topic, unsaid
from bot.texts.sheet import number
from bot.texts.translator import Translator
from engine.rules import POINTS_PER_TRICK, Rules


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


def _first_round_least(rules: Rules, words: Translator) -> str:
    least = rules.first_round_least
    if rules.first_round_short == "loses":
        return words(
            "A side with fewer than {n} tricks in the first round loses the game.", n=least
        )
    return words(
        "A side with fewer than {n} tricks in the first round is set: {points} for that round.",
        n=least,
        points=number(-POINTS_PER_TRICK * least),
    )


def _partners(rules: Rules) -> bool:
    return rules.mode == "partners"


END: Final = Topic(
    "end",
    Text("End and clock"),
    (
        RuleEntry(
            "target",
            Text("Points to win"),
            sentence=Text("The game ends when a side has {n} points or more."),
            none=Text("There is no target."),
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
            "spread",
            Text("Points ahead that end the game"),
            sentence=Text("The game also ends when a side is {n} ahead."),
            off=Text("However far ahead a side is, the game goes on."),
            mark=Text("{n} ahead ends the game"),
            examples=(None, 200),
        ),
        RuleEntry(
            "rounds",
            Text("Rounds"),
            sentence=Plural(
                "The game ends after {count} round; the most points win.",
                "The game ends after {count} rounds; the most points win.",
            ),
            off=Text("The game does not end after a number of rounds."),
            mark=Plural("{count} round", "{count} rounds"),
            examples=(None, 8),
        ),
        RuleEntry(
            "minutes",
            Text("Minutes"),
            sentence=Text("After {n} minutes the round in play is the last; the most points win."),
            off=Text("The game has no time limit."),
            mark=Text("{n} minutes"),
            examples=(None, 40),
        ),
        RuleEntry(
            "sets_lose",
            Text("Sets that lose the game"),
            sentence=Plural(
                "A side that is set {count} time loses the game.",
                "A side that is set {count} times loses the game.",
            ),
            off=Text("A side may be set any number of times."),
            mark=Plural("{count} set loses", "{count} sets lose"),
            examples=(None, 3),
        ),
        RuleEntry(
            "sets_in_a_row_lose",
            Text("Sets in a row that lose the game"),
            sentence=Text("A side that is set {n} times in a row loses the game."),
            off=Text("A side may be set any number of times in a row."),
            mark=Text("{n} sets in a row lose"),
            examples=(None, 2),
        ),
        RuleEntry(
            "first_round_least",
            Text("Tricks to take in the first round"),
            sentence=_first_round_least,
            off=Text("No number of tricks must be taken in the first round."),
            mark=Text("{n} tricks in the first round"),
            examples=(4,),
            applies=_partners,
        ),
        RuleEntry(
            "first_round_short",
            Text("Fewer tricks in the first round"),
            {
                "loses": Choice(Text("Lose the game"), mark=unsaid),
                "set": Choice(Text("Are a set"), mark=Text("a set in the first round")),
            },
            applies=lambda rules: rules.first_round_least > 0,
            said_by="first_round_least",
            minor=True,
        ),
        RuleEntry(
            "first_round_wins",
            Text("Tricks of the first round that win"),
            sentence=Text("{n} tricks in the first round win the game."),
            off=Text("The first round cannot win the game."),
            mark=Text("{n} tricks at first win"),
            examples=(None, 10),
            applies=_partners,
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
