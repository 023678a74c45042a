"""What the database says was dealt and played: the truth that everything sent is held against.

It reads the file by itself, with neither the engine nor the store, so that a fault of theirs cannot
hide itself.
"""

import json
import sqlite3
from dataclasses import dataclass, replace
from pathlib import Path

Cards = frozenset[str]


@dataclass(frozen=True, slots=True)
class State:
    """What is hidden and what is known at one version of a table's log.

    Attributes:
        number: the round, from 1; 0 before the first deal.
        hands: the cards that were dealt in the round, by seat.
        seen: by seat, whether it has seen its cards.
        public: the cards played in the round.
    """

    number: int = 0
    hands: tuple[Cards, ...] = (frozenset(),) * 4
    seen: tuple[bool, ...] = (True,) * 4
    public: Cards = frozenset()

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


def read_logs(path: Path) -> dict[int, TableLog]:
    """Read every table's log from a database, by the table's id."""
    with sqlite3.connect(path) as connection:
        tables = connection.execute("SELECT id, secret, rules FROM tables").fetchall()
        entries = connection.execute(
            "SELECT table_id, action FROM log ORDER BY table_id, version"
        ).fetchall()
    connection.close()
    lines: dict[int, list[str]] = {table_id: [] for table_id, _, _ in tables}
    for table_id, action in entries:
        lines[table_id].append(action)
    return {
        table_id: TableLog(
            secret.hex(), _states(lines[table_id], blind=bool(json.loads(rules)["blind_nil"]))
        )
        for table_id, secret, rules in tables
    }


def _states(actions: list[str], *, blind: bool) -> tuple[State, ...]:
    states = [State()]
    for action in actions:
        states.append(_after(states[-1], action, blind=blind))
    return tuple(states)


def _after(state: State, action: str, *, blind: bool) -> State:
    kind, *rest = action.split(" ")
    if kind == "deal":
        hands = tuple(_cards(hand) for hand in rest[0].split("/"))
        return State(state.number + 1, hands, (not blind,) * len(hands))
    if kind == "play":
        return replace(state, public=state.public | {rest[1]})
    seat = int(rest[0])
    seen = tuple(old or at == seat for at, old in enumerate(state.seen))
    return replace(state, seen=seen)


def _cards(run_together: str) -> Cards:
    return frozenset(run_together[at : at + 2] for at in range(0, len(run_together), 2))
