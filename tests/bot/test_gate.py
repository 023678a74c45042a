"""Who is let in while shards change hands."""

import asyncio
from typing import Any

import pytest

from bot import gate as gates
from bot.gate import Gate, received_at
from bot.tables.shards import AllShards

SERVER = 1 << 22
"""A server of shard 1, of two."""


def press(number: int, server: int | None = SERVER) -> dict[str, Any]:
    """Give an interaction as Discord sends it, as far as the gate looks."""
    return {"id": str(number), "guild_id": None if server is None else str(server)}


class Lease(AllShards):
    """Shards whose lease can run out."""

    valid = True

    def holds(self, shard: int) -> bool:
        """Say whether the lease is valid."""
        return self.valid


class Club:
    """A gate, and who was let in."""

    def __init__(self) -> None:
        self.inside: list[int] = []
        self.came = asyncio.Event()
        self.shards = Lease(2)
        self.gate = Gate()
        self.gate.watch(self.shards)
        self.receive = self.gate.guarding(self._let_in)

    def _let_in(self, data: dict[str, Any]) -> None:
        self.inside.append(int(data["id"]))
        self.came.set()


async def test_only_served_shards_are_let_in() -> None:
    """Presses of a shard that another process serves are left to it."""
    club = Club()
    club.gate.open(1)
    club.receive(press(1))
    club.receive(press(2, server=2 << 22))
    club.receive(press(3, server=None))
    assert club.inside == [1]


async def test_unreadable_interactions_go_to_the_first_shard() -> None:
    """What is no interaction is passed on with those of shard 0, where it is logged."""
    club = Club()
    club.gate.open(1)
    unreadable: tuple[Any, ...] = (None, [], {"guild_id": "x"})
    for junk in unreadable:
        club.receive(junk)
    assert club.inside == []


async def test_presses_wait_for_a_shard_that_comes() -> None:
    """Whoever presses during a handover is let in once, by the process that takes over."""
    club = Club()
    club.gate.keep(1)
    for number in (1, 2, 3):
        club.receive(press(number))
    assert club.inside == []
    club.gate.open(1, handled={2})
    club.receive(press(4))
    assert club.inside == [1, 3, 4]


async def test_old_presses_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A press that Discord will not let anyone answer any more is dropped."""
    monkeypatch.setattr(gates, "SECONDS_KEPT", 0.01)
    club = Club()
    club.gate.keep(1)
    club.receive(press(1))
    await asyncio.wait({asyncio.create_task(club.came.wait())}, timeout=0.05)
    club.gate.open(1)
    assert club.inside == []


async def test_what_was_let_in_is_told_to_the_next_process() -> None:
    """A gate that is shut says whom it has let in during the last seconds."""
    club = Club()
    club.gate.open(1)
    club.receive(press(1))
    club.receive(press(2))
    assert club.gate.shut(1) == (1, 2)
    club.receive(press(3))
    assert (club.inside, club.gate.shut(1)) == ([1, 2], ())


async def test_a_doubtful_lease_lets_nobody_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """While the lease may have run out presses wait; they are let in once it is renewed."""
    monkeypatch.setattr(gates, "SECONDS_BETWEEN_LOOKS", 0.01)
    club = Club()
    club.gate.open(1)
    club.shards.valid = False
    club.receive(press(1))
    assert club.inside == []
    club.shards.valid = True
    async with asyncio.timeout(1):
        await club.came.wait()
    assert club.inside == [1]


async def test_the_time_of_receipt_is_known() -> None:
    """Whoever answers a press that was kept knows how long ago it came."""
    club, loop = Club(), asyncio.get_running_loop()
    times: list[float] = []
    receive = club.gate.guarding(lambda _: times.append(received_at()))
    club.gate.keep(1)
    before = loop.time()
    receive(press(1))
    after = loop.time()
    await asyncio.wait({asyncio.create_task(club.came.wait())}, timeout=0.05)
    club.gate.open(1)
    [at] = times
    assert before <= at <= after
    assert received_at() > at
