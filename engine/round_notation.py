"""One-line notation of rounds: printing and parsing.

Dealer, hands dealt, bids by seat (`-` where none, N nil, B blind nil, 0 zero, B7 a blind number, +
who is covered by one), seats that have looked and not bid, cards in the order of play;
after `o:` the seats that may not bid blind nil in this round, where it is played and some may not,
and after `n:` those that may not bid a blind number; `m:` where the deal must be played, whatever
it is; after `d:` what was done with the stock of two seats, k for a top card kept and t for one
tossed; after `t:` the seat that has thrown its hand in; after `x:` the cards passed by seat, where
any were; after `c:` the seat that claimed the tricks that were left, where one did; and for a
position set up in mid-round where the play begins (leader, tricks taken, b or u for spades broken
or not). A round that bids itself has `=` in place of the bids:

    3 2C..../..../..../.... 4,N,3,2 - AS2SKS
    3 2C..../..../..../.... 4,N,3,B - - o:02 x:-,2C3C,-,AS4D
    3 2C..../..../..../.... B7,-,+,- 3 - n:13 t:3
    0 9H2C.... -,- - - d:ktt
    3 AS2H/../../.. 4,N,3,2 - - 0;3,0,4,4;b

The stock from the top stands in place of the hands where two seats draw them.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from engine.actions import Action, Bid, Claim, Keep, Look, Pass, Play, Throw, Time, Toss
from engine.basis import Terms
from engine.cards import CardSet
from engine.contracts import COVERED
from engine.errors import BadNotation
from engine.notation import (
    parse_bid,
    parse_cards,
    parse_deal,
    parse_hand,
    parse_hands,
    parse_seat,
    print_bid,
    print_deal,
)
from engine.positions import Start
from engine.round import Round
from engine.rules import Rules
from engine.seats import SEATS, Seat
from engine.tricks import Trick

_NONE: Final = "-"
_ITSELF: Final = "="
_COVERED: Final = "+"
_NO_NIL: Final = "o:"
_NO_NUMBER: Final = "n:"
_MUST_PLAY: Final = "m:"
_DRAWN: Final = "d:"
_THROWN: Final = "t:"
_PASSES: Final = "x:"
_CLAIM: Final = "c:"


def print_round(current: Round) -> str:
    """Write a round as one line."""
    played = [card for trick in _tricks_played(current) for card in trick.cards]
    pieces = [
        str(current.dealer),
        print_deal(current.deal),
        _ITSELF if current.bids_itself else ",".join(map(_print_round_bid, current.bids)),
        "".join(str(s) for s in current.rules.seats if _has_looked(current, s)) or _NONE,
        "".join(map(str, (*played, *current.trick))) or _NONE,
    ]
    pieces += _print_terms(current)
    if current.drawing is not None and current.drawing.keeps:
        pieces.append(_DRAWN + "".join(_DRAWS[keep] for keep in current.drawing.keeps))
    if current.thrower is not None:
        pieces.append(f"{_THROWN}{current.thrower}")
    if any(current.passed):
        pieces.append(_PASSES + ",".join(str(CardSet(bits)) or _NONE for bits in current.passed))
    if current.claimed is not None:
        pieces.append(f"{_CLAIM}{current.claimed.seat}")
    if current.start is not None:
        start = current.start
        taken = ",".join(map(str, start.taken))
        pieces.append(f"{start.leader};{taken};{'b' if start.broken else 'u'}")
    return " ".join(pieces)


def _tricks_played(current: Round) -> tuple[Trick, ...]:
    """Give the tricks played card by card, without those claimed."""
    claimed = 0 if current.claimed is None else current.claimed.tricks
    return current.tricks[: len(current.tricks) - claimed]


def _print_terms(current: Round) -> Iterator[str]:
    if current.bids_itself or current.start is not None:
        return
    rules, terms = current.rules, current.terms
    for mark, played, entitled in (
        (_NO_NIL, rules.blind_nil, terms.blind_nil),
        (_NO_NUMBER, rules.blind_bid is not None, terms.blind_bid),
    ):
        without = [str(seat) for seat in rules.seats if not entitled[seat]]
        if played and without:
            yield mark + "".join(without)
    if terms.must_play:
        yield _MUST_PLAY


def parse_round(text: str, rules: Rules) -> Round:
    """Read a round by replaying it.

    Raises:
        BadNotation: the line cannot be read.
        RuleError: something in it is not legal where it stands.
    """
    pieces = text.split(" ")
    passes, thrower = _taken_out(pieces, _PASSES), _taken_out(pieces, _THROWN)
    draws = _taken_out(pieces, _DRAWN) or ""
    terms, claim = _parse_terms(pieces, rules), _taken_out(pieces, _CLAIM)
    match pieces:
        case [dealer, hands, bids, looks, plays]:
            current = Round.dealt_by(
                rules,
                parse_seat(dealer),
                parse_deal(hands),
                terms=terms,
                bids_itself=bids == _ITSELF,
            )
            for draw in _parse_draws(draws):
                current = current.apply(draw(current.turn))
            for action in _before_play(current, bids, looks, thrower):
                current = current.apply(action)
            for choice in _parse_passes(passes, current):
                current = current.apply(choice)
        case [dealer, hands, bids, _, plays, start]:
            made = [bid for bid in _parse_round_bids(bids, rules) if bid is not None]
            current = Round.position(
                rules, parse_seat(dealer), parse_hands(hands), made, _parse_start(start)
            )
        case _:
            raise BadNotation("a round", text)
    for card in parse_cards(plays):
        current = current.apply(Play(current.turn, card))
    return current if claim is None else current.apply(Claim(parse_seat(claim)))


_DRAWS: Final = {True: "k", False: "t"}


def _parse_draws(text: str) -> Iterator[type[Keep | Toss]]:
    for letter in text:
        if letter not in _DRAWS.values():
            raise BadNotation("k or t", letter)
        yield Keep if letter == _DRAWS[True] else Toss


def actions_of(current: Round, *, time_out: bool = False) -> Iterator[Action]:
    """Give the actions from the deal to a round, in a legal order.

    Args:
        current: the round.
        time_out: whether the time of the game ran out in or after it; that makes no difference to
            how the game goes on, so it is told right after the deal.

    Raises:
        BadNotation: the round was set up in mid-round, so it has no deal.
    """
    if current.start is not None:
        raise BadNotation("a round from its deal on", print_round(current))
    yield current.deal
    if time_out:
        yield Time()
    if current.drawing is not None:
        yield from current.drawing.actions
    looked = {seat for seat in current.rules.seats if _has_looked(current, seat)}
    yield from _in_turn(current, current.bids, looked, current.thrower)
    for seat in current.to_pass:
        if current.passed[seat]:
            yield Pass(seat, CardSet(current.passed[seat]))
    for trick in _tricks_played(current):
        yield from trick.plays
    if current.claimed is not None:
        yield Claim(current.claimed.seat)
    seats = len(current.hands)
    for step, card in enumerate(current.trick):
        yield Play(SEATS[(current.leader + step) % seats], card)


def _has_looked(current: Round, seat: Seat) -> bool:
    return current.face_down[seat] and current.seen[seat] and current.bids[seat] is None


def _before_play(
    current: Round, bids: str, looks: str, thrower: str | None
) -> Iterator[Look | Bid | Throw]:
    looked = {parse_seat(seat) for seat in looks.replace(_NONE, "")}
    seat = None if thrower is None else parse_seat(thrower)
    made = current.bids if bids == _ITSELF else _parse_round_bids(bids, current.rules)
    yield from _in_turn(current, made, looked, seat)


def _in_turn(
    current: Round, bids: Sequence[Bid | None], looked: Collection[Seat], thrower: Seat | None
) -> Iterator[Look | Bid | Throw]:
    """Give the actions before the play, in a legal order.

    Bids come in their order, each after the look that it needed, if it did. Then come the looks of
    those who have not bid, the first of a side before the second, and the throw.
    """
    looks = current.rules.bidding != "free"
    order = current.bidding_order
    for seat in order:
        bid = bids[seat]
        if bid is None or bid.covered:
            continue
        if looks and current.face_down[seat] and not bid.blind:
            yield Look(seat)
        yield bid
    yield from (Look(seat) for seat in order if seat in looked)
    if thrower is not None:
        yield Throw(thrower)


_SHORT: Final = {"nil": "N", "zero": "0"}
_LONG: Final = {"N": "nil", "0": "zero"}


def _print_round_bid(bid: Bid | None) -> str:
    if bid is None:
        return _NONE
    text = print_bid(bid)
    return _SHORT.get(text, text.replace("blind", "B"))


def _parse_round_bids(text: str, rules: Rules) -> list[Bid | None]:
    bids = text.split(",")
    if len(bids) != len(rules.seats):
        raise BadNotation("one bid a seat", text)
    return [_parse_round_bid(bid, seat) for seat, bid in zip(rules.seats, bids, strict=True)]


def _parse_round_bid(text: str, seat: Seat) -> Bid | None:
    if text == _NONE:
        return None
    if text == _COVERED:
        return COVERED[seat]
    return parse_bid(_LONG.get(text, text.replace("B", "blind")), seat)


def _taken_out(pieces: list[str], mark: str) -> str | None:
    """Remove the first part with a marker from a line; give the part without the marker."""
    for at, piece in enumerate(pieces):
        if piece.startswith(mark):
            del pieces[at]
            return piece.removeprefix(mark)
    return None


def _parse_terms(pieces: list[str], rules: Rules) -> Terms:
    """Remove the terms of the deal from the parts of a line."""
    usual = Terms.usual(rules)
    blind_nil, blind_bid = (
        tuple(may and seat not in without for seat, may in zip(rules.seats, entitled, strict=True))
        for entitled, without in (
            (usual.blind_nil, [*map(parse_seat, _taken_out(pieces, _NO_NIL) or "")]),
            (usual.blind_bid, [*map(parse_seat, _taken_out(pieces, _NO_NUMBER) or "")]),
        )
    )
    return Terms(blind_nil, blind_bid, _taken_out(pieces, _MUST_PLAY) is not None)


def _parse_passes(text: str | None, current: Round) -> Iterator[Pass]:
    if text is None:
        return
    passed = text.split(",")
    if len(passed) != len(current.rules.seats):
        raise BadNotation("the cards passed by each seat", text)
    # Seats that pass nothing in this round come last; cards of theirs are refused.
    for seat in dict.fromkeys((*current.to_pass, *current.rules.seats)):
        if passed[seat] != _NONE:
            yield Pass(seat, parse_hand(passed[seat]))


def _parse_start(text: str) -> Start:
    found = re.fullmatch(r"([0-3]);([0-9]{1,2}(?:,[0-9]{1,2})*);([bu])", text)
    if not found:
        raise BadNotation("the start of a position", text)
    taken = tuple(int(number) for number in found[2].split(","))
    return Start(parse_seat(found[1]), taken, found[3] == "b")
