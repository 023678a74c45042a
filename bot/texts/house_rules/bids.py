"""House rules of bids and of passed cards."""

from typing import Final

from bot.texts.house_rules.entry import Choice, Plural, RuleEntry, Text, Topic
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
