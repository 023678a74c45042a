"""Games, rules and deals in which something is refused."""

from engine.actions import Bid, Deal, Pass, Play
from engine.cards import Card, CardSet
from engine.game import Game, replay
from engine.positions import Start
from engine.presets import CARDCOUCH, HERO_PARTNERS, PRESETS
from engine.round import Round
from engine.rules import Rules
from engine.seats import SEATS, Seat
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
