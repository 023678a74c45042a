"""The entry of one house rule: everything that is said of it, in one place.

From it come the forms, the rules in words, what sets a rule set apart in a list, the values to
choose from and docs/rules.md. How a rule is added: docs/architecture.md.
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
    """A sentence or a name, said later in whatever language; `{n}` stands for the rule's value."""

    english: str

    def say(self, words: Translator, **fields: object) -> str:
        """Say it, with its `{fields}` filled in."""
        return words(self.english, **fields)


@dataclass(frozen=True, slots=True)
class Plural:
    """A sentence that depends on the rule's value as a number; `{count}` stands for it."""

    one: str
    many: str


Say: TypeAlias = Callable[[Rules, Translator], str]
"""Says something that depends on other rules too; an empty text where there is nothing to say."""

Said: TypeAlias = Text | Plural | Say


def unsaid(_rules: Rules, _words: Translator) -> str:
    """Say nothing, since another rule says it."""
    return ""


def _always(_rules: Rules) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Choice:
    """A value to choose.

    Attributes:
        label: its name in forms; None where that is the value itself.
        sentence: what tables say of it; None where it goes without saying.
        off: what is said where it goes without saying, but the named set has another value.
        mark: what sets it apart from the usual value, in a few words; None: label and value.
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
        choices: its values by the answer that stands for them, `yes` and `no` for a switch; none
            where it is a number.
        sentence: what tables say of a number.
        none: what they say where there is no number.
        off: what is said of the default where the named set has another value; a number without
            it is always said.
        mark: what sets a number apart from the usual one, in a few words; None: label and number.
        examples: numbers that people play; the panel offers them, docs/rules.md reads them out.
        applies: whether the rule has anything to act on beside the others.
        said_by: the rule whose sentence says this one as well; empty where none does.
        minor: whether its mark stands behind those of the others.
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
        """The value that a rule set has where nobody has chosen another."""
        return Rules.model_fields[self.name].default

    @property
    def conditional(self) -> bool:
        """Whether the rule can be without anything to act on."""
        return self.applies is not _always

    def values(self) -> Iterator[object]:
        """Give the default, then the other values that people play."""
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
        """Name a choice by the answer that stands for it."""
        label = self.choices.get(answer, Choice()).label
        return answer if label is None else label.say(words)

    def answer_to(self, value: object) -> str:
        """Write a value as a person would answer."""
        return answer_of(draft_of(Rules(), {self.name: value}), self.name)

    def answer_title(self, answer: str, words: Translator) -> str:
        """Give an answer as people read it."""
        return self.value_of(draft_of(Rules(), {self.name: read_answer(self.name, answer)}), words)

    def sentence_of(self, rules: Rules, words: Translator) -> str:
        """Say the rule; empty where it is off, or another says it."""
        if not self.applies(rules):
            return ""
        return self._say(self._sentence(rules), rules, words)

    def off_of(self, rules: Rules, words: Translator) -> str:
        """Say that the rule is off, for those who know it from the named set."""
        if not self.applies(rules):
            return ""
        off = self._choice(rules).off if self.choices else self.off
        return self._say(off, rules, words)

    def mark_of(self, rules: Rules, words: Translator) -> str:
        """Say in a few words what sets the value apart; empty where another rule says it."""
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
    """Rules that stand together, as people think of them.

    Attributes:
        name: stands in custom ids.
        label: its name for people.
        entries: its rules, in the order in which they are shown.
    """

    name: str
    label: Text
    entries: tuple[RuleEntry, ...]
