"""What the playouts say of a nil before it is bid."""

import random
import statistics

import pytest

from engine.actions import Bid
from engine.deals import Seeds, deal
from engine.game import Game
from engine.players import core, kernel, sampling
from engine.players.bidding import choose_bid
from engine.players.nil_playouts import chance_in_playouts
from engine.players.player import Budget
from engine.players.styles import STYLES
from engine.presets import CARDCOUCH
from engine.seats import SEATS
from engine.views import SeatView, seat_view
from tests.engine.players.positions import view_of

SAFE = "2S 4S 2H 5H 7H 3D 4D 6D 9D 2C 3C 6C 8C"
DANGEROUS = "KS QS JS TS KH QH KD QD JD AC KC QC JC"


def bidding(held: str, *before: int) -> SeatView:
    """Give the view of a seat that is to bid with a hand, after the bids before it."""
    return view_of({"kind": "bid", "hand": held.split(), "bids_before": list(before)})


def chance(view: SeatView) -> float:
    """Give the chance of a nil with the hand of a view."""
    assert view.hand is not None
    return chance_in_playouts(view, view.hand)


def test_low_cards_hold_and_high_ones_do_not() -> None:
    """A hand of low cards holds its nil nearly always, one full of honors nearly never."""
    assert chance(bidding(SAFE)) > 0.9
    assert chance(bidding(DANGEROUS)) < 0.1


def test_the_same_turn_has_the_same_chance() -> None:
    """Chance is drawn from the hand, so a hint, a review and the player itself agree."""
    view = bidding(SAFE, 3, 4)
    assert chance(view) == chance(view)


@pytest.mark.skipif(not core.compiled, reason="no C compiler has built the fast core here")
def test_both_cores_give_the_same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled and interpreted playouts foretell a nil alike."""
    view = bidding("2S 9S 5H 7H TH 3D 4D JD QD 2C 3C 6C 8C", 4, 3)
    fast = chance(view)
    monkeypatch.setattr(core, "kernel", kernel)
    monkeypatch.setattr(core, "sampling", sampling)
    assert chance(view) == fast


def test_what_the_others_bid_counts() -> None:
    """A partner who has bid much covers a nil better than one who has bid little, on average."""
    hands = [
        deal(Seeds(bytes([number] * 32)), 1, SEATS[0], CARDCOUCH).hands[0] for number in range(8)
    ]
    strong, weak = (
        statistics.fmean(chance(bidding(" ".join(map(str, each)), 3, bid, 3)) for each in hands)
        for bid in (6, 1)
    )
    assert strong > weak


def test_a_player_without_deals_to_look_at_plays_nothing_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By rule alone a bid takes no playout, so it comes at once where many tables wait."""
    view = bidding(SAFE)
    player = STYLES["marlow"].player
    assert player.choose(view, Budget(worlds=0), random.Random(1)).action == Bid(view.seat, 0)
    monkeypatch.delattr(core, "kernel")
    assert player.choose(view, Budget(worlds=0), random.Random(1)).action == Bid(view.seat, 0)


def test_a_nil_beside_a_nil_is_counted_not_played_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside the partner's nil a second one goes by the count of dangerous cards."""
    view = bidding("2S 4S 2H 5H 7H 3D 4D 6D 9D 2C 3C TC QC", 0, 4)
    assert view.hand is not None
    known = choose_bid(view, view.hand)
    monkeypatch.delattr(core, "kernel")
    assert choose_bid(view, view.hand) == known


def test_late_in_a_round_fewer_deals_are_looked_at() -> None:
    """With six cards or fewer a strong player looks at no more than 400 deals."""
    rng = random.Random(3)
    game = Game.new(CARDCOUCH, SEATS[0])
    game = game.apply(deal(Seeds(rng.randbytes(32)), 1, game.next_dealer, CARDCOUCH))
    looked: dict[int, int] = {}
    while game.to_act is not None:
        view = seat_view(game, game.to_act)
        choice = STYLES["marlow"].player.choose(view, Budget(worlds=480), rng)
        if choice.worlds:
            looked[len(view.hand or ())] = max(looked.get(len(view.hand or ()), 0), choice.worlds)
        game = game.apply(choice.action)
    assert max(most for left, most in looked.items() if left <= 6) <= 400
    assert max(most for left, most in looked.items() if left > 6) > 400
