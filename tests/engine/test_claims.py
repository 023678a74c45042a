"""A claim: the remaining tricks are certain whatever anyone plays, and scored without play."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from engine.actions import Bid, Claim, Play
from engine.cards import CardSet, iter_cards
from engine.errors import NothingToClaim
from engine.events import RestClaimed, RoundScored, what_happened
from engine.game import Game, replay
from engine.game_notation import parse_game, print_game
from engine.phases import Phase
from engine.positions import Start
from engine.presets import PRESETS
from engine.round import Round
from engine.round_notation import actions_of, parse_round, print_round
from engine.rules import Rules
from engine.score_sheet import SideScore
from engine.scoring import score_round
from engine.seats import SEATS, Seat
from engine.tally import Tally
from engine.views import public_view
from tests.engine.tools import SUITS, hand, play_lowest

CARDCOUCH = PRESETS["cardcouch"]
TABLES = [
    CARDCOUCH,
    PRESETS["hero_partners"],
    PRESETS["joker_deuce"],
    PRESETS["cutthroat"],
    CARDCOUCH.changed(spade_leads="any_time", deck="jokers"),
]


def end_of(
    rules: Rules,
    hands: list[CardSet],
    leader: Seat = SEATS[0],
    *,
    broken: bool = True,
    nils: Sequence[Seat] = (),
) -> Round:
    """Set up a round in which few cards are left."""
    before = (rules.hand_size - len(hands[0]), *(0,) * (len(hands) - 1))
    bids = [Bid(seat, 0 if seat in nils else 3) for seat in rules.seats]
    return Round.position(rules, SEATS[0], hands, bids, Start(leader, before, broken))


def small_end(rules: Rules, rng: random.Random) -> Round:
    """Draw a small end; in some, high cards are together or trumps divided, so much is certain."""
    deck, seats = rules.deck_in_play, len(rules.seats)
    size, leader = rng.choice([2, 2, 2, 3, 3, 3, 3, 4]), rng.choice(rules.seats)
    high = sorted(iter_cards(deck.cards), key=lambda card: -card.rank)[:32]
    cards = rng.sample(high, size * seats)
    kind = rng.choice(["any", "high", "trumps"])
    if kind == "high":
        cards.sort(key=lambda card: -deck.strength[card.index])
        rest = cards[size:]
        rng.shuffle(rest)
        cards[size:] = rest
    if kind == "trumps":
        plain = [*iter_cards(deck.cards & ~deck.trumps)]
        trumps = rng.sample([*iter_cards(deck.trumps)], 2 * size)
        cards = [*trumps, *rng.sample(plain, size * (seats - 2))]
    hands = [CardSet.of(cards[at : at + size]) for at in range(0, len(cards), size)]
    hands = hands[-leader:] + hands[:-leader]
    nils = rng.choices(rules.seats, k=rng.choice([0, 0, 1, 2]))
    return end_of(rules, hands, leader, broken=rng.random() < 0.5, nils=nils)


def ends_of(current: Round) -> tuple[set[tuple[int, ...]], set[tuple[SideScore, ...]]]:
    """Try every legal play of everyone.

    Returns:
        What each side, or each seat of a side with a nil, can take in all; and every score.
    """
    rules, bids = current.rules, [bid for bid in current.bids if bid is not None]
    tallies = (Tally(),) * len(rules.sides)
    partners_of_nil = {rules.partner_of(bid.seat) for bid in bids if bid.is_nil}
    apart = {bid.seat for bid in bids if bid.is_nil} | partners_of_nil
    taken = set(_taken_at_ends(current, {}))
    told = {
        (
            *(took[seat] for seat in rules.seats if seat in apart),
            *(sum(took[seat] for seat in rules.seats_of(side)) for side in rules.sides),
        )
        for took in taken
    }
    return told, {score_round(rules, bids, took, tallies).sides for took in taken}


def _taken_at_ends(
    current: Round, known: dict[object, set[tuple[int, ...]]]
) -> set[tuple[int, ...]]:
    """Give every way in which the tricks can fall; equal positions are tried once."""
    if current.finished:
        return {current.taken}
    key = current.hands, current.turn, current.trick, current.broken, current.taken
    if key not in known:
        ends = (_taken_at_ends(current.apply(each), known) for each in current.legal_actions)
        known[key] = set().union(*ends)
    return known[key]


def test_a_claim_is_exactly_what_no_play_changes() -> None:
    """Against every order of play of small ends: never offered too often, nor too seldom."""
    rng = random.Random(1)
    found: Counter[tuple[bool, bool]] = Counter()
    for number in range(400):
        current = small_end(TABLES[number % len(TABLES)], rng)
        told, scores = ends_of(current)
        certain = current.certain
        assert (certain is not None) == (len(told) == 1), print_round(current)
        mixed = False
        if certain is not None:
            mixed = sum(map(bool, certain)) > 1
            claimed = current.apply(Claim(rng.choice(current.rules.seats)))
            sheet = score_round(
                current.rules, current.bids, claimed.taken, (Tally(),) * len(certain)
            )
            assert scores == {sheet.sides}
            gained = [now - was for now, was in zip(claimed.taken, current.taken, strict=True)]
            sides = [current.rules.seats_of(side) for side in current.rules.sides]
            assert certain == tuple(sum(gained[seat] for seat in seats) for seats in sides)
        found[certain is not None, mixed] += 1
    assert min(found.values()) > 25
    assert len(found) == 3


ENDS = [
    pytest.param("AS KS", "QS JS", "2H 3H", "2C 3C", True, id="top trumps"),
    pytest.param("AS QS", "KS JS", "2H 3H", "2C 3C", False, id="a trump is higher"),
    pytest.param("AH KH", "2C 3C", "QH JH", "2D 3D", True, id="top cards of a suit"),
    pytest.param("AH KH", "2S 3C", "QH JH", "2D 3D", False, id="one can be trumped"),
    pytest.param("AH AS", "2S 3H", "QH JH", "2D 3D", True, id="who has a trump must follow"),
    pytest.param("AH KH AS", "2S 3H 4C", "QH JH 2C", "2D 3D 5C", False, id="trumps the second"),
    pytest.param("KH AS", "2C 3C", "AH JH", "2D 3D", True, id="the partner is higher"),
    pytest.param("KH 2C", "3C AC", "AH JH", "2D 3D", False, id="who takes the second is open"),
    pytest.param("2H 3H", "AH KH", "2C 3C", "2D 3D", True, id="the others take all"),
    pytest.param("AS 2S", "KS 3S", "2C 3C", "2D 3D", True, id="one each"),
]


@pytest.mark.parametrize(("leads", "left", "partner", "right", "certain"), ENDS)
@pytest.mark.parametrize("broken", [True, False])
def test_what_is_certain(
    leads: str, left: str, partner: str, right: str, certain: bool, broken: bool
) -> None:
    """Trumps, long suits and the duty to follow decide; whether spades are broken does not."""
    hands = [hand(text) for text in (leads, left, partner, right)]
    current = end_of(CARDCOUCH, hands, broken=broken)
    told, _ = ends_of(current)
    assert (current.certain is not None) is certain is (len(told) == 1)


def until_claim(game: Game) -> Game:
    """Play the first legal cards until the rest may be claimed."""
    while game.certain is None:
        assert game.to_act is not None
        game = game.apply(game.legal_actions[0])
    return game


def spades_apart() -> Game:
    """Begin a round in which seat 3 holds all spades, and so takes all once it has led."""
    game = Game.new(CARDCOUCH, SEATS[3]).apply(SUITS)
    return replay(game, [Bid(seat, 3) for seat in SEATS])


@pytest.mark.parametrize("claimer", SEATS)
def test_a_claim_scores_as_if_played(claimer: Seat) -> None:
    """Whoever claims: the sheet is that of any other order of play, and all cards are shown."""
    game = until_claim(spades_apart())
    assert game.round is not None
    assert (game.certain, game.to_act, len(game.round.tricks)) == ((0, 12), SEATS[3], 1)
    assert game.explain(Claim(claimer)) is None
    held = tuple(game.round.hand(seat) for seat in SEATS)
    after = game.apply(Claim(claimer))
    assert after.sheets == play_lowest(game).sheets
    assert after.phase == Phase.DEALING
    assert after.round is not None
    assert len(after.round.tricks) == 13
    assert (public_view(after).claimer, public_view(after).claimed) == (claimer, held)
    assert (public_view(play_lowest(game)).claimer, public_view(game).claimed) == (None, ())
    assert what_happened(game, Claim(claimer), after) == (
        RestClaimed(claimer, held),
        RoundScored(after.sheets[-1]),
    )


def test_a_nil_that_is_open_keeps_the_rest_open() -> None:
    """That a side takes the last tricks is not enough where its nil may take one of them."""
    hands = [hand("AS QS"), hand("2C 3C"), hand("KS JS"), hand("2D 3D")]
    assert end_of(CARDCOUCH, hands).certain == (2, 0)
    assert end_of(CARDCOUCH, hands, nils=[SEATS[2]]).certain is None
    assert end_of(CARDCOUCH, hands, nils=[SEATS[1]]).certain == (2, 0)


def test_a_search_gives_up_before_it_takes_long() -> None:
    """Six cards each of one suit take too many tries; what is not proven is not offered."""
    cards = [*iter_cards(CARDCOUCH.deck_in_play.cards)]
    hands = [CardSet.of(cards[seat:24:4]) for seat in SEATS]
    assert end_of(CARDCOUCH, hands).certain is None


def test_a_claim_is_written_and_read_back() -> None:
    """In the line of a round and of a game, and among the actions that lead to it."""
    game = until_claim(spades_apart())
    claimed = game.apply(Claim(SEATS[1]))
    assert claimed.round is not None
    line = print_round(claimed.round)
    assert line.endswith(" 2C2D2H2S c:1")
    assert parse_round(line, CARDCOUCH) == claimed.round
    assert parse_game(print_game(claimed)) == claimed
    actions = list(actions_of(claimed.round))
    assert actions[-1] == Claim(SEATS[1])
    assert replay(Game.new(CARDCOUCH, SEATS[3]), actions) == claimed


def test_what_is_not_certain_is_not_claimed() -> None:
    """Nor on the first trick, within one, or with one card left."""
    game = spades_apart()
    assert isinstance(game.explain(Claim(SEATS[0])), NothingToClaim)
    assert Game.new(CARDCOUCH, SEATS[3]).certain is None
    leads = until_claim(game)
    within = leads.apply(leads.legal_actions[0])
    assert within.certain is None
    assert isinstance(within.explain(Claim(SEATS[3])), NothingToClaim)
    last = end_of(CARDCOUCH, [hand("AS"), hand("KS"), hand("2C"), hand("3C")])
    assert last.certain is None
    first = Round.position(
        CARDCOUCH,
        SEATS[3],
        [SUITS.hands[seat] for seat in (3, 0, 1, 2)],
        [Bid(seat, 3) for seat in SEATS],
        Start(SEATS[0], (0, 0, 0, 0), broken=True),
    )
    assert takes_all_leading(first)
    assert first.certain is None


def takes_all_leading(current: Round) -> bool:
    """Play a round out by first cards: does the leader take all?"""
    leader = current.turn
    while not current.finished:
        action = current.legal_actions[0]
        assert isinstance(action, Play)
        current = current.apply(action)
    return current.taken[leader] == current.rules.hand_size
