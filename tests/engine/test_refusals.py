"""Every refusal of the engine, provoked, with its code, its data and its sentence."""

from collections.abc import Callable

import pytest
from hypothesis import given

from engine import errors
from engine.actions import Action, Bid, Deal, Look, Play
from engine.cards import Card, CardSet, Suit
from engine.errors import RuleError
from engine.game import Game, replay
from engine.notation import parse_action
from engine.positions import Start
from engine.presets import CARDCOUCH, HERO_PARTNERS, HERO_SOLO
from engine.round import Round
from engine.rules import Rules
from engine.seats import SEATS, Seat
from tests.engine import strategies
from tests.engine.harness import refusal_of
from tests.engine.tools import SUITS, hand

NO_SEAT = Seat(4)


def dealt(rules: Rules = CARDCOUCH) -> Game:
    """Give a game in which seat 0 is to bid."""
    return Game.new(rules, SEATS[3]).apply(SUITS)


def playing(rules: Rules = CARDCOUCH) -> Game:
    """Give a game in which seat 0 is to lead."""
    return replay(dealt(rules), [Bid(seat, 3) for seat in SEATS])


def finished() -> Game:
    """Give a game between two rounds."""
    game = playing(CARDCOUCH.changed(target=2000, losing_score=None))
    while game.legal_actions:
        game = game.apply(game.legal_actions[0])
    return game


def over() -> Game:
    """Give a game that has been won: seat 3 takes all tricks with its spades."""
    game = replay(dealt(CARDCOUCH.changed(target=50)), [Bid(seat, 5) for seat in SEATS])
    while game.legal_actions:
        game = game.apply(game.legal_actions[0])
    assert game.outcome is not None
    return game


def small_position(leader: int = 0, broken: bool = False) -> Game:
    """Give a game with three cards a hand, spades mixed into the hand of seat 0."""
    hands = [hand("AS 2H 3H"), hand("4H 2S 5C"), hand("6D 7D 8D"), hand("9C TC JC")]
    current = Round.position(
        CARDCOUCH,
        SEATS[3],
        hands,
        [Bid(seat, 3) for seat in SEATS],
        Start(SEATS[leader], (4, 3, 2, 1), broken),
    )
    return Game.new(CARDCOUCH, SEATS[3])._replace(round=current)


def short(deal: Deal) -> Deal:
    """Take a card from the first hand."""
    return Deal((CardSet(deal.hands[0].bits & (deal.hands[0].bits - 1)), *deal.hands[1:]))


AS, KC, H4 = Card.parse("AS"), Card.parse("KC"), Card.parse("4H")
LED = small_position().apply(Play(SEATS[0], Card.parse("2H")))

REFUSED: list[tuple[str, Game, Action, str, dict[str, object]]] = [
    ("deal when over", over(), SUITS, "game_is_over", {}),
    ("bid when over", over(), Bid(SEATS[0], 3), "game_is_over", {}),
    ("card when over", over(), Play(SEATS[0], AS), "game_is_over", {}),
    (
        "bid before the deal",
        Game.new(CARDCOUCH, SEATS[0]),
        Bid(SEATS[1], 3),
        "wrong_phase",
        {"phase": "dealing"},
    ),
    ("card between rounds", finished(), Play(SEATS[0], AS), "wrong_phase", {"phase": "dealing"}),
    ("deal while bidding", dealt(), SUITS, "wrong_phase", {"phase": "bidding"}),
    ("deal while playing", playing(), SUITS, "wrong_phase", {"phase": "playing"}),
    ("card while bidding", dealt(), Play(SEATS[0], KC), "wrong_phase", {"phase": "bidding"}),
    ("bid while playing", playing(), Bid(SEATS[0], 3), "wrong_phase", {"phase": "playing"}),
    (
        "look while playing",
        playing(HERO_PARTNERS),
        Look(SEATS[0]),
        "wrong_phase",
        {"phase": "playing"},
    ),
    ("bid out of turn", dealt(), Bid(SEATS[1], 3), "not_your_turn", {"seat": 1, "turn": 0}),
    (
        "second bid",
        dealt().apply(Bid(SEATS[0], 3)),
        Bid(SEATS[0], 4),
        "not_your_turn",
        {"seat": 0, "turn": 1},
    ),
    ("card out of turn", playing(), Play(SEATS[3], AS), "not_your_turn", {"seat": 3, "turn": 0}),
    ("fifth seat bids", dealt(), Bid(NO_SEAT, 3), "unknown_seat", {"seat": 4}),
    ("fifth seat plays", playing(), Play(NO_SEAT, KC), "unknown_seat", {"seat": 4}),
    ("fifth seat looks", dealt(HERO_PARTNERS), Look(NO_SEAT), "unknown_seat", {"seat": 4}),
    ("card missing", Game.new(CARDCOUCH, SEATS[0]), short(SUITS), "bad_deal", {}),
    ("hand missing", Game.new(CARDCOUCH, SEATS[0]), Deal(SUITS.hands[:3]), "bad_deal", {}),
    ("card twice", Game.new(CARDCOUCH, SEATS[0]), Deal((SUITS.hands[0],) * 4), "bad_deal", {}),
    ("another deck", Game.new(CARDCOUCH.changed(deck="jokers"), SEATS[0]), SUITS, "bad_deal", {}),
    ("blind where not played", dealt(), Bid(SEATS[0], 0, blind=True), "blind_nil_not_allowed", {}),
    ("blind in solo", dealt(HERO_SOLO), Bid(SEATS[0], 0, blind=True), "blind_nil_not_allowed", {}),
    (
        "blind after a look",
        dealt(HERO_PARTNERS).apply(Look(SEATS[0])),
        Bid(SEATS[0], 0, blind=True),
        "hand_already_seen",
        {"seat": 0},
    ),
    ("look at an open hand", dealt(), Look(SEATS[0]), "nothing_to_look_at", {"seat": 0}),
    (
        "second look",
        dealt(HERO_PARTNERS).apply(Look(SEATS[2])),
        Look(SEATS[2]),
        "nothing_to_look_at",
        {"seat": 2},
    ),
    (
        "look after the bid",
        dealt(HERO_PARTNERS).apply(Bid(SEATS[0], 0, blind=True)),
        Look(SEATS[0]),
        "nothing_to_look_at",
        {"seat": 0},
    ),
    ("card of another", playing(), Play(SEATS[0], AS), "card_not_held", {"card": AS}),
    (
        "not following",
        LED,
        Play(SEATS[1], Card.parse("2S")),
        "must_follow_suit",
        {"suit": Suit.HEARTS},
    ),
    ("spade too early", small_position(), Play(SEATS[0], AS), "spades_not_broken", {}),
]


@pytest.mark.parametrize(
    ("game", "action", "code", "data"),
    [pytest.param(*case[1:], id=case[0].replace(" ", "-")) for case in REFUSED],
)
def test_refusal(game: Game, action: Action, code: str, data: dict[str, object]) -> None:
    """The action is refused with the right code and data, and the game stays as it was."""
    before = game
    refusal = refusal_of(game, action)
    assert refusal is not None
    assert type(refusal).code == code
    assert vars(refusal) == data
    assert str(refusal)
    assert game == before
    if code != "bad_deal":
        assert vars(game.explain(action)) == data


def test_following_and_leading_are_free_otherwise() -> None:
    """Next to each refusal of a card stands a card that is taken."""
    assert refusal_of(LED, Play(SEATS[1], H4)) is None
    assert refusal_of(small_position(broken=True), Play(SEATS[0], AS)) is None
    void = LED.apply(Play(SEATS[1], H4))
    assert refusal_of(void, Play(SEATS[2], Card.parse("8D"))) is None


HANDS = [hand("AS"), hand("KS"), hand("QS"), hand("JS")]
BIDS = [Bid(seat, 3) for seat in SEATS]
START = Start(SEATS[0], (4, 4, 2, 2), broken=True)


@pytest.mark.parametrize(
    ("hands", "bids", "start", "dealer"),
    [
        pytest.param([*HANDS[:3], hand("JS TS")], BIDS, START, 0, id="sizes"),
        pytest.param([*HANDS[:3], hand("AS")], BIDS, START, 0, id="card twice"),
        pytest.param([*HANDS[:3], hand("BJ")], BIDS, START, 0, id="not in the deck"),
        pytest.param(HANDS[:3], BIDS, START, 0, id="hand missing"),
        pytest.param([], BIDS, START, 0, id="no hands"),
        pytest.param([CardSet()] * 4, BIDS, Start(SEATS[0], (4, 4, 3, 2), True), 0, id="empty"),
        pytest.param(HANDS, BIDS[:3], START, 0, id="bid missing"),
        pytest.param(HANDS, BIDS[::-1], START, 0, id="bids out of order"),
        pytest.param(HANDS, [*BIDS[:3], Bid(SEATS[3], 0, True)], START, 0, id="bid not allowed"),
        pytest.param(HANDS, BIDS, Start(SEATS[0], (4, 4, 2, 1), True), 0, id="tricks"),
        pytest.param(HANDS, BIDS, Start(SEATS[0], (4, 4, 4), True), 0, id="tricks of three"),
        pytest.param(HANDS, BIDS, Start(SEATS[0], (9, 4, -2, 1), True), 0, id="fewer than none"),
        pytest.param(HANDS, BIDS, Start(NO_SEAT, (4, 4, 2, 2), True), 0, id="leader"),
        pytest.param(HANDS, BIDS, START, 4, id="dealer"),
    ],
)
def test_bad_positions(hands: list[CardSet], bids: list[Bid], start: Start, dealer: int) -> None:
    """A position whose parts contradict each other is refused with a sentence."""
    with pytest.raises(errors.BadPosition) as caught:
        Round.position(CARDCOUCH, Seat(dealer), hands, bids, start)
    assert str(caught.value) == caught.value.why
    assert type(caught.value).code == "bad_position"


def test_good_position_is_taken() -> None:
    """The position that the bad ones were made from is itself in order."""
    assert Round.position(CARDCOUCH, SEATS[0], HANDS, BIDS, START).phase == "playing"


def test_game_begins_with_a_seat_of_its_table() -> None:
    """The first dealer must sit at the table."""
    with pytest.raises(errors.UnknownSeat) as caught:
        Game.new(CARDCOUCH, NO_SEAT)
    assert caught.value.seat == 4


@pytest.mark.parametrize(
    ("provoke", "code"),
    [
        (lambda: Bid(SEATS[0], 18), "bad_bid"),
        (lambda: parse_action("play 0 ZZ"), "bad_notation"),
        (lambda: CARDCOUCH.changed(target=0), "bad_rules"),
    ],
)
def test_refusals_outside_a_game(provoke: Callable[[], object], code: str) -> None:
    """Bids, notation and rule sets are refused with codes of their own."""
    with pytest.raises(RuleError) as caught:
        provoke()
    assert type(caught.value).code == code
    assert str(caught.value)


def test_codes_are_all_different_and_all_provoked() -> None:
    """Every refusal has a code of its own, and a test of this file that provokes it."""
    kinds = RuleError.__subclasses__()
    codes = [kind.code for kind in kinds]
    assert len(set(codes)) == len(codes)
    provoked = {case[3] for case in REFUSED}
    provoked |= {"bad_position", "bad_bid", "bad_notation", "bad_rules"}
    assert provoked == set(codes)
    assert RuleError.code not in codes


@given(strategies.games(), strategies.actions)
def test_explain_foretells_apply(drawn: strategies.Drawn, action: Action) -> None:
    """Whatever the action, explain says beforehand what apply does; only a deal is dealt to see."""
    game = drawn.game
    foretold, refusal = game.explain(action), refusal_of(game, action)
    if isinstance(action, Deal):
        assert foretold is None or type(foretold) is type(refusal)
    else:
        assert type(foretold) is type(refusal)


@given(strategies.games())
def test_no_refusal_names_a_hidden_card(drawn: strategies.Drawn) -> None:
    """A refusal holds no card but the one that the seat named itself, or that all know to open."""
    game = drawn.game
    for seat in SEATS:
        for card in (AS, KC, H4):
            refusal = game.explain(Play(seat, card))
            shown = [v for v in vars(refusal).values() if isinstance(v, Card)] if refusal else []
            assert set(shown) <= {card, game.rules.cards.lowest_club}
