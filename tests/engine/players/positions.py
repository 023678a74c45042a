"""Positions written as data, made into what a seat sees."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.actions import Bid, Deal, Play
from engine.cards import CardSet, iter_cards
from engine.game import Game
from engine.positions import Start
from engine.presets import CARDCOUCH
from engine.round import Round
from engine.rules import Rules
from engine.seats import SEATS, Seat
from engine.views import SeatView, seat_view
from tests.bench.players_process import Position
from tests.engine.tools import bid_of, cards, hand_of, load

ME = SEATS[0]
HISTORIES: Mapping[str, Any] = load("player_histories")


def view_of(position: Mapping[str, Any], rules: Rules = CARDCOUCH) -> SeatView:
    """Make the view of seat 0 in a position to bid or to play."""
    if position["kind"] == "bid":
        return _to_bid(position, rules)
    found = HISTORIES.get(str(position.get("id") or position["title"]))
    return _to_play(position, rules) if found is None else _after_a_round(found)


def _to_bid(position: Mapping[str, Any], rules: Rules) -> SeatView:
    before = position["bids_before"]
    mine = hand_of(position["hand"])
    rest = list(iter_cards(rules.deck_in_play.cards & ~mine.bits))
    hands = [mine, *(CardSet.of(rest[13 * n : 13 * n + 13]) for n in range(3))]
    game = Game.new(rules, SEATS[(3 - len(before)) % 4]).apply(Deal(tuple(hands)))
    for value in before:
        assert game.to_act is not None
        game = game.apply(bid_of(game.to_act, value))
    assert game.to_act == ME
    return seat_view(game, ME)


def _after_a_round(found: Mapping[str, Any]) -> SeatView:
    """Play the bids and the cards that `tests.engine.players.histories` found to a position."""
    actions = tuple(found["actions"].split())
    game = Position(found["dealer"], tuple(found["hands"]), actions).game()
    assert game.to_act == ME
    return seat_view(game, ME)


def _to_play(position: Mapping[str, Any], rules: Rules) -> SeatView:
    """Set up a position without a history, since no sensible round that leads to it was found.

    Give the others hands that let them play what lies on the table.

    Cards said to be still out are dealt first, then the rest as it comes; what lies beyond the
    size of the hands has been played.
    """
    mine = hand_of(position["hand"])
    trick = cards(" ".join(position["trick_so_far"]))
    leader = Seat((position["leader_offset"]) % 4)
    size = len(mine)
    hands = [list(mine), [], [], []]
    for step, card in enumerate(trick):
        hands[(leader + step) % 4].append(card)
    used = {card for held in hands for card in held}
    wanted = [card for card in hand_of(position.get("unseen_by_all_but_still_out", ()))
              if card not in used]  # fmt: skip
    others = [card for card in iter_cards(rules.deck_in_play.cards) if card not in used]
    led = trick[0].suit if trick else None
    _fill(hands, [*wanted, *(card for card in others if card not in wanted)], size, led)
    start = Start(leader, tuple(position["tricks_taken"]), position["spades_broken"])
    bids = [bid_of(seat, "nil" if bid == 0 else bid) for seat, bid in enumerate(position["bids"])]
    opened = Round.position(rules, ME, [CardSet.of(held) for held in hands], bids, start)
    game = Game.new(rules, ME)._replace(round=opened)
    for step, card in enumerate(trick):
        game = game.apply(Play(SEATS[(leader + step) % 4], card))
    assert game.to_act == ME
    return seat_view(game, ME)


def _fill(hands: list[Any], pool: Sequence[Any], size: int, led: Any) -> None:  # noqa: ANN401
    """Fill the hands so that whoever has not followed suit holds none of it."""
    void = {
        seat for seat in (1, 2, 3) if led is not None and hands[seat] and hands[seat][0].suit != led
    }
    for card in pool:
        fits = [
            seat
            for seat in (1, 2, 3)
            if len(hands[seat]) < size and not (seat in void and card.suit == led)
        ]
        if fits:
            hands[min(fits, key=lambda seat: len(hands[seat]))].append(card)


def answer_of(action: object) -> int | str:
    """Write an action as positions do: a number, "nil", or a card."""
    if isinstance(action, Bid):
        return "nil" if action.is_nil else action.tricks
    assert isinstance(action, Play)
    return str(action.card)
