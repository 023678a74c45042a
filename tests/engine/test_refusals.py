"""Every refusal of the engine, provoked, with its code, its data and its sentence."""

from collections.abc import Callable
from typing import cast

import pytest
from hypothesis import given

from engine import errors
from engine.actions import Action, Bid, Claim, Deal, Look, Pass, Play, Resign, Throw, Time
from engine.cards import Card, CardSet, Suit
from engine.errors import RuleError
from engine.game import Game, replay
from engine.notation import parse_action
from engine.phases import Phase
from engine.positions import Start
from engine.presets import CARDCOUCH, HERO_PARTNERS, HERO_SOLO, PRESETS
from engine.round import Round
from engine.round_notation import parse_round
from engine.rules import Rules
from engine.seats import SEATS, Seat, Side
from engine.tally import Tally
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


MIRROR = CARDCOUCH.changed(bidding="mirror")
WHIZ = CARDCOUCH.changed(bidding="whiz")
BLIND_WHIZ = WHIZ.changed(blind_nil=True)
SUICIDE = CARDCOUCH.changed(bidding="suicide")
BOARD = CARDCOUCH.changed(minimum_contract=4)
BEHIND = HERO_PARTNERS.changed(blind_nil_deficit=100)
EXCHANGE = CARDCOUCH.changed(exchange=2)
LOWEST_CLUB = CARDCOUCH.changed(opening="lowest_club")
NO_SPADE_FIRST = CARDCOUCH.changed(spades_on_first_trick=False)
CUTTHROAT = PRESETS["cutthroat"]
PAIR = CARDCOUCH.changed(seat_minimum=2)
TEN = CARDCOUCH.changed(maximum_contract=10)
NO_NINE = CARDCOUCH.changed(contract_of_nine=False)
NO_NIL = CARDCOUCH.changed(nil="none")
ZERO = CARDCOUCH.changed(nil="zero")
CLOSED = CARDCOUCH.changed(side_bid="second_closes", possibles=True)
BLIND_SIX = CARDCOUCH.changed(blind_bid=6)
THROWING = CARDCOUCH.changed(throw_in="no_spade_no_face")
TIMED = CARDCOUCH.changed(minutes=30)

THREE = Deal(
    (
        hand("3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2D 3D 4D 5D 6D"),
        hand("7D 8D 9D TD JD QD KD AD 2H 3H 4H 5H 6H 7H 8H 9H TH"),
        hand("JH QH KH AH 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"),
    )
)
MIXED = Deal(
    (
        hand("AS 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"),
        hand("AH 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"),
        hand("KS AC 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD"),
        hand("2S 3S 4S 5S 6S 7S 8S 9S TS JS QS AD KD"),
    )
)
"""The lowest club is with seat 1; seat 0 holds no club, one spade and hearts."""


CLUBS = Deal(
    (
        hand("2C 3C 4C 5C 6C 7C 8C 2D 3D 4D 5D 6D 7D"),
        hand("9C TC JC QC KC AC 8D 9D TD JD QD KD AD"),
        *SUITS.hands[2:],
    )
)
"""Seats 0 and 1 share the clubs and the diamonds."""


def bid_by(rules: Rules, *bids: int, deal: Deal = SUITS) -> Game:
    """Give a game after some bids, seat 0 first."""
    game = Game.new(rules, rules.seats[-1]).apply(deal)
    return replay(game, [Bid(SEATS[seat], bid) for seat, bid in enumerate(bids)])


def exchanging() -> Game:
    """Give a game in which seats 1 and 3 are to exchange two cards."""
    return bid_by(EXCHANGE, 3, 0, 4, 3)


AS, KC, H4, AH, AC = map(Card.parse, ("AS", "KC", "4H", "AH", "AC"))
LED = small_position().apply(Play(SEATS[0], Card.parse("2H")))


def passes(seat: int, text: str) -> Pass:
    """Write down which cards a seat passes."""
    return Pass(SEATS[seat], hand(text))


def itself() -> Game:
    """Give a game in the first round, which bids itself."""
    return dealt(CARDCOUCH.changed(first_round="bids_itself"))


def opened(rules: Rules, *played: str) -> Game:
    """Give a game in the first trick, after some cards."""
    game = bid_by(rules, 3, 3, 3, 3, deal=MIXED)
    for name in played:
        assert game.to_act is not None
        game = game.apply(Play(game.to_act, Card.parse(name)))
    return game


REFUSED: list[tuple[str, Game, Action, str, dict[str, object] | None]] = [
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
    ("more than all tricks", dealt(), Bid(SEATS[0], 14), "bad_bid", {"given": "14"}),
    ("all tricks of three", dealt(), Bid(SEATS[0], 17), "bad_bid", {"given": "17"}),
    ("mirror", dealt(MIRROR), Bid(SEATS[0], 3), "forced_bid", {"bidding": "mirror"}),
    ("mirror of spades", bid_by(MIRROR, 0, 0, 0), Bid(SEATS[3], 12), "forced_bid", None),
    ("mirror is no nil", bid_by(MIRROR, 0, 0, 0), Bid(SEATS[3], 0), "forced_bid", None),
    ("whiz", bid_by(WHIZ, 0, 0, 0), Bid(SEATS[3], 12), "forced_bid", {"bidding": "whiz"}),
    ("whiz unseen", dealt(BLIND_WHIZ), Bid(SEATS[0], 0), "look_first", {"seat": 0}),
    ("whiz unseen number", dealt(BLIND_WHIZ), Bid(SEATS[0], 3), "look_first", {"seat": 0}),
    ("suicide two nils", bid_by(SUICIDE, 0, 3), Bid(SEATS[2], 0), "forced_bid", None),
    ("suicide no nil", bid_by(SUICIDE, 4, 3), Bid(SEATS[2], 1), "forced_bid", None),
    ("below the board", bid_by(BOARD, 1, 3), Bid(SEATS[2], 2), "below_minimum", {"minimum": 4}),
    ("nil below the board", bid_by(BOARD, 3, 3), Bid(SEATS[2], 0), "below_minimum", None),
    ("beside a nil", bid_by(BOARD, 0, 3), Bid(SEATS[2], 3), "below_minimum", None),
    (
        "suicide below the board",
        dealt(SUICIDE.changed(minimum_contract=4)),
        Bid(SEATS[0], 3),
        "below_minimum",
        {"minimum": 4},
    ),
    (
        "alone below the board",
        dealt(HERO_SOLO.changed(minimum_contract=2)),
        Bid(SEATS[0], 1),
        "below_minimum",
        {"minimum": 2},
    ),
    (
        "blind without the deficit",
        dealt(BEHIND),
        Bid(SEATS[0], 0, blind=True),
        "blind_nil_not_allowed",
        {},
    ),
    ("claim on the first trick", playing(), Claim(SEATS[0]), "nothing_to_claim", {}),
    ("claim while bidding", dealt(), Claim(SEATS[0]), "wrong_phase", {"phase": "bidding"}),
    ("resign of no side", dealt(), Resign(Side(2)), "unknown_side", {"side": 2}),
    ("resign in solo", dealt(HERO_SOLO), Resign(Side(0)), "cannot_resign", {}),
    ("resign after the end", over(), Resign(Side(0)), "game_is_over", {}),
    ("seat below its minimum", dealt(PAIR), Bid(SEATS[0], 1), "below_seat_minimum", {"minimum": 2}),
    ("above the maximum", bid_by(TEN, 6, 3), Bid(SEATS[2], 5), "above_maximum", {"maximum": 10}),
    (
        "nothing left for the partner",
        dealt(TEN.changed(nil="none")),
        Bid(SEATS[0], 10),
        "above_maximum",
        {"maximum": 10},
    ),
    ("nine", bid_by(NO_NINE, 5, 3), Bid(SEATS[2], 4), "nine_is_not_bid", {}),
    ("nil where there is none", dealt(NO_NIL), Bid(SEATS[0], 0), "nil_not_played", {}),
    ("zero where it is nil", dealt(), Bid(SEATS[0], 0, zero=True), "nil_not_played", {}),
    ("nil where it is zero", dealt(ZERO), Bid(SEATS[0], 0), "nil_not_played", {}),
    ("covered", dealt(), Bid(SEATS[0], 0, covered=True), "bad_bid", {"given": "covered"}),
    (
        "second nil of a side",
        bid_by(CARDCOUCH.changed(double_nil="none"), 0, 3),
        Bid(SEATS[2], 0),
        "one_nil_a_side",
        {},
    ),
    (
        "all tricks together",
        bid_by(CARDCOUCH.changed(hook=True), 4, 0, 5),
        Bid(SEATS[3], 4),
        "bids_meet_tricks",
        {"tricks": 13},
    ),
    (
        "table below eleven",
        bid_by(CARDCOUCH.changed(table_minimum=11, table_short="last_raises"), 4, 2, 2),
        Bid(SEATS[3], 2),
        "table_too_low",
        {"minimum": 11},
    ),
    ("possible not played", dealt(), Bid(SEATS[0], 3, possible=True), "no_possible_here", {}),
    (
        "possible of a closer",
        bid_by(CLOSED, 3, 3),
        Bid(SEATS[2], 3, possible=True),
        "no_possible_here",
        {},
    ),
    (
        "blind number not played",
        dealt(),
        Bid(SEATS[0], 6, blind=True),
        "blind_bid_not_allowed",
        {"least": None},
    ),
    (
        "blind number too low",
        dealt(BLIND_SIX),
        Bid(SEATS[0], 5, blind=True),
        "blind_bid_not_allowed",
        {"least": 6},
    ),
    (
        "blind number of the second",
        bid_by(BLIND_SIX, 3, 3),
        Bid(SEATS[2], 6, blind=True),
        "blind_bid_not_allowed",
        {"least": None},
    ),
    (
        "blind number without the deficit",
        dealt(BLIND_SIX.changed(blind_bid_deficit=100)),
        Bid(SEATS[0], 6, blind=True),
        "blind_bid_not_allowed",
        None,
    ),
    (
        "blind number after a look",
        dealt(BLIND_SIX).apply(Look(SEATS[0])),
        Bid(SEATS[0], 6, blind=True),
        "hand_already_seen",
        {"seat": 0},
    ),
    (
        "partner looks first",
        dealt(BLIND_SIX),
        Look(SEATS[2]),
        "partner_looks_later",
        {"opener": 0},
    ),
    (
        "covered seat looks",
        dealt(BLIND_SIX).apply(Bid(SEATS[0], 6, blind=True)),
        Look(SEATS[2]),
        "nothing_to_look_at",
        None,
    ),
    ("throw where not played", dealt(), Throw(SEATS[0]), "hand_not_thrown_in", {}),
    ("throw of a good hand", dealt(THROWING), Throw(SEATS[0]), "hand_not_thrown_in", {}),
    (
        "throw before a look",
        dealt(THROWING.changed(blind_nil=True)),
        Throw(SEATS[0]),
        "look_first",
        {"seat": 0},
    ),
    ("throw out of turn", dealt(THROWING), Throw(SEATS[1]), "not_your_turn", None),
    ("throw while playing", playing(THROWING), Throw(SEATS[0]), "wrong_phase", None),
    ("time that is not kept", dealt(), Time(), "no_time_kept", {}),
    ("time before the deal", Game.new(TIMED, SEATS[0]), Time(), "no_time_kept", {}),
    ("time twice", dealt(TIMED).apply(Time()), Time(), "no_time_kept", {}),
    ("time after the end", over(), Time(), "game_is_over", {}),
    (
        "not the lowest club",
        opened(LOWEST_CLUB.changed(opening="lowest_clubs_all"), "2C"),
        Play(SEATS[2], Card.parse("KS")),
        "must_follow_suit",
        None,
    ),
    (
        "another club than the lowest",
        opened(LOWEST_CLUB.changed(opening="lowest_clubs_all")),
        Play(SEATS[1], KC),
        "lowest_club_opens",
        None,
    ),
    (
        "higher club follows",
        bid_by(LOWEST_CLUB.changed(opening="lowest_clubs_all"), 3, 3, 3, 3, deal=CLUBS).apply(
            Play(SEATS[0], Card.parse("2C"))
        ),
        Play(SEATS[1], AC),
        "lowest_club_first",
        {},
    ),
    ("look without the deficit", dealt(BEHIND), Look(SEATS[0]), "nothing_to_look_at", None),
    ("bid in a round that bids itself", itself(), Bid(SEATS[0], 3), "wrong_phase", None),
    ("fourth of three", bid_by(CUTTHROAT, deal=THREE), Bid(SEATS[3], 3), "unknown_seat", None),
    ("four hands for three", Game.new(CUTTHROAT, SEATS[0]), SUITS, "bad_deal", {}),
    ("three hands for four", Game.new(CARDCOUCH, SEATS[0]), THREE, "bad_deal", {}),
    ("pass without exchange", playing(), passes(0, "2C 3C"), "wrong_phase", {"phase": "playing"}),
    ("pass while bidding", dealt(EXCHANGE), passes(0, "2C 3C"), "wrong_phase", None),
    (
        "card while exchanging",
        exchanging(),
        Play(SEATS[0], KC),
        "wrong_phase",
        {"phase": "exchanging"},
    ),
    ("pass of a side without nil", exchanging(), passes(0, "2C 3C"), "nothing_to_exchange", None),
    ("pass out of turn", exchanging(), passes(3, "2S 3S"), "not_your_turn", {"seat": 3, "turn": 1}),
    ("pass of one card", exchanging(), passes(1, "2D"), "bad_exchange", {"count": 2}),
    ("pass of three cards", exchanging(), passes(1, "2D 3D 4D"), "bad_exchange", {"count": 2}),
    ("pass of no card", exchanging(), passes(1, ""), "bad_exchange", {"count": 2}),
    ("pass of another's card", exchanging(), passes(1, "2D AS"), "bad_exchange", {"count": 2}),
    (
        "second pass",
        exchanging().apply(passes(1, "2D 3D")),
        passes(1, "4D 5D"),
        "not_your_turn",
        {"seat": 1, "turn": 3},
    ),
    (
        "another club opens",
        playing(LOWEST_CLUB),
        Play(SEATS[0], KC),
        "lowest_club_opens",
        {"card": Card.parse("2C")},
    ),
    (
        "spade on the first trick",
        opened(LOWEST_CLUB.changed(spades_on_first_trick=False), "2C"),
        Play(SEATS[2], Card.parse("KS")),
        "must_follow_suit",
        {"suit": Suit.CLUBS},
    ),
    (
        "spade on the first trick when void",
        opened(NO_SPADE_FIRST, "2H", "AH", "2D"),
        Play(SEATS[3], Card.parse("2S")),
        "no_spade_yet",
        {},
    ),
    (
        "spade leads the first trick",
        bid_by(NO_SPADE_FIRST.changed(spade_leads="any_time"), 3, 3, 3, 3, deal=MIXED),
        Play(SEATS[0], AS),
        "no_spade_yet",
        {},
    ),
    (
        "spade leads though nothing is broken",
        bid_by(NO_SPADE_FIRST, 3, 3, 3, 3, deal=MIXED),
        Play(SEATS[0], AS),
        "spades_not_broken",
        {},
    ),
]


@pytest.mark.parametrize(
    ("game", "action", "code", "data"),
    [pytest.param(*case[1:], id=case[0].replace(" ", "-")) for case in REFUSED],
)
def test_refusal(game: Game, action: Action, code: str, data: dict[str, object] | None) -> None:
    """The action is refused with the right code and data, and the game stays as it was."""
    before = game
    refusal = refusal_of(game, action)
    assert refusal is not None
    assert type(refusal).code == code
    assert data is None or vars(refusal) == data
    assert str(refusal)
    assert game == before
    if code != "bad_deal":
        assert vars(game.explain(action)) == vars(refusal)


def test_an_action_of_an_unknown_type_is_refused() -> None:
    """What is no deal, look, bid, pass or play is refused as that, and is not taken for a look."""

    class Knock:
        seat = SEATS[0]

    class Peek(Look):
        pass

    for action in (Knock(), Peek(SEATS[0])):
        refusal = refusal_of(dealt(HERO_PARTNERS), cast("Action", action))
        assert isinstance(refusal, errors.UnknownAction)
        assert refusal.given == type(action).__name__
        assert str(refusal) == f"{refusal.given} is no action of Spades"


def test_following_and_leading_are_free_otherwise() -> None:
    """Next to each refusal of a card stands a card that is taken."""
    assert refusal_of(LED, Play(SEATS[1], H4)) is None
    assert refusal_of(small_position(broken=True), Play(SEATS[0], AS)) is None
    void = LED.apply(Play(SEATS[1], H4))
    assert refusal_of(void, Play(SEATS[2], Card.parse("8D"))) is None


def test_house_rules_refuse_nothing_else() -> None:
    """Next to each refusal of a house rule stands an action that is taken."""
    taken: list[tuple[Game, Action]] = [
        (dealt(), Bid(SEATS[0], 13)),
        (bid_by(CUTTHROAT, deal=THREE), Bid(SEATS[0], 17)),
        (dealt(MIRROR), Bid(SEATS[0], 0)),
        (bid_by(MIRROR, 0, 0, 0), Bid(SEATS[3], 13)),
        (bid_by(WHIZ, 0, 0, 0), Bid(SEATS[3], 13)),
        (bid_by(WHIZ, 0, 0, 0), Bid(SEATS[3], 0)),
        (dealt(BLIND_WHIZ), Bid(SEATS[0], 0, blind=True)),
        (dealt(BLIND_WHIZ).apply(Look(SEATS[0])), Bid(SEATS[0], 0)),
        (bid_by(SUICIDE, 0, 3), Bid(SEATS[2], 1)),
        (bid_by(SUICIDE, 4, 3), Bid(SEATS[2], 0)),
        (dealt(SUICIDE.changed(minimum_contract=4)), Bid(SEATS[0], 4)),
        (dealt(SUICIDE.changed(minimum_contract=4)), Bid(SEATS[0], 0)),
        (dealt(BOARD), Bid(SEATS[0], 1)),
        (bid_by(BOARD, 1, 3), Bid(SEATS[2], 3)),
        (bid_by(BOARD, 4, 3), Bid(SEATS[2], 0)),
        (bid_by(BOARD, 0, 3), Bid(SEATS[2], 0)),
        (dealt(HERO_SOLO.changed(minimum_contract=2)), Bid(SEATS[0], 0)),
        (exchanging(), passes(1, "2D AD")),
        (playing(LOWEST_CLUB), Play(SEATS[0], Card.parse("2C"))),
        (opened(NO_SPADE_FIRST, "2H", "AH", "2D"), Play(SEATS[3], Card.parse("KD"))),
        (opened(NO_SPADE_FIRST.changed(spades_on_first_trick=True), "2H"), Play(SEATS[1], AH)),
        (playing(CARDCOUCH.changed(spade_leads="any_time")), Play(SEATS[0], KC)),
        (opened(CARDCOUCH.changed(spade_leads="any_time")), Play(SEATS[0], AS)),
    ]
    for game, action in taken:
        assert game.explain(action) is None, action
        assert action in game.legal_actions
        game.apply(action)


def test_hand_of_spades_alone_may_break_the_first_trick() -> None:
    """Who holds nothing but spades leads and throws them, whatever the table says of them."""
    strict = NO_SPADE_FIRST
    leads = replay(
        Game.new(strict, SEATS[2]).apply(SUITS), [Bid(SEATS[n], 3) for n in (3, 0, 1, 2)]
    )
    assert leads.to_act == SEATS[3]
    assert leads.explain(Play(SEATS[3], AS)) is None
    thrown = playing(strict)
    for card in ("2C", "2D", "2H"):
        assert thrown.to_act is not None
        thrown = thrown.apply(Play(thrown.to_act, Card.parse(card)))
    assert thrown.explain(Play(SEATS[3], AS)) is None


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
    assert Round.position(CARDCOUCH, SEATS[0], HANDS, BIDS, START).phase == Phase.PLAYING


def test_game_begins_with_a_seat_of_its_table() -> None:
    """The first dealer must sit at the table."""
    with pytest.raises(errors.UnknownSeat) as caught:
        Game.new(CARDCOUCH, NO_SEAT)
    assert caught.value.seat == 4


@pytest.mark.parametrize(
    ("provoke", "code"),
    [
        (lambda: Bid(SEATS[0], 19), "bad_bid"),
        (lambda: Bid(SEATS[0], 3, zero=True), "bad_bid"),
        (lambda: Bid(SEATS[0], 0, possible=True), "bad_bid"),
        (lambda: Bid(SEATS[0], 0, blind=True, zero=True), "bad_bid"),
        (lambda: Bid(Seat(True), 3), "unknown_seat"),
        (lambda: Look(cast("Seat", 1.0)), "unknown_seat"),
        (lambda: Play(cast("Seat", "1"), AS), "unknown_seat"),
        (lambda: Pass(cast("Seat", None), CardSet()), "unknown_seat"),
        (lambda: Throw(cast("Seat", True)), "unknown_seat"),
        (lambda: Claim(cast("Seat", True)), "unknown_seat"),
        (lambda: Game.new(CARDCOUCH, cast("Seat", True)), "unknown_seat"),
        (lambda: Game.new(CARDCOUCH, SEATS[0], [Tally()]), "bad_tallies"),
        (lambda: Game.new(HERO_SOLO, SEATS[0], [Tally()] * 2), "bad_tallies"),
        (lambda: Game.new(CARDCOUCH, SEATS[0], []), "bad_tallies"),
        (lambda: parse_round("3 2C/3C/4C 3,3,3 - -", CUTTHROAT), "unknown_seat"),
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
    """Every refusal of the engine has a code of its own, and a test here that provokes it."""
    kinds = [kind for kind in RuleError.__subclasses__() if kind.__name__ in errors.__all__]
    codes = [kind.code for kind in kinds]
    assert len(set(codes)) == len(codes)
    provoked = {case[3] for case in REFUSED}
    provoked |= {"bad_position", "bad_bid", "bad_notation", "bad_rules", "bad_tallies"}
    provoked |= {"unknown_action"}
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
            assert set(shown) <= {card, game.rules.deck_in_play.lowest_club}
