"""The same counts by brute force, on cards as text, without the engine.

Every card of every hand is tried, and asked whether it may be played; nothing is remembered and
nothing is left out, so it is slow, and plain enough to be read as the rule itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tests.engine import plain_cards


@dataclass(frozen=True)
class Plain:
    """A position in the middle of a round.

    Attributes:
        hands: cards held, by seat.
        trick: the cards on the table, in order.
        leader: the seat that led, or leads.
        broken: whether spades are broken.
        first: whether this is the first trick of the round.
        play: the house rules of the play.
    """

    hands: tuple[tuple[str, ...], ...]
    trick: tuple[str, ...]
    leader: int
    broken: bool
    first: bool
    play: plain_cards.Play

    def may_play(self, hand: Sequence[str], card: str) -> bool:  # noqa: PLR0911 - rule by rule
        """Say whether a card of the hand to act is legal."""
        deck = self.play.deck

        def is_spade(other: str) -> bool:
            return plain_cards.suit(other, deck) == "S"

        only_spades = all(map(is_spade, hand))
        if self.first and self.play.club_opens and not self.trick:
            club = plain_cards.lowest_club(deck)
            return card == club or club not in hand
        if self.first and self.play.all_clubs and self.trick:
            clubs = [other for other in hand if plain_cards.suit(other, deck) == "C"]
            if clubs:
                return card == min(clubs, key=lambda club: plain_cards.RANKS.index(club[0]))
            return only_spades or not is_spade(card)
        if self.trick:
            led = plain_cards.suit(self.trick[0], deck)
            if any(plain_cards.suit(other, deck) == led for other in hand):
                return plain_cards.suit(card, deck) == led
        elif not self.broken and not self.play.any_time and is_spade(card):
            return only_spades
        if self.first and not self.play.spade_first and is_spade(card):
            return only_spades
        return True

    def after(self, seat: int, card: str) -> "Plain":
        """Give the position after a card."""
        hands = list(self.hands)
        hands[seat] = tuple(other for other in hands[seat] if other != card)
        trick = (*self.trick, card)
        deck = self.play.deck
        broken = self.broken or plain_cards.breaks(card, trick[0], self.play.breaking, deck)
        after = replace(self, hands=tuple(hands), trick=trick, broken=broken)
        if len(trick) < len(hands):
            return after
        leader = (self.leader + plain_cards.winner(trick, deck)) % len(hands)
        return replace(after, trick=(), leader=leader, first=False)

    @property
    def following(self) -> "dict[str, Plain]":
        """Every position that is one card on, by the card."""
        seat = (self.leader + len(self.trick)) % len(self.hands)
        hand = self.hands[seat]
        return {card: self.after(seat, card) for card in hand if self.may_play(hand, card)}


def counts(position: Plain, depth: int | None = None) -> list[int]:
    """Count the positions one card on, two cards on, and so on.

    Args:
        position: where to begin.
        depth: how many cards on; None goes up to the last trick.
    """
    to_the_last = sum(map(len, position.hands)) - len(position.hands)
    found = [0] * (to_the_last if depth is None else depth)
    _count(position, found, 0)
    return found


def _count(position: Plain, found: list[int], ply: int) -> None:
    if ply == len(found):
        return
    for following in position.following.values():
        found[ply] += 1
        _count(following, found, ply + 1)


def split(position: Plain, depth: int | None = None) -> dict[str, int]:
    """Count the ways to the end behind each card that may be played now."""
    left = None if depth is None else depth - 1
    return {card: (counts(on, left) or [1])[-1] for card, on in position.following.items()}
