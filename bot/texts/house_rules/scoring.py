"""House rules of what contracts score."""

from typing import Final

from bot.texts.house_rules.entry import Choice, RuleEntry, Text, Topic, unsaid

SCORING: Final = Topic(
    "scoring",
    Text("Scoring"),
    (
        RuleEntry(
            "ten_made",
            Text("Points for making exactly ten"),
            sentence=Text("A contract of exactly ten scores {n} when it is made."),
            off=Text("A contract of ten that is made scores like any other."),
            mark=Text("ten made scores {n}"),
            examples=(200,),
        ),
        RuleEntry(
            "ten_missed",
            Text("Points lost by missing ten"),
            sentence=Text("A contract of exactly ten costs {n} when it is missed."),
            off=Text("A contract of ten that is missed costs like any other."),
            mark=Text("ten missed costs {n}"),
            examples=(200,),
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
                    lambda rules, words: words(
                        "Bidding and taking every trick scores {n} more.", n=rules.boston_bonus
                    ),
                    mark=lambda rules, words: words("Boston scores {n} more", n=rules.boston_bonus),
                ),
                "wins": Choice(
                    Text("Wins at once"),
                    Text("Bidding and taking every trick wins the game at once."),
                    mark=Text("Boston wins"),
                ),
            },
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
