"""House rules of nil and blind nil."""

from typing import Final

from bot.texts.house_rules.entry import Choice, RuleEntry, Text, Topic, unsaid
from bot.texts.translator import Translator
from engine.rules import Rules


def _blind_nil_mark(rules: Rules, words: Translator) -> str:
    if rules.blind_nil_deficit:
        return words("blind nil when {n} behind", n=rules.blind_nil_deficit)
    return words("blind nil")


def _value(rules: Rules, words: Translator) -> str:
    if rules.nil_missed is not None:
        return words("Nil scores {n} if it is made.", n=rules.nil_value)
    return words("Nil scores {n} if it is made, and costs {n} if it fails.", n=rules.nil_value)


def is_played(rules: Rules) -> bool:
    """Say whether nil may be bid."""
    return rules.nil == "allowed"


def _two_nils(rules: Rules) -> bool:
    return is_played(rules) and rules.mode == "partners" and rules.bidding != "suicide"


NIL: Final = Topic(
    "nil",
    Text("Nil"),
    (
        RuleEntry(
            "nil",
            Text("A bid of 0"),
            {
                "allowed": Choice(Text("Is nil"), off=Text("A bid of 0 is nil.")),
                "zero": Choice(
                    Text("Is just no trick"),
                    Text("A bid of 0 is just no trick: no bonus, no penalty."),
                    mark=Text("0 is no nil"),
                ),
                "none": Choice(
                    Text("Is not played"),
                    Text("Nil is not played: everyone bids 1 or more."),
                    mark=Text("no nil"),
                ),
            },
        ),
        RuleEntry(
            "nil_value",
            Text("Points for nil"),
            sentence=_value,
            mark=Text("nil {n}"),
            examples=(100, 50),
            applies=is_played,
        ),
        RuleEntry(
            "nil_missed",
            Text("Points lost by a failed nil"),
            sentence=Text("A failed nil costs {n}."),
            off=Text("A failed nil costs what nil scores."),
            mark=Text("a failed nil costs {n}"),
            examples=(None, 50),
            applies=is_played,
        ),
        RuleEntry(
            "blind_nil",
            Text("Blind nil"),
            {
                "yes": Choice(
                    Text("Yes"),
                    Text("Nil may be bid blind, before looking at the cards."),
                    mark=_blind_nil_mark,
                ),
                "no": Choice(
                    Text("No"),
                    Text("Blind nil is not played."),
                ),
            },
            applies=is_played,
        ),
        RuleEntry(
            "blind_nil_value",
            Text("Points for blind nil"),
            sentence=Text("Blind nil scores {n} if it is made, and costs {n} if it fails."),
            mark=Text("blind nil {n}"),
            examples=(200, 300),
            applies=lambda rules: rules.blind_nil,
        ),
        RuleEntry(
            "blind_nil_deficit",
            Text("Points behind to bid blind nil"),
            sentence=Text("Only a side that is {n} points or more behind may bid blind nil."),
            off=Text("Blind nil may be bid at any score."),
            mark=unsaid,
            examples=(100,),
            applies=lambda rules: rules.blind_nil,
        ),
        RuleEntry(
            "double_nil",
            Text("Two nils on one side"),
            {
                "each": Choice(
                    Text("Each judged alone"),
                    Text("Two nils on one side are judged separately."),
                ),
                "unit": Choice(
                    Text("One bid, both or none"),
                    Text(
                        "Two nils on one side are one bid for the points of both: both are made, "
                        "or both fail; their tricks are no bags."
                    ),
                    mark=Text("two nils are one bid"),
                ),
                "none": Choice(
                    Text("Only one may bid nil"),
                    Text("Only one partner may bid nil."),
                    mark=Text("one nil a side"),
                ),
            },
            applies=_two_nils,
            minor=True,
        ),
        RuleEntry(
            "double_nil_bonus",
            Text("Bonus for two nils"),
            sentence=Text("Two nils that both hold score {n} besides."),
            off=Text("Two nils score nothing besides."),
            mark=Text("two nils score {n} more"),
            examples=(200,),
            applies=lambda rules: _two_nils(rules) and rules.double_nil != "none",
            minor=True,
        ),
    ),
)
"""What nil is worth, and who may bid it."""
