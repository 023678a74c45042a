"""A simulated Discord whose time moves only when it is told to."""

from typing import Any, Final, TypeAlias

import discord
import simcord
from discord.ext import commands

Bot: TypeAlias = commands.Bot | commands.AutoShardedBot

SETTLE_SECONDS: Final = 20.0
"""For the work of one press. It is generous: a slow disk must not be taken for a fault."""
START_SECONDS: Final = 60.0
"""For the work of the start: card faces are drawn, and processes begin."""
IDLE_SECONDS: Final = 0.001
"""How often simcord looks whether the bot has come to rest; its own 0.05 s can be felt."""


class SteppedEnv(simcord.Env):
    """An environment in which the bot's timers fire by `advance_time` and by nothing else.

    simcord gives every timer of the bot a second trigger on the wall clock. An action then waits
    for each sleep that ends within the settle timeout, so a press would be answered only after the
    computer players have thought; and a timer that is set while simulated time lags behind the
    wall clock fires too early. Without that trigger a press is answered as soon as the bot's work
    is done, and whoever calls `advance_time` decides what a second is.
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
        # simcord gives the start five seconds, in which a slow computer cannot draw all cards.
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
