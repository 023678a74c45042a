"""Every way to bid a round, and every way to pass the cards, counted and held against the rule.

The rule is written for all bids of a table together, and asked of every sequence that can be
thought of; the engine, which decides bid by bid, must allow exactly those.
"""

from collections.abc import Callable, Sequence
from itertools import combinations, product
from math import comb, prod

import pytest

from engine.actions import Bid
from engine.cards import CardSet
from engine.game import Game
from engine.presets import CARDCOUCH, HERO_PARTNERS, HERO_SOLO, PRESETS
from engine.rules import Rules
from engine.seats import SEATS
from tests.engine import plain_bids, plain_cards
from tests.engine.tools import draw_out, fresh_deal
from tests.perft import count

Rule = Callable[[Sequence[int], Sequence[int]], bool]
"""Whether all bids of a round are legal, given them and the spades held, both by seat.

A blind nil is -1, so that a number above 0 is a contract.
"""

BLIND = -1


def anything(_bids: Sequence[int], _spades: Sequence[int]) -> bool:
    """Say that every bid is legal."""
    return True


def mirror(bids: Sequence[int], spades: Sequence[int]) -> bool:
    """Say whether everyone bid the spades held."""
    return list(bids) == list(spades)


def whiz(bids: Sequence[int], spades: Sequence[int]) -> bool:
    """Say whether everyone bid the spades held, or a nil of either kind."""
    return all(bid in {held, 0, BLIND} for bid, held in zip(bids, spades, strict=True))


def suicide(bids: Sequence[int], _spades: Sequence[int]) -> bool:
    """Say whether exactly one of each two partners bid nil."""
    return all(sorted((bids[seat] > 0, bids[seat + 2] > 0)) == [False, True] for seat in (0, 1))


def board(least: int, sides: Sequence[Sequence[int]]) -> Rule:
    """Give the rule that each side bids so many tricks, or nothing but nil."""

    def holds(bids: Sequence[int], _spades: Sequence[int]) -> bool:
        contracts = [sum(max(0, bids[seat]) for seat in side) for side in sides]
        return all(contract == 0 or contract >= least for contract in contracts)

    return holds


def at_most(most: int) -> Rule:
    """Give the rule that no two partners bid more together."""
    return lambda bids, _: all(bids[seat] + bids[seat + 2] <= most for seat in (0, 1))


def no_nine(bids: Sequence[int], _spades: Sequence[int]) -> bool:
    """Say whether no two partners bid nine together."""
    return all(bids[seat] + bids[seat + 2] != 9 for seat in (0, 1))


def closed(least: int, most: int) -> Rule:
    """Give the rule that the second of each side names its contract, within limits."""
    return lambda bids, _: all(least <= bids[seat] <= most for seat in (2, 3))


def not_thirteen(bids: Sequence[int], _spades: Sequence[int]) -> bool:
    """Say whether all do not come to thirteen, or the last, beside a seven, can bid nil alone."""
    return sum(bids) != 13 or bids[1] == 7


def eleven(bids: Sequence[int], _spades: Sequence[int]) -> bool:
    """Say whether all come to eleven, or the last side cannot get there with seven at most."""
    return sum(bids) >= 11 or bids[0] + bids[2] + 7 < 11


def both(one: Rule, other: Rule) -> Rule:
    """Give the rule that two rules hold."""
    return lambda bids, spades: one(bids, spades) and other(bids, spades)


PAIRS = [[0, 2], [1, 3]]
ALONE = [[seat] for seat in range(4)]
TREES: dict[str, tuple[Rules, Rule, int]] = {
    "free": (CARDCOUCH, anything, 14**4),
    "mirror": (PRESETS["mirror"], mirror, 1),
    "whiz": (PRESETS["whiz"], whiz, 16),
    "suicide": (PRESETS["suicide"], suicide, 26**2),
    "board": (PRESETS["joker_deuce"], board(4, PAIRS), (14**2 - 9) ** 2),
    "suicide_board": (
        PRESETS["suicide"].changed(minimum_contract=4),
        both(suicide, board(4, PAIRS)),
        20**2,
    ),
    "solo_board": (HERO_SOLO.changed(minimum_contract=3), board(3, ALONE), 12**4),
    "three": (PRESETS["cutthroat"], anything, 18**3),
    "three_board": (PRESETS["cutthroat"].changed(minimum_contract=7), board(7, ALONE[:3]), 12**3),
    "two": (PRESETS["two_handed"], anything, 14**2),
    "two_dealt_blind": (
        PRESETS["two_handed"].changed(two_seat_deal="dealt", blind_nil=True),
        anything,
        29**2,
    ),
    "at_most_ten": (CARDCOUCH.changed(maximum_contract=10), at_most(10), 66**2),
    "no_nine": (
        CARDCOUCH.changed(contract_of_nine=False, maximum_contract=10),
        both(at_most(10), no_nine),
        56**2,
    ),
    "no_nil_board": (
        CARDCOUCH.changed(nil="none", minimum_contract=7, maximum_contract=9),
        both(at_most(9), board(7, PAIRS)),
        21**2,
    ),
    "kings": (
        PRESETS["kings_league"].changed(bid_order="clockwise"),
        closed(4, 10),
        (13 * 7) ** 2,
    ),
    "hook": (
        CARDCOUCH.changed(hook=True, maximum_contract=7),
        both(at_most(7), not_thirteen),
        36**2 - 2 * 7 * 8 + 7,
    ),
    "eleven": (
        CARDCOUCH.changed(
            maximum_contract=7, nil="none", table_minimum=11, table_short="last_raises"
        ),
        both(at_most(7), eleven),
        308,
    ),
    "blind_whiz": (HERO_PARTNERS.changed(bidding="whiz"), whiz, 3**4),
    "blind_suicide": (HERO_PARTNERS.changed(bidding="suicide"), suicide, (2 * 26 * 3) ** 2),
}
"""By kind: the rules of the table, the rule of its bids, and how many ways there are to bid."""


def dealt(rules: Rules) -> Game:
    """Give a game that is to be bid; every seat holds spades."""
    game = Game.new(rules, rules.seats[-1])
    for seed in range(50):
        after = draw_out(game.apply(fresh_deal(game, seed)))
        if 0 not in spades_in(after):
            return after
    raise AssertionError("one deal in two gives everyone a spade")


def spades_in(game: Game) -> list[int]:
    """Count the spades of each seat, on cards as text."""
    assert game.round is not None
    deck = plain_bids.deck_of(game.rules)
    return [
        sum(plain_cards.suit(str(card), deck) == "S" for card in CardSet(hand))
        for hand in game.round.hands
    ]


def ways(rules: Rules, rule: Rule, spades: list[int]) -> int:
    """Count by brute force: all sequences of bids, each with the looks that may go before it.

    Where hands lie face down, a bid that is not blind is made with a look before it or without,
    but for bids that follow from the cards, which need the look.
    """
    highest = plain_bids.most(rules)
    least = 1 if rules.nil == "none" else 0
    bids = [
        *([BLIND] if rules.blind_nil and not rules.blind_nil_deficit else []),
        *range(least, highest + 1),
    ]
    looks = 2 if BLIND in bids and rules.bidding != "whiz" else 1
    return sum(
        prod(1 if bid == BLIND else looks for bid in sequence)
        for sequence in product(bids, repeat=len(spades))
        if rule(sequence, spades)
    )


@pytest.mark.parametrize("kind", TREES)
def test_ways_to_bid(kind: str) -> None:
    """The engine allows as many ways to bid as the rule does, and as many as are worked out."""
    rules, rule, expected = TREES[kind]
    game = dealt(rules)
    assert game.round is not None
    assert count.bidding_ends(game.round, rules.players) == expected
    assert ways(rules, rule, spades_in(game)) == expected


@pytest.mark.parametrize(
    ("preset", "first"),
    [("cardcouch", 14), ("one_page", 14), ("hero_solo", 14), ("hero_partners", 29)],
)
def test_ways_of_two_seats(preset: str, first: int) -> None:
    """A seat bids in 14 ways; where blind nil is played, in 15 unseen and in 14 after a look."""
    game = dealt(PRESETS[preset])
    assert game.round is not None
    assert count.bidding_ends(game.round, 1) == first
    assert count.bidding_ends(game.round, 2) == first**2


EXCHANGES = [(1, (0, 3, 4, 3)), (2, (3, 3, 4, 0)), (3, (0, 3, 4, 3)), (1, (0, 0, 4, 3))]


@pytest.mark.parametrize(("cards", "bids"), EXCHANGES)
def test_ways_to_exchange(cards: int, bids: tuple[int, ...]) -> None:
    """Every choice of cards of each seat that passes is allowed, and leads to its own hands."""
    game = Game.new(CARDCOUCH.changed(exchange=cards), SEATS[3])
    game = game.apply(fresh_deal(game))
    for seat, bid in enumerate(bids):
        game = game.apply(Bid(SEATS[seat], bid))
    assert game.round is not None
    ends = list(count.exchange_ends(game.round))
    passing = 4 if bids[:2] == (0, 0) else 2
    assert len(ends) == comb(13, cards) ** passing
    assert len(set(ends)) == len(ends)
    hands = game.round.hands
    expected = {side: {(hands[side], hands[side + 2])} for side in (0, 1)}
    for side in (0, 1):
        if 0 in bids[side::2]:
            expected[side] = swapped(hands[side], hands[side + 2], cards)
    assert {(end[0], end[2]) for end in ends} == expected[0]
    assert {(end[1], end[3]) for end in ends} == expected[1]
    assert len(expected[0]) * len(expected[1]) == len(ends)


def swapped(one: int, other: int, cards: int) -> set[tuple[int, int]]:
    """List two hands after each exchange of so many cards, by brute force."""
    first = [1 << bit for bit in range(54) if one >> bit & 1]
    second = [1 << bit for bit in range(54) if other >> bit & 1]
    choices = product(combinations(first, cards), combinations(second, cards))
    return {(one - sum(given) + sum(got), other - sum(got) + sum(given)) for given, got in choices}
