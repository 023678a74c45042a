"""The entry of one house rule, with all of its texts.

The forms, the rules in words, the differences in lists, the values to choose from and docs/rules.md
are generated from it. See docs/architecture.md for how to add a rule.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.tables.mending import draft_of
from bot.tables.rule_answers import answer_of, field_of, read_answer
from bot.texts.sheet import number
from bot.texts.translator import Translator
from engine.rules import Rules


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence or a name to translate later; `{n}` is the rule's value."""

    english: str

    def say(self, words: Translator, **fields: object) -> str:
        """Translate it, and fill in its `{fields}`."""
        return words(self.english, **fields)


@dataclass(frozen=True, slots=True)
class Plural:
    """A sentence with the rule's value as a count; `{count}` is the value."""

    one: str
    many: str


Say: TypeAlias = Callable[[Rules, Translator], str]
"""A text that also depends on other rules; empty for nothing to say."""

Said: TypeAlias = Text | Plural | Say


def unsaid(_rules: Rules, _words: Translator) -> str:
    """Give an empty text, since another rule's sentence says it."""
    return ""


def _always(_rules: Rules) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Choice:
    """A value to choose.

    Attributes:
        label: its name in forms; None for the value itself.
        sentence: its sentence at tables; None if it goes without saying.
        off: its sentence if it goes without saying, but the preset has another value.
        mark: its difference from the usual value in a few words; None for label and value.
    """

    label: Text | None = None
    sentence: Said | None = None
    off: Said | None = None
    mark: Said | None = None


@dataclass(frozen=True, slots=True)
class RuleEntry:
    """A house rule in words: a number, or a value to choose.

    Attributes:
        name: the field of `Rules`.
        label: its name in forms and panels.
        choices: its values by their answers, `yes` and `no` for a switch; empty for a number.
        sentence: the sentence of a number.
        none: the sentence without a number.
        off: the sentence of the default if the preset has another value; a number without it always
            gets its sentence.
        mark: a number's difference from the usual one in a few words; None for label and number.
        examples: common numbers, for the panel and docs/rules.md.
        applies: whether the rule has an effect under the others.
        said_by: the rule whose sentence covers this one as well; empty for none.
        minor: whether its difference comes after the others.
    """

    name: str
    label: Text
    choices: Mapping[str, Choice] = field(default_factory=dict)
    sentence: Said | None = None
    none: Said | None = None
    off: Said | None = None
    mark: Said | None = None
    examples: tuple[int | None, ...] = ()
    applies: Callable[[Rules], bool] = _always
    said_by: str = ""
    minor: bool = False

    @property
    def default(self) -> object:
        """The default value."""
        return Rules.model_fields[self.name].default

    @property
    def conditional(self) -> bool:
        """Whether the rule can be without effect."""
        return self.applies is not _always

    def values(self) -> Iterator[object]:
        """Give the default, then the other common values."""
        yield self.default
        for value in self._others():
            if value != self.default:
                yield value

    def _others(self) -> Iterator[object]:
        choices = field_of(self.name).choices
        yield from (read_answer(self.name, choice) for choice in choices)
        yield from self.examples

    def title(self, words: Translator) -> str:
        """Name the rule."""
        return self.label.say(words)

    def choice_title(self, answer: str, words: Translator) -> str:
        """Name a choice by its answer."""
        label = self.choices.get(answer, Choice()).label
        return answer if label is None else label.say(words)

    def answer_to(self, value: object) -> str:
        """Write a value as a person would answer."""
        return answer_of(draft_of(Rules(), {self.name: value}), self.name)

    def answer_title(self, answer: str, words: Translator) -> str:
        """Give an answer as people read it."""
        return self.value_of(draft_of(Rules(), {self.name: read_answer(self.name, answer)}), words)

    def sentence_of(self, rules: Rules, words: Translator) -> str:
        """Give the rule's sentence; empty if it is off, or another sentence covers it."""
        if not self.applies(rules):
            return ""
        return self._say(self._sentence(rules), rules, words)

    def off_of(self, rules: Rules, words: Translator) -> str:
        """Say that the rule is off, unlike in the preset."""
        if not self.applies(rules):
            return ""
        off = self._choice(rules).off if self.choices else self.off
        return self._say(off, rules, words)

    def mark_of(self, rules: Rules, words: Translator) -> str:
        """Give the difference of the value in a few words; empty if another rule covers it."""
        mark = self._choice(rules).mark if self.choices else self.mark
        if mark is not None:
            return self._say(mark, rules, words)
        return f"{self.title(words)}: {self.value_of(rules, words)}"

    def value_of(self, rules: Rules, words: Translator) -> str:
        """Give the value as people read it."""
        value = getattr(rules, self.name)
        if self.choices:
            return self.choice_title(answer_of(rules, self.name), words)
        return words("none") if value is None else number(value)

    def _choice(self, rules: Rules) -> Choice:
        return self.choices.get(answer_of(rules, self.name), Choice())

    def _sentence(self, rules: Rules) -> Said | None:
        if self.choices:
            return self._choice(rules).sentence
        value = getattr(rules, self.name)
        if value == self.default and self.off is not None:
            return None
        return self.none if value is None else self.sentence

    def _say(self, said: Said | None, rules: Rules, words: Translator) -> str:
        value = getattr(rules, self.name)
        match said:
            case None:
                return ""
            case Text():
                return said.say(words, n=number(value) if isinstance(value, int) else value)
            case Plural(one=one, many=many):
                return words.plural(one, many, value)
            case _:
                return said(rules, words)


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic: rules that belong together.

    Attributes:
        name: its name in custom ids.
        label: its name for people.
        entries: its rules, in order.
    """

    name: str
    label: Text
    entries: tuple[RuleEntry, ...]
