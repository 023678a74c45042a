"""Two seats draw their hands from the pack: whose turn it is, who sees what, and what follows."""

from typing import Any

import pytest

from engine.actions import Bid, Deal, Keep, Toss
from engine.cards import CARDS, Card, CardSet
from engine.deals import Seeds, deal
from engine.drawing import Drawing, Drawn
from engine.errors import BadDeal, BadNotation, NotYourTurn, WrongPhase
from engine.events import CardDrawn, Dealt, PlayOpened, TurnPassed, what_happened
from engine.game import Game
from engine.game_notation import parse_game, print_game
from engine.notation import parse_action, print_action
from engine.phases import Phase
from engine.presets import TWO_HANDED
from engine.seats import SEATS
from engine.views import public_view, seat_view
from tests.engine import plain_deal
from tests.engine.tools import draw_out, fresh_deal, play_lowest

STOCK = CARDS[:52]
"""The pack in order: the two of clubs on top."""

DEALT = TWO_HANDED.changed(two_seat_deal="dealt")
DEALER, FIRST = SEATS[0], SEATS[1]


def begun(**fields: Any) -> Game:  # noqa: ANN401 -- a field is of any type
    """Lay the pack in order, with seat 0 dealing."""
    return Game.new(TWO_HANDED.changed(**fields), DEALER).apply(Deal((), STOCK))


def test_non_dealer_draws_first_and_both_in_turn() -> None:
    """26 turns alternate; then the non-dealer bids first, and leads."""
    game, turns = begun(), []
    while game.phase == Phase.DRAWING:
        assert game.to_act is not None
        assert game.legal_actions == (Keep(game.to_act), Toss(game.to_act))
        turns.append(game.to_act)
        game = game.apply(Keep(game.to_act))
    assert turns == [FIRST, DEALER] * 13
    assert (game.phase, game.to_act) == (Phase.BIDDING, FIRST)
    game = game.apply(Bid(FIRST, 4)).apply(Bid(DEALER, 4))
    assert (game.phase, game.to_act) == (Phase.PLAYING, FIRST)


def test_what_is_taken_and_what_is_put_away() -> None:
    """To keep takes the top card and loses the next; to toss does it the other way round."""
    game = begun().apply(Keep(FIRST)).apply(Toss(DEALER))
    one, other = seat_view(game, FIRST), seat_view(game, DEALER)
    assert one.drawn == (Drawn(CARDS[0], CARDS[1]),)
    assert other.drawn == (Drawn(CARDS[3], CARDS[2]),)
    assert one.hand == CardSet.of([CARDS[0]])
    assert other.hand == CardSet.of([CARDS[3]])


def test_only_who_draws_sees_the_cards() -> None:
    """The top card is shown to the seat in turn alone; the other learns keep or toss."""
    game = begun()
    assert seat_view(game, FIRST).offered == CARDS[0]
    assert seat_view(game, DEALER).offered is None
    game = game.apply(Toss(FIRST))
    assert seat_view(game, FIRST).offered is None
    assert seat_view(game, DEALER).offered == CARDS[2]
    seen = public_view(game)
    assert (seen.keeps, seen.held, seen.moves) == ((False,), (0, 1), 1)
    assert seen.last_draw_of(FIRST) is False
    assert seen.last_draw_of(DEALER) is None


def test_dead_cards_are_shown_once_the_round_is_played() -> None:
    """26 cards stay out of play, and nobody is shown them before the last trick is over."""
    game = draw_out(begun())
    while game.to_act is not None:
        assert not public_view(game).dead
        game = game.apply(game.legal_actions[0])
    dead = public_view(game).dead
    assert len(dead) == 26
    assert dead == CardSet.of(STOCK[1::2])


def test_dead_cards_of_a_deal_thrown_in_stay_hidden() -> None:
    """Where the bids are too low nobody is shown the hands, nor what would tell them."""
    game = draw_out(begun(table_minimum=13))
    game = game.apply(Bid(FIRST, 1)).apply(Bid(DEALER, 1))
    assert public_view(game).thrown_in
    assert not public_view(game).dead


def test_a_round_that_bids_itself_is_played_after_the_draw() -> None:
    """Hands are drawn in the first round too, where nobody bids in it."""
    game = begun(first_round="bids_itself")
    assert public_view(game).bids_itself
    game = draw_out(game)
    assert (game.phase, game.to_act) == (Phase.PLAYING, FIRST)
    game = play_lowest(game)
    assert sum(game.sheets[0].taken) == 13
    again = draw_out(game.apply(fresh_deal(game)))
    assert (again.phase, public_view(again).bids_itself) == (Phase.BIDDING, False)


def test_events_of_a_draw() -> None:
    """Everyone hears who kept or tossed, and whose turn it is; no event tells a card."""
    before = Game.new(TWO_HANDED, DEALER)
    lay = Deal((), STOCK)
    game = before.apply(lay)
    assert what_happened(before, lay, game) == (Dealt(1, DEALER), TurnPassed(FIRST))
    kept = game.apply(Keep(FIRST))
    assert what_happened(game, Keep(FIRST), kept) == (
        CardDrawn(FIRST, kept=True),
        TurnPassed(DEALER),
    )
    tossed = kept.apply(Toss(DEALER))
    assert what_happened(kept, Toss(DEALER), tossed)[0] == CardDrawn(DEALER, kept=False)


def test_last_draw_opens_a_round_that_bids_itself() -> None:
    """With the last card of the pack the play begins, where there are no bids."""
    game = begun(first_round="bids_itself")
    for _ in range(25):
        game = game.apply(game.legal_actions[0])
    last = Keep(DEALER)
    told = what_happened(game, last, game.apply(last))
    assert told == (CardDrawn(DEALER, kept=True), PlayOpened(FIRST), TurnPassed(FIRST))


def test_refusals() -> None:
    """A draw belongs to the seat in turn and to this phase; before it nobody bids."""
    game = begun()
    assert isinstance(game.explain(Keep(DEALER)), NotYourTurn)
    assert isinstance(game.explain(Bid(FIRST, 4)), WrongPhase)
    assert isinstance(draw_out(game).explain(Toss(FIRST)), WrongPhase)


@pytest.mark.parametrize(
    "cards",
    [
        Deal((), STOCK[:51]),
        Deal((), (*STOCK[:51], STOCK[0])),
        Deal((), (*STOCK[:51], CARDS[52])),
        Deal((CardSet.of(STOCK[:13]), CardSet.of(STOCK[13:26]))),
        Deal((CardSet.of(STOCK[:13]), CardSet.of(STOCK[13:26])), STOCK),
    ],
)
def test_stock_is_the_whole_pack(cards: Deal) -> None:
    """A stock that is not every card once, or hands in its place, are refused."""
    with pytest.raises(BadDeal):
        Game.new(TWO_HANDED, DEALER).apply(cards)


@pytest.mark.parametrize(
    "cards",
    [
        Deal((), STOCK),
        Deal((CardSet.of(STOCK[:13]), CardSet.of(STOCK[12:25]))),
        Deal((CardSet.of(STOCK[:13]), CardSet.of(STOCK[13:27]))),
        Deal((CardSet.of(STOCK[:13]), CardSet.of(CARDS[41:54]))),
        Deal((CardSet.of(STOCK[:13]), CardSet.of(STOCK[13:26])), STOCK),
    ],
)
def test_dealt_hands_are_two_of_thirteen(cards: Deal) -> None:
    """Where hands are dealt, they are thirteen cards of the deck each, and none twice."""
    with pytest.raises(BadDeal):
        Game.new(DEALT, DEALER).apply(cards)


def test_dealt_hands_leave_half_of_the_pack() -> None:
    """Hands are dealt alternately from the non-dealer, and the round is bid at once."""
    seeds = Seeds(bytes(32), ("ann:1",))
    dealt = deal(seeds, 3, DEALER, DEALT)
    order = plain_deal.shuffled(seeds.secret, seeds.contributions, 3, "standard")
    assert {str(card) for card in dealt.hands[FIRST]} == set(order[0:26:2])
    assert {str(card) for card in dealt.hands[DEALER]} == set(order[1:26:2])
    game = Game.new(DEALT, DEALER).apply(dealt)
    assert (game.phase, game.to_act) == (Phase.BIDDING, FIRST)
    assert seat_view(game, FIRST).drawn == ()
    assert {str(card) for card in public_view(play_lowest(game)).dead} == set(order[26:])


def test_stock_follows_from_the_seeds() -> None:
    """The stock is the shuffled pack, the first place on top, as a second program has it."""
    seeds = Seeds(bytes(32), ("ann:1",))
    dealt = deal(seeds, 2, DEALER, TWO_HANDED)
    order = plain_deal.shuffled(seeds.secret, seeds.contributions, 2, "standard")
    assert dealt == Deal((), tuple(map(Card.parse, order)))


def test_notation_of_a_drawn_round() -> None:
    """A log line has the stock in order; a game in the middle of a draw parses back."""
    game = begun().apply(Keep(FIRST)).apply(Toss(DEALER)).apply(Toss(FIRST))
    line = print_game(game)
    assert line.endswith(" -,- - - d:ktt")
    assert parse_game(line) == game
    lay = Deal((), STOCK)
    assert print_action(lay) == "deal " + "".join(map(str, STOCK))
    assert [print_action(each) for each in (Keep(FIRST), Toss(DEALER))] == ["keep 1", "toss 0"]
    assert parse_action("toss 0") == Toss(DEALER)
    with pytest.raises(BadNotation):
        parse_game(f"{line}x")


def test_empty_stock_offers_nothing() -> None:
    """Of a stock that is drawn out there is no top card."""
    done = Drawing(STOCK, FIRST, (True,) * 26)
    assert done.is_done
    assert done.top is None
    assert (done.turn, len(done.turns_of(DEALER))) == (FIRST, 13)
