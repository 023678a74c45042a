"""Contradictions between fields of a rule set, each with the sentence that explains it.

Fields that merely have no effect (what breaks spades, when spades may be led at any time) do not
contradict others.
"""

from typing import Final

from engine.contradictions.bids import BIDS
from engine.contradictions.kinds import Contradiction
from engine.contradictions.scores import SCORES
from engine.contradictions.table import TABLE
from engine.rule_fields import RuleFields

CONTRADICTIONS: Final[tuple[Contradiction, ...]] = (*TABLE, *BIDS, *SCORES)
"""Conditions that must not hold, each with its sentence; the first that holds is reported."""


def contradiction(rules: RuleFields) -> str | None:
    """Give the first contradiction in a rule set, or None."""
    return next((sentence for holds, sentence in CONTRADICTIONS if holds(rules)), None)
