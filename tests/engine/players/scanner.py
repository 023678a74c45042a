"""Looks through rounds for blunders that everyone at the table sees, from all four hands.

It shares nothing with the players: it reads the game before each action, and the action.
`python -m tests.engine.players.scanner --rounds 2000` plays the strong player against itself.
"""

import argparse
import random
from collections import Counter
from collections.abc import Iterator

from engine.actions import Bid, Play, SeatAction
from engine.cards import Card, CardSet, Suit
from engine.deals import Seeds, deal
from engine.game import Game
from engine.players.player import Budget, Player
from engine.players.styles import STYLES
from engine.presets import CARDCOUCH
from engine.round import Round
from engine.rules import Rules
from engine.seats import SEATS, Seat
from engine.views import seat_view


def blunders(game: Game, action: SeatAction) -> Iterator[str]:
    """Name the visible blunders in an action, made in a game with the standard deck."""
    current = game.round
    assert current is not None
    if isinstance(action, Bid):
        bids = [each for each in game.legal_actions if isinstance(each, Bid)]
        free = any(bid.tricks for bid in bids)
        if action.is_nil and not action.blind and free and "AS" in _names(current, action.seat):
            yield "nil with the ace of spades"
    if isinstance(action, Play) and current.trick:
        legal = [each.card for each in game.legal_actions if isinstance(each, Play)]
        yield from _in_trick(current, action, legal)


def _names(current: Round, seat: Seat) -> set[str]:
    return {str(card) for card in CardSet(current.hands[seat])}


def _beats(card: Card, other: Card) -> bool:
    if card.suit is other.suit:
        return card.rank > other.rank
    return card.suit is Suit.SPADES


def _in_trick(current: Round, action: Play, legal: list[Card]) -> Iterator[str]:
    seat, card = action.seat, action.card
    best_seat = current.winning
    assert best_seat is not None
    best = current.trick[(best_seat - current.leader) % 4]
    wins = _beats(card, best)
    if _alive_nil(current, seat):
        if wins and any(not _beats(other, best) for other in legal):
            yield "a nil takes a trick that it could duck"
        return
    partner = (seat + 2) % 4
    others = [each for each in legal if each.suit is not Suit.SPADES]
    sure = best.suit is not Suit.SPADES and _is_sure(current, best, seat)
    if (
        best_seat == partner
        and current.rules.mode == "partners"
        and not _is_nil(current, Seat(partner))
        and card.suit is Suit.SPADES
        and others
        and sure
    ):
        yield "trumps the partner's sure winner"
    if len(current.trick) == 3 and wins and card.suit is Suit.SPADES:
        lower = [each for each in legal if each.suit is Suit.SPADES and each.rank < card.rank
                 and _beats(each, best)]  # fmt: skip
        if lower:
            yield "a high trump in last seat where a lower one wins"


def _is_sure(current: Round, card: Card, seat: Seat) -> bool:
    """Say whether no card of the suit is out that could still beat this one."""
    if len(current.trick) == 3:
        return True
    held = CardSet(sum(current.hands[other] for other in SEATS if other != seat))
    return not any(each.suit is card.suit and each.rank > card.rank for each in held)


def _is_nil(current: Round, seat: Seat) -> bool:
    bid = current.bids[seat]
    return bid is not None and bid.is_nil


def _alive_nil(current: Round, seat: Seat) -> bool:
    return _is_nil(current, seat) and not current.taken[seat]


def scan(player: Player, rounds: int, budget: Budget, seed: int, rules: Rules) -> Counter[str]:
    """Play rounds, a game after the other, and count the blunders; `rounds` is counted too."""
    found: Counter[str] = Counter()
    rng = random.Random(seed)
    game = Game.new(rules, rules.seats[0])
    for _ in range(rounds):
        if game.outcome is not None:
            game = Game.new(rules, rng.choice(rules.seats))
        seeds = Seeds(rng.randbytes(32))
        game = game.apply(deal(seeds, game.number + 1, game.next_dealer, rules))
        while game.to_act is not None:
            action = player.choose(seat_view(game, game.to_act), budget, rng).action
            found.update(blunders(game, action))
            game = game.apply(action)
        found["rounds"] += 1
    return found


def main() -> None:
    """Scan as many rounds as the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=2000)
    parser.add_argument("--player", default="marlow")
    parser.add_argument("--worlds", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    budget = Budget(options.worlds, 500 * options.worlds)
    found = scan(STYLES[options.player].player, options.rounds, budget, options.seed, CARDCOUCH)
    print(dict(found))  # noqa: T201 -- a command line prints its answer


if __name__ == "__main__":
    main()
