"""Hands that may be thrown in instead of bidding, and when dealing again has to stop."""

from typing import Final

from engine.cards import CARDS, Bits, CardSet
from engine.rules import Rules

MOST_IN_A_ROW: Final = 5
"""After so many deals thrown in one after another the next is played, whatever it is."""

_LOWEST_FACE: Final = 11

_FACES: Final = CardSet.of(card for card in CARDS if card.rank >= _LOWEST_FACE).bits
"""Aces, kings, queens and jacks, and the jokers."""


def may_throw_in(rules: Rules, hand: Bits) -> bool:
    """Say whether the rules let a hand be thrown in."""
    no_spade = not hand & rules.deck_in_play.trumps
    no_face = not hand & _FACES
    if rules.throw_in == "no_spade_or_no_face":
        return no_spade or no_face
    if rules.throw_in == "no_spade":
        return no_spade
    return rules.throw_in == "no_spade_no_face" and no_spade and no_face
