"""The ports of the table layer, kept in memory: for its own tests, those of the cogs, benchmarks.

The store keeps every promise of `ports.Store`, checks its callers besides, and knows a game only
from its log, so that a table that it gives back has been replayed.
"""

import asyncio
import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from bot.tables.model import Due, Level, Place, Table
from bot.tables.ports import (
    BrokenTableError,
    Chosen,
    DuplicateCommandError,
    Entry,
    News,
    StaleVersionError,
    StoreError,
)
from bot.tables.resting import Resting, Shard, of_memory
from engine.actions import Look, SeatAction
from engine.game import Game, replay
from engine.notation import parse_action, print_action
from engine.seats import Seat
from engine.views import SeatView

EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
"""When time begins in these tests."""


class SettableClock:
    """A clock that stands still until it is moved."""

    def __init__(self, at: datetime = EPOCH) -> None:
        self.at = at

    def now(self) -> datetime:
        """Give the moment that was set."""
        return self.at

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass at once."""
        self.at += timedelta(seconds=seconds)


class FixedSecrets:
    """Gives a different secret each time, the same ones in every run."""

    def __init__(self, name: str = "secret") -> None:
        self._name = name
        self.given: list[bytes] = []

    def secret(self) -> bytes:
        """Give the next secret: the SHA-256 of the name and its number, from 0."""
        secret = hashlib.sha256(f"{self._name} {len(self.given)}".encode()).digest()
        self.given.append(secret)
        return secret


class FirstLegalPlayers:
    """Computer players that look, bid one and play the lowest card that they may."""

    async def choose(self, view: SeatView, seed: str, level: Level, name: str) -> Chosen:
        """Choose at once."""
        return Chosen(self.automatic(view, seed))

    def automatic(self, view: SeatView, seed: str) -> SeatAction:
        """Look at a hidden hand, else take the first legal action, which is never nil."""
        return Look(view.seat) if view.may_look else view.legal[0]


class ScriptedPlayers(FirstLegalPlayers):
    """Computer players that do what a test says, and wait while it holds them back.

    Attributes:
        script: what each choice gives, first to last; after that, the first legal action.
        seeds: the seed of each choice so far.
        thinking: is set while a choice waits.
        go: choices wait until it is set, as it is from the beginning.
        pause: the share of the usual delay that each choice takes.
    """

    pause = 1.0

    def __init__(self, *script: Callable[[SeatView], SeatAction]) -> None:
        self.script = list(script)
        self.seeds: list[str] = []
        self.thinking = asyncio.Event()
        self.go = asyncio.Event()
        self.go.set()

    async def choose(self, view: SeatView, seed: str, level: Level, name: str) -> Chosen:
        """Choose what is next in the script, once nothing holds the players back."""
        self.seeds.append(seed)
        if not self.go.is_set():
            self.thinking.set()
            await self.go.wait()
            self.thinking.clear()
        action = self.script.pop(0)(view) if self.script else self.automatic(view, seed)
        return Chosen(action, pause=self.pause)


@dataclass
class _Row:
    """A table on the fake disk: all of it but the game, the deadline, and the lines of its log.

    `game` only spares each write a replay of the whole log; what is given back is replayed.
    """

    table: Table
    first_dealer: Seat | None = None
    due: Due | None = None
    log: list[tuple[str, str]] = field(default_factory=list)
    game: Game | None = None


class MemoryStore:
    """Keeps tables in memory, as `ports.Store` promises.

    Attributes:
        rows: what has been stored, by id.
        writes: how many writes have succeeded.
        failing: while set, every call raises StoreError and changes nothing.
        gate: writes wait for it before they begin; it is open from the beginning.
        lost_answers: what the next writes raise after they have succeeded, first to last.
        broken: the tables that cannot be read.
        loads: the tables whose logs were read, first to last.
    """

    def __init__(self) -> None:
        self.rows: dict[int, _Row] = {}
        self.writes = 0
        self.failing: StoreError | None = None
        self.gate = asyncio.Event()
        self.gate.set()
        self.lost_answers: list[BaseException] = []
        self.broken: set[int] = set()
        self.loads: list[int] = []

    @contextmanager
    def failure(self, fault: StoreError | None = None) -> Iterator[None]:
        """Fail every call meanwhile, with a full disk unless another fault is given."""
        self.failing = fault or StoreError("the disk is full")
        try:
            yield
        finally:
            self.failing = None

    async def create(self, table: Table) -> Table:
        """Store a new table, or give the one that its command has opened before."""
        await self._begin()
        for row in self.rows.values():
            if row.table.command_id == table.command_id:
                return _restored(row)
        stored = replace(table, id=len(self.rows) + 1)
        self.rows[stored.id] = _Row(_bare(stored), due=stored.due)
        self._commit()
        return stored

    async def save(self, before: Table, after: Table, entries: Sequence[Entry] = ()) -> None:
        """Write what differs between two states of a table, or nothing at all."""
        await self._begin()
        assert before.id == after.id
        assert after.version == before.version + len(entries), "the log and the version differ"
        row = self.rows[before.id]
        new = [entry.command_id for entry in entries]
        assert len(set(new)) == len(new), "one command for two entries"
        if not self._used.isdisjoint(new):
            raise DuplicateCommandError
        if len(row.log) != before.version:
            raise StaleVersionError
        assert row.table == _bare(before), "written over what the caller has not seen"
        lines = [print_action(entry.action) for entry in entries]
        game = _led_on(row, after, lines)
        assert game == after.game, "the log does not lead to the game"
        row.table, row.due, row.game = _bare(after), after.due, game
        row.first_dealer = None if game is None else game.first_dealer
        row.log += zip(new, lines, strict=True)
        self._commit()

    async def load(self, table_id: int) -> Table | None:
        """Give a table, its game replayed."""
        await self._begin()
        self.loads.append(table_id)
        if table_id in self.broken:
            raise BrokenTableError(table_id, 1, "not_legal")
        row = self.rows.get(table_id)
        return None if row is None else _restored(row)

    async def outlines(self, table_ids: Sequence[int]) -> list[Table]:
        """Give tables without their games."""
        await self._begin()
        known = sorted(set(table_ids) & set(self.rows))
        return [replace(self.rows[each].table, due=self.rows[each].due) for each in known]

    async def resting(self, shard: Shard | None = None) -> list[Resting]:
        """Give the tables that have not ended or whose end has not been shown."""
        await self._begin()
        return [
            replace(of_memory(replace(row.table, due=row.due)), restarts=True)
            for row in self.rows.values()
            if shard is None or shard.has(row.table.place.guild_id)
            if not row.table.status.ended or row.table.message_id
        ]

    async def last_in_channel(self, guild_id: int, channel_id: int) -> int | None:
        """Give the newest table of a channel that has ended after its game had begun."""
        await self._begin()
        ended = [
            table_id
            for table_id, row in self.rows.items()
            if row.table.status.ended
            and row.first_dealer is not None
            and row.table.place == Place(guild_id, channel_id)
        ]
        return max(ended, default=None)

    def stored(self, table_id: int) -> Table:
        """Give a table as it stands on the disk, its game replayed."""
        return _restored(self.rows[table_id])

    def log_of(self, table_id: int) -> list[str]:
        """Give the lines of a table's log, first to last."""
        return [line for _, line in self.rows[table_id].log]

    def commands_of(self, table_id: int) -> list[str]:
        """Give the command ids of a table's log, first to last."""
        return [command for command, _ in self.rows[table_id].log]

    @property
    def _used(self) -> set[str]:
        return {command for row in self.rows.values() for command, _ in row.log}

    async def _begin(self) -> None:
        await asyncio.sleep(0)  # a real store gives way here, and races show only if this one does
        await self.gate.wait()
        if self.failing is not None:
            raise self.failing

    def _commit(self) -> None:
        self.writes += 1
        if self.lost_answers:
            raise self.lost_answers.pop(0)


def _bare(table: Table) -> Table:
    left = None if table.time_left is None else replace(table.time_left, at=None)
    return replace(table, game=None, due=None, time_left=left)


def _led_on(row: _Row, after: Table, lines: Sequence[str]) -> Game | None:
    if after.game is None:
        return row.game
    game = row.game or Game.new(after.rules, after.game.first_dealer)
    return replay(game, [parse_action(line) for line in lines])


def _restored(row: _Row) -> Table:
    if row.first_dealer is None:
        return replace(row.table, due=row.due)
    begun = Game.new(row.table.rules, row.first_dealer)
    game = replay(begun, [parse_action(line) for _, line in row.log])
    return replace(row.table, due=row.due, game=game)


class RecordingPublisher:
    """Remembers all news, and refuses what has not been saved before.

    Attributes:
        news: everything published, first to last.
        times: when each of them was.
        held: the tables that are being shown.
        released: the tables that have left memory, first to last.
        dropped: the tables that have gone to another process, first to last.
    """

    def __init__(self, store: MemoryStore, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now
        self.news: list[News] = []
        self.held: set[int] = set()
        self.released: list[int] = []
        self.dropped: list[int] = []
        self.times: list[datetime] = []

    def publish(self, news: News) -> None:
        """Take note."""
        stored = self._store.rows[news.after.id]
        assert stored.table == _bare(news.after), "shown before it was saved"
        assert len(stored.log) == news.after.version, "shown before it was saved"
        self.news.append(news)
        self.times.append(self._now())

    def release(self, table_id: int) -> bool:
        """Let a table go, unless it is held."""
        if table_id in self.held:
            return False
        self.released.append(table_id)
        return True

    def drop(self, table_id: int) -> None:
        """Let a table go."""
        self.dropped.append(table_id)

    @property
    def last(self) -> News:
        """The newest news."""
        return self.news[-1]
