"""House rules of nil and blind nil."""

from typing import Final

from bot.texts.house_rules.entry import Choice, RuleEntry, Text, Topic, unsaid
from bot.texts.translator import Translator
from engine.rules import Rules


def _blind_nil_mark(rules: Rules, words: Translator) -> str:
    if rules.blind_nil_deficit:
        return words("blind nil when {n} behind", n=rules.blind_nil_deficit)
    return words("blind nil")


NIL: Final = Topic(
    "nil",
    Text("Nil"),
    (
        RuleEntry(
            "nil_value",
            Text("Points for nil"),
            sentence=Text("Nil scores {n} if it is made, and costs {n} if it fails."),
            mark=Text("nil {n}"),
            examples=(100, 50),
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
                    Text("Two nils on one side are one bid: both are made, or both fail."),
                    mark=Text("two nils are one bid"),
                ),
            },
            applies=lambda rules: rules.mode == "partners" and rules.bidding != "suicide",
            minor=True,
        ),
    ),
)
"""What nil is worth, and who may bid it."""
