"""The type of a contradiction of rules."""

from collections.abc import Callable

from engine.rule_fields import RuleFields

Contradiction = tuple[Callable[[RuleFields], bool], str]
"""A condition that must not hold, with the sentence that explains it."""


def default(rules: RuleFields, field: str) -> object:
    """Give the default of a field."""
    return type(rules).model_fields[field].default
