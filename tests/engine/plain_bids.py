"""Which bids a seat may make, and which seats pass cards, written from the rules a second time.

Of the engine it takes the fields of the rules alone. A bid is a number, "nil" or "blind_nil".
"""

from collections.abc import Mapping, Sequence

from engine.rules import Rules
from tests.engine.plain_cards import suit

PlainBid = int | str
"""1 to 13 (17 with three seats), "nil" or "blind_nil"."""


def deck_of(rules: Rules) -> str:
    """Name the deck of a table as `plain_cards` does."""
    return "three" if rules.players == 3 else rules.deck


def partner_of(rules: Rules, seat: int) -> int | None:
    """Give the seat opposite, or None where everyone plays alone."""
    return (seat + 2) % 4 if rules.mode == "partners" else None


def sides_of(rules: Rules) -> list[list[int]]:
    """List the seats of each side."""
    if rules.mode == "partners":
        return [[0, 2], [1, 3]]
    return [[seat] for seat in range(rules.players)]


def may_be_blind(rules: Rules, seat: int, scores: Sequence[int]) -> bool:
    """Say whether a seat's cards lie face down at the deal.

    Args:
        rules: the rules of the table.
        seat: which.
        scores: by side, before the round.
    """
    if not rules.blind_nil:
        return False
    for own, seats in enumerate(sides_of(rules)):
        if seat in seats:
            best = max(score for side, score in enumerate(scores) if side != own)
            return rules.blind_nil_deficit == 0 or best - scores[own] >= rules.blind_nil_deficit
    raise AssertionError("every seat is of some side")


def bids(
    rules: Rules, seat: int, hand: set[str], made: Mapping[int, PlainBid], face_down: bool
) -> set[PlainBid]:
    """Give the bids of a seat whose turn it is.

    Args:
        rules: the rules of the table.
        seat: which.
        hand: its cards.
        made: the bids before, by seat.
        face_down: whether it has not seen its cards.
    """
    highest = 17 if rules.players == 3 else 13
    numbers: set[PlainBid] = set(range(1, highest + 1))
    found = numbers | {"nil"} | ({"blind_nil"} if face_down else set())
    spades = sum(suit(card, deck_of(rules)) == "S" for card in hand)
    if rules.bidding == "mirror":
        found = {spades or "nil"}
    if rules.bidding == "whiz":
        found = {"blind_nil"} if face_down else {spades or "nil", "nil"}
    partner = partner_of(rules, seat)
    partners = None if partner is None else made.get(partner)
    if rules.bidding == "suicide" and partners is not None:
        found = found & numbers if isinstance(partners, str) else found - numbers
    return {bid for bid in found if _reaches_minimum(rules, bid, partners)}


def _reaches_minimum(rules: Rules, bid: PlainBid, partners: PlainBid | None) -> bool:
    """Say whether a bid leaves the side a contract that is large enough, or none at all."""
    if partners is None and rules.mode == "partners":
        # The partner can still bid the rest, but for a suicide's partner, who must bid nil.
        return rules.bidding != "suicide" or isinstance(bid, str) or bid >= rules.minimum_contract
    contract = sum(each for each in (bid, partners) if isinstance(each, int))
    return contract == 0 or contract >= rules.minimum_contract


def passing(rules: Rules, made: Mapping[int, PlainBid], first: int) -> list[int]:
    """List the seats that pass cards, in the order in which they choose.

    Args:
        rules: the rules of the table.
        made: all bids, by seat; none in a round that bids itself.
        first: the seat on the dealer's left.
    """
    if rules.exchange == 0:
        return []
    wanted = {"blind_nil"} if rules.exchange_when == "blind_nil" else {"nil", "blind_nil"}
    nils = [seat for seat, bid in made.items() if bid in wanted]
    order = [(first + step) % rules.players for step in range(rules.players)]
    return [seat for seat in order if seat in nils or partner_of(rules, seat) in nils]
