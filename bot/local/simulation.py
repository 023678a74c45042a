"""A simulated Discord whose time moves only on request."""

from typing import Any, Final, TypeAlias

import discord
import simcord
from discord.ext import commands

Bot: TypeAlias = commands.Bot | commands.AutoShardedBot

SETTLE_SECONDS: Final = 20.0
"""Seconds for the work of one press; generous, so that a slow disk is not taken for a fault."""
START_SECONDS: Final = 60.0
"""Seconds for the start, which draws card faces and starts processes."""
IDLE_SECONDS: Final = 0.001
"""Seconds between simcord's checks whether the bot is idle; its default of 0.05 can be felt."""


class SteppedEnv(simcord.Env):
    """An environment in which only `advance_time` fires the bot's timers.

    simcord also fires every timer of the bot by the wall clock. An action then waits for each sleep
    that ends within the settle timeout, so a press would be answered only after the computer
    players have played; and a timer set while simulated time lags behind the wall clock fires too
    early. Without that trigger a press is answered as soon as the bot's work is done, and the
    caller of `advance_time` decides how fast time passes.
    """

    def _schedule_timer(self, *_args: object) -> None:
        """Leave the timer to `advance_time`."""

    async def _settle_internal(
        self,
        *,
        timeout: float | None = None,  # noqa: ASYNC109 - the signature is simcord's
        idle: float = IDLE_SECONDS,
        **others: Any,  # noqa: ANN401 - what else simcord passes is its own affair
    ) -> None:
        # simcord allows five seconds for the start, too few for a slow computer to draw all cards.
        generous = None if timeout is None else max(timeout, START_SECONDS)
        await super()._settle_internal(timeout=generous, idle=idle, **others)


def simulate(bot: Bot) -> SteppedEnv:
    """Return a simulated Discord for `bot`, not yet started."""
    sharded = isinstance(bot, discord.AutoShardedClient)
    return SteppedEnv(
        bot,
        approved_intents=discord.Intents(guilds=True),
        shard_count=(bot.shard_count or 1) if sharded else None,
        settle_timeout=SETTLE_SECONDS,
    )
