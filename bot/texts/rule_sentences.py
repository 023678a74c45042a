"""What each field of `Rules` means, in a sentence for players."""

from collections.abc import Callable
from typing import Final

from bot.texts.sheet import number
from bot.texts.translator import Translator
from engine.rules import PENALTY_PER_BAG, Rules

Say = Callable[[Rules, Translator], str]
"""Says one field; an empty text where there is nothing to say."""

FOUR: Final = 4
"""The seats of a table that needs no sentence about them."""

PLAIN_TEN: Final = 100
"""What a contract of ten is worth like any other."""


def said_clock(to_bid: int | None, to_play: int | None, words: Translator) -> str:
    """Say how many seconds people have to bid and to play; None is no clock."""
    if to_bid is None and to_play is None:
        return words("There is no clock.")
    if to_play is None:
        return words("{bid} s to bid, and no clock to play.", bid=to_bid)
    if to_bid is None:
        return words("No clock to bid, and {play} s to play.", play=to_play)
    return words("{bid} s to bid and {play} s to play.", bid=to_bid, play=to_play)


def _mode(rules: Rules, words: Translator) -> str:
    if rules.mode == "partners":
        return words("Partners sit opposite and add their bids together.")
    return words("Everyone plays alone.")


def _deck(rules: Rules, words: Translator) -> str:
    cards, each = rules.deck_in_play.size, rules.hand_size
    if rules.deck == "standard":
        return words("{n} cards, and everyone is dealt {each}; aces are high.", n=cards, each=each)
    if rules.deck == "jokers":
        return words(
            "{n} cards, and everyone is dealt {each}. The big joker and the little joker are the "
            "highest trumps; the two of clubs and the two of diamonds are out.",
            n=cards,
            each=each,
        )
    first, second = words("two of diamonds"), words("two of spades")
    if rules.deck == "deuces_spade_high":
        first, second = second, first
    return words(
        "{n} cards, and everyone is dealt {each}. The highest trumps are the big joker, the little "
        "joker, the {first} and the {second}, then the ace of spades; the two of hearts and the "
        "two of clubs are out.",
        n=cards,
        each=each,
        first=first,
        second=second,
    )


def _players(rules: Rules, words: Translator) -> str:
    if rules.players == FOUR:
        return ""
    return words("Three play: the two of clubs is out.")


def _bidding(rules: Rules, words: Translator) -> str:
    return {
        "free": words("Everyone bids once, any number or nil."),
        "mirror": words("Everyone bids the number of spades held; none means nil."),
        "whiz": words("Everyone bids the number of spades held, or nil."),
        "suicide": words("One partner of each side bids nil, the other may not."),
    }[rules.bidding]


def _minimum(rules: Rules, words: Translator) -> str:
    least = rules.minimum_contract
    if not least:
        return ""
    if rules.mode == "solo":
        return words("Everyone must bid at least {n}, or nil.", n=least)
    if rules.bidding == "suicide":
        return words("A side must bid at least {n}.", n=least)
    return words("A side must bid at least {n}, unless both bid nil.", n=least)


def _first_round(rules: Rules, words: Translator) -> str:
    if rules.first_round == "bid":
        return ""
    return words("The first round has no bids: every trick scores 10, and there are no bags.")


def _deficit(rules: Rules, words: Translator) -> str:
    if not rules.blind_nil_deficit:
        return ""
    return words(
        "Only a side that is {n} points or more behind may bid blind nil.",
        n=rules.blind_nil_deficit,
    )


def _exchange(rules: Rules, words: Translator) -> str:
    if not rules.exchange:
        return ""
    return words.plural(
        "A nil bidder and the partner pass each other {count} card before the play.",
        "A nil bidder and the partner pass each other {count} cards before the play.",
        rules.exchange,
    )


def _exchange_when(rules: Rules, words: Translator) -> str:
    if rules.exchange_when == "any_nil":
        return ""
    return words("Cards are passed for blind nil alone.")


def _bag_count(rules: Rules, words: Translator) -> str:
    if rules.bag_limit is None:
        return ""
    if rules.bag_count == "remainder":
        return words("Bags beyond the limit stay after a penalty.")
    return words("After a penalty the bags begin again at 0.")


def _ten_made(rules: Rules, words: Translator) -> str:
    if rules.ten_made == PLAIN_TEN:
        return ""
    return words("A contract of exactly ten scores {n} when it is made.", n=rules.ten_made)


def _ten_missed(rules: Rules, words: Translator) -> str:
    if rules.ten_missed == PLAIN_TEN:
        return ""
    return words("A contract of exactly ten costs {n} when it is missed.", n=rules.ten_missed)


def _boston(rules: Rules, words: Translator) -> str:
    return {
        "nothing": "",
        "bonus": words("Bidding and taking every trick scores {n} more.", n=rules.boston_bonus),
        "wins": words("Bidding and taking every trick wins the game at once."),
    }[rules.boston]


def _first_trick(rules: Rules, words: Translator) -> str:
    if rules.spades_on_first_trick:
        return ""
    return words("No spade on the first trick, unless the hand holds nothing else.")


def _opening(rules: Rules, words: Translator) -> str:
    if rules.opening == "dealers_left":
        return words("The seat on the dealer's left leads to the first trick.")
    return words("The lowest club opens the first trick, whoever holds it.")


def _losing_score(rules: Rules, words: Translator) -> str:
    if rules.losing_score is None:
        return words("There is no losing score.")
    return words(
        "The game also ends when a side falls to {n} or less.", n=number(rules.losing_score)
    )


def _blind_nil(rules: Rules, words: Translator) -> str:
    if not rules.blind_nil:
        return words("Blind nil is not played.")
    return words("Nil may be bid blind, before looking at the cards.")


def _blind_nil_value(rules: Rules, words: Translator) -> str:
    if not rules.blind_nil:
        return ""
    return words(
        "Blind nil scores {n} if it is made, and costs {n} if it fails.", n=rules.blind_nil_value
    )


def _failed_nil(rules: Rules, words: Translator) -> str:
    return {
        "bags_only": words("The tricks of a failed nil become bags and never help a contract."),
        "help_partner": words("The tricks of a failed nil count towards the partner's contract."),
        "ignored": words("The tricks of a failed nil count for nothing."),
    }[rules.failed_nil_tricks]


def _failed_nil_points(rules: Rules, words: Translator) -> str:
    if rules.failed_nil_tricks == "ignored":
        return ""
    return words("A bag from a failed nil scores {n}.", n=rules.failed_nil_bag_points)


def _double_nil(rules: Rules, words: Translator) -> str:
    if rules.mode == "solo" or rules.bidding == "suicide":
        return ""
    if rules.double_nil == "each":
        return words("Two nils on one side are judged separately.")
    return words("Two nils on one side are one bid: both are made, or both fail.")


def _bag_limit(rules: Rules, words: Translator) -> str:
    if rules.bag_limit is None:
        return words("Each trick over the contract scores 1, and bags cost nothing.")
    return words.plural(
        "Each trick over the contract scores 1 and is a bag; {count} bag costs {penalty}.",
        "Each trick over the contract scores 1 and is a bag; {count} bags cost {penalty}.",
        rules.bag_limit,
        penalty=PENALTY_PER_BAG * rules.bag_limit,
    )


def _bag_points(rules: Rules, words: Translator) -> str:
    if rules.bag_limit is None:
        return ""
    if rules.bag_points_kept:
        return words("Bags keep their points when a penalty is paid.")
    return words("Bags lose their points when a penalty is paid.")


def _breaking(rules: Rules, words: Translator) -> str:
    if rules.spade_leads == "any_time":
        return ""
    if rules.breaking == "any_spade":
        return words(
            "Spades may be led once any spade has been played, or by a hand of spades alone."
        )
    return words(
        "Spades may be led once a spade has been played on another suit, or by a hand of spades "
        "alone."
    )


def _first_dealer(rules: Rules, words: Translator) -> str:
    if rules.first_dealer == "random":
        return words(
            "The first dealer is drawn at random; after each round the deal moves one seat to the "
            "left."
        )
    if rules.opening == "lowest_club" and rules.first_round == "bids_itself":
        return words("The seat before the host deals first; then the deal moves to the left.")
    if rules.opening == "lowest_club":
        return words("In the first round the host bids first; then the deal moves to the left.")
    if rules.first_round == "bids_itself":
        return words("In the first round the host leads first; then the deal moves to the left.")
    return words(
        "In the first round the host bids and leads first; then the deal moves to the left."
    )


def _places(rules: Rules, words: Translator) -> str:
    if rules.places == "winner_only":
        return words("If the best totals are equal, another round is played.")
    return words(
        "Everyone gets a place; with equal points, fewer bags rank higher. If the best totals are "
        "equal, another round is played."
    )


SENTENCES: Final[dict[str, Say]] = {
    "mode": _mode,
    "players": _players,
    "deck": _deck,
    "target": lambda r, w: w("The game ends when a side has {n} points or more.", n=r.target),
    "losing_score": _losing_score,
    "bidding": _bidding,
    "minimum_contract": _minimum,
    "first_round": _first_round,
    "nil_value": lambda r, w: w(
        "Nil scores {n} if it is made, and costs {n} if it fails.", n=r.nil_value
    ),
    "blind_nil": _blind_nil,
    "blind_nil_value": _blind_nil_value,
    "blind_nil_deficit": _deficit,
    "exchange": _exchange,
    "exchange_when": _exchange_when,
    "failed_nil_tricks": _failed_nil,
    "failed_nil_bag_points": _failed_nil_points,
    "double_nil": _double_nil,
    "bag_limit": _bag_limit,
    "bag_points_kept": _bag_points,
    "bag_count": _bag_count,
    "ten_made": _ten_made,
    "ten_missed": _ten_missed,
    "boston": _boston,
    "boston_bonus": lambda _r, _w: "",
    "spade_leads": lambda r, w: (
        w("Spades may be led at any time.") if r.spade_leads == "any_time" else ""
    ),
    "breaking": _breaking,
    "spades_on_first_trick": _first_trick,
    "opening": _opening,
    "first_dealer": _first_dealer,
    "bid_seconds": lambda r, w: said_clock(r.bid_seconds, r.play_seconds, w),
    "play_seconds": lambda _r, _w: "",
    "places": _places,
}
"""What each field of `Rules` means, for players; empty where another field's sentence says it."""

SAID_WITH: Final[dict[str, tuple[str, ...]]] = {
    "bid_seconds": ("play_seconds",),
    "boston": ("boston_bonus",),
    "breaking": ("spade_leads",),
}
"""By field, others that its sentence says as well."""

OFF: Final[dict[str, Say]] = {
    "players": lambda _r, w: w("Four play."),
    "minimum_contract": lambda _r, w: w("There is no minimum contract."),
    "blind_nil_deficit": lambda r, w: (
        w("Blind nil may be bid at any score.") if r.blind_nil else ""
    ),
}
"""What is said where a rule is off that the nearest preset has on."""
