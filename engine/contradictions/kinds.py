"""What a contradiction of rules is."""

from collections.abc import Callable

from engine.rule_fields import RuleFields

Contradiction = tuple[Callable[[RuleFields], bool], str]
"""What must not hold, with what to tell whoever chose it."""


def default(rules: RuleFields, field: str) -> object:
    """Give the value that a field has where nobody chose one."""
    return type(rules).model_fields[field].default
