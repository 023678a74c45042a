"""Deals from seeds: verifiable, repeatable, and fair."""

import hashlib
import hmac
from collections import Counter
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Deal
from engine.cards import CARDS, DECKS, THREE_SEAT_DECKS, CardSet
from engine.deals import Seeds, _below, commitment, deal, first_dealer, key_of, leaf, without_person
from engine.game import Game
from engine.phases import Phase
from engine.presets import PRESETS
from engine.seats import SEATS, Seat
from tests.engine import plain_deal, strategies

EVERY_DECK = pytest.mark.parametrize("name", DECKS)
CARDCOUCH, CUTTHROAT = PRESETS["cardcouch"], PRESETS["cutthroat"]


@EVERY_DECK
@given(seeds=strategies.seeds, number=st.integers(1, 40), dealer=strategies.seats)
def test_documented_formula_gives_the_deal(
    name: str, seeds: Seeds, number: int, dealer: Seat
) -> None:
    """A second program, written from the description, deals exactly the same hands."""
    got = deal(seeds, number, dealer, CARDCOUCH.changed(deck=name))
    expected = plain_deal.hands(seeds.secret, seeds.contributions, number, dealer, name, 4)
    assert [{str(card) for card in hand} for hand in got.hands] == expected
    assert first_dealer(seeds) == plain_deal.first_dealer(seeds.secret, seeds.contributions, 4)
    assert key_of(seeds.secret, ()) == plain_deal.hmac_sha256(seeds.secret, b"")


@given(st.binary(max_size=200), st.binary(max_size=200))
def test_plain_hmac_is_hmac(secret: bytes, message: bytes) -> None:
    """The second program's HMAC, written by definition, is the library's."""
    expected = hmac.new(secret, message, hashlib.sha256).digest()
    assert plain_deal.hmac_sha256(secret, message) == expected


@EVERY_DECK
@given(seeds=strategies.seeds, number=st.integers(1, 40), dealer=strategies.seats)
def test_every_card_is_dealt_once(name: str, seeds: Seeds, number: int, dealer: Seat) -> None:
    """A deal shares the deck out, 13 cards each, and a game takes it."""
    rules = CARDCOUCH.changed(deck=name)
    dealt = deal(seeds, number, dealer, rules)
    assert [len(hand) for hand in dealt.hands] == [13] * 4
    everything = CardSet.of(card for hand in dealt.hands for card in hand)
    assert everything == CardSet(rules.deck_in_play.cards)
    assert Game.new(rules, dealer).apply(dealt).phase == Phase.BIDDING


@given(strategies.seeds, st.integers(1, 40), st.sampled_from(SEATS[:3]))
def test_three_seats_share_a_deck_of_51(seeds: Seeds, number: int, dealer: Seat) -> None:
    """Without the two of clubs three seats are dealt 17 cards each, by the same formula."""
    got = deal(seeds, number, dealer, CUTTHROAT).hands
    expected = plain_deal.hands(
        seeds.secret, seeds.contributions, number, dealer, "standard of three", 3
    )
    assert [{str(card) for card in hand} for hand in got] == expected
    assert [len(hand) for hand in got] == [17] * 3
    assert CardSet.of(card for hand in got for card in hand) == CardSet(
        THREE_SEAT_DECKS["standard"].cards
    )
    assert first_dealer(seeds, 3) == plain_deal.first_dealer(seeds.secret, seeds.contributions, 3)
    game = Game.new(CUTTHROAT, dealer).apply(Deal(got))
    assert game.phase == Phase.BIDDING


@given(strategies.seeds, st.integers(1, 40), strategies.seats)
def test_same_seeds_same_deal(seeds: Seeds, number: int, dealer: Seat) -> None:
    """Everything follows from the seeds, the round and the dealer."""
    again = Seeds(bytes(seeds.secret), tuple(seeds.contributions))
    assert deal(again, number, dealer, CARDCOUCH) == deal(seeds, number, dealer, CARDCOUCH)
    assert first_dealer(again) == first_dealer(seeds)


@given(strategies.seeds, st.text(max_size=12))
def test_each_contribution_changes_the_deal(seeds: Seeds, text: str) -> None:
    """Another contribution, another order, another secret or another round deals other cards."""
    first = deal(seeds, 1, SEATS[0], CARDCOUCH)
    assert deal(seeds, 2, SEATS[0], CARDCOUCH) != first
    secret = bytes(byte ^ 1 for byte in seeds.secret)
    assert deal(Seeds(secret, seeds.contributions), 1, SEATS[0], CARDCOUCH) != first
    more = (*seeds.contributions, text)
    assert deal(Seeds(seeds.secret, more), 1, SEATS[0], CARDCOUCH) != first
    if more[::-1] != more:
        backwards = deal(Seeds(seeds.secret, more[::-1]), 1, SEATS[0], CARDCOUCH)
        assert backwards != deal(Seeds(seeds.secret, more), 1, SEATS[0], CARDCOUCH)


def test_the_key_stands_for_what_was_forgotten() -> None:
    """Where contributions are gone, their key gives the same deals."""
    whole = Seeds(b"s" * 32, ("101:1", "start:2"))
    left = Seeds(b"s" * 32, key=key_of(whole.secret, whole.contributions))
    assert first_dealer(left) == first_dealer(whole)
    assert deal(left, 3, SEATS[0], CARDCOUCH) == deal(whole, 3, SEATS[0], CARDCOUCH)


def test_seeds_lose_a_person_where_they_named_one() -> None:
    """Contributions of today stay as they are; of older ones their key remains."""
    today = Seeds(b"s" * 32, (leaf(101, "1", b"salt"), "start:2"))
    assert without_person(today, 101) == today
    older = Seeds(b"s" * 32, ("101:1", "start:2"))
    assert without_person(older, 102) == older
    left = without_person(older, 101)
    assert (left.contributions, left.key) == ((), key_of(older.secret, older.contributions))


def test_a_leaf_is_the_documented_hash() -> None:
    """Salt, person and press, as docs/fair-deals.md writes them."""
    text = bytes(range(16)) + b"101:77"
    assert leaf(101, "77", bytes(range(16))) == hashlib.sha256(text).hexdigest()


@pytest.mark.parametrize(
    ("one", "other"),
    [(("ab", "c"), ("a", "bc")), (("ab",), ("a", "b")), (("",), ()), (("1:a,",), ("a",))],
)
def test_contributions_do_not_run_together(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    """Contributions that read the same when joined are still told apart."""
    assert key_of(bytes(32), one) != key_of(bytes(32), other)


def test_commitment_is_the_plain_hash_of_the_secret() -> None:
    """Anyone can check the commitment: it is the SHA-256 of the secret in hexadecimal."""
    secret = bytes(range(32))
    known = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert commitment(secret) == known == hashlib.sha256(secret).hexdigest()


def test_secret_is_never_printed() -> None:
    """Printed, seeds show their commitment and neither the secret nor a contribution."""
    seeds = Seeds(b"this is the secret of the table!", ("mine",))
    assert repr(seeds) == f"Seeds(commitment={commitment(seeds.secret)})"
    assert "secret of" not in f"{seeds} {seeds!r}"


def test_numbers_beyond_the_last_multiple_are_passed_over() -> None:
    """The few highest numbers, which would favor small results, are not used."""
    assert _below(iter([2**32 - 1, 2**32 - 2, 7]), 52) == 7
    assert _below(iter([2**32 - 1]), 2) == 1
    assert _below(iter([2**32 - 1, 5]), 3) == 2


def test_a_deal_passes_over_a_number() -> None:
    """Deal 5,216,695 of the seed of zeros, the first that meets such a number, is the documented.

    The 26th number of its stream is 4294967288, beyond the last multiple of 27.
    """
    number, secret = 5_216_695, bytes(32)
    drawn = list(islice(plain_deal.stream(secret, (), f"round {number}"), 26))
    assert drawn[-1] == 4294967288 >= 2**32 // 27 * 27
    got = deal(Seeds(secret), number, SEATS[3], CARDCOUCH)
    expected = plain_deal.hands(secret, (), number, 3, "standard", 4)
    assert [{str(card) for card in hand} for hand in got.hands] == expected


# With 51 degrees of freedom chi-square exceeds 87 once in a thousand fair samples, and with 3
# degrees it exceeds 16.3 as often; the seeds are fixed, so a fair shuffle always passes.
CHI_51, CHI_3 = 87.0, 16.3
DEALS = 2000


def chi_square(counts: list[int]) -> float:
    """Measure how far counts are from being equal."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


def test_shuffle_is_fair_enough() -> None:
    """Over many deals each card falls to each seat, and with each other card, equally often."""
    seat_of: list[Counter[int]] = [Counter() for _ in CARDS[:52]]
    with_ace: Counter[int] = Counter()
    ace = CARDS[51]
    for number in range(1, DEALS + 1):
        for seat, hand in enumerate(deal(Seeds(bytes(32)), number, SEATS[0], CARDCOUCH).hands):
            for card in hand:
                seat_of[card.index][seat] += 1
            if ace in hand:
                with_ace.update(card.index for card in hand if card != ace)
    worst = max(chi_square([counts[seat] for seat in range(4)]) for counts in seat_of)
    assert worst < CHI_3
    assert chi_square([with_ace[index] for index in range(51)]) < CHI_51


def test_first_dealer_is_fair_enough() -> None:
    """Over many games each seat deals first equally often."""
    drawn = Counter(first_dealer(Seeds(number.to_bytes(32, "big"))) for number in range(DEALS))
    assert chi_square([drawn[seat] for seat in SEATS]) < CHI_3
    assert {first_dealer(Seeds(bytes([n] * 32)), 3) for n in range(50)} == {0, 1, 2}
