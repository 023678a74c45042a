"""What the database says was dealt and played: the truth that everything sent is held against.

It reads the file by itself, with neither the engine nor the store, so that a fault of theirs cannot
hide itself.
"""

import json
import sqlite3
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from data.game_record import unpack
from tests.engine import plain_cards

Cards = frozenset[str]
T = TypeVar("T")
TWO, HAND = 2, 13


@dataclass(frozen=True, slots=True)
class State:
    """What is hidden and what is known at one version of a table's log.

    Attributes:
        number: the deal, from 1; 0 before the first.
        hands: the cards that each seat was dealt in the round, or was passed by its partner; where
            two draw, every card of the stock that the seat has seen.
        seen: by seat, whether it has seen its cards.
        public: the cards played in the round.
        nils: by seat, the nil it has bid: `nil`, `blind`, or nothing.
        passed: by seat, the cards it has chosen to pass.
        thrown: how many hands have been thrown in, so that all was dealt again.
        stock: the cards that are still to be drawn, the top one first.
    """

    number: int = 0
    hands: tuple[Cards, ...] = (frozenset(),) * 4
    seen: tuple[bool, ...] = (True,) * 4
    public: Cards = frozenset()
    nils: tuple[str, ...] = ("",) * 4
    passed: tuple[Cards, ...] = (frozenset(),) * 4
    thrown: int = 0
    stock: tuple[str, ...] = ()

    def known_to(self, seat: int | None) -> Cards:
        """Give every card of the round that a seat may know; None stands for whoever has none."""
        if seat is None or not self.seen[seat]:
            return self.public
        return self.public | self.hands[seat]


@dataclass(frozen=True, slots=True)
class TableLog:
    """One table's log.

    Attributes:
        secret: the secret behind its deals, in hexadecimal.
        states: by version, from 0.
    """

    secret: str
    states: tuple[State, ...]

    def at(self, version: int) -> State:
        """Give the state at a version."""
        return self.states[version]

    def before_deal(self, version: int) -> State:
        """Give the last state of the round before the one of a version."""
        number = self.states[version].number
        earlier = [state for state in self.states[: version + 1] if state.number == number - 1]
        return earlier[-1] if earlier else State()


@dataclass(frozen=True, slots=True)
class _Book:
    """What the lines of one table's log are read with.

    Attributes:
        rules: the rules of the table, as they are stored.
        totals: the points after each round, by round and side.
        first_dealer: who dealt first.
    """

    rules: dict[str, Any]
    totals: dict[int, dict[int, int]]
    first_dealer: int

    def hidden(self, number: int) -> tuple[bool, ...]:
        """Say which seats are dealt their cards face down in a round: who may bid blind."""
        seats: int = self.rules["players"]
        sides = 2 if self.rules["mode"] == "partners" else seats
        points = self.totals.get(number - 1) or dict.fromkeys(range(sides), 0)
        deficits = [
            self.rules[f"{bid}_deficit"]
            for bid in ("blind_nil", "blind_bid")
            if self.rules[bid] not in {None, False}
        ]
        behind = [
            max(points[side] for side in points if side != seat % sides) - points[seat % sides]
            for seat in range(seats)
        ]
        return tuple(any(not least or by >= least for least in deficits) for by in behind)

    def passers(self, nils: tuple[str, ...]) -> int:
        """Count the seats that pass cards, when all have bid."""
        wanted = {"nil", "blind"} if self.rules["exchange_when"] == "any_nil" else {"blind"}
        return 2 * len({seat % 2 for seat, nil in enumerate(nils) if nil in wanted})


def read_logs(path: Path) -> dict[int, TableLog]:
    """Read every table's log from a database, by the table's id."""
    with sqlite3.connect(path) as connection:
        tables = connection.execute("SELECT id, secret, rules, first_dealer FROM tables").fetchall()
        entries = connection.execute(
            "SELECT table_id, action FROM log ORDER BY table_id, version"
        ).fetchall()
        records = connection.execute("SELECT table_id, record FROM games").fetchall()
        rounds = connection.execute("SELECT table_id, number, side, total FROM rounds").fetchall()
    connection.close()
    lines: dict[int, list[str]] = {table_id: [] for table_id, *_ in tables}
    for table_id, action in entries:
        lines[table_id].append(action)
    for table_id, record in records:
        lines[table_id] = [moment.action for moment in unpack(record).moments]
    books = {
        table_id: _Book(json.loads(rules), {}, dealer or 0) for table_id, _, rules, dealer in tables
    }
    for table_id, number, side, total in rounds:
        books[table_id].totals.setdefault(number, {})[side] = total
    return {
        table_id: TableLog(secret.hex(), _states(lines[table_id], books[table_id]))
        for table_id, secret, *_ in tables
    }


def _states(actions: list[str], book: _Book) -> tuple[State, ...]:
    states = [State()]
    for action in actions:
        states.append(_after(states[-1], action, book))
    return tuple(states)


def _after(state: State, action: str, book: _Book) -> State:  # noqa: PLR0911 - one a kind
    kind, *rest = action.split(" ")
    if kind == "deal":
        if "/" not in rest[0]:
            return _stock_laid(state, rest[0], book.first_dealer)
        hands = tuple(_cards(hand) for hand in rest[0].split("/"))
        hidden = book.hidden(state.number + 1 - state.thrown)
        seen = tuple(not each for each in hidden)
        return State(state.number + 1, hands, seen, thrown=state.thrown)
    if kind == "play":
        return _played(replace(state, public=state.public | {rest[1]}), book)
    if kind in {"claim", "throw"}:
        return _shown(state, kind, rest, book)
    if kind in {"resign", "time"}:
        return state
    seat = int(rest[0])
    if kind in {"keep", "toss"}:
        return _drawn(state, seat)
    if kind == "bid" and rest[1].startswith("blind") and rest[1] != "blind":
        # Its partner has no bid, and sees the cards from now on.
        state = replace(state, seen=_put(state.seen, (seat + 2) % 4, True))
    if kind == "pass":
        return _after_pass(replace(state, passed=_put(state.passed, seat, _cards(rest[1]))), book)
    if kind == "bid" and rest[1] in {"nil", "blind"}:
        state = replace(state, nils=_put(state.nils, seat, rest[1]))
    return replace(state, seen=_put(state.seen, seat, True))


def _shown(state: State, kind: str, rest: list[str], book: _Book) -> State:
    """Let everyone see the hand that is thrown in, or all of them where the rest is claimed."""
    if kind == "throw":
        thrown = state.hands[int(rest[0])]
        return replace(state, public=state.public | thrown, thrown=state.thrown + 1)
    public = state.public.union(*state.hands)
    if book.rules["players"] == TWO:
        public |= Cards(plain_cards.deck(book.rules["deck"]))
    return replace(state, public=public)


def _played(state: State, book: _Book) -> State:
    """Let everyone see what was out of play once two seats have played all of their cards."""
    if book.rules["players"] != TWO or len(state.public) < TWO * HAND:
        return state
    return replace(state, public=Cards(plain_cards.deck(book.rules["deck"])))


def _stock_laid(state: State, cards: str, first_dealer: int) -> State:
    """Lay the stock of two seats, the top card of which the one that does not deal sees."""
    stock, nothing = _in_order(cards), Cards()
    hands = _put((nothing, nothing), (first_dealer + state.number + 1) % 2, Cards(stock[:1]))
    return State(state.number + 1, hands, (True, True), thrown=state.thrown, stock=stock)


def _drawn(state: State, seat: int) -> State:
    """Let a seat see both cards of its turn, and the other the top card of the next one."""
    other, left = 1 - seat, state.stock[2:]
    hands = _put(state.hands, seat, state.hands[seat] | Cards(state.stock[:2]))
    hands = _put(hands, other, hands[other] | Cards(left[:1]))
    return replace(state, hands=hands, stock=left)


def _after_pass(state: State, book: _Book) -> State:
    """Let the cards change hands once all have chosen; the giver goes on knowing them."""
    if sum(map(bool, state.passed)) < book.passers(state.nils):
        return state
    hands = (held | state.passed[(seat + 2) % 4] for seat, held in enumerate(state.hands))
    return replace(state, hands=tuple(hands))


def _put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _cards(run_together: str) -> Cards:
    return frozenset(_in_order(run_together))


def _in_order(run_together: str) -> tuple[str, ...]:
    return tuple(run_together[at : at + 2] for at in range(0, len(run_together), 2))
