"""Which bids a seat may make, and which seats pass cards, written from the rules a second time.

Of the engine it takes the fields of the rules alone. A bid is a number, "nil", "blind_nil", "zero",
"blind 7" for a whole side, "+" for the partner whom that covers, or an opening "3p".
"""

from collections.abc import Iterable, Mapping, Sequence

from engine.rules import Rules
from tests.engine.plain_cards import TRUMPS_FROM_TOP, suit

PlainBid = int | str
NILS = {"nil", "blind_nil"}


def deck_of(rules: Rules) -> str:
    """Name the deck of a table as `plain_cards` does."""
    return f"{rules.deck} of three" if rules.players == 3 else rules.deck


def most(rules: Rules) -> int:
    """Give the tricks of a round."""
    if rules.players == 3:
        return 18 if "BJ" in TRUMPS_FROM_TOP[rules.deck] else 17
    return 13


def partner_of(rules: Rules, seat: int) -> int | None:
    """Give the seat opposite, or None where everyone plays alone."""
    return (seat + 2) % 4 if rules.mode == "partners" else None


def sides_of(rules: Rules) -> list[list[int]]:
    """List the seats of each side."""
    if rules.mode == "partners":
        return [[0, 2], [1, 3]]
    return [[seat] for seat in range(rules.players)]


def order_of(rules: Rules, dealer: int) -> list[int]:
    """List the seats in the order in which they bid."""
    if rules.bid_order == "by_side":
        return [(dealer + 1) % 4, (dealer + 3) % 4, (dealer + 2) % 4, dealer]
    return [(dealer + step) % rules.players for step in range(1, rules.players + 1)]


def may_be_blind(rules: Rules, seat: int, scores: Sequence[int]) -> set[str]:
    """Say what a seat may bid blind in a round: "nil", "number", both or nothing.

    Args:
        rules: the rules of the table.
        seat: which.
        scores: by side, before the round.
    """
    own = next(side for side, seats in enumerate(sides_of(rules)) if seat in seats)
    behind = max(score for side, score in enumerate(scores) if side != own) - scores[own]
    found = set()
    if rules.blind_nil and (rules.blind_nil_deficit == 0 or behind >= rules.blind_nil_deficit):
        found.add("nil")
    if rules.blind_bid and (rules.blind_bid_deficit == 0 or behind >= rules.blind_bid_deficit):
        found.add("number")
    return found


def number_of(bid: PlainBid) -> int | None:
    """Give what a bid adds to a contract, or None where it adds none."""
    if isinstance(bid, int):
        return bid
    if bid == "zero":
        return 0
    digits = bid.removeprefix("blind ").removesuffix("p")
    return int(digits) if digits.isdecimal() else None


def contract(rules: Rules, bids: Iterable[PlainBid]) -> int | None:
    """Give the contract of a side from its bids, in the order in which they were made."""
    numbers = [number for bid in bids if (number := number_of(bid)) is not None]
    if not numbers:
        return None
    return numbers[-1] if rules.side_bid == "second_closes" else sum(numbers)


def contract_of(rules: Rules, seats: Sequence[int], made: Mapping[int, PlainBid]) -> int | None:
    """Give the contract of some seats from all bids, in the order in which they were made."""
    return contract(rules, [bid for seat, bid in made.items() if seat in seats])


def bids(
    rules: Rules,
    seat: int,
    hand: set[str],
    made: Mapping[int, PlainBid],
    blind: Mapping[int, set[str]],
) -> set[PlainBid]:
    """Give the bids of a seat whose turn it is.

    Args:
        rules: the rules of the table.
        seat: which.
        hand: its cards.
        made: the bids before, by seat, in their order.
        blind: the seats that have not seen their cards, with what they may bid blind.
    """
    partner = partner_of(rules, seat)
    partners = None if partner is None else made.get(partner)
    found: set[PlainBid] = set(range(rules.seat_minimum, most(rules) + 1))
    found |= {"zero"} if rules.nil == "zero" else set()
    found |= {"nil"} if rules.nil == "allowed" else set()
    found |= {"blind_nil"} if "nil" in blind.get(seat, ()) else set()
    both_down = partner is None or (partner in blind and partners is None)
    if rules.blind_bid and "number" in blind.get(seat, ()) and both_down:
        found |= {f"blind {number}" for number in range(rules.blind_bid, most(rules) + 1)}
    if rules.possibles and partners is None:
        found |= {f"{number}p" for number in found if isinstance(number, int)}
    if rules.double_nil == "none" and partners in NILS:
        found -= NILS
    found = _as_cards_say(rules, hand, found, face_down=seat in blind)
    if rules.bidding == "suicide" and partners is not None:
        found = found - NILS if partners in NILS else found & NILS
    found = {bid for bid in found if _side_may(rules, bid, partners, partner is None)}
    return _as_table_wants(rules, seat, found, made)


def _as_cards_say(
    rules: Rules, hand: set[str], found: set[PlainBid], *, face_down: bool
) -> set[PlainBid]:
    spades = sum(suit(card, deck_of(rules)) == "S" for card in hand)
    if rules.bidding == "mirror":
        return {spades or "nil"}
    if rules.bidding == "whiz":
        return found & {"blind_nil"} if face_down else {spades or "nil", "nil"}
    return found


def _side_may(rules: Rules, bid: PlainBid, partners: PlainBid | None, alone: bool) -> bool:
    """Say whether a bid leaves the side a contract that it may have, or none at all."""
    if alone or partners is not None or str(bid).startswith("blind "):
        return _allowed(rules, contract(rules, [bid] if partners is None else [partners, bid]))
    if rules.bidding == "suicide" and bid not in NILS:
        return _allowed(rules, number_of(bid))
    answers: list[PlainBid] = [*range(rules.seat_minimum, most(rules) + 1)]
    if rules.bidding != "suicide" and rules.nil == "zero":
        answers.append("zero")
    may_be_nil = rules.double_nil != "none" or bid not in NILS
    if rules.bidding != "suicide" and rules.nil == "allowed" and may_be_nil:
        answers.append("nil")
    return any(_allowed(rules, contract(rules, [bid, answer])) for answer in answers)


def _allowed(rules: Rules, number: int | None) -> bool:
    if number is None:
        return True
    if number == 9 and not rules.contract_of_nine:
        return False
    return rules.minimum_contract <= number <= (rules.maximum_contract or 99)


def _as_table_wants(
    rules: Rules, seat: int, found: set[PlainBid], made: Mapping[int, PlainBid]
) -> set[PlainBid]:
    """Leave out what the last to bid may not bid, unless that would be everything."""

    def fits(bid: PlainBid) -> bool:
        after = {**made, seat: bid}
        partner = partner_of(rules, seat)
        if str(bid).startswith("blind ") and partner is not None:
            after[partner] = "+"
        if len(after) < rules.players:
            return True
        total = sum(contract_of(rules, seats, after) or 0 for seats in sides_of(rules))
        raised = rules.table_short != "last_raises" or total >= rules.table_minimum
        return raised and not (rules.hook and total == most(rules))

    return {bid for bid in found if fits(bid)} or found


def may_throw(rules: Rules, hand: set[str]) -> bool:
    """Say whether a hand may be thrown in."""
    no_spade = all(suit(card, deck_of(rules)) != "S" for card in hand)
    no_face = all(card[0] not in "AKQJ" and card[1] != "J" for card in hand)
    return {
        "none": False,
        "no_spade": no_spade,
        "no_spade_no_face": no_spade and no_face,
        "no_spade_or_no_face": no_spade or no_face,
    }[rules.throw_in]


def is_short(rules: Rules, made: Mapping[int, PlainBid]) -> bool:
    """Say whether all bids together stay below what the table must bid."""
    total = sum(contract_of(rules, seats, made) or 0 for seats in sides_of(rules))
    return total < rules.table_minimum


def leader(rules: Rules, dealer: int, made: Mapping[int, PlainBid], opener: int) -> int:
    """Give the seat that leads the first trick.

    Args:
        rules: the rules of the table.
        dealer: who dealt.
        made: all bids; none in a round that bids itself.
        opener: who holds the lowest club.
    """
    left = (dealer + 1) % rules.players
    if rules.opening.startswith("lowest"):
        return opener
    if rules.opening == "dealers_left" or not made:
        return left
    highest = max(number_of(bid) or 0 for bid in made.values())
    seats = [(left + step) % rules.players for step in range(rules.players)]
    return next(seat for seat in seats if (number_of(made[seat]) or 0) == highest)


def passing(rules: Rules, made: Mapping[int, PlainBid], first: int) -> list[int]:
    """List the seats that pass cards, in the order in which they choose.

    Args:
        rules: the rules of the table.
        made: all bids, by seat; none in a round that bids itself.
        first: the seat on the dealer's left.
    """
    if rules.exchange == 0:
        return []
    wanted = {"blind_nil"} if rules.exchange_when == "blind_nil" else NILS
    nils = [seat for seat, bid in made.items() if bid in wanted]
    order = [(first + step) % rules.players for step in range(rules.players)]
    return [seat for seat in order if seat in nils or partner_of(rules, seat) in nils]
