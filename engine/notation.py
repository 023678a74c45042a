"""One-line notation of cards, bids, actions, rounds and games: printing and parsing.

An action, as the log keeps it:

    deal 2C9HAS.../.../.../...      the hands by seat
    look 2
    pass 2 2C3C
    bid 2 4    bid 2 nil    bid 2 blind
    play 2 AS
    claim 2
    resign 1                        the side

A round: dealer, hands dealt, bids by seat (`-` where none, N nil, B blind nil), seats that have
looked and not bid, cards in the order of play; after `o:` the seats that may not bid blind nil
in this round, where it is played and some may not; after `x:` the cards passed by seat, where any
were; after `c:` the seat that claimed the tricks that were left, where one did; and for a position
set up in mid-round where the play begins (leader, tricks taken, b or u for spades broken or not). A
round that bids itself has `=` in place of the bids:

    3 2C..../..../..../.... 4,N,3,2 - AS2SKS
    3 2C..../..../..../.... 4,N,3,B - - o:02 x:-,2C3C,-,AS4D
    3 AS2H/../../.. 4,N,3,2 - - 0;3,0,4,4;b

A game: rules, first dealer and tallies at the start, then its rounds, parted by ` | `, and at last
`resign` and the side, where one has resigned.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from engine.actions import Action, Bid, Claim, Deal, Look, Pass, Play, Resign
from engine.cards import Card, CardSet
from engine.errors import BadNotation
from engine.game import Game
from engine.positions import Start
from engine.presets import PRESETS, preset_name
from engine.round import Round
from engine.rules import Rules, parse_rules
from engine.seats import SEATS, Seat, Side, next_seat, seats_from
from engine.tally import Tally
from engine.tricks import Trick

_NONE: Final = "-"
_BARS: Final = " | "
_ITSELF: Final = "="
_OPEN: Final = "o:"
_PASSES: Final = "x:"
_CLAIM: Final = "c:"
_RESIGN: Final = "resign"


def print_bid(bid: Bid) -> str:
    """Write a bid without its seat: `4`, `nil` or `blind`."""
    return "blind" if bid.blind else str(bid.tricks or "nil")


def parse_bid(text: str, seat: Seat) -> Bid:
    """Read a bid of a seat.

    Raises:
        BadNotation: the text is not a bid from 1 to 17, nil or blind.
    """
    if text in {"nil", "blind"}:
        return Bid(seat, 0, blind=text == "blind")
    if not re.fullmatch(r"[1-9]|1[0-7]", text):
        raise BadNotation("a bid", text)
    return Bid(seat, int(text))


def print_action(action: Action) -> str:
    """Write an action as one line."""
    if isinstance(action, Deal):
        return "deal " + "/".join(map(str, action.hands))
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


def parse_action(text: str) -> Action:
    """Read an action back.

    Raises:
        BadNotation: the line is not an action.
    """
    match text.split(" "):
        case ["deal", hands]:
            return Deal(_parse_hands(hands))
        case ["bid", seat, bid]:
            return parse_bid(bid, _parse_seat(seat))
        case ["pass", seat, cards]:
            return Pass(_parse_seat(seat), _parse_hand(cards))
        case ["play", seat, card]:
            return Play(_parse_seat(seat), parse_card(card))
        case ["look" | "claim" | "resign" as verb, number]:
            return _parse_bare(verb, _parse_seat(number))
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


def print_round(current: Round) -> str:
    """Write a round as one line."""
    played = [card for trick in _tricks_played(current) for card in trick.cards]
    pieces = [
        str(current.dealer),
        "/".join(str(CardSet(bits)) or _NONE for bits in current.dealt),
        _ITSELF if current.bids_itself else ",".join(map(_print_round_bid, current.bids)),
        "".join(str(s) for s in current.rules.seats if _has_looked(current, s)) or _NONE,
        "".join(map(str, (*played, *current.trick))) or _NONE,
    ]
    face_up = [str(s) for s in current.rules.seats if not current.face_down[s]]
    if face_up and current.rules.blind_nil and not current.bids_itself and current.start is None:
        pieces.append(_OPEN + "".join(face_up))
    if any(current.passed):
        pieces.append(_PASSES + ",".join(str(CardSet(bits)) or _NONE for bits in current.passed))
    if current.claimed:
        pieces.append(f"{_CLAIM}{current.turn}")
    if current.start is not None:
        start = current.start
        taken = ",".join(map(str, start.taken))
        pieces.append(f"{start.leader};{taken};{'b' if start.broken else 'u'}")
    return " ".join(pieces)


def _tricks_played(current: Round) -> tuple[Trick, ...]:
    """Give the tricks played card by card, without those claimed."""
    return current.tricks[: len(current.tricks) - current.claimed.bit_count()]


def parse_round(text: str, rules: Rules) -> Round:
    """Read a round by replaying it.

    Raises:
        BadNotation: the line cannot be read.
        RuleError: something in it is not legal where it stands.
    """
    pieces = text.split(" ")
    passes, face_up = _taken_out(pieces, _PASSES), _taken_out(pieces, _OPEN)
    claim = _taken_out(pieces, _CLAIM)
    match pieces:
        case [dealer, hands, bids, looks, plays]:
            current = Round.dealt_by(
                rules,
                _parse_seat(dealer),
                Deal(_parse_hands(hands)),
                blind=_parse_face_down(face_up, rules),
                bids_itself=bids == _ITSELF,
            )
            for action in _before_play(current, bids, looks):
                current = current.apply(action)
            for choice in _parse_passes(passes, current):
                current = current.apply(choice)
        case [dealer, hands, bids, _, plays, start]:
            made = [bid for bid in _parse_round_bids(bids, rules) if bid is not None]
            current = Round.position(
                rules, _parse_seat(dealer), _parse_hands(hands), made, _parse_start(start)
            )
        case _:
            raise BadNotation("a round", text)
    for card in parse_cards(plays):
        current = current.apply(Play(current.turn, card))
    return current if claim is None else current.apply(Claim(_parse_seat(claim)))


def print_game(game: Game) -> str:
    """Write a game as one line: its rules, its beginning, and every round."""
    rules = preset_name(game.rules) or game.rules.model_dump_json(exclude_defaults=True)
    begun = game.sheets[0].sides if game.sheets else None
    tallies = game.tallies if begun is None else tuple(side.before for side in begun)
    start = ",".join(f"{tally.points}:{tally.bags}" for tally in tallies)
    rounds = [*game.past, *(() if game.round is None else (game.round,))]
    lines = [rules, f"{game.first_dealer} {start}", *map(print_round, rounds)]
    if game.outcome is not None and game.outcome.resigned is not None:
        lines.append(print_action(Resign(game.outcome.resigned)))
    return _BARS.join(lines)


def parse_game(text: str) -> Game:
    """Read a game by replaying it.

    Raises:
        BadNotation: the line cannot be read.
        RuleError: something in it is not legal where it stands.
    """
    rules_text, _, rest = text.partition(_BARS)
    rules = PRESETS.get(rules_text) or parse_rules(rules_text)
    start, *rounds = rest.split(_BARS)
    match start.split(" "):
        case [dealer, tallies]:
            game = Game.new(rules, _parse_seat(dealer), _parse_tallies(tallies, rules))
        case _:
            raise BadNotation("the beginning of a game", start)
    for line in rounds:
        if line.startswith(_RESIGN):
            game = game.apply(parse_action(line))
            continue
        current = parse_round(line, rules)
        if current.dealer != game.next_dealer:
            raise BadNotation(f"a round that seat {game.next_dealer} deals", line)
        for action in actions_of(current):
            game = game.apply(action)
    return game


def actions_of(current: Round) -> Iterator[Action]:
    """Give the actions from the deal to a round, in a legal order.

    Raises:
        BadNotation: the round was set up in mid-round, so it has no deal.
    """
    if current.start is not None:
        raise BadNotation("a round from its deal on", print_round(current))
    yield Deal(tuple(CardSet(bits) for bits in current.dealt))
    yield from (Look(seat) for seat in current.rules.seats if _has_looked(current, seat))
    yield from _in_turn(current, current.bids)
    for seat in current.to_pass:
        if current.passed[seat]:
            yield Pass(seat, CardSet(current.passed[seat]))
    for trick in _tricks_played(current):
        yield from trick.plays
    if current.claimed:
        yield Claim(current.turn)
    seats = len(current.hands)
    for step, card in enumerate(current.trick):
        yield Play(SEATS[(current.leader + step) % seats], card)


def _has_looked(current: Round, seat: Seat) -> bool:
    return current.face_down[seat] and current.seen[seat] and current.bids[seat] is None


def _before_play(current: Round, bids: str, looks: str) -> Iterator[Look | Bid]:
    yield from (Look(_parse_seat(seat)) for seat in looks.replace(_NONE, ""))
    if bids != _ITSELF:
        yield from _in_turn(current, _parse_round_bids(bids, current.rules))


def _in_turn(current: Round, bids: Sequence[Bid | None]) -> Iterator[Look | Bid]:
    """Give the bids from the dealer's left on, each after its look, if it needed one."""
    looks = current.rules.bidding != "free"
    for seat in seats_from(next_seat(current.dealer, len(bids)), len(bids)):
        bid = bids[seat]
        if bid is None:
            continue
        if looks and current.face_down[seat] and not bid.blind:
            yield Look(seat)
        yield bid


def _print_round_bid(bid: Bid | None) -> str:
    if bid is None:
        return _NONE
    return {"nil": "N", "blind": "B"}.get(print_bid(bid), str(bid.tricks))


def _parse_round_bids(text: str, rules: Rules) -> list[Bid | None]:
    words = {"N": "nil", "B": "blind"}
    bids = text.split(",")
    if len(bids) != len(rules.seats):
        raise BadNotation("one bid a seat", text)
    return [
        None if bid == _NONE else parse_bid(words.get(bid, bid), seat)
        for seat, bid in zip(rules.seats, bids, strict=True)
    ]


def _taken_out(pieces: list[str], mark: str) -> str | None:
    """Remove the first part with a marker from a line; give the part without the marker."""
    for at, piece in enumerate(pieces):
        if piece.startswith(mark):
            del pieces[at]
            return piece.removeprefix(mark)
    return None


def _parse_face_down(face_up: str | None, rules: Rules) -> list[bool]:
    open_seats = {_parse_seat(seat) for seat in face_up or ""}
    return [rules.blind_nil and seat not in open_seats for seat in rules.seats]


def _parse_passes(text: str | None, current: Round) -> Iterator[Pass]:
    if text is None:
        return
    passed = text.split(",")
    if len(passed) != len(current.rules.seats):
        raise BadNotation("the cards passed by each seat", text)
    # Seats that pass nothing in this round come last; cards of theirs are refused.
    for seat in dict.fromkeys((*current.to_pass, *current.rules.seats)):
        if passed[seat] != _NONE:
            yield Pass(seat, _parse_hand(passed[seat]))


def _parse_hands(text: str) -> tuple[CardSet, ...]:
    return tuple(_parse_hand(hand) for hand in text.split("/"))


def _parse_hand(text: str) -> CardSet:
    cards = parse_cards(text)
    hand = CardSet.of(cards)
    if len(hand) != len(cards):
        raise BadNotation("a hand without doubles", text)
    return hand


def _parse_seat(text: str) -> Seat:
    if text not in {"0", "1", "2", "3"}:
        raise BadNotation("a seat", text)
    return SEATS[int(text)]


def _parse_start(text: str) -> Start:
    found = re.fullmatch(r"([0-3]);([0-9]{1,2}(?:,[0-9]{1,2})*);([bu])", text)
    if not found:
        raise BadNotation("the start of a position", text)
    taken = tuple(int(number) for number in found[2].split(","))
    return Start(_parse_seat(found[1]), taken, found[3] == "b")


def _parse_tallies(text: str, rules: Rules) -> list[Tally]:
    one = r"(-?[0-9]{1,6}):([0-9]{1,6})"
    if not re.fullmatch(",".join([one] * len(rules.sides)), text):
        raise BadNotation("points and bags by side", text)
    return [Tally(int(points), int(bags)) for points, bags in re.findall(one, text)]
