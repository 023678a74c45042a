"""The tables of the shards that this process serves, with the prompts posted for them."""

import asyncio

from bot.tables.resting import Shard
from bot.tables.service import Tables
from bot.tables.shards import Shards
from cogs.table_message.prompts import Prompts


class ServedTables:
    """Takes up and gives up the tables of one shard after another: `bot.handover.Served`."""

    def __init__(self, shards: Shards, tables: Tables, prompts: Prompts) -> None:
        """Serve none yet."""
        self._shards = shards
        self._tables = tables
        self._prompts = prompts
        self._alone = asyncio.Lock()

    async def take_up(self, shard: int) -> None:
        """Serve the tables of a shard from now on.

        Raises:
            StoreError: they cannot be read now.
        """
        # The prompts of tables that are not known yet must not be taken for those of closed ones.
        async with self._alone:
            await self._prompts.start(shard)
            await self._tables.take_up(Shard(shard, self._shards.count))
            self._prompts.taken_up(self._tables.is_open)

    async def give_up(self, shard: int) -> None:
        """Finish saving at the tables of a shard, and serve them no more."""
        await self._tables.give_up(Shard(shard, self._shards.count))
