"""Rule sets as short codes, to copy from one server to another.

A code is `SPADES1-` and a case-insensitive text: the rules that differ from their defaults, each as
a hash of its field and its value, and a checksum. The hashes are of the names of fields and values,
so a code stays valid when rules are added; a bot without one of its rules says so.
"""

import re
from base64 import b32decode, b32encode
from binascii import crc_hqx
from collections.abc import Iterator
from io import BytesIO
from typing import Final

from bot.tables.errors import BadRuleCode
from bot.tables.rule_answers import answer_of, field_of, read_answer
from engine.rules import Rules

VERSION: Final = 1
"""The version of the format, so that older bots can report a newer code."""

LONGEST_CODE: Final = 600
"""The most characters of a code, including some spaces."""

_BEGINS: Final = re.compile(r"SPADES(\d{1,3})-")
_CHECK: Final = 2
_MARK: Final = 2
"""The bytes of the checksum and of a field's hash; a value's hash takes one."""

_GROUP: Final = 128
"""The continuation bit of a number, which is written in groups of seven bits, the lowest first."""


def is_code(text: str) -> bool:
    """Say whether a text looks like a code, complete or not."""
    return _BEGINS.match(_plain(text)) is not None


def code_of(rules: Rules) -> str:
    """Give the code of a rule set."""
    body = b"".join(_written(rules))
    return f"SPADES{VERSION}-{_letters(body + _check(body))}"


def rules_of_code(text: str) -> Rules:
    """Give the rules of a code; spaces, line breaks and case do not matter.

    Raises:
        BadRuleCode: it is damaged, or contains something unknown to this version.
        BadAnswer, BadRules: its rules are out of range or contradict each other in this version.
    """
    plain = _plain(text)
    begun = _BEGINS.match(plain)
    if begun is None:
        raise BadRuleCode
    if int(begun[1]) != VERSION:
        raise BadRuleCode(newer=True)
    written = plain[begun.end() :]
    try:
        data = b32decode(written + "=" * (-len(written) % 8))
    except ValueError as fault:
        raise BadRuleCode from fault
    body, check = data[:-_CHECK], data[-_CHECK:]
    if check != _check(body) or written != _letters(data):
        raise BadRuleCode
    return Rules().changed(**dict(_read(body)))


def _letters(data: bytes) -> str:
    return b32encode(data).decode().rstrip("=")


def _plain(text: str) -> str:
    return re.sub(r"[\s`]", "", text).upper()


def _check(body: bytes) -> bytes:
    return crc_hqx(body, VERSION).to_bytes(_CHECK, "big")


def _field_mark(name: str) -> bytes:
    return crc_hqx(name.encode(), 0).to_bytes(_MARK, "big")


def _choice_mark(choice: str) -> bytes:
    return bytes([crc_hqx(choice.encode(), 0) & 0xFF])


def _written(rules: Rules) -> Iterator[bytes]:
    for name, info in Rules.model_fields.items():
        value = getattr(rules, name)
        if value == info.default:
            continue
        yield _field_mark(name)
        if field_of(name).choices:
            yield _choice_mark(answer_of(rules, name))
        else:
            yield _number(value)


def _number(value: int | None) -> bytes:
    """Write a number so that small ones are short: none is 0, and 0, -1, 1 are 1, 2, 3."""
    rest = 0 if value is None else 2 * abs(value) + (value >= 0)
    written = []
    while rest >= _GROUP:
        written.append(rest % _GROUP + _GROUP)
        rest //= _GROUP
    return bytes([*written, rest])


def _read_number(stream: BytesIO) -> str:
    """Read a number as an answer; of a truncated one, the part that is there."""
    found, weight = 0, 1
    for byte in iter(lambda: stream.read(1), b""):
        found += byte[0] % _GROUP * weight
        weight *= _GROUP
        if byte[0] < _GROUP:
            break
    if not found:
        return ""
    return str(found // 2 if found % 2 else -(found // 2))


def _read(body: bytes) -> Iterator[tuple[str, object]]:
    """Read fields and values.

    Raises:
        BadRuleCode: a field or a value is unknown here.
        BadAnswer: a number is out of its range.
    """
    names = {_field_mark(name): name for name in Rules.model_fields}
    stream = BytesIO(body)
    while mark := stream.read(_MARK):
        name = names.get(mark)
        if name is None:
            raise BadRuleCode(newer=True)
        yield name, read_answer(name, _read_value(name, stream))


def _read_value(name: str, stream: BytesIO) -> str:
    choices = field_of(name).choices
    if not choices:
        return _read_number(stream)
    mark = stream.read(1)
    for choice in choices:
        if _choice_mark(choice) == mark:
            return choice
    raise BadRuleCode(newer=True)
