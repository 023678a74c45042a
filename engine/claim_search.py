"""Whether the remaining tricks come out the same whatever anyone plays: an exact search.

It plays every legal card of every seat in every order, and stops at the first two ends that differ.
Three things keep that small: the remaining cards are numbered anew, so that of cards which no other
hand comes between only one is tried; equal positions are searched once; and a bound on the cards
tried, beyond which nothing is proven.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from engine.cards import Bits, Deck, Suit, iter_cards

MOST_HELD: Final = 6
"""The most cards a hand for which the search is tried; with more, nearly nothing is certain."""

MOST_TRIED: Final = 6000
"""The most cards that a search tries.

A game that is read back has to find again what was certain when it was played: the bound may grow,
but never shrink.
"""

_DIGIT: Final = 5
"""The bits that hold a number of tricks, of which a round has 18 at most."""


class _Undecided(Exception):
    """Two ends differ, or the bound has been reached."""


def same_at_every_end(
    deck: Deck,
    hands: Sequence[Bits],
    leader: int,
    counts_for: Sequence[int],
    *,
    may_lead_trumps: bool,
    any_trump_breaks: bool,
) -> tuple[int, ...] | None:
    """Give how many of the remaining tricks go to each, if no play changes that.

    Args:
        deck: the deck in play; a trick with special rules must not be among the remaining ones.
        hands: by seat, all of as many cards, at least one.
        leader: the seat that leads.
        counts_for: by seat, the number from 0 of whom its tricks count for, such as its side.
        may_lead_trumps: whether trumps may be led, since they are broken or always may.
        any_trump_breaks: whether a trump led from trumps alone breaks them, too.

    Returns:
        The tricks, by the numbers in `counts_for`; None if they are open, or not proven within
        `MOST_TRIED`.
    """
    if hands[leader].bit_count() > MOST_HELD:
        return None
    renumbered, suits = _renumbered(deck, hands)
    search = _Search(suits, counts_for, any_trump_breaks=any_trump_breaks)
    try:
        packed = search.rest(renumbered, leader, may_lead_trumps)
    except _Undecided:
        return None
    digit = (1 << _DIGIT) - 1
    return tuple(packed >> _DIGIT * number & digit for number in range(max(counts_for) + 1))


def _renumbered(deck: Deck, hands: Sequence[Bits]) -> tuple[tuple[Bits, ...], tuple[Bits, ...]]:
    """Number the remaining cards by suit and strength, trumps last.

    Returns:
        The hands, and the suits.
    """
    together = 0
    for hand in hands:
        together |= hand
    new: dict[int, Bits] = {}
    suits, at = [], 0
    for suit in Suit:
        cards = [c for c in iter_cards(together) if deck.suit_of[c.index] is suit]
        cards.sort(key=lambda card: deck.strength[card.index])
        for card in cards:
            new[card.index] = 1 << at
            at += 1
        suits.append((1 << at) - (1 << (at - len(cards))))
    return tuple(sum(new[card.index] for card in iter_cards(hand)) for hand in hands), tuple(suits)


class _Search:
    """A search through every play of one position."""

    def __init__(
        self, suits: Sequence[Bits], counts_for: Sequence[int], *, any_trump_breaks: bool
    ) -> None:
        """Begin with nothing tried."""
        self._suits = suits
        self._trick_of = tuple(1 << _DIGIT * number for number in counts_for)
        self._any_trump_breaks = any_trump_breaks
        self._found: dict[tuple[tuple[Bits, ...], int, bool], int] = {}
        self._tried = 0

    def rest(self, hands: tuple[Bits, ...], leader: int, free: bool) -> int:  # noqa: FBT001 - inner
        """Give the remaining tricks by whom they count for, in one number.

        Args:
            hands: by seat.
            leader: the seat that leads.
            free: whether trumps may be led.

        Raises:
            _Undecided: they are open, or not proven.
        """
        if not hands[leader]:
            return 0
        key = hands, leader, free
        found = self._found.get(key)
        if found is None:
            for after, winner, broken in self._tricks(hands, leader, free):
                total = self._trick_of[winner] + self.rest(after, winner, broken)
                if found is None:
                    found = total
                elif found != total:
                    raise _Undecided
            assert found is not None  # noqa: S101 - a hand that is not empty has a card to lead
            self._found[key] = found
        return found

    def _tricks(
        self,
        hands: tuple[Bits, ...],
        leader: int,
        free: bool,  # noqa: FBT001 - as above
    ) -> Iterator[tuple[tuple[Bits, ...], int, bool]]:
        """Give every end of the next trick: the hands, the winner, whether trumps may be led."""
        suits = self._suits
        trumps = suits[-1]
        together = 0
        for hand in hands:
            together |= hand
        may_lead = hands[leader] if free else hands[leader] & ~trumps or hands[leader]
        for lead in _one_of_each(may_lead, together, suits):
            suit = next(suit for suit in suits if suit & lead)
            breaking = trumps if self._any_trump_breaks or suit != trumps else 0
            trick = [(lead, lead, leader)]
            seat = leader
            for _ in hands[1:]:
                seat = (seat + 1) % len(hands)
                legal = _one_of_each(hands[seat] & suit or hands[seat], together, suits)
                self._tried += len(trick) * len(legal)
                trick = [
                    (played | card, card, seat)
                    if card > best and card & (suit | trumps)
                    else (played | card, best, winner)
                    for played, best, winner in trick
                    for card in legal
                ]
            if self._tried > MOST_TRIED:
                raise _Undecided
            for played, _, winner in trick:
                after = tuple(hand & ~played for hand in hands)
                yield after, winner, free or bool(played & breaking)


def _one_of_each(cards: Bits, together: Bits, suits: Sequence[Bits]) -> list[Bits]:
    """Give the cards without those that only cards of the same hand separate from a lower one.

    Args:
        cards: the legal cards of a hand.
        together: the cards of all hands, those of the present trick included.
        suits: the suits, as `_renumbered` gives them.
    """
    chosen = []
    for suit in suits:
        left = together & suit if cards & suit else 0
        beside = False
        while left:
            lowest = left & -left
            left ^= lowest
            held = bool(cards & lowest)
            if held and not beside:
                chosen.append(lowest)
            beside = held
    return chosen
