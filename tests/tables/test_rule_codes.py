"""Rule sets as codes: copied from one server, pasted in another, and what can go wrong between."""

import random
from itertools import combinations
from typing import Final

import pytest

from bot.tables import rule_codes
from bot.tables.errors import BadRuleCode
from bot.tables.rule_answers import field_of
from bot.tables.rule_codes import LONGEST_CODE, code_of, is_code, rules_of_code
from engine.presets import CARDCOUCH, JOKER_DEUCE, PRESETS
from engine.rules import Rules
from tests.engine.mixtures import random_rules

MOST_AT_HAND: Final = 100
"""Characters that a choice of an autocomplete holds."""


def test_a_code_brings_its_rules_back() -> None:
    """Every preset and any mixture comes out as it went in, also in small letters and broken up."""
    mixtures = [random_rules(random.Random(seed)) for seed in range(60)]
    for rules in (Rules(), *PRESETS.values(), *mixtures):
        code = code_of(rules)
        assert is_code(code)
        assert len(code) <= LONGEST_CODE
        assert rules_of_code(code) == rules
        assert rules_of_code(f" `{code[:12]}\n {code[12:].lower()}` ") == rules


def test_codes_are_short() -> None:
    """Each preset fits into a choice, so that a pasted code can be offered with what it says."""
    assert all(len(code_of(rules)) <= MOST_AT_HAND for rules in PRESETS.values())
    assert code_of(Rules()) == "SPADES1-AAAQ"


def test_marks_are_unlike_each_other() -> None:
    """No two fields have the same mark in a code, and no two values of a field."""
    names = list(Rules.model_fields)
    marks = [rule_codes._field_mark(name) for name in names]
    assert len(set(marks)) == len(names)
    for name in names:
        for one, other in combinations(field_of(name).choices, 2):
            assert rule_codes._choice_mark(one) != rule_codes._choice_mark(other), (
                name,
                one,
                other,
            )


def test_a_code_of_today_is_read_for_ever() -> None:
    """What was copied once means the same in every later version."""
    assert rules_of_code("SPADES1-JTXZAA34NGXHDNI") == CARDCOUCH
    deuces = "SPADES1-MAGBETHPSABTKFIJJDO3EDDLZEAXY2NOJXHQ"
    assert rules_of_code(deuces) == JOKER_DEUCE


def test_a_damaged_code_is_not_guessed() -> None:
    """Any letter changed, lost, doubled or swapped is noticed."""
    code = code_of(JOKER_DEUCE)
    begins = code.index("-") + 1
    for at in range(begins, len(code)):
        wrong = "A" if code[at] != "A" else "B"
        for damaged in (
            code[:at] + wrong + code[at + 1 :],
            code[:at] + code[at + 1 :],
            code[:at],
        ):
            with pytest.raises(BadRuleCode) as caught:
                rules_of_code(damaged)
            assert not caught.value.newer


@pytest.mark.parametrize(
    "text", ["", "SPADES", "SPADES1-", "SPADES1-!", "SPADES1-A", "Friday night"]
)
def test_what_is_no_code(text: str) -> None:
    """Anything else is refused as a damaged one."""
    with pytest.raises(BadRuleCode):
        rules_of_code(text)


def test_a_code_of_a_newer_version_says_so() -> None:
    """Neither another way of writing, nor a rule or a value unknown here, is taken for damage."""
    later = (
        rule_codes._field_mark("phase_of_the_moon") + b"\x01",
        rule_codes._field_mark("deck") + rule_codes._choice_mark("tarot"),
    )
    codes = [f"SPADES1-{rule_codes._letters(body + rule_codes._check(body))}" for body in later]
    for code in ("SPADES2-AAAA", *codes):
        with pytest.raises(BadRuleCode) as caught:
            rules_of_code(code)
        assert caught.value.newer
