"""A bare discord.py bot to compare with: one button, one committed row, one hand of cards drawn.

What anyone would write first: no rules, no tables, no queue, no log; an insert and a commit by
aiosqlite with the same pragmas as the bot's, then the message that was pressed is drawn anew.
"""

import asyncio
import os
import re
import signal
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, Self

import aiosqlite
import discord
from discord import app_commands, ui

HAND: Final = 13
IN_A_ROW: Final = 5
DATABASE_VARIABLE: Final = "DATABASE_PATH"

_HEADING: Final = "### Your hand at table 17"
_TRICK: Final = (
    "Anna **K\N{BLACK SPADE SUIT}** \N{MIDDLE DOT} Berta 4\N{BLACK SPADE SUIT} \N{MIDDLE DOT} "
    "Carla 9\N{BLACK SPADE SUIT}\n-# You bid 4, took 2 \N{MIDDLE DOT} Berta (partner) bid 3, "
    "took 1\n**Your turn:** follow \N{BLACK SPADE SUIT} spades."
)


class BarePress(ui.DynamicItem[ui.Button[ui.LayoutView]], template=r"bare:(\d+):(\d+)"):
    """A button for a card, in a hand of so many."""

    def __init__(self, held: int, number: int) -> None:
        super().__init__(
            ui.Button(label="A\N{BLACK SPADE SUIT}", custom_id=f"bare:{held}:{number}")
        )
        self.held = held

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], __: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Read the custom id."""
        return cls(int(match[1]), int(match[2]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Save one row, then show the hand without one card; after the last, a full one."""
        bot = interaction.client
        if not isinstance(bot, BareBot):
            raise TypeError("this button belongs to the bare bot")
        await bot.save(str(interaction.id), self.custom_id)
        await interaction.response.edit_message(view=hand((self.held or HAND + 1) - 1))


def hand(held: int) -> ui.LayoutView:
    """Draw a hand of so many cards; an empty one has a button, too."""
    view = ui.LayoutView(timeout=None)
    container: ui.Container[ui.LayoutView] = ui.Container(
        ui.TextDisplay(_HEADING), ui.TextDisplay(_TRICK)
    )
    presses = [BarePress(held, number) for number in range(max(held, 1))]
    for begin in range(0, len(presses), IN_A_ROW):
        container.add_item(ui.ActionRow(*presses[begin : begin + IN_A_ROW]))
    view.add_item(container)
    view.stop()
    return view


class BareBot(discord.Client):
    """The bot."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None)
        self.tree = app_commands.CommandTree(self)
        self.database: aiosqlite.Connection | None = None

    async def setup_hook(self) -> None:
        """Open the database, and register the button and the command."""
        self.database = await aiosqlite.connect(os.environ[DATABASE_VARIABLE])
        await self.database.execute("PRAGMA journal_mode=WAL")
        await self.database.execute("PRAGMA synchronous=FULL")
        await self.database.execute("CREATE TABLE log (command TEXT UNIQUE, action TEXT)")
        await self.database.commit()
        self.add_dynamic_items(BarePress)
        self.tree.command(name="bare", description="Show a hand")(_bare)
        await self.tree.sync()

    async def save(self, command: str, action: str) -> None:
        """Put one row on disk."""
        if self.database is not None:
            await self.database.execute("INSERT INTO log VALUES (?, ?)", (command, action))
            await self.database.commit()

    async def close(self) -> None:
        """Let go of the database, then of Discord."""
        if self.database is not None:
            await self.database.close()
        await super().close()


async def _bare(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message(view=hand(HAND), ephemeral=True)


async def _run() -> None:
    bot = BareBot()
    running = asyncio.create_task(bot.start(os.environ["DISCORD_TOKEN"]))
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, running.cancel)
    with suppress(asyncio.CancelledError):
        await running
    await bot.close()


def main(arguments: Sequence[str]) -> int:
    """Run the bot until SIGTERM."""
    asyncio.run(_run())
    return 0
