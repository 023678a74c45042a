"""The real bot on a PostgreSQL server."""

import pytest
from sqlalchemy import URL

from tests.data.cluster import Cluster
from tests.loopback.api import Channel, LoopbackDiscord, User
from tests.process.community import Community
from tests.process.group import SOON
from tests.process.host import check_output


@pytest.fixture
async def url(cluster: Cluster) -> URL:
    """Give a database without tables."""
    return await cluster.new()


async def press_start(discord: LoopbackDiscord, place: Channel, host: User) -> None:
    """Begin the game of the newest lobby, and look at the hand."""
    lobby = discord.messages(place)[-1]
    start = next(each for each in lobby.custom_ids if each.startswith("s:start:"))
    assert (await discord.press(host, lobby, start)).answered
    hand = start.replace("start", "hand")
    await discord.until(lambda: hand in discord.messages(place)[-1].custom_ids, SOON)
    shown = await discord.press(host, discord.messages(place)[-1], hand)
    assert any(each.startswith("s:bid:") for each in shown.message.custom_ids)


async def test_a_table_outlives_its_process(
    discord: LoopbackDiscord, community: Community, url: URL
) -> None:
    """A table that was opened before a kill is played on by the next process.

    That one connects while the lease of the killed process still runs, and serves from its end on.
    """
    place, host = community.groups[0].channel, community.groups[0].people[0]
    settings = {
        "DATABASE_URL": url.set(drivername="postgresql").render_as_string(hide_password=False),
        "LEASE_SECONDS": "3",
    }
    async with await community.host.start(settings) as first:
        assert (await discord.slash(host, place, "spades new")).answered
        await first.kill()
    async with await community.host.start(settings) as second:
        await discord.until(lambda: "shard_served" in second.output, SOON, "the end of the lease")
        await press_start(discord, place, host)
        assert await second.terminate() == 0
        check_output(second)
    assert not community.host.database.exists()
