"""House rules of what contracts score."""

from typing import Final

from bot.texts.house_rules.entry import Choice, RuleEntry, Text, Topic, unsaid
from bot.texts.translator import Translator
from engine.rules import Rules


def _ten_made(rules: Rules, words: Translator) -> str:
    if rules.ten_contracts == "ten_or_more":
        return words(
            "A contract of ten or more scores {n} when it is made, or 10 a trick if that is more.",
            n=rules.ten_made,
        )
    return words("A contract of exactly ten scores {n} when it is made.", n=rules.ten_made)


def _ten_missed(rules: Rules, words: Translator) -> str:
    if rules.ten_contracts == "ten_or_more":
        return words(
            "A contract of ten or more costs {n} when it is missed, or 10 a trick if that is more.",
            n=rules.ten_missed,
        )
    return words("A contract of exactly ten costs {n} when it is missed.", n=rules.ten_missed)


def _boston_bonus(rules: Rules, words: Translator) -> str:
    if rules.boston_unbid:
        return words("Taking every trick scores {n} more, bid or not.", n=rules.boston_bonus)
    return words("Bidding and taking every trick scores {n} more.", n=rules.boston_bonus)


def _boston_wins(rules: Rules, words: Translator) -> str:
    if rules.boston_unbid:
        return words("Taking every trick wins the game at once, bid or not.")
    return words("Bidding and taking every trick wins the game at once.")


def _tens_are_named(rules: Rules) -> bool:
    return rules.ten_contracts != "doubled"


SCORING: Final = Topic(
    "scoring",
    Text("Scoring"),
    (
        RuleEntry(
            "missed_contract",
            Text("A missed contract costs"),
            {
                "minus": Choice(
                    Text("10 a trick bid"), off=Text("A missed contract costs 10 a trick bid.")
                ),
                "zero": Choice(
                    Text("Nothing"),
                    Text("A missed contract costs nothing."),
                    mark=Text("missed contracts cost nothing"),
                ),
                "double": Choice(
                    Text("20 a trick bid"),
                    Text("A missed contract costs 20 a trick bid."),
                    mark=Text("missed contracts cost double"),
                ),
            },
        ),
        RuleEntry(
            "ten_contracts",
            Text("Contracts that count as ten"),
            {
                "exactly_ten": Choice(
                    Text("Ten alone"), off=Text("Only a contract of exactly ten counts as ten.")
                ),
                "ten_or_more": Choice(
                    Text("Ten and more"),
                    Text("A contract above ten counts as ten does."),
                    mark=Text("more than ten counts as ten"),
                ),
                "doubled": Choice(
                    Text("From ten on 20 a trick"),
                    Text("From ten on a trick bid is worth 20."),
                    mark=Text("20 a trick from ten on"),
                ),
            },
        ),
        RuleEntry(
            "ten_made",
            Text("Points for making ten"),
            sentence=_ten_made,
            off=Text("A contract of ten that is made scores like any other."),
            mark=Text("ten made scores {n}"),
            examples=(200,),
            applies=_tens_are_named,
        ),
        RuleEntry(
            "ten_missed",
            Text("Points lost by missing ten"),
            sentence=_ten_missed,
            off=Text("A contract of ten that is missed costs like any other."),
            mark=Text("ten missed costs {n}"),
            examples=(200,),
            applies=_tens_are_named,
        ),
        RuleEntry(
            "double_taken",
            Text("Taking twice the bid"),
            {
                "nothing": Choice(
                    Text("Is nothing special"),
                    off=Text("Taking twice your bid is nothing special."),
                ),
                "set": Choice(
                    Text("Is a set"),
                    Text("Taking twice your bid is a set, as if it were missed."),
                    mark=Text("twice the bid is a set"),
                ),
                "minus_100": Choice(
                    Text("Costs 100"),
                    Text("Taking twice your bid costs 100."),
                    mark=Text("twice the bid costs 100"),
                ),
            },
        ),
        RuleEntry(
            "boston",
            Text("Boston (all tricks bid and taken)"),
            {
                "nothing": Choice(
                    Text("Like any contract"),
                    off=Text("Bidding and taking every trick scores like any contract."),
                ),
                "bonus": Choice(
                    Text("Scores a bonus"),
                    _boston_bonus,
                    mark=lambda rules, words: words("Boston scores {n} more", n=rules.boston_bonus),
                ),
                "wins": Choice(
                    Text("Wins at once"),
                    _boston_wins,
                    mark=Text("Boston wins"),
                ),
            },
        ),
        RuleEntry(
            "boston_unbid",
            Text("A Boston that was not bid counts"),
            {
                "yes": Choice(Text("Yes"), mark=Text("a Boston counts unbid")),
                "no": Choice(Text("No"), off=Text("A Boston must be bid.")),
            },
            applies=lambda rules: rules.boston != "nothing",
            said_by="boston",
        ),
        RuleEntry(
            "boston_bonus",
            Text("Bonus for a Boston"),
            mark=unsaid,
            examples=(250, 100),
            applies=lambda rules: rules.boston == "bonus",
            said_by="boston",
        ),
    ),
)
"""What contracts are worth."""
