"""House rules of bids and of passed cards."""

from typing import Final

from bot.texts.house_rules.entry import Choice, Plural, RuleEntry, Text, Topic, unsaid
from bot.texts.translator import Translator
from engine.rules import Rules


def _minimum(rules: Rules, words: Translator) -> str:
    least = rules.minimum_contract
    if rules.mode == "solo" and rules.nil == "allowed":
        return words("Everyone must bid at least {n}, or nil.", n=least)
    if rules.bidding == "suicide" or rules.nil != "allowed" or rules.double_nil == "none":
        return words("A side must bid at least {n}.", n=least)
    return words("A side must bid at least {n}, unless both bid nil.", n=least)


def _free(rules: Rules, words: Translator) -> str:
    if rules.nil == "allowed":
        return words("Everyone bids once, any number or nil.")
    return words("Everyone bids once, any number.")


def _seat_minimum(rules: Rules, words: Translator) -> str:
    if rules.nil == "none":
        return words("Everyone bids at least {n}.", n=rules.seat_minimum)
    return words("Everyone bids at least {n}, or nil.", n=rules.seat_minimum)


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

BIDS: Final = Topic(
    "bids",
    Text("Bids"),
    (
        RuleEntry(
            "bidding",
            Text("Bidding"),
            {
                "free": Choice(
                    Text("Free"),
                    _free,
                ),
                "mirror": Choice(
                    Text("Mirror: the spades you hold"),
                    Text("Everyone bids the number of spades held; none means nil."),
                    mark=Text("you bid the spades you hold"),
                ),
                "whiz": Choice(
                    Text("Whiz: your spades, or nil"),
                    Text("Everyone bids the number of spades held, or nil."),
                    mark=Text("you bid the spades you hold, or nil"),
                ),
                "suicide": Choice(
                    Text("Suicide: one partner bids nil"),
                    Text("One partner of each side bids nil, the other may not."),
                    mark=Text("one partner bids nil"),
                ),
            },
        ),
        RuleEntry(
            "seat_minimum",
            Text("Least bid of a seat"),
            sentence=_seat_minimum,
            off=Text("Everyone may bid 1."),
            mark=Text("everyone bids at least {n}"),
            examples=(2,),
        ),
        RuleEntry(
            "minimum_contract",
            Text("Minimum contract of a side"),
            sentence=_minimum,
            off=Text("There is no minimum contract."),
            mark=Text("bids of at least {n}"),
            examples=(4,),
        ),
        RuleEntry(
            "maximum_contract",
            Text("Maximum contract of a side"),
            sentence=Text("A side may bid {n} at most."),
            off=Text("There is no maximum contract."),
            mark=Text("at most {n} a side"),
            examples=(None, 10),
        ),
        RuleEntry(
            "contract_of_nine",
            Text("Nine may be bid"),
            {
                "yes": Choice(Text("Yes"), off=Text("A side may bid nine.")),
                "no": Choice(
                    Text("No"),
                    Text("Nine is not bid: a side bids 8 or 10."),
                    mark=Text("nine is not bid"),
                ),
            },
        ),
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
        RuleEntry(
            "first_round",
            Text("First round"),
            {
                "bid": Choice(
                    Text("Bid like every other"),
                    off=Text("The first round is bid like every other."),
                ),
                "bids_itself": Choice(
                    Text("Bids itself, 10 a trick"),
                    Text(
                        "The first round has no bids: every trick scores 10, and there are no bags."
                    ),
                    mark=Text("no bids in the first round"),
                ),
            },
        ),
        RuleEntry(
            "exchange",
            Text("Cards passed with a nil"),
            sentence=Plural(
                "A nil bidder and the partner pass each other {count} card before the play; so do "
                "two nil bidders of one side.",
                "A nil bidder and the partner pass each other {count} cards before the play; so do "
                "two nil bidders of one side.",
            ),
            off=Text("No cards are passed with a nil."),
            mark=Plural("{count} card passed with a nil", "{count} cards passed with a nil"),
            examples=(2,),
        ),
        RuleEntry(
            "exchange_when",
            Text("Cards are passed for"),
            {
                "any_nil": Choice(
                    Text("Every nil"),
                    off=Text("Cards are passed for every nil."),
                ),
                "blind_nil": Choice(
                    Text("Blind nil alone"),
                    Text("Cards are passed for blind nil alone."),
                    mark=Text("for blind nil alone"),
                ),
            },
            applies=lambda rules: rules.exchange > 0,
        ),
    ),
)
"""Who may bid what."""
