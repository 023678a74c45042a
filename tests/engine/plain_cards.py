"""What may be played and who wins, on cards as text, written from the rules a second time.

Nothing here comes from the engine, so that a mistake would have to be made twice to go unseen.
A card is two letters, `AS` or `TH`; the jokers are `BJ` and `LJ`.
"""

from collections.abc import Sequence

RANKS = "23456789TJQKA"
TOP_SPADES = [rank + "S" for rank in reversed(RANKS)]
TRUMPS_FROM_TOP = {"standard": TOP_SPADES, "jokers": ["BJ", "LJ", *TOP_SPADES]}
LEFT_OUT = {"standard": set(), "jokers": {"2C", "2D"}}


def deck(name: str) -> list[str]:
    """List the cards of a deck, in the order in which an unshuffled one lies."""
    plain = [rank + suit for suit in "CDHS" for rank in RANKS]
    jokers = [card for card in ("LJ", "BJ") if card in TRUMPS_FROM_TOP[name]]
    return [card for card in plain + jokers if card not in LEFT_OUT[name]]


def suit(card: str, name: str) -> str:
    """Give the suit that a card counts as."""
    return "S" if card in TRUMPS_FROM_TOP[name] else card[1]


def legal(hand: Sequence[str], trick: Sequence[str], broken: bool, name: str) -> set[str]:
    """Give the cards that may be played from a hand."""
    if trick:
        following = {card for card in hand if suit(card, name) == suit(trick[0], name)}
        return following or set(hand)
    if broken:
        return set(hand)
    others = {card for card in hand if suit(card, name) != "S"}
    return others or set(hand)


def winner(trick: Sequence[str], name: str) -> int:
    """Give the place in the trick, from 0, of the card that wins it."""
    for trump in TRUMPS_FROM_TOP[name]:
        if trump in trick:
            return list(trick).index(trump)
    led = trick[0][1]
    for rank in reversed(RANKS):
        if rank + led in trick:
            return list(trick).index(rank + led)
    raise AssertionError("a trick has a card of the suit that was led")


def breaks(card: str, led: str, breaking: str, name: str) -> bool:
    """Say whether a card, played to a trick that `led` opened, breaks spades."""
    if suit(card, name) != "S":
        return False
    return True if breaking == "any_spade" else suit(led, name) != "S"
