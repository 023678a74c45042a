"""How house rules are asked for: each as it is, its answers read or refused."""

import random
from typing import Any

import pytest

from bot.tables.rule_answers import BadAnswer, answer_of, field_of, read_answer
from bot.texts.house_rules.catalogue import ENTRIES
from engine.rules import Rules
from tests.engine.mixtures import CHOICES, random_rules

FIELDS = list(ENTRIES)
MIXTURES = [random_rules(random.Random(seed)) for seed in range(40)]


def answer_for(name: str, value: object) -> str:
    """Write a value of a field as a person would answer."""
    fields: dict[str, Any] = {name: value}
    return answer_of(Rules.model_construct(None, **fields), name)


@pytest.mark.parametrize("name", FIELDS)
def test_any_value_is_written_and_read_back(name: str) -> None:
    """The answer that stands for a value is read as this value, whatever the value is."""
    for rules in MIXTURES:
        answer = answer_of(rules, name)
        assert read_answer(name, answer) == getattr(rules, name)
        assert type(read_answer(name, answer)) is type(getattr(rules, name))
        assert read_answer(name, f"  {answer} \n") == getattr(rules, name)


@pytest.mark.parametrize("name", FIELDS)
def test_a_field_is_asked_for_as_the_rules_say(name: str) -> None:
    """Words and switches are choices, all of them; numbers have the range that the rules take."""
    asked = field_of(name)
    values = [value for value in CHOICES[name] if value is not None]
    if asked.choices:
        assert {answer_for(name, value) for value in values} <= set(asked.choices)
        assert (asked.lowest, asked.highest, asked.optional) == (None, None, False)
        return
    assert all(isinstance(value, int) for value in values)
    assert asked.optional == (None in CHOICES[name])
    for value in (asked.lowest, asked.highest):
        if value is not None:
            assert read_answer(name, str(value)) == value
    for beyond in (asked.lowest and asked.lowest - 1, asked.highest and asked.highest + 1):
        if beyond:
            with pytest.raises(BadAnswer):
                read_answer(name, str(beyond))


@pytest.mark.parametrize("answer", ["", "-", "0", "no", "None", "OFF"])
@pytest.mark.parametrize("name", ["losing_score", "bag_limit", "bid_seconds", "play_seconds"])
def test_nothing_is_an_answer_where_a_rule_can_be_off(name: str, answer: str) -> None:
    """Empty, a dash, 0, no, none and off all mean none."""
    assert read_answer(name, answer) is None


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("nil_value", ""),
        ("nil_value", "none"),
        ("nil_value", "many"),
        ("nil_value", "3.5"),
        ("nil_value", "1e3"),
        ("nil_value", "100 points"),
        ("nil_value", "\N{ARABIC-INDIC DIGIT ONE}00"),
        ("nil_value", "0" * 7),
        ("nil_value", "9" * 5000),
        ("nil_value", "9"),
        ("nil_value", "501"),
        ("losing_score", "200"),
        ("losing_score", "-49"),
        ("losing_score", "--200"),
        ("bag_limit", "14"),
        ("minimum_contract", "8"),
        ("minimum_contract", ""),
        ("minimum_contract", "-1"),
        ("bidding", ""),
        ("bidding", "Mirror"),
        ("bidding", "loud"),
        ("players", "5"),
        ("blind_nil", "true"),
        ("blind_nil", "1"),
    ],
)
def test_bad_answers(name: str, answer: str) -> None:
    """What is no value of the field is refused, with the field and the answer, and not guessed."""
    with pytest.raises(BadAnswer) as caught:
        read_answer(name, answer)
    assert caught.value.field == field_of(name)
    assert caught.value.answer == answer.strip()
    assert str(caught.value)


@pytest.mark.parametrize(
    ("answer", "value"), [("-200", -200), ("\N{MINUS SIGN}200", -200), (" -350", -350)]
)
def test_either_minus_is_a_minus(answer: str, value: int) -> None:
    """The minus that the bot prints is read like the one on the keyboard."""
    assert read_answer("losing_score", answer) == value


def test_a_sign_before_a_number_is_read() -> None:
    """Plus is allowed, and leading zeros are no other number."""
    assert read_answer("nil_value", "+50") == read_answer("nil_value", "050") == 50
