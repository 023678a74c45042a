"""House rules of bags, including those of a failed nil."""

from typing import Final

from bot.texts.house_rules.entry import Choice, RuleEntry, Text, Topic
from bot.texts.house_rules.nil import is_played
from bot.texts.translator import Translator
from engine.rules import Rules
from engine.scoring import bag_penalty


def _limit(rules: Rules, words: Translator) -> str:
    limit, penalty = rules.bag_limit or 0, bag_penalty(rules)
    if rules.bag_points == 0:
        return words.plural(
            "Tricks over the contract are bags and score nothing; {count} bag costs {penalty}.",
            "Tricks over the contract are bags and score nothing; {count} bags cost {penalty}.",
            limit,
            penalty=penalty,
        )
    if rules.bag_points < 0:
        return words.plural(
            "Each trick over the contract costs {each} and is a bag; {count} bag costs {penalty} "
            "besides.",
            "Each trick over the contract costs {each} and is a bag; {count} bags cost {penalty} "
            "besides.",
            limit,
            each=-rules.bag_points,
            penalty=penalty,
        )
    return words.plural(
        "Each trick over the contract scores 1 and is a bag; {count} bag costs {penalty}.",
        "Each trick over the contract scores 1 and is a bag; {count} bags cost {penalty}.",
        limit,
        penalty=penalty,
    )


def _no_limit(rules: Rules, words: Translator) -> str:
    if rules.bag_points == 0:
        return words("Tricks over the contract score nothing and cost nothing.")
    if rules.bag_points < 0:
        return words("Each trick over the contract costs {each}.", each=-rules.bag_points)
    return words("Each trick over the contract scores 1, and bags cost nothing.")


def _bag_points_mark(rules: Rules, words: Translator) -> str:
    if rules.bag_points == 0:
        return words("bags score nothing")
    if rules.bag_points < 0:
        return words("each bag costs {each}", each=-rules.bag_points)
    return words("each bag scores 1")


def _nil_bags(rules: Rules) -> bool:
    return is_played(rules) and rules.failed_nil_tricks != "ignored"


def _nil_bag(rules: Rules, words: Translator) -> str:
    points = rules.failed_nil_bag_points * rules.bag_points
    if points < 0:
        return words("A bag from a failed nil costs {n}.", n=-points)
    return words("A bag from a failed nil scores {n}.", n=points)


def _limit_mark(rules: Rules, words: Translator) -> str:
    if rules.bag_limit is None:
        return words("bags cost nothing")
    return words.plural(
        "{count} bag costs {penalty}",
        "{count} bags cost {penalty}",
        rules.bag_limit,
        penalty=bag_penalty(rules),
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
            none=_no_limit,
            mark=_limit_mark,
            examples=(None, 10),
        ),
        RuleEntry(
            "bag_points",
            Text("Points for each bag"),
            mark=_bag_points_mark,
            examples=(1, 0, -1),
            said_by="bag_limit",
        ),
        RuleEntry(
            "bag_penalty",
            Text("Points lost at the bag limit"),
            mark=Text("bag penalty {n}"),
            examples=(None, 100),
            applies=_have_a_limit,
            said_by="bag_limit",
        ),
        RuleEntry(
            "bag_points_kept",
            Text("Bag points stay at the penalty"),
            {
                "yes": Choice(Text("Yes"), Text("Bags keep their points when a penalty is paid.")),
                "no": Choice(
                    Text("No"),
                    Text("Each bag that is paid for loses a point, whatever it scored."),
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
            applies=is_played,
        ),
        RuleEntry(
            "failed_nil_bag_points",
            Text("Points for a failed nil's bag"),
            sentence=_nil_bag,
            mark=Text("no points for a failed nil's bags"),
            examples=(1, 0),
            applies=_nil_bags,
            minor=True,
        ),
    ),
)
"""The value and the cost of overtricks."""
