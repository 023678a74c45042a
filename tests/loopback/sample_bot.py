"""A small discord.py bot that uses Discord as a bot for tables does.

Tests run it in their own process and as a process of its own; it imports nothing of the project.
"""

import asyncio
import contextlib
import io
import os
import re
import signal
from collections.abc import Sequence
from typing import Self

import discord
from discord import app_commands, ui

PICTURE = b"\x89PNG\r\n\x1a\n not really a picture"
RULES = ("classic", "solo", "short")


class Press(ui.DynamicItem[ui.Button[ui.LayoutView]], template=r"demo:(?P<what>\w+):(?P<n>\d+)"):
    """A button whose custom id contains all that it needs."""

    def __init__(self, what: str, number: int) -> None:
        super().__init__(ui.Button(label=f"{what} {number}", custom_id=f"demo:{what}:{number}"))
        self.what = what
        self.number = number

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[ui.LayoutView], match: re.Match[str], /
    ) -> Self:
        """Read the custom id."""
        return cls(match["what"], int(match["n"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Do what the button says."""
        bot = interaction.client
        if not isinstance(bot, SampleBot):
            raise TypeError("these buttons belong to the sample bot")
        match self.what:
            case "update":
                view = table(self.number + 1)
                await interaction.response.edit_message(view=view)
            case "whisper":
                view = table(self.number)
                await interaction.response.send_message(view=view, ephemeral=True)
            case "public" if interaction.message is not None:
                await interaction.response.defer()
                channel = bot.get_partial_messageable(interaction.message.channel.id)
                message = channel.get_partial_message(interaction.message.id)
                await message.edit(view=table(self.number + 1))
            case "form":
                await interaction.response.send_modal(NoteForm())
            case _:
                raise ValueError(self.what)
        bot.answered += 1


class Picks(ui.DynamicItem[ui.Select[ui.LayoutView]], template=r"demo-pick"):
    """A select with three values."""

    def __init__(self) -> None:
        options = [discord.SelectOption(label=rule, value=rule) for rule in RULES]
        super().__init__(ui.Select(custom_id="demo-pick", options=options))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[ui.LayoutView], match: re.Match[str], /
    ) -> Self:
        """Make it anew for each choice."""
        return cls()

    async def callback(self, interaction: discord.Interaction) -> None:
        """Say what was chosen."""
        await interaction.response.send_message(f"picked {self.item.values}", ephemeral=True)


class NoteForm(ui.Modal, title="A note"):
    """A form with one field."""

    note: ui.TextInput[Self] = ui.TextInput(label="Note", custom_id="note", max_length=20)

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Say what was written."""
        await interaction.response.send_message(f"noted: {self.note.value}", ephemeral=True)


def table(number: int) -> ui.LayoutView:
    """A layout that shows a number and has every button."""
    view = ui.LayoutView(timeout=None)
    container: ui.Container[ui.LayoutView] = ui.Container(ui.TextDisplay(f"Count: {number}"))
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    for what in ("update", "whisper", "public", "form"):
        row.add_item(Press(what, number))
    container.add_item(row)
    container.add_item(ui.ActionRow(Picks()))
    view.add_item(container)
    # A stored view would take the buttons' pattern with it when it ends.
    view.stop()
    return view


@app_commands.guild_only()
class Table(app_commands.Group, name="table", description="A table"):
    """The commands of the sample bot."""

    @app_commands.command(description="Open a table")
    @app_commands.describe(rules="Which rules", target="How far", friend="With whom")
    async def new(
        self,
        interaction: discord.Interaction,
        rules: str = "classic",
        target: app_commands.Range[int, 50, 1000] = 500,
        friend: discord.Member | None = None,
    ) -> None:
        """Answer with a layout."""
        await interaction.response.send_message(view=table(0))
        with_whom = friend.display_name if friend else "nobody"
        await interaction.followup.send(f"{rules} to {target} with {with_whom}")

    @new.autocomplete("rules")
    async def _rules(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=r, value=r) for r in RULES if current in r]

    @app_commands.command(description="A picture, after a while")
    async def picture(self, interaction: discord.Interaction) -> None:
        """Defer, then answer with a file that the layout shows."""
        await interaction.response.defer(ephemeral=True)
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://table.png")))
        file = discord.File(io.BytesIO(PICTURE), "table.png", description="The table")
        view.stop()
        await interaction.edit_original_response(view=view, attachments=[file])

    @app_commands.command(description="Never answers")
    async def silent(self, interaction: discord.Interaction) -> None:
        """Answer too late."""

    @app_commands.command(description="Answers twice")
    async def twice(self, interaction: discord.Interaction) -> None:
        """Answer again although discord.py remembers that it has."""
        await interaction.response.send_message("once", ephemeral=True)
        interaction.response._response_type = None
        try:
            await interaction.response.send_message("twice", ephemeral=True)
        except discord.HTTPException as error:
            await interaction.followup.send(f"code {error.code}", ephemeral=True)


class SampleBot(discord.Client):
    """The bot; it keeps what went wrong in callbacks for tests to look at.

    It serves every server, unless it is given a shard and their number.
    """

    def __init__(self, shard_id: int | None = None, shard_count: int | None = None) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            guild_ready_timeout=0.0,
            shard_id=shard_id,
            shard_count=shard_count,
        )
        self.tree = app_commands.CommandTree(self)
        self.answered = 0
        self.resumed = asyncio.Event()
        self.errors: list[Exception] = []

    async def setup_hook(self) -> None:
        """Register what must outlive a restart, and the commands."""
        self.tree.add_command(Table())
        self.tree.error(self._failed)
        self.add_dynamic_items(Press, Picks)
        await self.tree.sync()

    async def _failed(
        self, interaction: discord.Interaction, error: app_commands.AppCommandError
    ) -> None:
        self.errors.append(getattr(error, "original", error))

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """No five seconds between attempts: this Discord has no such limit."""

    async def on_resumed(self) -> None:
        """Note that a lost connection was taken up again."""
        self.resumed.set()


async def _run() -> None:
    bot = SampleBot()
    loop = asyncio.get_running_loop()
    runner = asyncio.create_task(bot.start(os.environ["DISCORD_TOKEN"]))
    loop.add_signal_handler(signal.SIGTERM, lambda: asyncio.ensure_future(bot.close()))
    with contextlib.suppress(asyncio.CancelledError):
        await runner


def main(arguments: Sequence[str]) -> int:
    """Run the sample bot; exit code 3 where the token is refused."""
    try:
        asyncio.run(_run())
    except discord.LoginFailure:
        return 3
    return 0
