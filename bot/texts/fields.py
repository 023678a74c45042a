"""The fields of a rule set in forms: labels and choices."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from bot.tables.forms import Field, answer_of, field_of
from bot.texts.house_rules.catalogue import ENTRIES, TOPICS
from bot.texts.translator import Translator
from engine.rules import Rules

MOST_FIELDS: Final = 5
"""Discord's limit for the fields of a form."""


def _forms() -> Iterator[tuple[str, tuple[str, ...]]]:
    for topic in TOPICS:
        names = [entry.name for entry in topic.entries]
        for number, begun in enumerate(range(0, len(names), MOST_FIELDS), 1):
            form = topic.name if number == 1 else f"{topic.name}{number}"
            yield form, tuple(names[begun : begun + MOST_FIELDS])


FORMS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(dict(_forms()))
"""Every field of `Rules` by form; a topic with many rules has several forms."""


def form_title(form: str, words: Translator) -> str:
    """Name a form."""
    topic = next(topic for topic in TOPICS if topic.name == form.rstrip("0123456789"))
    title = topic.label.say(words)
    return f"{title} {form.removeprefix(topic.name)}".rstrip()


def field_label(name: str, words: Translator) -> str:
    """Name a field in a form."""
    return ENTRIES[name].title(words)


def choice_label(name: str, choice: str, words: Translator) -> str:
    """Name a choice of a field."""
    return ENTRIES[name].choice_title(choice, words)


def range_text(field: Field, words: Translator) -> str:
    """Give the range of a field, and the answer for none."""
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
    """Say which answers a field accepts."""
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
    """List the answers of a form that differ from the present rules."""
    changed = [name for name, text in answers.items() if text.strip() != answer_of(rules, name)]
    said = [
        f"{field_label(name, words)}: `{_shown(name, answers[name], words)}`" for name in changed
    ]
    return "-# " + words("You entered: {answers}", answers=", ".join(said)) if said else ""


def _shown(name: str, answer: str, words: Translator) -> str:
    if answer in field_of(name).choices:
        return choice_label(name, answer, words)
    return " ".join(answer[:20].replace("`", "").split()) or "\N{EN DASH}"
