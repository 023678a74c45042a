"""Rounds that the players play against themselves, looked through by an independent checker."""

import pytest

from engine.actions import Bid, Play
from engine.cards import Card, CardSet
from engine.game import Game
from engine.players.player import Budget
from engine.players.styles import STYLES
from engine.positions import Start
from engine.presets import CARDCOUCH
from engine.round import Round
from engine.seats import SEATS
from tests.engine.players.scanner import blunders, scan
from tests.engine.tools import hand


@pytest.mark.parametrize("key", ["marlow", "juniper", "pip"])
def test_no_visible_blunder_in_self_played_rounds(key: str) -> None:
    """No round shows a trumped partner, a nil that does not duck, a wasted trump, a mad nil."""
    found = scan(STYLES[key].player, 12, Budget(worlds=12, nodes=1_000), 5, CARDCOUCH)
    assert found == {"rounds": 12}


def test_the_checker_sees_what_it_is_for() -> None:
    """It names each of the blunders in a position made for it."""
    hands = [hand("5D 2C"), hand("AS 3S"), hand("AD 4C"), hand("6D 7C")]
    bids = [Bid(SEATS[0], 3), Bid(SEATS[1], 0), Bid(SEATS[2], 3), Bid(SEATS[3], 3)]
    start = Start(SEATS[0], (4, 0, 4, 3), broken=True)
    game = Game.new(CARDCOUCH, SEATS[0])._replace(
        round=Round.position(CARDCOUCH, SEATS[0], hands, bids, start)
    )
    game = game.apply(Play(SEATS[0], Card.parse("5D")))
    assert list(blunders(game, Play(SEATS[1], Card.parse("AS")))) == []
    swapped = [hand("AD 2C"), hand("6D 4C"), hand("KS 4H"), hand("AS 3S")]
    bids[1] = Bid(SEATS[1], 2)
    game = game._replace(round=Round.position(CARDCOUCH, SEATS[0], swapped, bids, start))
    game = game.apply(Play(SEATS[0], Card.parse("AD"))).apply(Play(SEATS[1], Card.parse("6D")))
    assert list(blunders(game, Play(SEATS[2], Card.parse("KS")))) == [
        "trumps the partner's sure winner"
    ]
    game = game.apply(Play(SEATS[2], Card.parse("4H")))
    assert list(blunders(game, Play(SEATS[3], Card.parse("AS")))) == [
        "a high trump in last seat where a lower one wins"
    ]
    assert CardSet.of([Card.parse("AD")])
