"""Kills at the worst moments: while a shard changes hands, or of several processes at once."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from tests.process.fleet.members import Member
from tests.process.fleet.trials import Trial

_WATCHED_FOR: Final = 8.0
"""Seconds to wait for the moment; then it is a kill like any other."""

Struck = list[tuple[Member, float, Sequence[int]]]
"""Who was killed, when, and what it served."""


async def worst_moments(trial: Trial, times: int, told: Callable[[str], None]) -> None:
    """Kill so many times in each of the ways of this module.

    Raises:
        AssertionError: something is lost, done twice, or shown twice.
    """
    for _ in range(times):
        for way in (two_at_once, its_follower_too, one_with_two_shards, in_an_exchange):
            async with trial.crowd.playing():
                await _quiet(trial)
                await asyncio.gather(
                    *(
                        trial.answered(_words(way.__name__), shards, since, member)
                        for member, since, shards in await way(trial)
                    )
                )
            await trial.crowd.check()
            told("\n".join([*trial.seen.stories, str(trial.seen)]))
            trial.seen.stories.clear()


async def two_at_once(trial: Trial) -> Struck:
    """Two processes die in the same moment."""
    first, second = trial.chance.sample(await _serving(trial), 2)
    return [await _struck(trial, first), await _struck(trial, second)]


async def its_follower_too(trial: Trial) -> Struck:
    """A process dies, and so does whoever has asked for its shard."""
    first = trial.chance.choice(await _serving(trial))
    struck = [await _struck(trial, first)]
    asker = await _until(trial, lambda asked: asked.get(struck[0][2][0]))
    if asker is not None:
        struck.append(await _struck(trial, asker))
    return struck


async def one_with_two_shards(trial: Trial) -> Struck:
    """A process that serves for a dead one dies before another has its shard."""
    first = trial.chance.choice(await _serving(trial))
    await trial.strike(first)
    until = time.monotonic() + 3 * _WATCHED_FOR
    while time.monotonic() < until:
        held = await trial.witness.held()
        run, most = Counter(held.values()).most_common(1)[0]
        if most > 1 and (member := _named(trial, run)) is not None:
            return [await _struck(trial, member)]
        await asyncio.sleep(0.05)
    return []


async def in_an_exchange(trial: Trial) -> Struck:
    """A process dies while a new one asks a third for a shard."""
    first = trial.chance.choice(await _serving(trial))
    since = await trial.strike(first)
    while trial.witness.now - since < _WATCHED_FOR:
        held = await trial.witness.held()
        if first.run not in held.values():
            break
        await asyncio.sleep(0.05)
    asker = await _until(trial, lambda asked: next(iter(asked.values()), None))
    others = [each for each in await _serving(trial) if each is not asker]
    return [await _struck(trial, trial.chance.choice(others))]


async def _quiet(trial: Trial) -> None:
    """Wait until every process has its share, and everyone has begun to play."""
    await trial.fleet.until_ready()
    await trial.fleet.until_shared(trial.witness)
    await trial.crowd.until_done(10)


async def _serving(trial: Trial) -> list[Member]:
    runs = set((await trial.witness.held()).values())
    return [each for each in trial.fleet.members if each.run in runs]


async def _struck(trial: Trial, member: Member) -> tuple[Member, float, Sequence[int]]:
    shards = [each for each, run in (await trial.witness.held()).items() if run == member.run]
    return member, await trial.strike(member), shards


async def _until(trial: Trial, chosen: Callable[[Mapping[int, str]], str | None]) -> Member | None:
    """Wait until somebody asks for a shard who is chosen among all who do, by shard."""
    until = time.monotonic() + _WATCHED_FOR
    while time.monotonic() < until:
        history = await trial.witness.history()
        asked = {each: held[-1].asker or "" for each, held in history.items() if held[-1].asker}
        run = chosen(asked)
        if run is not None and (member := _named(trial, run)) is not None:
            return member
        await asyncio.sleep(0.05)
    return None


def _named(trial: Trial, run: str) -> Member | None:
    return next((each for each in trial.fleet.members if each.run == run), None)


def _words(name: str) -> str:
    return "kill, " + name.replace("_", " ")
