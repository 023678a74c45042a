"""One-line notation of cards, bids and actions: printing and parsing.

An action, as the log keeps it:

    deal 2C9HAS.../.../.../...      the hands by seat
    deal 2C9HAS...                  the stock from the top, where two seats draw from it
    keep 0
    toss 1
    look 2
    pass 2 2C3C
    bid 2 4    bid 2 nil    bid 2 blind    bid 2 zero    bid 2 blind7    bid 2 3p
    throw 2
    play 2 AS
    claim 2
    resign 1                        the side
    time

`keep` takes the top card of the stock and puts the next one away; `toss` does it the other way
round. `3p` is an opening called a possible; `throw` throws the hand in; `time` says that the time
of the game is out.
"""

import re
from typing import Final

from engine.actions import (
    PLAYS,
    Action,
    Bid,
    Claim,
    Deal,
    Keep,
    Look,
    Pass,
    Play,
    Resign,
    Throw,
    Time,
    Toss,
)
from engine.cards import Card, CardSet
from engine.errors import BadNotation
from engine.seats import SEATS, Seat, Side

_NONE: Final = "-"
_HANDS: Final = "/"
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
        return "deal " + print_deal(action)
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


_PLAYS: Final = {f"play {play.seat} {play.card}": play for plays in PLAYS for play in plays}
"""Every play by its line: nine of ten lines of a log are plays."""


def parse_action(text: str) -> Action:
    """Read an action back.

    Raises:
        BadNotation: the line is not an action.
    """
    return _PLAYS.get(text) or _parse_other(text)


def _parse_other(text: str) -> Action:  # noqa: PLR0911 - one a kind
    match text.split(" "):
        case ["deal", hands]:
            return parse_deal(hands)
        case ["time"]:
            return Time()
        case ["bid", seat, bid]:
            return parse_bid(bid, parse_seat(seat))
        case ["throw", seat]:
            return Throw(parse_seat(seat))
        case ["pass", seat, cards]:
            return Pass(parse_seat(seat), parse_hand(cards))
        case ["play", seat, card]:
            # No play, or it would have been found: the error says which of the two is wrong.
            return Play(parse_seat(seat), parse_card(card))
        case ["keep" | "toss" | "look" | "claim" | "resign" as verb, number]:
            return _parse_bare(verb, parse_seat(number))
        case _:
            raise BadNotation("an action", text)


_BARE: Final[dict[str, type[Keep | Toss | Look | Claim]]] = {
    "keep": Keep,
    "toss": Toss,
    "look": Look,
    "claim": Claim,
}


def _parse_bare(verb: str, seat: Seat) -> Action:
    """Read an action with nothing but a seat, or a side, which has the same numbers."""
    return Resign(Side(seat)) if verb == _RESIGN else _BARE[verb](seat)


def print_deal(deal: Deal) -> str:
    """Write the cards of a deal: the hands by seat, or the stock from the top."""
    if deal.stock:
        return "".join(map(str, deal.stock))
    return _HANDS.join(str(hand) or _NONE for hand in deal.hands)


def parse_deal(text: str) -> Deal:
    """Read the cards of a deal.

    Raises:
        BadNotation: a part of the text is not a hand, or a card, or there is no card at all.
    """
    if _HANDS in text:
        return Deal(parse_hands(text))
    stock = parse_cards(text)
    if not stock or len(set(stock)) != len(stock):
        raise BadNotation("a stock without doubles", text)
    return Deal((), stock)


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
    return tuple(parse_hand(hand) for hand in text.split(_HANDS))


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
