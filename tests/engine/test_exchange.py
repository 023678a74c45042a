"""The exchange of cards: who passes, when the cards change hands, and who is told what."""

import pytest

from engine.actions import Bid, Look, Pass
from engine.cards import CardSet
from engine.events import (
    BidMade,
    CardsExchanged,
    Event,
    Passed,
    PlayOpened,
    TurnPassed,
    what_happened,
)
from engine.game import Game, replay
from engine.game_notation import parse_game, print_game
from engine.notation import parse_action, print_action
from engine.phases import Phase
from engine.presets import CARDCOUCH, HERO_PARTNERS
from engine.round_notation import parse_round, print_round
from engine.rules import Rules
from engine.seats import SEATS
from engine.views import public_view, seat_view
from tests.engine.hidden import cards_in
from tests.engine.tools import SUITS, hand

TWO_CARDS = CARDCOUCH.changed(exchange=2)


def bid(rules: Rules, *bids: int | str, dealer: int = 3) -> Game:
    """Give a game after all bids, each a number, 0 or "blind", from the dealer's left."""
    game = Game.new(rules, SEATS[dealer]).apply(SUITS)
    for made in bids:
        assert game.to_act is not None
        number = made if isinstance(made, int) else 0
        game = game.apply(Bid(game.to_act, number, blind=made == "blind"))
    return game


def passes(seat: int, text: str) -> Pass:
    """Write down which cards a seat passes."""
    return Pass(SEATS[seat], hand(text))


def choosers(game: Game) -> list[int]:
    """List who chooses cards, in order, when each passes its lowest."""
    order = []
    while game.phase == Phase.EXCHANGING:
        assert game.to_act is not None
        order.append(int(game.to_act))
        game = game.apply(game.legal_actions[0])
    return order


@pytest.mark.parametrize(
    ("bids", "dealer", "order"),
    [
        ((3, 3, 3, 3), 3, []),
        ((3, 0, 4, 3), 3, [1, 3]),
        ((3, 3, 4, 0), 3, [1, 3]),
        ((0, 3, 4, 3), 3, [0, 2]),
        ((0, 3, 4, 0), 3, [0, 1, 2, 3]),
        ((0, 3, 0, 3), 3, [0, 2]),
        ((0, 0, 0, 0), 3, [0, 1, 2, 3]),
        ((3, 0, 4, 3), 0, [2, 0]),
        ((3, 0, 4, 0), 1, [3, 1]),
    ],
)
def test_who_passes(bids: tuple[int, ...], dealer: int, order: list[int]) -> None:
    """Each side with a nil passes, nil and partner alike, in turn from the dealer's left."""
    game = bid(TWO_CARDS, *bids, dealer=dealer)
    assert list(public_view(game).to_pass) == order
    assert choosers(game) == order


@pytest.mark.parametrize(
    ("when", "first", "order"),
    [
        ("any_nil", 0, [0, 2]),
        ("any_nil", "blind", [0, 2]),
        ("blind_nil", 0, []),
        ("blind_nil", "blind", [0, 2]),
    ],
)
def test_which_nil_counts(when: str, first: int | str, order: list[int]) -> None:
    """Cards are passed for every nil, or for blind nil alone, as the table says."""
    rules = HERO_PARTNERS.changed(exchange=1, exchange_when=when)
    assert choosers(bid(rules, first, 3, 4, 3)) == order


def test_cards_change_hands_when_all_have_chosen() -> None:
    """Both choose before either sees what comes; then hands, and nothing but hands, change."""
    game = bid(TWO_CARDS, 3, 0, 4, 3)
    chosen = game.apply(passes(1, "AD KD"))
    assert chosen.round is not None
    assert chosen.round.hands == tuple(each.bits for each in SUITS.hands)
    assert seat_view(chosen, SEATS[1]).hand == SUITS.hands[1]
    after = chosen.apply(passes(3, "2S 3S"))
    assert after.phase == Phase.PLAYING
    assert after.round is not None
    assert after.to_act == after.round.leader == SEATS[0]
    hands = list(SUITS.hands)
    hands[1] = CardSet.of(hands[1] - hand("AD KD") | hand("2S 3S"))
    hands[3] = CardSet.of(hands[3] - hand("2S 3S") | hand("AD KD"))
    assert [seat_view(after, seat).hand for seat in SEATS] == hands
    assert after.round.dealt == tuple(each.bits for each in SUITS.hands)


def test_same_cards_may_not_come_back_at_once() -> None:
    """What is passed is chosen from the hand that was dealt, not from what the partner gives."""
    game = bid(TWO_CARDS, 3, 0, 4, 3).apply(passes(1, "AD KD"))
    assert game.explain(passes(3, "AD KD")) is not None


def test_what_each_seat_is_told() -> None:
    """The giver knows what it gave; the partner sees it only once the cards have changed hands."""
    game = bid(TWO_CARDS, 3, 0, 4, 3).apply(passes(1, "AD KD"))
    giver, partner = seat_view(game, SEATS[1]), seat_view(game, SEATS[3])
    assert (giver.given, giver.received) == (hand("AD KD"), CardSet())
    assert (partner.given, partner.received) == (CardSet(), CardSet())
    assert not set(cards_in(partner)) & set(hand("AD KD"))
    after = game.apply(passes(3, "2S 3S"))
    assert seat_view(after, SEATS[1]).received == seat_view(after, SEATS[3]).given == hand("2S 3S")
    assert seat_view(after, SEATS[3]).received == seat_view(after, SEATS[1]).given == hand("AD KD")
    for seat in (SEATS[0], SEATS[2]):
        view = seat_view(after, seat)
        assert (view.given, view.received) == (CardSet(), CardSet())


def test_public_is_told_that_cards_pass_and_never_which() -> None:
    """Everyone sees who is to pass, who has, and how many cards each holds; no card."""
    game = bid(TWO_CARDS, 3, 0, 4, 3)
    for action, passed in (
        (None, (False,) * 4),
        (passes(1, "AD KD"), (False, True, False, False)),
        (passes(3, "2S 3S"), (False, True, False, True)),
    ):
        game = game if action is None else game.apply(action)
        view = public_view(game)
        assert view.passed == passed
        assert view.to_pass == (1, 3)
        assert view.held == (13,) * 4
        assert list(cards_in(view)) == []
    assert public_view(game).moves == 6


def test_events_of_an_exchange() -> None:
    """The last bid opens the exchange and not the play; the last pass tells, then opens it."""
    game = bid(TWO_CARDS, 3, 0, 4)
    told: list[tuple[Event, ...]] = []
    for action in (Bid(SEATS[3], 3), passes(1, "AD KD"), passes(3, "2S 3S")):
        after = game.apply(action)
        told.append(what_happened(game, action, after))
        game = after
    assert told == [
        (BidMade(Bid(SEATS[3], 3)), TurnPassed(SEATS[1])),
        (Passed(SEATS[1]), TurnPassed(SEATS[3])),
        (
            Passed(SEATS[3]),
            CardsExchanged((SEATS[1], SEATS[3])),
            PlayOpened(SEATS[0]),
            TurnPassed(SEATS[0]),
        ),
    ]
    assert not any(list(cards_in(event)) for events in told for event in events)


def test_exchange_is_logged_and_read_back() -> None:
    """A pass is one line of the log, and one piece of the round's line, at each point of it."""
    game = bid(TWO_CARDS, 3, 0, 4, 3)
    start = f"cardcouch-like | 3 {'/'.join(map(str, SUITS.hands))} 3,N,4,3 - -"
    steps = [(passes(1, "AD KD"), " x:-,KDAD,-,-"), (passes(3, "2S 3S"), " x:-,KDAD,-,2S3S")]
    for action, piece in steps:
        assert parse_action(print_action(action)) == action
        game = game.apply(action)
        assert game.round is not None
        assert print_round(game.round) == start.partition(" | ")[2] + piece
        assert parse_round(print_round(game.round), game.rules) == game.round
        assert parse_game(print_game(game)) == game
    assert print_action(steps[0][0]) == "pass 1 KDAD"


def test_next_round_forgets_the_exchange() -> None:
    """What was passed belongs to its round: the next one begins with nothing given or received."""
    rules = CARDCOUCH.changed(exchange=1, target=2000, losing_score=None)
    game = bid(rules, 0, 3, 4, 3)
    while not game.sheets:
        game = game.apply(game.legal_actions[0])
    game = game.apply(SUITS)
    for seat in SEATS:
        view = seat_view(game, seat)
        assert (view.given, view.received) == (CardSet(), CardSet())
    assert public_view(game).passed == (False,) * 4


def test_lowest_club_opens_from_the_hand_that_it_was_passed_to() -> None:
    """Whoever holds the lowest club after the exchange leads."""
    rules = CARDCOUCH.changed(exchange=1, opening="lowest_club")
    kept = replay(bid(rules, 0, 3, 4, 3), [passes(0, "AC"), passes(2, "2H")])
    given = replay(bid(rules, 0, 3, 4, 3), [passes(0, "2C"), passes(2, "2H")])
    assert (kept.to_act, given.to_act) == (0, 2)


def test_blind_bidder_sees_its_cards_before_it_passes() -> None:
    """With the bid given the hand is open, so a blind nil chooses what to pass like any other."""
    rules = HERO_PARTNERS.changed(exchange=3, exchange_when="blind_nil")
    game = bid(rules, "blind", 3, 4, 3)
    view = seat_view(game, SEATS[0])
    assert view.hand == SUITS.hands[0]
    assert not view.may_look
    assert len(view.legal) == 286
    assert game.explain(Look(SEATS[0])) is not None
