"""Contradictions between fields of a rule set, each with the sentence that explains it.

Fields that merely have no effect (what breaks spades, when spades may be led at any time) do not
contradict others.
"""

from collections.abc import Callable
from typing import Final

from engine.rule_fields import RuleFields

_Holds = Callable[[RuleFields], bool]

CONTRADICTIONS: Final[tuple[tuple[_Holds, str], ...]] = (
    (
        lambda r: r.players == 3 and r.mode == "partners",  # noqa: PLR2004 - three players
        "Three players cannot play as partners: choose solo, or four players.",
    ),
    (
        lambda r: r.players == 3 and r.deck != "standard",  # noqa: PLR2004 - three players
        "Three players share 51 standard cards, so jokers and high deuces need four players.",
    ),
    (
        lambda r: r.mode == "solo" and r.failed_nil_tricks == "help_partner",
        "The tricks of a failed nil cannot help a partner in solo, where nobody has one.",
    ),
    (
        lambda r: r.mode == "solo" and r.double_nil == "unit",
        "Two nils cannot be judged as one bid in solo, where nobody has a partner.",
    ),
    (
        lambda r: r.mode == "solo" and r.bidding == "suicide",
        "Suicide bidding needs partners, and in solo nobody has one.",
    ),
    (
        lambda r: r.mode == "solo" and r.exchange > 0,
        "Cards are exchanged with a partner, and in solo nobody has one.",
    ),
    (
        lambda r: r.bidding == "mirror" and r.blind_nil,
        "Mirror bids follow from the cards, so they cannot go together with blind nil.",
    ),
    (
        lambda r: r.bidding in {"mirror", "whiz"} and r.minimum_contract > 0,
        "Mirror and whiz bids follow from the cards, so there can be no minimum contract.",
    ),
    (
        lambda r: r.bidding == "suicide" and r.double_nil == "unit",
        "With suicide bidding a side never has two nils, so they cannot be judged as one bid.",
    ),
    (
        lambda r: not r.blind_nil and r.blind_nil_value != _default(r, "blind_nil_value"),
        "A value for blind nil makes no sense while blind nil is not allowed.",
    ),
    (
        lambda r: not r.blind_nil and r.blind_nil_deficit > 0,
        "A deficit for blind nil makes no sense while blind nil is not allowed.",
    ),
    (
        lambda r: r.exchange == 0 and r.exchange_when != "any_nil",
        "When cards are exchanged makes no sense while none are.",
    ),
    (
        lambda r: r.exchange_when == "blind_nil" and not r.blind_nil,
        "Cards cannot be exchanged for blind nil alone while blind nil is not allowed.",
    ),
    (
        lambda r: r.bag_limit is None and not r.bag_points_kept,
        "Bag points are taken back at a penalty, and without a bag limit there is none.",
    ),
    (
        lambda r: r.bag_limit is None and r.bag_count == "reset",
        "The bag count begins again at a penalty, and without a bag limit there is none.",
    ),
    (
        lambda r: r.failed_nil_tricks == "ignored" and r.failed_nil_bag_points == 0,
        "The tricks of a failed nil are ignored, so their bags have no points to set.",
    ),
    (
        lambda r: r.boston != "bonus" and r.boston_bonus != _default(r, "boston_bonus"),
        "A Boston bonus makes no sense while Boston scores no bonus.",
    ),
)
"""Conditions that must not hold, each with its sentence; the first that holds is reported."""


def contradiction(rules: RuleFields) -> str | None:
    """Give the first contradiction in a rule set, or None."""
    return next((sentence for holds, sentence in CONTRADICTIONS if holds(rules)), None)


def _default(rules: RuleFields, field: str) -> object:
    return type(rules).model_fields[field].default
