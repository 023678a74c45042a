"""What a house rule takes as an answer: its range, and what is said where one does not fit."""

from bot.tables.rule_answers import Field
from bot.texts.house_rules.catalogue import ENTRIES
from bot.texts.translator import Translator


def range_text(field: Field, words: Translator) -> str:
    """Say which numbers a field takes, and what stands for none."""
    if field.lowest is None:
        numbers = words("{highest} or less", highest=field.highest)
    else:
        numbers = words("{lowest} to {highest}", lowest=field.lowest, highest=field.highest)
    if field.optional:
        return words("{range}; empty: none", range=numbers)
    if field.lowest == 0 == ENTRIES[field.name].default:
        return words("{range}; 0: none", range=numbers)
    return numbers


def bad_answer_text(field: Field, answer: str, words: Translator) -> str:
    """Say what a field would have taken."""
    label = ENTRIES[field.name].title(words)
    if field.choices:
        return words("{label}: choose one of the list.", label=label)
    given = " ".join(answer[:20].replace("`", "").split())
    return words(
        "{label}: `{given}` does not fit; a whole number, {range}.",
        label=label,
        given=given,
        range=range_text(field, words),
    )
