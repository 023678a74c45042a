"""House rules of bids that a side or the whole table makes, and of throw-ins."""

from typing import Final

from bot.texts.house_rules.entry import Choice, RuleEntry, Text, Topic, unsaid
from bot.texts.translator import Translator
from engine.rules import Rules


def _table_minimum(rules: Rules, words: Translator) -> str:
    least = rules.table_minimum
    return {
        "thrown_in": words(
            "All sides together must bid at least {n}, or the cards are thrown in and dealt again.",
            n=least,
        ),
        "made": words(
            "All sides together must bid at least {n}, or all bids count as made without play.",
            n=least,
        ),
        "last_raises": words(
            "All sides together must bid at least {n}; the last to bid must make it up.", n=least
        ),
    }[rules.table_short]


def _blind_bid(rules: Rules, words: Translator) -> str:
    if rules.mode == "solo":
        return words(
            "Whoever has not looked may bid {n} or more blind, for double points.",
            n=rules.blind_bid,
        )
    return words(
        "A side may bid {n} or more before either partner looks, for double points.",
        n=rules.blind_bid,
    )


def _partners(rules: Rules) -> bool:
    return rules.mode == "partners"


def _free_bids(rules: Rules) -> bool:
    return rules.bidding == "free"


def _blind_bids(rules: Rules) -> bool:
    return rules.blind_bid is not None


THROWN: Final = Text("hands may be thrown in")

TABLE_BIDS: Final = Topic(
    "table_bids",
    Text("Table and blind bids"),
    (
        RuleEntry(
            "side_bid",
            Text("Bid of a side"),
            {
                "sum": Choice(
                    Text("Both numbers are added"),
                    off=Text("The numbers of two partners are added."),
                ),
                "second_closes": Choice(
                    Text("The second partner closes"),
                    Text(
                        "The first partner opens with a number, the second closes: that number "
                        "alone is the side's contract."
                    ),
                    mark=Text("the second partner closes the bid"),
                ),
            },
            applies=lambda rules: _partners(rules) and _free_bids(rules),
        ),
        RuleEntry(
            "possibles",
            Text('An opening "and a possible"'),
            {
                "yes": Choice(
                    Text("Yes"),
                    Text('An opening may be "and a possible", which scores nothing.'),
                    mark=Text("openings and a possible"),
                ),
                "no": Choice(Text("No"), off=Text("An opening is a number alone.")),
            },
            applies=lambda rules: rules.side_bid == "second_closes",
            minor=True,
        ),
        RuleEntry(
            "bid_order",
            Text("Order of the bids"),
            {
                "clockwise": Choice(Text("Clockwise"), off=Text("Everyone bids in turn.")),
                "by_side": Choice(
                    Text("Side by side"),
                    Text(
                        "The side that did not deal bids first, both partners; the dealer bids "
                        "last."
                    ),
                    mark=Text("one side bids after the other"),
                ),
            },
            applies=_partners,
            minor=True,
        ),
        RuleEntry(
            "table_minimum",
            Text("Least that all bids must come to"),
            sentence=_table_minimum,
            off=Text("All bids may come to any number."),
            mark=Text("all bids at least {n}"),
            examples=(11,),
        ),
        RuleEntry(
            "table_short",
            Text("If all bids come to less"),
            {
                "thrown_in": Choice(Text("Thrown in and dealt again"), mark=unsaid),
                "made": Choice(Text("Bids count as made"), mark=Text("too few bids are made")),
                "last_raises": Choice(
                    Text("The last must raise"), mark=Text("the last to bid makes it up")
                ),
            },
            applies=lambda rules: rules.table_minimum > 0,
            said_by="table_minimum",
            minor=True,
        ),
        RuleEntry(
            "hook",
            Text("All bids may not come to all tricks"),
            {
                "yes": Choice(
                    Text("Yes"),
                    lambda rules, words: words(
                        "All bids together may not come to {n}.", n=rules.hand_size
                    ),
                    mark=Text("bids never come to all tricks"),
                ),
                "no": Choice(Text("No"), off=Text("All bids may come to any number.")),
            },
        ),
        RuleEntry(
            "throw_in",
            Text("Hands that may be thrown in"),
            {
                "none": Choice(Text("None"), off=Text("No hand may be thrown in.")),
                "no_spade": Choice(
                    Text("No spade"),
                    Text("A hand with no spade may be thrown in."),
                    mark=THROWN,
                ),
                "no_spade_no_face": Choice(
                    Text("No spade and no face card"),
                    Text("A hand with no spade and no face card may be thrown in."),
                    mark=THROWN,
                ),
                "no_spade_or_no_face": Choice(
                    Text("No spade, or no face card"),
                    Text("A hand with no spade, or with no face card, may be thrown in."),
                    mark=THROWN,
                ),
            },
        ),
        RuleEntry(
            "blind_bid",
            Text("Least blind number of a side"),
            sentence=_blind_bid,
            off=Text("No number may be bid blind."),
            mark=Text("blind {n} for double points"),
            examples=(None, 6),
        ),
        RuleEntry(
            "blind_bid_deficit",
            Text("Points behind to bid a number blind"),
            sentence=Text("Only a side that is {n} points or more behind may bid a number blind."),
            off=Text("A number may be bid blind at any score."),
            mark=Text("blind numbers when {n} behind"),
            examples=(100,),
            applies=_blind_bids,
            minor=True,
        ),
        RuleEntry(
            "blind_bid_missed",
            Text("A blind number missed costs"),
            {
                "doubled": Choice(Text("Double"), off=Text("A blind number missed costs double.")),
                "plain": Choice(
                    Text("Its plain points"), Text("A blind number missed costs its plain points.")
                ),
                "nothing": Choice(Text("Nothing"), Text("A blind number missed costs nothing.")),
            },
            applies=_blind_bids,
            minor=True,
        ),
    ),
)
"""What partners bid together or unseen, and what all bids must come to."""
