"""What happened between a fault and the first answer of a shard, line by line."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from tests.loopback.sharding import shard_of
from tests.process.fleet.crowd import Crowd
from tests.process.fleet.witness import Holding, Witness

_BEFORE: Final = 12.0
"""Seconds before the fault that may explain it."""


async def timeline(
    witness: Witness,
    crowd: Crowd,
    shard: int,
    span: tuple[float, float],
    faults: Iterable[tuple[float, str]],
) -> str:
    """Tell what became of a shard from some seconds before a fault to its first answer.

    Args:
        witness: has seen the leases.
        crowd: knows who pressed.
        shard: the shard.
        span: when the fault was, and the answer; Unix seconds.
        faults: every fault and start, with its moment.
    """
    since, until = span
    history = await witness.history()
    lines = [*faults, *await witness.turns(), *_presses(witness, crowd, shard)]
    for each, held in history.items():
        if each >= 0:
            lines += (
                (at, f"{'->' if each == shard else '  '} shard {each} {what}")
                for at, what in _changes(held)
            )
    told = sorted(line for line in lines if since - _BEFORE <= line[0] <= until + 0.5)
    return "\n".join(
        [
            f"shard {shard}: first answer {until - since:.1f} s after the fault",
            *(f"  {at - since:+6.2f} {what}" for at, what in told),
        ]
    )


def _changes(held: list[Holding]) -> Iterator[tuple[float, str]]:
    """Give what changed at a lease, and when it ran out."""
    for before, after in pairwise([Holding(0.0, None, 0.0), *held]):
        if before.role is not None and before.until < after.at:
            yield before.until, f"runs out at {before.role}"
        if (after.role, after.until > after.at) != (before.role, before.until > after.at):
            yield after.at, f"is taken by {after.role}" if after.role else "is given up"
        if after.asker != before.asker and after.asker is not None:
            yield after.at, f"is asked for by {after.asker}"
        if after.asker is None and before.asker is not None and after.role != before.asker:
            yield after.at, f"is not asked for by {before.asker} any more"
        if after.ready and not before.ready:
            yield after.at, f"has {after.asker} ready"


def _presses(witness: Witness, crowd: Crowd, shard: int) -> Iterator[tuple[float, str]]:
    """Give the presses of a shard by second, and who heard them."""
    found: Counter[tuple[float, str]] = Counter()
    for deed in crowd.ground.diary.deeds:
        pressed = deed.result.interaction
        if (
            pressed.dispatched is None
            or shard_of(pressed.channel.guild_id, witness.shards) != shard
        ):
            continue
        by = " and ".join(sorted(pressed.heard_by))
        at = float(int(witness.moment(pressed.dispatched)))
        found[at, f"{by}; {'answered' if deed.result.answered else 'in vain'}"] += 1
    for (at, what), number in found.items():
        yield at, f"   {number} presses heard by {what}"
