"""House rules of the play: who leads and what, the first trick, high trumps, three seats."""

from itertools import pairwise

import pytest

from engine.actions import Bid, Deal, Play
from engine.cards import Card
from engine.errors import SpadesNotBroken
from engine.game import Game, replay
from engine.phases import Phase
from engine.positions import Start
from engine.presets import CARDCOUCH, PRESETS
from engine.round import Round
from engine.rules import Rules
from engine.seats import SEATS
from engine.tricks import breaks_spades, playable, winning_index
from tests.engine.tools import bid_modestly, cards, fresh_deal, hand, names, play_lowest

HOLDER = Deal(
    (
        hand("AS 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"),
        hand("AH 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC"),
        hand("KS 2C 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD"),
        hand("2S 3S 4S 5S 6S 7S 8S 9S TS JS QS AD KD"),
    )
)
"""The two of clubs is with seat 2, and the dealer's left with seat 0."""


def begun(rules: Rules, deal: Deal = HOLDER) -> Game:
    """Give a game whose first trick is to be led."""
    return bid_modestly(Game.new(rules, rules.seats[-1]).apply(deal))


def played(game: Game, text: str) -> Game:
    """Play cards in turn."""
    for card in cards(text):
        assert game.to_act is not None
        game = game.apply(Play(game.to_act, card))
    return game


def choice(game: Game) -> set[str]:
    """Name the cards that may be played now."""
    assert game.round is not None
    return names(game.round.playable)


def test_lowest_club_opens_whoever_holds_it() -> None:
    """The holder of the lowest club leads it, though another sits on the dealer's left."""
    game = begun(CARDCOUCH.changed(opening="lowest_club"))
    assert game.to_act == SEATS[2]
    assert choice(game) == {"2C"}
    game = played(game, "2C")
    assert (game.to_act, choice(game)) == (SEATS[3], names(HOLDER.hands[3]))
    game = played(game, "AD AS")
    assert choice(game) == names(HOLDER.hands[1] - hand("AH"))
    game = played(game, "3C")
    assert game.to_act == SEATS[0]


@pytest.mark.parametrize(
    ("deck", "club"),
    [("standard", "2C"), ("jokers", "3C"), ("deuces", "3C"), ("deuces_spade_high", "3C")],
)
def test_lowest_club_of_each_deck(deck: str, club: str) -> None:
    """Where the two of clubs is out, the three opens."""
    rules = CARDCOUCH.changed(deck=deck, opening="lowest_club")
    game = Game.new(rules, SEATS[0])
    game = bid_modestly(game.apply(fresh_deal(game)))
    assert choice(game) == {club}


def test_first_trick_that_another_leads() -> None:
    """In a position whose leader does not hold the lowest club, any suit but spades may be led."""
    rules = CARDCOUCH.changed(opening="lowest_club")
    start = Start(SEATS[0], (0, 0, 0, 0), broken=False)
    bids = [Bid(seat, 3) for seat in SEATS]
    current = Round.position(rules, SEATS[3], HOLDER.hands, bids, start)
    assert names(current.playable) == names(HOLDER.hands[0] - hand("AS"))
    assert isinstance(current.explain(Play(SEATS[0], Card.parse("AS"))), SpadesNotBroken)


def test_lowest_club_at_a_table_of_three() -> None:
    """Three seats play without the two of clubs, so the three opens there too."""
    game = Game.new(PRESETS["cutthroat"].changed(opening="lowest_club"), SEATS[0])
    assert choice(bid_modestly(game.apply(fresh_deal(game)))) == {"3C"}


def test_no_spade_on_the_first_trick() -> None:
    """Neither led nor thrown: spades stay in the hand for a trick, unless there is nothing else."""
    game = begun(CARDCOUCH.changed(spades_on_first_trick=False))
    assert choice(game) == names(HOLDER.hands[0] - hand("AS"))
    game = played(game, "2H AH 2D")
    assert choice(game) == {"AD", "KD"}
    game = played(game, "AD")
    assert game.to_act == SEATS[1]
    game = played(game, "3C 2C")
    assert choice(game) == names(HOLDER.hands[3] - hand("AD"))


def test_spade_led_on_the_first_trick_is_followed() -> None:
    """A hand of spades alone leads one even there, and then whoever holds spades must follow."""
    deal = Deal(
        (
            hand("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S AH"),
            hand("2S 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"),
            hand("2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC"),
            hand("2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD"),
        )
    )
    rules = CARDCOUCH.changed(spades_on_first_trick=False)
    game = played(begun(rules, deal), "AH")
    assert choice(game) == names(deal.hands[1] - hand("2S"))
    first, spade = Card.parse("AS"), hand("2S 3D").bits
    assert names(playable(rules, spade, first, broken=False, first=True)) == {"2S"}


def test_the_lowest_club_need_not_open_where_the_dealers_left_leads() -> None:
    """Its holder leads what it likes, though no spade may fall on the first trick."""
    rules = CARDCOUCH.changed(spades_on_first_trick=False, spade_leads="any_time")
    game = begun(rules, Deal((HOLDER.hands[2], *HOLDER.hands[1::-1], HOLDER.hands[3])))
    assert game.to_act == SEATS[0]
    assert choice(game) == names(HOLDER.hands[2] - hand("KS"))


def test_spades_at_any_time() -> None:
    """A spade may be led from any hand, broken or not; on the first trick as the table says."""
    any_time = CARDCOUCH.changed(spade_leads="any_time")
    assert choice(begun(any_time)) == names(HOLDER.hands[0])
    strict = any_time.changed(spades_on_first_trick=False)
    game = begun(strict)
    assert choice(game) == names(HOLDER.hands[0] - hand("AS"))
    game = played(game, "KH AH 2D AD")
    assert game.to_act == SEATS[1]
    after = played(game, "3C 2C KD 2H")
    assert after.round is not None
    assert not after.round.broken
    assert after.to_act == SEATS[1]


def test_spade_led_at_any_time_breaks_spades() -> None:
    """Whether leading them breaks them is said by the rule of breaking, not by the lead."""
    for breaking, broken in (("any_spade", True), ("trump_only", False)):
        rules = CARDCOUCH.changed(spade_leads="any_time", breaking=breaking)
        game = played(begun(rules), "AS 3C KS 2S")
        assert game.round is not None
        assert game.round.broken is broken


@pytest.mark.parametrize(
    ("deck", "order"),
    [
        ("jokers", "BJ LJ AS KS 2S"),
        ("deuces", "BJ LJ 2D 2S AS KS 3S"),
        ("deuces_spade_high", "BJ LJ 2S 2D AS KS 3S"),
    ],
)
def test_order_of_the_high_trumps(deck: str, order: str) -> None:
    """Each high trump takes a trick from the next, wherever in the trick it lies."""
    rules = CARDCOUCH.changed(deck=deck)
    trumps = cards(order)
    for high, low in pairwise(trumps):
        ace = Card.parse("AH")
        assert winning_index(rules, [ace, low, high, Card.parse("KH")]) == 2
        assert winning_index(rules, [high, low, ace, Card.parse("KH")]) == 0


@pytest.mark.parametrize("deck", ["deuces", "deuces_spade_high"])
def test_high_two_of_diamonds_is_a_spade(deck: str) -> None:
    """It does not follow diamonds, follows spades, is led as one, and breaks spades."""
    rules = CARDCOUCH.changed(deck=deck)
    held = hand("2D 3D 4C").bits
    three, ace = Card.parse("5D"), Card.parse("AS")
    assert names(playable(rules, held, three, broken=False)) == {"3D"}
    assert names(playable(rules, held, ace, broken=False)) == {"2D"}
    assert names(playable(rules, held, None, broken=False)) == {"3D", "4C"}
    assert names(playable(rules, held, Card.parse("2D"), broken=False)) == {"2D"}


@pytest.mark.parametrize("deck", ["deuces", "deuces_spade_high"])
@pytest.mark.parametrize(
    ("card", "led", "any_spade", "trump_only"),
    [
        ("2D", "2D", True, False),  # led itself, it leads spades
        ("3S", "2D", True, False),  # so a spade on it follows suit
        ("LJ", "2D", True, False),
        ("2D", "AS", True, False),  # and it follows a spade
        ("2D", "5D", True, True),  # on a diamond it trumps
        ("2D", "KH", True, True),
        ("3S", "5D", True, True),
        ("4C", "2D", False, False),
        ("3D", "2D", False, False),
        ("3D", "KH", False, False),
    ],
)
def test_what_a_high_two_of_diamonds_breaks(
    deck: str, card: str, led: str, *, any_spade: bool, trump_only: bool
) -> None:
    """Where only a spade on another suit breaks spades, a trick that the deuce leads is spades."""
    for breaking, broken in (("any_spade", any_spade), ("trump_only", trump_only)):
        rules = CARDCOUCH.changed(deck=deck, breaking=breaking)
        assert breaks_spades(rules, Card.parse(card), Card.parse(led)) is broken, breaking


@pytest.mark.parametrize(("breaking", "broken"), [("any_spade", True), ("trump_only", False)])
def test_a_deuce_led_from_spades_alone(breaking: str, broken: bool) -> None:
    """A hand of high trumps alone leads the deuce; whoever holds spades follows with one."""
    deal = Deal(
        (
            hand("BJ LJ 2D AS KS QS JS TS 9S 8S 7S 6S 5S"),
            hand("2S 4S 3D 4D 5D 6D 7D 8D 9D TD JD QD KD"),
            hand("3S AD 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"),
            hand("AC 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"),
        )
    )
    rules = CARDCOUCH.changed(deck="deuces", breaking=breaking)
    game = played(begun(rules, deal), "2D")
    assert choice(game) == {"2S", "4S"}
    game = played(game, "4S")
    assert choice(game) == {"3S"}
    game = played(game, "3S AC")
    assert game.round is not None
    assert game.round.broken is broken
    assert game.to_act == SEATS[0]


def test_three_play_a_whole_round() -> None:
    """Three seats bid up to 17, take tricks of three cards, and each scores alone."""
    rules = PRESETS["cutthroat"]
    game = Game.new(rules, SEATS[1])
    game = game.apply(fresh_deal(game))
    turns = []
    while game.phase != Phase.PLAYING:
        assert game.to_act is not None
        turns.append(game.to_act)
        assert {bid.tricks for bid in game.legal_actions if isinstance(bid, Bid)} == {*range(18)}
        game = game.apply(Bid(game.to_act, 5))
    assert turns == [2, 0, 1]
    game = play_lowest(game)
    assert game.round is not None
    assert len(game.round.tricks) == 17
    assert all(len(trick.cards) == 3 for trick in game.round.tricks)
    assert [trick.plays[2].seat for trick in game.round.tricks] == [
        (trick.leader + 2) % 3 for trick in game.round.tricks
    ]
    assert sum(game.sheets[0].taken) == 17
    assert game.next_dealer == SEATS[2]


def test_first_round_bids_itself() -> None:
    """The first round has no bidding and is led at once; the second is bid like any other."""
    rules = CARDCOUCH.changed(first_round="bids_itself", target=2000)
    game = Game.new(rules, SEATS[3]).apply(HOLDER)
    assert (game.phase, game.to_act) == (Phase.PLAYING, SEATS[0])
    assert game.round is not None
    assert game.round.bids_itself
    assert game.round.bids == (None,) * 4
    game = play_lowest(game)
    assert [side.points for side in game.sheets[0].sides] == [
        10 * side.taken for side in game.sheets[0].sides
    ]
    assert game.sheets[0].bids == (None,) * 4
    game = game.apply(HOLDER)
    assert game.phase == Phase.BIDDING
    assert game.round is not None
    assert not game.round.bids_itself


def test_hands_are_open_in_a_round_that_bids_itself() -> None:
    """Nobody could bid blind in it, so no hand lies face down."""
    rules = PRESETS["hero_partners"].changed(first_round="bids_itself")
    game = Game.new(rules, SEATS[3]).apply(HOLDER)
    assert game.round is not None
    assert game.round.seen == (True,) * 4
    assert replay(Game.new(rules, SEATS[3]), [HOLDER]) == game
