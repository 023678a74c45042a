"""What may be played and who wins, on cards as text, written from the rules a second time.

Nothing here comes from the engine, so that a mistake would have to be made twice to go unseen.
A card is two letters, `AS` or `TH`; the jokers are `BJ` and `LJ`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

RANKS = "23456789TJQKA"
TOP_SPADES = [rank + "S" for rank in reversed(RANKS)]
WITHOUT_THE_TWO = TOP_SPADES[:-1]
ABOVE_THE_ACE = {
    "standard": [],
    "deuce_high": ["2S"],
    "jokers": ["BJ", "LJ"],
    "jokers_red_out": ["BJ", "LJ"],
    "jokers_clubs_hearts_out": ["BJ", "LJ"],
    "jokers_deuce_ace": ["BJ", "LJ", "2S"],
    "deuces": ["BJ", "LJ", "2D", "2S"],
    "deuces_spade_high": ["BJ", "LJ", "2S", "2D"],
}
LEFT_OUT = {
    "standard": set(),
    "deuce_high": set(),
    "jokers": {"2C", "2D"},
    "jokers_red_out": {"2D", "2H"},
    "jokers_clubs_hearts_out": {"2C", "2H"},
    "jokers_deuce_ace": {"2D", "2H"},
    "deuces": {"2H", "2C"},
    "deuces_spade_high": {"2H", "2C"},
}
TRUMPS_FROM_TOP = {
    name: [*above, *(card for card in TOP_SPADES if card not in above)]
    for name, above in ABOVE_THE_ACE.items()
}
for four in list(ABOVE_THE_ACE):
    TRUMPS_FROM_TOP[f"{four} of three"] = TRUMPS_FROM_TOP[four]
    LEFT_OUT[f"{four} of three"] = set() if "BJ" in TRUMPS_FROM_TOP[four] else {"2C"}


@dataclass(frozen=True)
class Play:
    """The house rules of the play, as a table would say them.

    Attributes:
        deck: a name of `TRUMPS_FROM_TOP`; those " of three" are the decks of three seats.
        any_time: spades may be led whether they are broken or not.
        breaking: "any_spade" or "trump_only".
        spade_first: a spade may be played on the first trick.
        club_opens: the lowest club opens the first trick.
        all_clubs: and everyone plays the lowest club held to it, or no spade.
    """

    deck: str = "standard"
    any_time: bool = False
    breaking: str = "any_spade"
    spade_first: bool = True
    club_opens: bool = False
    all_clubs: bool = False


def deck(name: str) -> list[str]:
    """List the cards of a deck, in the order in which an unshuffled one lies."""
    plain = [rank + suit for suit in "CDHS" for rank in RANKS]
    jokers = [card for card in ("LJ", "BJ") if card in TRUMPS_FROM_TOP[name]]
    return [card for card in plain + jokers if card not in LEFT_OUT[name]]


def suit(card: str, name: str) -> str:
    """Give the suit that a card counts as."""
    return "S" if card in TRUMPS_FROM_TOP[name] else card[1]


def lowest_club(name: str) -> str:
    """Name the lowest club of a deck."""
    return "3C" if "2C" in LEFT_OUT[name] else "2C"


def legal(
    hand: Sequence[str], trick: Sequence[str], broken: bool, play: Play, first: bool = False
) -> set[str]:
    """Give the cards that may be played from a hand.

    Args:
        hand: the cards held.
        trick: the cards on the table, in the order of play.
        broken: whether spades are broken.
        play: the house rules.
        first: whether this is the first trick of the round.
    """
    cards, opener = set(hand), lowest_club(play.deck)
    if first and not trick and play.club_opens and opener in cards:
        return {opener}
    spades = {card for card in cards if suit(card, play.deck) == "S"}
    if first and play.all_clubs:
        clubs = sorted(card for card in cards if suit(card, play.deck) == "C")
        clubs.sort(key=lambda card: RANKS.index(card[0]))
        if trick and suit(trick[0], play.deck) == "C":
            return set(clubs[:1]) or cards - spades or cards
    if trick:
        following = {card for card in cards if suit(card, play.deck) == suit(trick[0], play.deck)}
        cards = following or cards
    elif not broken and not play.any_time:
        cards = cards - spades or cards
    if first and not (play.spade_first and not play.all_clubs):
        cards = cards - spades or cards
    return cards


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
