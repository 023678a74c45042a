"""The exchange of cards between a nil bidder and the partner before the play.

Both choose before either sees the other's cards: they change hands when all have passed.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from engine.actions import Bid, Pass
from engine.cards import Bits, CardSet
from engine.errors import BadExchange, RuleError
from engine.rules import Rules
from engine.seats import Seat, seats_from

Passed = tuple[Bits, ...]
"""By seat, the cards that it has passed; 0 for none."""


def to_pass(rules: Rules, bids: Sequence[Bid | None], first: Seat) -> tuple[Seat, ...]:
    """Give the seats that pass cards in a round, in the order in which they choose.

    Args:
        rules: the rules of the table.
        bids: by seat, all made.
        first: the seat that chooses first.
    """
    if not rules.exchange:
        return ()
    sides = {rules.side_of(bid.seat) for bid in bids if bid is not None and _counts(rules, bid)}
    order = seats_from(first, len(rules.seats))
    return tuple(seat for seat in order if rules.side_of(seat) in sides)


def _counts(rules: Rules, bid: Bid) -> bool:
    return bid.is_nil and (bid.blind or rules.exchange_when == "any_nil")


def legal_passes(rules: Rules, seat: Seat, hand: Bits) -> Iterator[Pass]:
    """Give every choice of cards that a seat may pass."""
    return (Pass(seat, CardSet.of(cards)) for cards in combinations(CardSet(hand), rules.exchange))


def refuse_pass(rules: Rules, choice: Pass, hand: Bits) -> RuleError | None:
    """Say why a seat may not pass these cards, or None if it may."""
    held = choice.cards.bits & ~hand == 0
    return None if held and len(choice.cards) == rules.exchange else BadExchange(rules.exchange)


def exchanged(rules: Rules, hands: Sequence[Bits], passed: Passed) -> tuple[Bits, ...]:
    """Give the hands after the exchange; a seat that passed nothing keeps its cards."""
    after = []
    for seat in rules.seats:
        partner = rules.partner_of(seat)
        gained = 0 if partner is None else passed[partner]
        after.append(hands[seat] & ~passed[seat] | gained)
    return tuple(after)
