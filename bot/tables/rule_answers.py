"""House rules as questions: how to ask for a field, and how to read an answer."""

import re
from dataclasses import dataclass
from typing import ClassVar, Final, Literal, get_args, get_origin

from engine.errors import RuleError
from engine.rules import Rules

YES: Final = "yes"
NO: Final = "no"
_NOTHING: Final = frozenset({"", "-", "0", "no", "none", "off"})


@dataclass(frozen=True, slots=True)
class Field:
    """How to ask for a field.

    Attributes:
        name: the field of `Rules`.
        choices: the values to choose from, as texts; empty for a number.
        lowest: the least number, or None for no lower limit.
        highest: the greatest number, or None for no upper limit.
        optional: whether "none" is an answer.
    """

    name: str
    choices: tuple[str, ...] = ()
    lowest: int | None = None
    highest: int | None = None
    optional: bool = False


@dataclass(eq=False)
class BadAnswer(RuleError):
    """An answer in a form does not fit the field.

    Attributes:
        field: the field.
        answer: the answer.
    """

    code: ClassVar[str] = "bad_answer"
    field: Field
    answer: str

    def __str__(self) -> str:
        return f"{self.answer!r} is no value of {self.field.name}"


def field_of(name: str) -> Field:
    """Give how to ask for a field of `Rules`."""
    info = Rules.model_fields[name]
    if info.annotation is bool:
        return Field(name, (YES, NO))
    if get_origin(info.annotation) is Literal:
        return Field(name, tuple(map(str, get_args(info.annotation))))
    limits = {
        limit: getattr(rule, limit)
        for rule in info.metadata
        for limit in ("ge", "le")
        if hasattr(rule, limit)
    }
    optional = type(None) in get_args(info.annotation)
    return Field(name, (), limits.get("ge"), limits.get("le"), optional)


def answer_of(rules: Rules, name: str) -> str:
    """Write the present value of a field as an answer."""
    value = getattr(rules, name)
    if isinstance(value, bool):
        return YES if value else NO
    return "" if value is None else str(value)


def read_answer(name: str, answer: str) -> object:
    """Read an answer.

    Raises:
        BadAnswer: it is not one of the choices, or not a whole number within the range.
    """
    field = field_of(name)
    text = answer.strip()
    if field.choices:
        if text not in field.choices:
            raise BadAnswer(field, text)
        return _chosen(name, text)
    number = _number(text)
    if number is not None and _within(field, number):
        return number
    if field.optional and text.casefold() in _NOTHING:
        return None
    raise BadAnswer(field, text)


def _chosen(name: str, text: str) -> object:
    annotation = Rules.model_fields[name].annotation
    if annotation is bool:
        return text == YES
    return next(value for value in get_args(annotation) if str(value) == text)


def _number(text: str) -> int | None:
    plain = text.replace("\N{MINUS SIGN}", "-")
    return int(plain) if re.fullmatch(r"[+-]?[0-9]{1,6}", plain, re.ASCII) else None


def _within(field: Field, number: int) -> bool:
    above = field.lowest is None or number >= field.lowest
    return above and (field.highest is None or number <= field.highest)
