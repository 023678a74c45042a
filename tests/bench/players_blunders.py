"""Moves that make a partner wince, found from all four hands in recorded rounds.

`python -m tests.bench.players_blunders FILE...` reads rounds of `tests.bench.players_records`,
counts each kind beside a live nil and without, and says how many rounds hold one and how many
contracts were set. It shares nothing with the players. A trick left in last seat counts only where
the contract was missed in the end.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.actions import Play
from engine.cards import Card, CardSet, Suit
from engine.game import Game
from tests.bench.players_process import action_of, dealt
from tests.bench.players_records import Record, read

LOW: Final = 8
JACK: Final = 11
QUEEN: Final = 12
ACE: Final = 14

LEAVES: Final = "last seat leaves a trick that its side needs"
HONOR: Final = "king or queen under a higher card"
DISCARD: Final = "discards an ace or king that nothing beats"
OVER: Final = "over the partner's card that nothing beats"
RUFFED: Final = "the ace under a trump"
HIGH_LEAD: Final = "a nil leads high with low cards in hand"
UNCOVERED: Final = "leads a low spade to the partner's nil with a high one in hand"
KINDS: Final = (HONOR, DISCARD, OVER, LEAVES, RUFFED, HIGH_LEAD, UNCOVERED)


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn to play a card, seen from all four hands.

    Attributes:
        seat: whose turn it is.
        hands: by seat, its cards.
        legal: the cards that it may play.
        trick: the cards on the table, by the order of play.
        best: the place in the trick of the card that wins so far; -1 when this seat leads.
        helps: whether its tricks count for its side: not those of a seat that bid nil.
        need: the tricks that the side still needs.
        nils: by seat, whether its nil is alive.
    """

    seat: int
    hands: tuple[tuple[Card, ...], ...]
    legal: tuple[Card, ...]
    trick: tuple[Card, ...]
    best: int
    helps: bool
    need: int
    nils: tuple[bool, ...]

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards of the seat."""
        return self.hands[self.seat]

    @property
    def best_seat(self) -> int:
        """The seat that wins the trick so far."""
        return (self.seat - len(self.trick) + self.best) % 4

    def wins(self, card: Card) -> bool:
        """Say whether a card takes the lead in the trick."""
        return _beats(card, self.trick[self.best])

    def is_top(self, card: Card) -> bool:
        """Say whether no higher card of the suit is in another hand."""
        others = [self.hands[seat] for seat in range(4) if seat != self.seat]
        return not any(
            each.suit is card.suit and each.rank > card.rank for held in others for each in held
        )

    def is_idle(self, card: Card) -> bool:
        """Say whether a card neither takes the trick nor is the highest of its suit."""
        return not self.wins(card) and not self.is_top(card)


def _beats(card: Card, other: Card) -> bool:
    return card.rank > other.rank if card.suit is other.suit else card.suit is Suit.SPADES


def turn_of(game: Game) -> Turn:
    """Read a turn from a game of four."""
    now, seat = game.round, game.to_act
    assert now is not None
    assert seat is not None
    bids = [0 if bid is None else bid.tricks for bid in now.bids]
    side = (seat, (seat + 2) % 4)
    return Turn(
        seat,
        tuple(tuple(CardSet(held)) for held in now.hands),
        tuple(each.card for each in game.legal_actions if isinstance(each, Play)),
        tuple(now.trick),
        -1 if now.winning is None else (now.winning - now.leader) % 4,
        bids[seat] > 0,
        sum(bids[each] for each in side) - sum(now.taken[each] for each in side if bids[each]),
        tuple(not bids[each] and not now.taken[each] for each in range(4)),
    )


def winces(turn: Turn, card: Card) -> Iterator[str]:
    """Name what is wrong with a card."""
    if not turn.trick:
        yield from _of_lead(turn, card)
    elif turn.helps and turn.need > 0:
        if turn.wins(card):
            yield from _of_winner(turn)
        elif card.suit is turn.trick[0].suit:
            yield from _of_follower(turn, card)
        elif card.rank > QUEEN and turn.is_top(card) and any(map(turn.is_idle, turn.legal)):
            yield DISCARD
        if not turn.wins(card) and _leaves(turn):
            yield LEAVES


def _of_lead(turn: Turn, card: Card) -> Iterator[str]:
    lowest = min(each.rank for each in turn.legal)
    if turn.nils[turn.seat]:
        if card.rank > max(lowest + 2, LOW):
            yield HIGH_LEAD
        return
    partner = (turn.seat + 2) % 4
    spades = [each.rank for each in turn.hand if each.suit is Suit.SPADES]
    risks = any(each.suit is Suit.SPADES and each.rank > card.rank for each in turn.hands[partner])
    low = card.suit is Suit.SPADES and card.rank < JACK <= max(spades) - 2
    if turn.nils[partner] and low and risks:
        yield UNCOVERED


def _of_winner(turn: Turn) -> Iterator[str]:
    """Look at a card that goes over the partner's."""
    partner = (turn.seat + 2) % 4
    top = turn.trick[turn.best]
    if turn.best_seat != partner or turn.nils[partner] or all(map(turn.wins, turn.legal)):
        return
    if len(turn.trick) == 3 or (top.suit is turn.trick[0].suit and turn.is_top(top)):
        yield OVER


def _of_follower(turn: Turn, card: Card) -> Iterator[str]:
    """Look at a high card that follows suit and loses."""
    top = turn.trick[turn.best]
    lowest = min(each.rank for each in turn.legal)
    if top.suit is not card.suit:
        if card.rank == ACE and lowest < ACE:
            yield RUFFED
    elif card.rank in {QUEEN, QUEEN + 1} and lowest < JACK:
        yield HONOR


def _leaves(turn: Turn) -> bool:
    """Say whether a trick could be taken from the other side in last seat, no nil being alive."""
    partner = (turn.seat + 2) % 4
    last = len(turn.trick) == 3 and turn.best_seat != partner
    return last and not any(turn.nils) and any(map(turn.wins, turn.legal))


def _words(turn: Turn) -> str:
    on, held = (" ".join(map(str, cards)) for cards in (turn.trick, turn.hand))
    return f"seat {turn.seat} needs {turn.need} of {len(turn.hand)}, on {on or '-'}, from {held}"


def found_in(record: Record) -> list[tuple[str, bool, str]]:
    """Find the moves of a round: the kind, whether a nil was alive, and the move in words."""
    game, found = dealt(record.dealer, record.hands), []
    sheet = record.end().sheets[-1]
    for text in record.actions:
        action = action_of(game, text)
        if isinstance(action, Play) and action.seat in record.seats and len(game.legal_actions) > 1:
            turn = turn_of(game)
            found += [
                (kind, any(turn.nils), f"{record.seed}: {_words(turn)}: {action.card}")
                for kind in winces(turn, action.card)
                if kind != LEAVES or sheet.sides[action.seat % 2].is_set
            ]
        game = game.apply(action)
    return found


def main() -> None:
    """Look through the rounds of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--show", type=int, default=0, help="so many moves of each kind in words")
    options = parser.parse_args()
    rounds = with_one = contracts = missed = 0
    moves: Counter[tuple[str, bool]] = Counter()
    words: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for record in (record for file in options.files for record in read(file)):
        found = found_in(record)
        rounds += 1
        with_one += bool(found)
        for kind, nil, text in found:
            moves[kind, nil] += 1
            words[kind].append(text)
        sides = [
            record.end().sheets[-1].sides[side] for side in {seat % 2 for seat in record.seats}
        ]
        contracts += sum(bool(side.contract) for side in sides)
        missed += sum(side.is_set for side in sides)
    print(f"{rounds} rounds, {with_one} with such a move: {100 * with_one / rounds:.1f} %; "
          f"contracts set {missed} of {contracts}: {100 * missed / contracts:.1f} %")  # fmt: skip
    for kind in KINDS:
        print(f"  {kind}: {moves[kind, False]} without a live nil, {moves[kind, True]} beside one")
        for text in words[kind][: options.show]:
            print(f"    {text}")


if __name__ == "__main__":
    main()
