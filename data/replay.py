"""Replays the log into a game. Its errors never show a card."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Final, NamedTuple, TypeVar

from bot.tables.model import Table
from bot.tables.ports import BrokenTableError
from data.game_record import GameRecord, unpack
from data.roles import Roles
from data.rows import ReadRow, Sitting, read_game, read_table
from engine.errors import RuleError
from engine.game import Game
from engine.notation import parse_action

T = TypeVar("T")

_DEAL: Final = "deal "
_LINES: Final = 512
"""Lines to remember: there are some three hundred that are no deals, in every game the same."""

_FAULTS: Final = (RuleError, ValueError, TypeError, LookupError)
"""What reading something invalid raises."""

_TOGETHER: Final = 200
"""Entries that are replayed before the event loop gets its turn: some three milliseconds."""


class Logged(NamedTuple):
    """One entry of a table's log.

    Attributes:
        version: its place in the log, from 1.
        action: the line of notation. It may show hands: never print it.
        at: when it was logged, in microseconds since 1970.
    """

    version: int
    action: str
    at: int


def logged(record: GameRecord) -> Iterator[Logged]:
    """Give the entries of a game that is put away."""
    for version, (action, at, _) in enumerate(record.moments, start=1):
        yield Logged(version, action, at)


def replayed(table_id: int, game: Game, log: Iterable[Logged]) -> Iterator[tuple[Logged, Game]]:
    """Yield every entry of a log with the game after it.

    Raises:
        BrokenTableError: an entry is missing, cannot be read, or is not legal where it stands.
    """
    for expected, entry in enumerate(log, start=1):
        code, line = "missing_entry", entry.action
        if entry.version == expected:
            # Not by `reading`: this runs some five hundred times a game.
            try:
                action = parse_action(line) if line.startswith(_DEAL) else _known(line)
                game = game.apply(action)
            except _FAULTS as fault:
                code = _code_of(fault)
            else:
                yield entry, game
                continue
        raise BrokenTableError(table_id, expected, code)


_known = lru_cache(_LINES)(parse_action)


def reading(table_id: int, version: int, read: Callable[[], T]) -> T:
    """Call `read`, and raise any error of it without the stored value.

    Raises:
        BrokenTableError: `read` failed.
    """
    try:
        return read()
    except _FAULTS as fault:
        code = _code_of(fault)
    # Raised outside the handler: the notation's error may quote a hand, and would be chained as the
    # context.
    raise BrokenTableError(table_id, version, code)


def _code_of(fault: Exception) -> str:
    return fault.code if isinstance(fault, RuleError) else type(fault).__name__


@dataclass(slots=True)
class Stored:
    """Everything that is stored of one table.

    Attributes:
        row: its row of `tables`.
        chairs: its rows of `seats`, in the order of the seats.
        sittings: who held its seats during the game, in the order of the notes.
        log: its entries, in order.
        record: what log and sittings were, once it is put away and had a game.
        users: the user of each key that its record and its roles name, as far as there is one.
    """

    row: ReadRow
    chairs: list[ReadRow] = field(default_factory=list)
    sittings: list[Sitting] = field(default_factory=list)
    log: list[Logged] = field(default_factory=list)
    record: bytes | None = None
    users: Mapping[int, int] = field(default_factory=dict)

    async def table(self) -> Table:
        """Put the table together, its game replayed from the log.

        The event loop gets its turn now and then, since a long game takes some milliseconds.

        Raises:
            BrokenTableError: something in it is invalid.
        """
        row = self.row
        table_id, version = row["id"], row["version"]
        if self.record is not None:
            reading(table_id, 0, partial(self._take, self.record))
        game = self._begun()
        if game is not None:
            for entry, after in replayed(table_id, game, self.log):
                game = after
                if entry.version % _TOGETHER == 0:
                    await asyncio.sleep(0)
        if len(self.log) != version or (version and game is None):
            raise BrokenTableError(table_id, len(self.log), "log_and_table_differ")
        return self._read(game)

    def outline(self) -> Table:
        """Put the table together without its game, which is None also where one is played.

        Raises:
            BrokenTableError: something in it is invalid.
        """
        return self._read(None)

    def _begun(self) -> Game | None:
        row = self.row
        if row["first_dealer"] is None:
            return None
        start = partial(read_game, row["rules"], row["first_dealer"], row["start"])
        return reading(row["id"], 0, start)

    def _take(self, record: bytes) -> None:
        """Take log and sittings from the record."""
        read = unpack(record)
        self.log = [*logged(read)]
        self.sittings = [
            replace(each, person=self.users.get(-1 if each.person is None else each.person))
            for each in read.sittings
        ]

    def _read(self, game: Game | None) -> Table:
        return reading(self.row["id"], 0, partial(self._read_rows, game))

    def _read_rows(self, game: Game | None) -> Table:
        row = self.row
        if row["roles"] is not None:
            row = {**row, **Roles.parse(row["roles"]).columns(self.users)}
        return read_table(row, self.chairs, self.sittings, game)
