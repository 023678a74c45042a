"""Contradictions in bids, nil and the exchange."""

from math import inf
from typing import Final

from engine.contradictions.kinds import Contradiction, default
from engine.rule_fields import RuleFields

NINE: Final = 9


def _follow_cards(rules: RuleFields) -> bool:
    return rules.bidding in {"mirror", "whiz"}


def _last_raises(rules: RuleFields) -> bool:
    return rules.table_minimum > 0 and rules.table_short == "last_raises"


def _most(rules: RuleFields) -> float:
    return inf if rules.maximum_contract is None else rules.maximum_contract


def _two_numbers(rules: RuleFields) -> bool:
    """Say whether both partners must bid a number, and these are added."""
    return rules.mode == "partners" and rules.side_bid == "sum" and rules.nil == "none"


BIDS: Final[tuple[Contradiction, ...]] = (
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
        lambda r: not r.blind_nil and r.blind_nil_value != default(r, "blind_nil_value"),
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
        lambda r: r.nil != "allowed" and r.blind_nil,
        "Where nil is not played nobody can bid blind nil.",
    ),
    (
        lambda r: r.nil != "allowed" and r.exchange > 0,
        "Cards are exchanged beside a nil, and nil is not played.",
    ),
    (
        lambda r: r.nil != "allowed" and r.bidding != "free",
        "Mirror, whiz and suicide bids need nil, and nil is not played.",
    ),
    (
        lambda r: _follow_cards(r) and r.seat_minimum > 1,
        "Mirror and whiz bids follow from the cards, so a seat can have no least bid.",
    ),
    (
        lambda r: _follow_cards(r) and r.maximum_contract is not None,
        "Mirror and whiz bids follow from the cards, so there can be no maximum contract.",
    ),
    (
        lambda r: _follow_cards(r) and not r.contract_of_nine,
        "Mirror and whiz bids follow from the cards, so they may come to nine.",
    ),
    (
        lambda r: _follow_cards(r) and r.table_minimum > 0,
        "Mirror and whiz bids follow from the cards, so the table can have no minimum.",
    ),
    (
        lambda r: _follow_cards(r) and r.hook,
        "Mirror and whiz bids follow from the cards, so they may come to all the tricks.",
    ),
    (
        lambda r: _follow_cards(r) and r.double_nil == "none",
        "Mirror and whiz bids follow from the cards, so both partners may bid nil.",
    ),
    (
        lambda r: r.bidding == "suicide" and r.double_nil == "none",
        "With suicide bidding a side never has two nils, so they need not be forbidden.",
    ),
    (
        lambda r: r.bidding == "suicide" and r.double_nil_bonus > 0,
        "With suicide bidding a side never has two nils, so they can score no bonus.",
    ),
    (
        lambda r: r.bidding == "suicide" and r.hook,
        "With suicide bidding the last may have no choice, so bids may come to all the tricks.",
    ),
    (
        lambda r: r.bidding == "suicide" and _last_raises(r),
        "With suicide bidding the last may have no choice, so it cannot make up for the table.",
    ),
    (
        lambda r: r.mode == "solo" and r.double_nil == "none",
        "One nil a side makes no sense in solo, where nobody has a partner.",
    ),
    (
        lambda r: r.mode == "solo" and r.double_nil_bonus > 0,
        "A bonus for two nils makes no sense in solo, where nobody has a partner.",
    ),
    (
        lambda r: r.mode == "solo" and r.side_bid == "second_closes",
        "In solo nobody has a partner who could close the bid.",
    ),
    (
        lambda r: r.mode == "solo" and r.bid_order == "by_side",
        "In solo nobody has a partner to bid next, so sides cannot bid in turn.",
    ),
    (
        lambda r: r.double_nil == "none" and r.double_nil_bonus > 0,
        "Only one partner may bid nil, so two nils can score no bonus.",
    ),
    (
        lambda r: r.double_nil == "unit" and r.nil_missed is not None,
        "Two nils that are one bid lose what they win, so a failed nil cannot cost another sum.",
    ),
    (
        lambda r: _most(r) < r.minimum_contract,
        "The maximum contract of a side is below its minimum.",
    ),
    (
        lambda r: _most(r) < r.seat_minimum,
        "The maximum contract of a side is below the least bid of a seat.",
    ),
    (
        lambda r: _most(r) < (r.blind_bid or 0),
        "The maximum contract of a side is below the least blind number.",
    ),
    (
        lambda r: _two_numbers(r) and _most(r) < 2 * r.seat_minimum,
        "The least bids of two partners come to more than the maximum contract.",
    ),
    (
        lambda r: r.maximum_contract == NINE and not r.contract_of_nine,
        "The maximum contract is nine, and nine is not bid.",
    ),
    (
        lambda r: r.side_bid == "second_closes" and r.bidding != "free",
        "Mirror, whiz and suicide bids are each their own, so no partner can close for the side.",
    ),
    (
        lambda r: r.possibles and r.side_bid == "sum",
        "A possible belongs to an opening, and where bids are added nobody opens.",
    ),
    (
        lambda r: r.opening == "high_bidder" and r.side_bid == "second_closes",
        "The highest bid cannot lead where one number is bid for the side.",
    ),
    (
        lambda r: r.table_minimum == 0 and r.table_short != "thrown_in",
        "What follows when the table bids too little makes no sense while it has no minimum.",
    ),
    (
        lambda r: r.table_short == "made" and r.nil == "allowed",
        "Bids cannot count as made without play while nil may be bid.",
    ),
    (
        lambda r: r.blind_bid is not None and r.bidding != "free",
        "Mirror, whiz and suicide bids cannot go together with blind numbers.",
    ),
    (
        lambda r: r.blind_bid is None and r.blind_bid_deficit > 0,
        "A deficit for blind numbers makes no sense while they may not be bid.",
    ),
    (
        lambda r: r.blind_bid is None and r.blind_bid_missed != "doubled",
        "What a blind number costs makes no sense while none may be bid.",
    ),
)
