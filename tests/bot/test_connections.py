"""The connections of several shards, opened and closed at any time."""

import asyncio

import discord

from bot.connections import Connections
from bot.identifying import Identifying
from tests.loopback.driver import LoopbackDiscord


class Client(discord.AutoShardedClient):
    """A client whose shards are opened as the bot's are."""

    def __init__(self) -> None:
        """Have one shard."""
        super().__init__(intents=discord.Intents(guilds=True), shard_count=1)
        self.connections = Connections(self, Identifying(self.http.get_bot_gateway))
        self.connections.listen(self._connection.parsers)
        self.connections.open(0)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Stay on the gateway until the client is closed."""
        await self.connections.stay()

    async def close(self) -> None:
        """End every shard, and then the client."""
        await self.connections.end()
        await super().close()


async def test_a_shard_that_is_wanted_again_while_it_closes() -> None:
    """What the next session of it has told is kept when the one before has ended."""
    async with LoopbackDiscord() as discord_server:
        discord_server.add_guild("Club")
        client = Client()
        connections = client.connections
        with discord_server.patched():
            running = asyncio.create_task(client.start(discord_server.token))
            await connections.until_ready(0, 5.0)
            before = discord_server.gateway.identified
            closing = asyncio.create_task(connections.close(0))
            await asyncio.sleep(0)
            assert not closing.done()
            connections.open(0)
            await discord_server.until(lambda: discord_server.gateway.identified > before)
            await connections.until_ready(0, 5.0)
            await closing
            assert connections.named == {0}
            assert [each.unavailable for each in client.guilds] == [False]
            await client.close()
            await running
