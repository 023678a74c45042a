"""The fields of a rule set as forms ask for them: labels and choices."""

from collections.abc import Mapping
from typing import Final

from bot.tables.forms import NO, YES, Field, FormName, answer_of, field_of
from bot.texts.translator import Translator
from engine.rules import Rules

LABEL_LENGTH: Final = 45
"""Discord's limit for the label of a field in a form."""


def form_title(form: FormName, words: Translator) -> str:
    """Name a form."""
    return {
        "bids": words("Bids"),
        "scoring": words("Scoring"),
        "nil": words("Nil"),
        "bags": words("Bags"),
        "deck": words("Deck and seats"),
        "play": words("Play"),
        "end": words("End and clock"),
    }[form]


def field_label(name: str, words: Translator) -> str:
    """Name a field in a form."""
    return _labels(words)[name]


def _labels(words: Translator) -> dict[str, str]:
    return {
        "mode": words("Partners or solo"),
        "players": words("Players"),
        "deck": words("Deck"),
        "target": words("Points to win"),
        "losing_score": words("Losing score (empty: none)"),
        "bidding": words("Bidding"),
        "minimum_contract": words("Minimum contract of a side (0: none)"),
        "first_round": words("First round"),
        "nil_value": words("Points for nil"),
        "blind_nil": words("Blind nil"),
        "blind_nil_value": words("Points for blind nil"),
        "blind_nil_deficit": words("Points behind to bid blind nil (0: none)"),
        "exchange": words("Cards passed with a nil (0: none)"),
        "exchange_when": words("Cards are passed for"),
        "failed_nil_tricks": words("Tricks of a failed nil"),
        "failed_nil_bag_points": words("Points for a failed nil's bag (0 or 1)"),
        "double_nil": words("Two nils on one side"),
        "bag_limit": words("Bags until a penalty (empty: none)"),
        "bag_points_kept": words("Bag points stay at the penalty"),
        "bag_count": words("Bags after a penalty"),
        "ten_made": words("Points for making exactly ten"),
        "ten_missed": words("Points lost by missing ten"),
        "boston": words("Boston (all tricks bid and taken)"),
        "boston_bonus": words("Bonus for a Boston"),
        "spade_leads": words("Spades may be led"),
        "breaking": words("Spades are broken by"),
        "spades_on_first_trick": words("Spades allowed on the first trick"),
        "opening": words("Who leads the first trick"),
        "first_dealer": words("First dealer"),
        "bid_seconds": words("Seconds to bid (empty: no clock)"),
        "play_seconds": words("Seconds to play (empty: no clock)"),
        "places": words("At the end"),
    }


def choice_label(name: str, choice: str, words: Translator) -> str:
    """Name a choice of a field."""
    if choice in {YES, NO}:
        return words("Yes") if choice == YES else words("No")
    return _choices(words).get((name, choice), choice)


def _choices(words: Translator) -> dict[tuple[str, str], str]:
    return {
        ("mode", "partners"): words("Partners"),
        ("mode", "solo"): words("Solo, each alone"),
        ("deck", "standard"): words("Standard, 52 cards"),
        ("deck", "jokers"): words("Two jokers as highest trumps"),
        ("deck", "deuces"): words("Jokers, then 2 of diamonds, 2 of spades"),
        ("deck", "deuces_spade_high"): words("Jokers, then 2 of spades, 2 of diamonds"),
        ("bidding", "free"): words("Free"),
        ("bidding", "mirror"): words("Mirror: the spades you hold"),
        ("bidding", "whiz"): words("Whiz: your spades, or nil"),
        ("bidding", "suicide"): words("Suicide: one partner bids nil"),
        ("first_round", "bid"): words("Bid like every other"),
        ("first_round", "bids_itself"): words("Bids itself, 10 a trick"),
        ("exchange_when", "any_nil"): words("Every nil"),
        ("exchange_when", "blind_nil"): words("Blind nil alone"),
        ("failed_nil_tricks", "bags_only"): words("Become bags"),
        ("failed_nil_tricks", "help_partner"): words("Help the partner's contract"),
        ("failed_nil_tricks", "ignored"): words("Count for nothing"),
        ("double_nil", "each"): words("Each judged alone"),
        ("double_nil", "unit"): words("One bid, both or none"),
        ("bag_count", "remainder"): words("The rest stays"),
        ("bag_count", "reset"): words("Begin again at 0"),
        ("boston", "nothing"): words("Like any contract"),
        ("boston", "bonus"): words("Scores a bonus"),
        ("boston", "wins"): words("Wins at once"),
        ("spade_leads", "once_broken"): words("Once they are broken"),
        ("spade_leads", "any_time"): words("At any time"),
        ("breaking", "any_spade"): words("Any spade"),
        ("breaking", "trump_only"): words("A spade on another suit"),
        ("opening", "dealers_left"): words("The dealer's left"),
        ("opening", "lowest_club"): words("The lowest club"),
        ("first_dealer", "before_host"): words("Before the host"),
        ("first_dealer", "random"): words("At random"),
        ("places", "winner_only"): words("The winner is named"),
        ("places", "points_then_bags"): words("Everyone gets a place"),
    }


def range_text(field: Field, words: Translator) -> str:
    """Say which numbers a field takes."""
    if field.lowest is None:
        return words("{highest} or less", highest=field.highest)
    return words("{lowest} to {highest}", lowest=field.lowest, highest=field.highest)


def bad_answer_text(field: Field, answer: str, words: Translator) -> str:
    """Say what a field would have taken."""
    label = field_label(field.name, words)
    if field.choices:
        return words("{label}: choose one of the list.", label=label)
    given = " ".join(answer[:20].replace("`", "").split())
    return words(
        "{label}: `{given}` does not fit; a whole number, {range}.",
        label=label,
        given=given,
        range=range_text(field, words),
    )


def typed_text(rules: Rules, answers: Mapping[str, str], words: Translator) -> str:
    """List the answers of a form that differ from the rules as they are."""
    changed = [name for name, text in answers.items() if text.strip() != answer_of(rules, name)]
    said = [
        f"{field_label(name, words)}: `{_shown(name, answers[name], words)}`" for name in changed
    ]
    return "-# " + words("You entered: {answers}", answers=", ".join(said)) if said else ""


def _shown(name: str, answer: str, words: Translator) -> str:
    if answer in field_of(name).choices:
        return choice_label(name, answer, words)
    return " ".join(answer[:20].replace("`", "").split()) or "\N{EN DASH}"


def value_text(rules: Rules, name: str, words: Translator) -> str:
    """Give the value of a field as people read it."""
    answer = answer_of(rules, name)
    if field_of(name).choices:
        return choice_label(name, answer, words)
    return answer or words("none")
