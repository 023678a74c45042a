"""Who should serve which shard: what one process does about it, from what it sees. Pure."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.tables.shards import ShardPlan

LEADER: Final = -1
"""The row of the lease on what one process does for all."""

SECONDS_UNASKED: Final = 1.0
"""Seconds that those below their share have to ask for a shard whose owner leaves."""

SECONDS_TO_BE_ASKED: Final = 2.0
"""Seconds that a leaving process waits to be asked for a shard."""

RENEWALS: Final = 4
"""Renewals in the time of a lease."""


@dataclass(frozen=True, slots=True)
class Row:
    """The lease on a shard, as it was seen.

    Attributes:
        shard: the shard.
        owner: who held it last; None if it was given up.
        live: whether the owner still holds it.
        asker: the process that asks for it, unless it has not been seen for a while.
        ready: whether the asker has a session for it.
        leaving: whether the owner gives it up as soon as somebody is ready.
        late: whether the owner is probably dead: its connection to the server is gone, or less than
            half of the time is left, so it has missed a renewal.
    """

    shard: int
    owner: str | None = None
    live: bool = False
    asker: str | None = None
    ready: bool = False
    leaving: bool = False
    late: bool = False

    @property
    def free(self) -> bool:
        """Whether nobody holds or asks for it."""
        return not self.live and self.asker is None

    @property
    def unasked(self) -> bool:
        """Whether its owner leaves or is late, and nobody asks for it."""
        return self.live and (self.leaving or self.late) and self.asker is None


@dataclass(frozen=True, slots=True)
class Sight:
    """What a process sees of all leases.

    Attributes:
        me: its name.
        plan: what the operator wants.
        rows: the lease on each shard.
        others: the names of the other processes that live.
        free_for: for how many seconds each free shard has been seen free.
        unasked_for: for how many seconds each has been seen unasked.
        going: whether this process leaves.
    """

    me: str
    plan: ShardPlan
    rows: tuple[Row, ...]
    others: frozenset[str] = frozenset()
    free_for: Mapping[int, float] = field(default_factory=dict)
    unasked_for: Mapping[int, float] = field(default_factory=dict)
    going: bool = False

    @property
    def mine(self) -> int:
        """How many shards this process holds or asks for."""
        return sum(self._is_mine(row) or row.asker == self.me for row in self.rows)

    @property
    def allowed(self) -> tuple[Row, ...]:
        """The shards that this process may hold."""
        ids = self.plan.ids
        return tuple(row for row in self.rows if ids is None or row.shard in ids)

    def _is_mine(self, row: Row) -> bool:
        return row.live and row.owner == self.me


class Waiting:
    """For how long shards have been seen free or unasked."""

    def __init__(self) -> None:
        """Begin without a look."""
        self._free: dict[int, float] = {}
        self._unasked: dict[int, float] = {}

    def seen(self, rows: Iterable[Row], now: float) -> tuple[dict[int, float], dict[int, float]]:
        """Note a look at a moment; give the seconds for each free and each unasked shard."""
        rows = tuple(rows)
        self._free = {row.shard: self._free.get(row.shard, now) for row in rows if row.free}
        self._unasked = {
            row.shard: self._unasked.get(row.shard, now) for row in rows if row.unasked
        }
        return (
            {shard: now - since for shard, since in self._free.items()},
            {shard: now - since for shard, since in self._unasked.items()},
        )


@dataclass(frozen=True, slots=True)
class Steps:
    """What a process does about the leases.

    Attributes:
        acquire: the shards to take, as far as they are still free.
        at_most: how many of them.
        ask: the shards to ask for.
        withdraw: the shards to ask for no more, since their owner keeps them after all.
        hand_over: its own shards to give up now.
        soon: whether to look again in a moment.
    """

    acquire: tuple[int, ...] = ()
    at_most: int = 0
    ask: tuple[int, ...] = ()
    withdraw: tuple[int, ...] = ()
    hand_over: tuple[int, ...] = ()
    soon: bool = False


def steps(sight: Sight) -> Steps:
    """Say what a process does next."""
    given = tuple(row.shard for row in sight.rows if _to_hand_over(sight, row))
    if sight.going:
        return Steps(hand_over=given, soon=True)
    promised = _shards(sight, lambda row: not row.live and row.asker == sight.me)
    free = _shards(sight, lambda row: row.free)
    room = sight.plan.share - sight.mine
    if free and room <= 0:
        # Whoever is below its share comes first, and then whoever has the fewest.
        free, room = _long_free(sight, free), 1
    unsettled = any(not row.live or row.asker or row.leaving or row.late for row in sight.allowed)
    return Steps(
        acquire=promised + free,
        at_most=len(promised) + (max(room, 0) if free else 0),
        ask=() if free else _wanted(sight),
        withdraw=_shards(
            sight,
            lambda row: row.live and row.asker == sight.me and not (row.late or _goes(sight, row)),
        ),
        hand_over=given,
        soon=unsettled,
    )


def _shards(sight: Sight, chosen: Callable[[Row], bool]) -> tuple[int, ...]:
    return tuple(row.shard for row in sight.allowed if chosen(row))


def _long_free(sight: Sight, free: Iterable[int]) -> tuple[int, ...]:
    held = _held(sight)
    fewest = min((held[name] for name in sight.others), default=0)
    surplus = max(held[sight.me] - fewest, 0) if sight.others else 0
    patience = sight.plan.seconds / RENEWALS * (1 + surplus)
    return tuple(shard for shard in free if sight.free_for.get(shard, 0.0) >= patience)


def _held(sight: Sight) -> Counter[str]:
    return Counter(row.owner for row in sight.rows if row.live and row.owner is not None)


def _goes(sight: Sight, row: Row) -> bool:
    """Say whether an owner hands a shard over to who asks for it, once that one is ready.

    An owner that was late keeps it.
    """
    held = _held(sight)
    return row.leaving or held[row.owner or ""] >= held[row.asker or ""] + 2


def _wanted(sight: Sight) -> tuple[int, ...]:
    """Give the shards to ask for: of those who leave or are late, or one of who has more.

    Who asks for the shard of a process that has died is ready by the end of its lease.
    """
    room = sight.plan.share - sight.mine
    left = [row.shard for row in sight.allowed if row.unasked and row.owner != sight.me]
    if room > 0 and left:
        return tuple(left[:room])
    late = [each for each in left if sight.unasked_for.get(each, 0.0) >= SECONDS_UNASKED]
    if late:
        return tuple(late[:1])
    if room <= 0 or any(row.asker == sight.me for row in sight.rows):
        return ()
    held = _held(sight)
    spare = [
        (held[row.owner], row.shard)
        for row in sight.allowed
        if row.live and row.asker is None and row.owner is not None
        if held[row.owner] >= sight.mine + 2
    ]
    return (max(spare)[1],) if spare else ()


def _to_hand_over(sight: Sight, row: Row) -> bool:
    if not row.live or row.owner != sight.me:
        return False
    if row.asker is not None:
        return row.ready and _goes(sight, row)
    if not sight.going:
        return False
    return not sight.others or sight.unasked_for.get(row.shard, 0.0) >= SECONDS_TO_BE_ASKED
