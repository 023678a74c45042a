"""Who held which shard when, and whether only its holder changed what people see of it."""

import time
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import asyncpg
from sqlalchemy import URL

from tests.loopback.api import LoopbackDiscord
from tests.loopback.journal import Sent
from tests.loopback.sharding import shard_of

_MICROSECONDS: Final = 1_000_000
_NOW: Final = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
_CHANGED: Final = frozenset({"POST", "PATCH", "DELETE"})
_MESSAGES: Final = "/channels/{channel_id}/messages"
_CALLBACK: Final = "/interactions/{interaction_id}/{token}/callback"
_GOOD: Final = 300

# The role that connects is the mark of the process.
_INSTALL: Final = f"""
CREATE SCHEMA witness;
CREATE TABLE witness.leases (
    at bigint, shard int, owner text, until_at bigint, role text, asker text, ready boolean
);
CREATE TABLE witness.turns (at bigint, bucket int, next_at bigint, role text);
CREATE FUNCTION witness.note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO witness.leases
    VALUES ({_NOW}, NEW.shard, NEW.owner, NEW.until_at, session_user, NEW.wanted_by, NEW.ready);
    RETURN NULL;
END $$;
CREATE FUNCTION witness.note_turn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO witness.turns VALUES ({_NOW}, NEW.bucket, NEW.next_at, session_user);
    RETURN NULL;
END $$;
CREATE TRIGGER witness AFTER INSERT OR UPDATE ON shard_leases
    FOR EACH ROW EXECUTE FUNCTION witness.note();
CREATE TRIGGER witness AFTER INSERT OR UPDATE ON identify_buckets
    FOR EACH ROW EXECUTE FUNCTION witness.note_turn();
"""  # noqa: S608 - nothing of it comes from outside
_HISTORY: Final = "SELECT * FROM witness.leases ORDER BY at"
_TURNS: Final = "SELECT * FROM witness.turns ORDER BY at"


@dataclass(frozen=True, slots=True)
class Change:
    """A message that a process made, edited or deleted: Unix seconds, its mark, what it sent."""

    at: float
    run: str
    shard: int
    sent: str


@dataclass(frozen=True, slots=True)
class Holding:
    """What a lease said from a moment on: the mark of its holder, and until when; Unix seconds.

    Then who asked for it, and whether that one was ready.
    """

    at: float
    role: str | None
    until: float
    asker: str | None = None
    ready: bool = False


@dataclass(slots=True)
class Witness:
    """Hears everything that processes send, and what becomes of their leases.

    Attributes:
        discord: what they are connected to.
        url: their database.
        shards: how many shards there are.
        changes: what they did to messages of servers.
        answers: when presses of each shard were answered, and by whom.
    """

    discord: LoopbackDiscord
    url: URL
    shards: int
    changes: list[Change] = field(default_factory=list)
    answers: dict[int, list[tuple[float, str]]] = field(default_factory=lambda: defaultdict(list))
    _ahead: float = field(default_factory=lambda: time.time() - time.perf_counter())

    async def install(self) -> None:
        """Begin to note; the database must have its tables."""
        await self._run(_INSTALL)
        self.discord.backend.journal.heard.append(self._hear)

    @property
    def now(self) -> float:
        """Unix time in seconds, as `changes` and `answers` have it."""
        return time.perf_counter() + self._ahead

    def _hear(self, sent: Sent) -> None:
        world, steps = self.discord.world, sent.path.split("/")
        at = sent.arrived + self._ahead
        if sent.route.startswith(_MESSAGES) and sent.method in _CHANGED:
            guild_id = world.channels[int(steps[2])].guild_id
            if guild_id is not None and sent.status < _GOOD:
                shard = shard_of(guild_id, self.shards)
                self.changes.append(Change(at, sent.run, shard, f"{sent.method} {sent.path}"))
        elif sent.route == _CALLBACK and sent.status < _GOOD:
            pressed = self.discord.backend.interactions.find(interaction_id=int(steps[2]))
            if pressed is not None:
                shard = shard_of(pressed.channel.guild_id, self.shards)
                self.answers[shard].append((at, sent.run))

    async def held(self) -> Mapping[int, str]:
        """Give the holder of each shard that has one now, by its mark."""
        holdings = await self.history()
        now = self.now
        latest = {shard: each[-1] for shard, each in holdings.items()}
        return {
            shard: each.role
            for shard, each in latest.items()
            if each.role is not None and each.until > now and shard >= 0
        }

    async def history(self) -> dict[int, list[Holding]]:
        """Give what every lease has said, in order."""
        rows = await self._fetch(_HISTORY)
        roles: dict[str, str] = {}
        found: dict[int, list[Holding]] = defaultdict(list)
        for row in rows:
            # Only a process itself can be the first to write its name down.
            owner, asker = (
                None if name is None else roles.setdefault(name, row["role"])
                for name in (row["owner"], row["asker"])
            )
            at, until = row["at"] / _MICROSECONDS, row["until_at"] / _MICROSECONDS
            found[row["shard"]].append(Holding(at, owner, until, asker, row["ready"]))
        return found

    async def turns(self) -> list[tuple[float, str]]:
        """Give who reserved a session or opened one, and what of it; Unix seconds."""
        found = []
        for row in await self._fetch(_TURNS):
            wait = (row["next_at"] - row["at"]) / _MICROSECONDS
            what = f"{row['role']} takes a turn; bucket {row['bucket']} is free in {wait:.1f} s"
            found.append((row["at"] / _MICROSECONDS, what))
        found += [
            (each.arrived + self._ahead, f"{each.run} identifies for shard {each.shard}")
            for each in self.discord.gateway.sharding.journal
        ]
        return found

    def moment(self, counter: float) -> float:
        """Give Unix time for a reading of `time.perf_counter`."""
        return counter + self._ahead

    async def _fetch(self, query: str) -> list[asyncpg.Record]:
        connection = await self._connected()
        try:
            return await connection.fetch(query)
        finally:
            await connection.close()

    async def trespasses(self) -> list[str]:
        """Give the changes of messages by processes that did not hold the shard at that moment."""
        history = await self.history()
        times = {shard: [each.at for each in held] for shard, held in history.items()}
        found = []
        for change in self.changes:
            place = bisect_right(times.get(change.shard, []), change.at) - 1
            holding = history[change.shard][place] if place >= 0 else None
            if holding is None or holding.role != change.run or change.at > holding.until:
                found.append(f"{change} while {holding}")
        return found

    def first_answer(self, shard: int, since: float, without: str) -> float | None:
        """Give when the first press of a shard was answered after a moment, not by one process."""
        answers = self.answers[shard]
        begin = bisect_right(answers, (since, ""))
        later = (at for at, mark in answers[begin:] if mark != without)
        return next(later, None)

    async def _run(self, statements: str) -> None:
        connection = await self._connected()
        try:
            await connection.execute(statements)
        finally:
            await connection.close()

    async def _connected(self) -> "asyncpg.Connection[asyncpg.Record]":
        return await asyncpg.connect(
            host=str(self.url.query["host"]), user=self.url.username, database=self.url.database
        )
