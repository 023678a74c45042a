"""The way out to Discord: who comes first, who waits for whom, and how much goes in a second."""

import asyncio
from collections.abc import Hashable
from dataclasses import dataclass, field
from itertools import pairwise

import pytest

from bot.permission import require_permission
from cogs.base.limits import SECONDS_OF_INVALID, InvalidRequests, Pace
from cogs.base.outgoing import (
    BURST,
    MOST_PLAYED,
    PER_SECOND,
    PROMPTS_PER_SECOND,
    SECONDS_COUNTED,
    SLOW_PER_SECOND,
    Outgoing,
    Priority,
)


@dataclass
class Requests:
    """Sends requests, and notes when each began."""

    outgoing: Outgoing
    began: list[tuple[float, Hashable]] = field(default_factory=list)

    def send(
        self,
        lane: Hashable,
        priority: Priority = Priority.TABLE,
        name: object = None,
        seconds: float = 0.0,
        server: int | None = None,
    ) -> asyncio.Task[None]:
        """Send a request that takes some seconds; its name is that of its turn."""
        return asyncio.create_task(self._send(lane, priority, name, seconds, server))

    async def _send(
        self, lane: Hashable, priority: Priority, name: object, seconds: float, server: int | None
    ) -> None:
        async with self.outgoing.turn(lane, priority, name, server=server):
            self.began.append((asyncio.get_running_loop().time(), name))
            await asyncio.sleep(seconds)

    @property
    def names(self) -> list[object]:
        """What has been sent, in order."""
        return [name for _, name in self.began]

    @property
    def times(self) -> list[float]:
        """When each was sent."""
        return [at for at, _ in self.began]


@pytest.fixture
def requests() -> Requests:
    """Give somebody who sends requests."""
    return Requests(Outgoing())


async def test_a_crowded_channel_holds_up_no_other(requests: Requests) -> None:
    """Of thirty requests to one channel, each of which waits, the others notice nothing."""
    crowd = [requests.send("crowd", seconds=1.0) for _ in range(30)]
    quiet = requests.send("quiet", name="quiet")
    await quiet
    assert requests.began[-1] == (0.0, "quiet")
    await asyncio.gather(*crowd)
    began = [at for at, name in requests.began if name is None]
    assert all(later - sooner >= 1.0 for sooner, later in pairwise(began))


async def test_the_most_urgent_comes_first(requests: Requests) -> None:
    """Hands, lively tables, other tables, what is taken away, mentions; of equals the oldest."""
    busy = requests.send("channel", seconds=1.0, name="busy")
    await asyncio.sleep(0.5)
    waiting = [
        requests.send("channel", priority, priority.name)
        for priority in (*reversed(Priority), Priority.TABLE)
    ]
    await asyncio.gather(busy, *waiting)
    assert requests.names == ["busy", "HAND", "PLAY", "TABLE", "TABLE", "TIDY", "PROMPT"]


async def test_a_thousand_tables_keep_within_the_limit_of_a_bot(requests: Requests) -> None:
    """In no second begin more requests than Discord lets a bot make, whatever waits."""
    sent = [requests.send(number) for number in range(400)]
    await asyncio.gather(*sent)
    times = requests.times
    most = max(sum(at <= one < at + 1.0 for one in times) for at in times)
    assert PER_SECOND <= most <= PER_SECOND + BURST <= 50
    assert times[-1] == pytest.approx((400 - BURST) / PER_SECOND)


async def test_open_hands_do_not_count(requests: Requests) -> None:
    """Discord limits what belongs to an interaction by itself, so a hand waits for no table."""
    tables = [requests.send(number) for number in range(200)]
    hands = [requests.send(("hand", n), Priority.HAND, "hand") for n in range(30)]
    await asyncio.gather(*hands)
    assert {at for at, name in requests.began if name == "hand"} == {0.0}
    await asyncio.gather(*tables)


async def test_a_thousand_mentions_are_no_storm(requests: Requests) -> None:
    """Mentions come one after the other, and a table between them waits for none."""
    prompts = [requests.send(("post", n), Priority.PROMPT, "prompt") for n in range(50)]
    await asyncio.sleep(2.0)
    await requests.send("table", name="table")
    at = next(at for at, name in requests.began if name == "table")
    assert at == pytest.approx(2.0)
    await asyncio.gather(*prompts)
    times = [at for at, name in requests.began if name == "prompt"]
    gaps = [later - sooner for sooner, later in pairwise(times)]
    assert min(gaps) >= 1 / PROMPTS_PER_SECOND - 1e-9


async def test_a_table_that_waits_is_hurried_when_someone_acts(requests: Requests) -> None:
    """It passes a thousand others whose people have gone, in its own lane too."""
    others = [requests.send(n, name=n, seconds=0.1) for n in range(1000)]
    behind = [requests.send("channel", name=("behind", n), seconds=0.1) for n in range(3)]
    await asyncio.sleep(1.0)
    requests.outgoing.hurry(999, Priority.PLAY)
    requests.outgoing.hurry(("behind", 2), Priority.PLAY)
    requests.outgoing.hurry("nobody", Priority.PLAY)
    await asyncio.sleep(0.5)
    assert {999, ("behind", 2)} <= set(requests.names)
    assert len(requests.began) < 100
    await asyncio.gather(*others, *behind)
    assert len(requests.names) == len(set(requests.names)) == 1003


async def test_whoever_withdraws_costs_nothing(requests: Requests) -> None:
    """A mention that is not wanted any more takes no place of one that is."""
    prompts = [requests.send(n, Priority.PROMPT, n) for n in range(100)]
    await asyncio.sleep(0.5)
    for prompt in prompts[:-1]:
        prompt.cancel()
    await prompts[-1]
    assert requests.names[-1] == 99
    assert requests.times[-1] <= 0.5 + 1 / PROMPTS_PER_SECOND


async def test_a_request_that_fails_lets_the_next_pass(requests: Requests) -> None:
    """A fault, or a cancellation in the middle, leaves the lane free."""

    async def fail() -> None:
        async with requests.outgoing.turn("channel", Priority.TABLE):
            raise ConnectionResetError

    with pytest.raises(ConnectionResetError):
        await fail()
    slow = requests.send("channel", seconds=100.0)
    await asyncio.sleep(1.0)
    slow.cancel()
    await requests.send("channel", name="next")
    assert requests.names[-1] == "next"
    assert requests.times[-1] < 2.0


async def test_few_are_under_way_at_a_time() -> None:
    """More wait until one is done; one that takes long waits within discord.py, and counts not."""
    requests = Requests(Outgoing(most_under_way=2))
    short = [requests.send(n, seconds=1.0) for n in range(3)]
    await asyncio.gather(*short)
    assert requests.times == [0.0, 0.0, 1.0]
    urgent = [requests.send(("play", n), Priority.PLAY, seconds=1.0) for n in range(5)]
    await asyncio.gather(*urgent)
    assert set(requests.times[3:]) == {2.0}
    stuck = [requests.send(("stuck", n), seconds=60.0) for n in range(2)]
    await asyncio.sleep(0)
    began = asyncio.get_running_loop().time()
    await requests.send("other")
    assert requests.times[-1] == began + SECONDS_COUNTED
    await asyncio.gather(*stuck)


async def test_refusals_without_end_slow_everything_down() -> None:
    """After very many 401, 403 and 429, so few requests are made that no ban is in reach."""
    invalid = InvalidRequests(most=100)
    requests = Requests(Outgoing(invalid))
    for status in (401, 403, 429) * 40:
        invalid.heard(status)
    sent = [requests.send(n) for n in range(21)]
    await asyncio.gather(*sent)
    assert requests.times[-1] == pytest.approx(20 / SLOW_PER_SECOND)
    await asyncio.sleep(SECONDS_OF_INVALID)
    began = asyncio.get_running_loop().time()
    await asyncio.gather(*(requests.send(n) for n in range(5)))
    assert requests.times[-1] == began


async def test_what_discord_takes_slows_nothing_down() -> None:
    """Proper answers, and those that only say "not found" or "try again", are not counted."""
    invalid = InvalidRequests(most=1)
    for status in (200, 204, 404, 500):
        invalid.heard(status)
    assert not invalid.many(asyncio.get_running_loop().time())


async def test_nothing_begins_after_the_end(requests: Requests) -> None:
    """What waits is cancelled, and what comes later; what has begun goes on."""
    begun = requests.send("channel", seconds=1.0, name="begun")
    waiting = requests.send("channel", name="waiting")
    await asyncio.sleep(0.5)
    requests.outgoing.close()
    late = requests.send("other", name="late")
    await asyncio.wait([begun, waiting, late])
    assert requests.names == ["begun"]
    assert not begun.cancelled()
    assert waiting.cancelled()
    assert late.cancelled()


async def test_a_simulated_discord_limits_nothing() -> None:
    """Unpaced, everything begins at once, lane by lane."""
    requests = Requests(Outgoing(paced=False))
    await asyncio.gather(*(requests.send(n, Priority.PROMPT) for n in range(39)))
    assert set(requests.times) == {0.0}


def test_a_pace_lets_a_few_through_after_a_rest() -> None:
    """So many at once, then one in each interval."""
    pace = Pace(per_second=2.0, burst=3)
    for _ in range(3):
        assert pace.wait(10.0) == 0.0
        pace.take(10.0)
    assert pace.wait(10.0) == 0.5
    assert pace.wait(10.5) == 0.0


async def test_lively_tables_are_drawn_few_at_a_time(requests: Requests) -> None:
    """Of more than ten the rest wait, and are then shown as they are by then; no hand waits."""
    tables = [requests.send(n, Priority.PLAY, seconds=0.5) for n in range(MOST_PLAYED + 3)]
    await requests.send("hand", Priority.HAND)
    await asyncio.gather(*tables)
    assert requests.times.count(0.5) == 3


@dataclass
class Share:
    """The servers that a process serves: `Serving`."""

    begins: set[int]
    held: set[int]

    def serves(self, guild_id: int) -> bool:
        """Say whether something new may be begun for a server."""
        return guild_id in self.begins

    def holds(self, guild_id: int) -> bool:
        """Say whether no other process can serve it."""
        return guild_id in self.held


async def test_only_served_servers_get_a_turn(requests: Requests) -> None:
    """A request for a server that another process serves is not sent; others are."""
    requests.outgoing.share(Share({1}, {1}))
    ours = requests.send("a", name="ours", server=1)
    theirs = requests.send("b", name="theirs", server=2)
    nobodys = requests.send("c", name="nobody's")
    await asyncio.wait([ours, theirs, nobodys])
    assert requests.names == ["ours", "nobody's"]
    assert theirs.cancelled()


async def test_what_waits_is_dropped_when_a_server_is_given_up(requests: Requests) -> None:
    """Requests that wait when their server goes to another process never begin."""
    share = Share({1, 2}, {1, 2})
    requests.outgoing.share(share)
    begun = requests.send("channel", seconds=1.0, name="begun", server=1)
    waiting = requests.send("channel", name="waiting", server=1)
    other = requests.send("channel", name="other", server=2)
    await asyncio.sleep(0.5)
    share.begins.remove(1)
    await asyncio.wait([begun, waiting, other])
    assert requests.names == ["begun", "other"]
    assert (begun.cancelled(), waiting.cancelled()) == (False, True)


async def test_what_has_begun_is_finished(requests: Requests) -> None:
    """Work of several requests that has begun before a handover takes all its turns."""
    share = Share({1}, {1})
    outgoing = requests.outgoing
    outgoing.share(share)
    steps: list[str] = []

    async def work() -> None:
        async with outgoing.turn("post", Priority.PLAY, server=1):
            share.begins.clear()
            await asyncio.sleep(1.0)
            steps.append("posted")
        async with outgoing.turn("edit", Priority.PLAY, server=1):
            steps.append("reduced")

    working = asyncio.create_task(work())
    await asyncio.sleep(0)
    assert not await outgoing.finished(lambda server: server == 1, 0.5)
    assert await outgoing.finished(lambda server: server == 2, 0.5)
    assert await outgoing.finished(lambda server: server == 1, 5.0)
    assert steps == ["posted", "reduced"]
    await working


async def test_processes_share_the_limit() -> None:
    """Of several processes each sends its share of what Discord allows in a second."""
    requests = Requests(Outgoing(processes=4))
    await asyncio.gather(*(requests.send(n) for n in range(BURST + 10)))
    assert requests.times[-1] == pytest.approx(10 / (PER_SECOND / 4))


async def test_a_request_without_a_lease_is_not_sent(requests: Requests) -> None:
    """Just before a request is sent, its server must still be held; afterwards all is as before."""
    share = Share({1}, set())
    requests.outgoing.share(share)

    async def send(server: int | None) -> None:
        async with requests.outgoing.turn("a", Priority.PLAY, server=server):
            require_permission()

    lost, nobodys = asyncio.create_task(send(1)), asyncio.create_task(send(None))
    await asyncio.wait([lost, nobodys])
    assert (lost.cancelled(), nobodys.cancelled()) == (True, False)
    require_permission()
