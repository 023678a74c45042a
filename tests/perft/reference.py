"""The same counts by brute force, on cards as text, without the engine.

Every card of every hand is tried, and asked whether it may be played; nothing is remembered and
nothing is left out, so it is slow, and plain enough to be read as the rule itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.engine import plain_cards


@dataclass(frozen=True)
class Plain:
    """A position in the middle of a round.

    Attributes:
        hands: cards held, by seat.
        trick: the cards on the table, in order.
        leader: the seat that led, or leads.
        broken: whether spades are broken.
        breaking: what breaks them.
        deck: the name of the deck.
    """

    hands: tuple[tuple[str, ...], ...]
    trick: tuple[str, ...]
    leader: int
    broken: bool
    breaking: str
    deck: str

    def may_play(self, hand: Sequence[str], card: str) -> bool:
        """Say whether a card of the hand to act is legal."""

        def is_spade(other: str) -> bool:
            return plain_cards.suit(other, self.deck) == "S"

        if not self.trick:
            return self.broken or not is_spade(card) or all(map(is_spade, hand))
        led = plain_cards.suit(self.trick[0], self.deck)
        holds_led = any(plain_cards.suit(other, self.deck) == led for other in hand)
        return not holds_led or plain_cards.suit(card, self.deck) == led

    def after(self, seat: int, card: str) -> "Plain":
        """Give the position after a card."""
        hands = list(self.hands)
        hands[seat] = tuple(other for other in hands[seat] if other != card)
        trick = (*self.trick, card)
        led = trick[0]
        broken = self.broken or plain_cards.breaks(card, led, self.breaking, self.deck)
        leader = self.leader
        if len(trick) == len(hands):
            leader = (leader + plain_cards.winner(trick, self.deck)) % len(hands)
            trick = ()
        return Plain(tuple(hands), trick, leader, broken, self.breaking, self.deck)

    @property
    def following(self) -> "dict[str, Plain]":
        """Every position that is one card on, by the card."""
        seat = (self.leader + len(self.trick)) % len(self.hands)
        hand = self.hands[seat]
        return {card: self.after(seat, card) for card in hand if self.may_play(hand, card)}


def counts(position: Plain) -> list[int]:
    """Count the positions one card on, two cards on, and so on, up to the last trick."""
    found = [0] * (sum(map(len, position.hands)) - len(position.hands))
    _count(position, found, 0)
    return found


def _count(position: Plain, found: list[int], ply: int) -> None:
    if ply == len(found):
        return
    for following in position.following.values():
        found[ply] += 1
        _count(following, found, ply + 1)


def split(position: Plain) -> dict[str, int]:
    """Count the ways to the last trick behind each card that may be played now."""
    return {card: (counts(on) or [1])[-1] for card, on in position.following.items()}
