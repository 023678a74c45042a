"""House rules of bags, including those of a failed nil."""

from typing import Final

from bot.texts.house_rules.entry import Choice, RuleEntry, Text, Topic
from bot.texts.translator import Translator
from engine.rules import PENALTY_PER_BAG, Rules


def _limit(rules: Rules, words: Translator) -> str:
    limit = rules.bag_limit or 0
    return words.plural(
        "Each trick over the contract scores 1 and is a bag; {count} bag costs {penalty}.",
        "Each trick over the contract scores 1 and is a bag; {count} bags cost {penalty}.",
        limit,
        penalty=PENALTY_PER_BAG * limit,
    )


def _limit_mark(rules: Rules, words: Translator) -> str:
    if rules.bag_limit is None:
        return words("bags cost nothing")
    return words.plural(
        "{count} bag costs {penalty}",
        "{count} bags cost {penalty}",
        rules.bag_limit,
        penalty=PENALTY_PER_BAG * rules.bag_limit,
    )


def _have_a_limit(rules: Rules) -> bool:
    return rules.bag_limit is not None


BAGS: Final = Topic(
    "bags",
    Text("Bags"),
    (
        RuleEntry(
            "bag_limit",
            Text("Bags until a penalty"),
            sentence=_limit,
            none=Text("Each trick over the contract scores 1, and bags cost nothing."),
            mark=_limit_mark,
            examples=(None, 10),
        ),
        RuleEntry(
            "bag_points_kept",
            Text("Bag points stay at the penalty"),
            {
                "yes": Choice(Text("Yes"), Text("Bags keep their points when a penalty is paid.")),
                "no": Choice(
                    Text("No"),
                    Text("Bags lose their points when a penalty is paid."),
                    mark=Text("bag points taken back at the penalty"),
                ),
            },
            applies=_have_a_limit,
            minor=True,
        ),
        RuleEntry(
            "bag_count",
            Text("Bags after a penalty"),
            {
                "remainder": Choice(
                    Text("The rest stays"),
                    Text("Bags beyond the limit stay after a penalty."),
                ),
                "reset": Choice(
                    Text("Begin again at 0"),
                    Text("After a penalty the bags begin again at 0."),
                    mark=Text("bags begin again at 0 after a penalty"),
                ),
            },
            applies=_have_a_limit,
            minor=True,
        ),
        RuleEntry(
            "failed_nil_tricks",
            Text("Tricks of a failed nil"),
            {
                "bags_only": Choice(
                    Text("Become bags"),
                    Text("The tricks of a failed nil become bags and never help a contract."),
                ),
                "help_partner": Choice(
                    Text("Help the partner's contract"),
                    Text("The tricks of a failed nil count towards the partner's contract."),
                    mark=Text("a failed nil helps the partner"),
                ),
                "ignored": Choice(
                    Text("Count for nothing"),
                    Text("The tricks of a failed nil count for nothing."),
                    mark=Text("a failed nil counts for nothing"),
                ),
            },
        ),
        RuleEntry(
            "failed_nil_bag_points",
            Text("Points for a failed nil's bag"),
            sentence=Text("A bag from a failed nil scores {n}."),
            mark=Text("no points for a failed nil's bags"),
            examples=(1, 0),
            applies=lambda rules: rules.failed_nil_tricks != "ignored",
            minor=True,
        ),
    ),
)
"""The value and the cost of overtricks."""
