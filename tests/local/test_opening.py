"""Before the page is opened, the table is laid and everybody sits."""

import discord
import pytest
from discord import app_commands
from discord.ext import commands

from bot.local.opening import open_table
from bot.local.simulation import simulate
from bot.local.world import furnish
from bot.settings import PlayOptions
from bot.startup import ExitCode, StartupError

Choice = str | int | None


class Receptionist(commands.Bot):
    """Takes the commands of the opening down, and answers them unless told otherwise."""

    def __init__(self, *, answers: bool = True) -> None:
        super().__init__((), intents=discord.Intents(guilds=True))
        self.calls: list[tuple[str, str, dict[str, Choice]]] = []
        self._answers = answers

    async def setup_hook(self) -> None:
        """Have the commands of the opening, and no others."""
        group = app_commands.Group(name="spades", description="-")
        for name, callback in (("new", _new), ("join", _join), ("start", _start)):
            group.add_command(app_commands.Command(name=name, description="-", callback=callback))
        self.tree.add_command(group)
        await self.tree.sync()

    async def note(self, interaction: discord.Interaction, command: str, **options: Choice) -> None:
        """Remember who called what."""
        self.calls.append((interaction.user.display_name, command, options))
        if self._answers:
            await interaction.response.send_message("noted", ephemeral=True)


def _reception(interaction: discord.Interaction) -> Receptionist:
    bot = interaction.client
    assert isinstance(bot, Receptionist)
    return bot


async def _new(
    interaction: discord.Interaction, rules: str, computers: int, target: int | None = None
) -> None:
    await _reception(interaction).note(
        interaction, "new", rules=rules, computers=computers, target=target
    )


async def _join(interaction: discord.Interaction) -> None:
    await _reception(interaction).note(interaction, "join")


async def _start(interaction: discord.Interaction) -> None:
    await _reception(interaction).note(interaction, "start")


async def _opened(options: PlayOptions, bot: Receptionist) -> None:
    env = simulate(bot)
    world = furnish(env)
    await env.start()
    try:
        await open_table(world, options)
    finally:
        await env.shutdown()


@pytest.mark.parametrize(
    ("computers", "joining"),
    [(3, []), (2, ["Ben"]), (1, ["Ben", "Chidi"]), (0, ["Ben", "Chidi", "Dana"])],
)
async def test_people_take_the_seats_that_computers_leave(
    computers: int, joining: list[str]
) -> None:
    """Four sit, whatever the number of computer players, and Ada starts the game."""
    bot = Receptionist()
    await _opened(PlayOptions(computers=computers), bot)
    assert [(who, what) for who, what, _ in bot.calls] == [
        ("Ada", "new"),
        *[(name, "join") for name in joining],
        ("Ada", "start"),
    ]


@pytest.mark.parametrize("target", [None, 250])
async def test_the_table_is_as_it_was_asked_for(target: int | None) -> None:
    """Rules, computer players and target of the command line reach the bot."""
    bot = Receptionist()
    await _opened(PlayOptions(rules="hero_solo", computers=2, target=target), bot)
    assert bot.calls[0][2] == {"rules": "hero_solo", "computers": 2, "target": target}


async def test_a_bot_that_does_not_answer_is_told() -> None:
    """Nobody is left in front of an empty page."""
    with pytest.raises(StartupError) as caught:
        await _opened(PlayOptions(), Receptionist(answers=False))
    assert caught.value.code is ExitCode.UNEXPECTED
