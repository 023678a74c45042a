"""One-line notation of cards, bids and actions: printing and parsing.

An action, as the log keeps it:

    deal 2C9HAS.../.../.../...      the hands by seat
    look 2
    pass 2 2C3C
    bid 2 4    bid 2 nil    bid 2 blind    bid 2 zero    bid 2 blind7    bid 2 3p
    throw 2
    play 2 AS
    claim 2
    resign 1                        the side
    time

`3p` is an opening called a possible; `throw` throws the hand in; `time` says that the time of the
game is out.
"""

import re
from typing import Final

from engine.actions import Action, Bid, Claim, Deal, Look, Pass, Play, Resign, Throw, Time
from engine.cards import Card, CardSet
from engine.errors import BadNotation
from engine.seats import SEATS, Seat, Side

_NONE: Final = "-"
_COVERED: Final = "+"
_RESIGN: Final = "resign"
_TIME: Final = "time"


def print_bid(bid: Bid) -> str:
    """Write a bid without its seat: `4`, `3p`, `nil`, `zero`, `blind` or `blind7`.

    What stands for the partner of a blind number is `+`, which is no bid and cannot be read back.
    """
    if bid.covered:
        return _COVERED
    if bid.zero:
        return "zero"
    if bid.blind:
        return f"blind{bid.tricks or ''}"
    return f"{bid.tricks or 'nil'}{'p' if bid.possible else ''}"


def parse_bid(text: str, seat: Seat) -> Bid:
    """Read a bid of a seat.

    Raises:
        BadNotation: the text is no bid from 1 to 18, nil, zero or blind.
    """
    if text in {"nil", "zero"}:
        return Bid(seat, 0, zero=text == "zero")
    found = re.fullmatch(r"(?:blind([1-9]|1[0-8])?|([1-9]|1[0-8])(p?))", text)
    if not found:
        raise BadNotation("a bid", text)
    blind, number, possible = found.groups()
    if number is None:
        return Bid(seat, int(blind or 0), blind=True)
    return Bid(seat, int(number), possible=bool(possible))


def print_action(action: Action) -> str:  # noqa: PLR0911 - one a kind
    """Write an action as one line."""
    if isinstance(action, Deal):
        return "deal " + "/".join(map(str, action.hands))
    if isinstance(action, Time):
        return _TIME
    if isinstance(action, Resign):
        return f"{_RESIGN} {action.side}"
    said = f"{type(action).__name__.lower()} {action.seat}"
    match action:
        case Bid():
            return f"{said} {print_bid(action)}"
        case Pass(_, cards):
            return f"{said} {cards}"
        case Play(_, card):
            return f"{said} {card}"
        case _:
            return said


def parse_action(text: str) -> Action:  # noqa: PLR0911 - one a kind
    """Read an action back.

    Raises:
        BadNotation: the line is not an action.
    """
    match text.split(" "):
        case ["deal", hands]:
            return Deal(parse_hands(hands))
        case ["time"]:
            return Time()
        case ["bid", seat, bid]:
            return parse_bid(bid, parse_seat(seat))
        case ["throw", seat]:
            return Throw(parse_seat(seat))
        case ["pass", seat, cards]:
            return Pass(parse_seat(seat), parse_hand(cards))
        case ["play", seat, card]:
            return Play(parse_seat(seat), parse_card(card))
        case ["look" | "claim" | "resign" as verb, number]:
            return _parse_bare(verb, parse_seat(number))
        case _:
            raise BadNotation("an action", text)


def _parse_bare(verb: str, seat: Seat) -> Look | Claim | Resign:
    """Read an action with nothing but a seat, or a side, which has the same numbers."""
    if verb == _RESIGN:
        return Resign(Side(seat))
    return Look(seat) if verb == "look" else Claim(seat)


def parse_card(text: str) -> Card:
    """Read a card.

    Raises:
        BadNotation: the text is not a card.
    """
    try:
        return Card.parse(text)
    except ValueError as fault:
        raise BadNotation("a card", text) from fault


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards without separators, in order; `-` is none.

    Raises:
        BadNotation: a part of the text is not a card.
    """
    if text == _NONE:
        return ()
    return tuple(parse_card(text[at : at + 2]) for at in range(0, len(text), 2))


def parse_hands(text: str) -> tuple[CardSet, ...]:
    """Read the hands of a deal, by seat.

    Raises:
        BadNotation: a part of the text is not a hand.
    """
    return tuple(parse_hand(hand) for hand in text.split("/"))


def parse_hand(text: str) -> CardSet:
    """Read a hand; `-` is an empty one.

    Raises:
        BadNotation: the text is not a hand.
    """
    cards = parse_cards(text)
    hand = CardSet.of(cards)
    if len(hand) != len(cards):
        raise BadNotation("a hand without doubles", text)
    return hand


def parse_seat(text: str) -> Seat:
    """Read a seat.

    Raises:
        BadNotation: the text is not a seat.
    """
    if text not in {"0", "1", "2", "3"}:
        raise BadNotation("a seat", text)
    return SEATS[int(text)]
