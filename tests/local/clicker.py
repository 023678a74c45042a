"""A bot that counts presses, for tests of what surrounds the real one."""

import asyncio
import re
from typing import Self

import discord
from discord import app_commands, ui
from discord.ext import commands

LATER_SECONDS = 1.0
ONE_PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000a49444154789c63000100000500010d0a2db40000000049454e44ae426082"
)


class Press(ui.DynamicItem[ui.Button[ui.LayoutView]], template=r"press:(?P<verb>[a-z]+)"):
    """A button whose verb names a method of the bot."""

    def __init__(self, verb: str, *, disabled: bool = False) -> None:
        super().__init__(
            ui.Button(label=verb.title(), custom_id=f"press:{verb}", disabled=disabled)
        )
        self.verb = verb

    @classmethod
    async def from_custom_id(
        cls,
        _interaction: discord.Interaction,
        _item: ui.Item[ui.LayoutView],
        match: re.Match[str],
    ) -> Self:
        """Make the button anew from what it is called."""
        return cls(match["verb"])

    async def callback(self, interaction: discord.Interaction) -> None:
        """Hand the press to the bot."""
        bot = interaction.client
        assert isinstance(bot, Clicker)
        await bot.pressed(interaction, self.verb)


class Clicker(commands.Bot):
    """Opens one message with buttons and tells on it how often they were pressed."""

    def __init__(self) -> None:
        super().__init__((), intents=discord.Intents(guilds=True))
        self.count = 0
        self.verbs: tuple[str, ...] = ("count", "later", "slow", "link", "two")
        self.message: discord.PartialMessage | None = None
        self.closed_by_us = False
        self.waits = asyncio.Event()
        self.gate = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    async def setup_hook(self) -> None:
        """Register what the message needs."""
        self.add_dynamic_items(Press)
        self.tree.add_command(app_commands.Command(name="open", description="-", callback=_open))
        await self.tree.sync()

    async def close(self) -> None:
        """Remember that the end was orderly."""
        self.closed_by_us = True
        await super().close()

    def face(self) -> ui.LayoutView:
        """Return what the message shows now."""
        view = ui.LayoutView(timeout=None)
        row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
        for verb in self.verbs:
            row.add_item(Press(verb))
        view.add_item(ui.Container(ui.TextDisplay(f"pressed {self.count}"), row))
        view.stop()
        return view

    async def pressed(self, interaction: discord.Interaction, verb: str) -> None:
        """Do what the button says."""
        if verb == "later":
            asyncio.get_running_loop().call_later(LATER_SECONDS, self._begin_change)
            await interaction.response.send_message("later", ephemeral=True)
            return
        if verb == "link":
            assert self.message is not None
            await interaction.response.send_message(self.message.jump_url)
            return
        if verb == "two":
            assert self.message is not None
            channel = interaction.channel
            assert isinstance(channel, discord.abc.Messageable)
            await channel.send("said")
            sent = await channel.send("said")
            await sent.edit(content="said again")
            await interaction.response.defer()
            return
        if verb == "slow":
            self.waits.set()
            await self.gate.wait()
        self.count += 1
        await interaction.response.edit_message(view=self.face())

    def _begin_change(self) -> None:
        task = asyncio.get_running_loop().create_task(self.change())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def change(self) -> None:
        """Edit the message without anybody having pressed."""
        self.count += 100
        assert self.message is not None
        await self.message.edit(view=self.face())


async def _open(interaction: discord.Interaction) -> None:
    bot = interaction.client
    assert isinstance(bot, Clicker)
    await interaction.response.send_message(view=bot.face())
    sent = await interaction.original_response()
    channel = bot.get_partial_messageable(sent.channel.id)
    bot.message = channel.get_partial_message(sent.id)
