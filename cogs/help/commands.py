"""`/spades help`, and the practice round that starts there."""

from collections.abc import Mapping, Sequence
from typing import Final

from discord import app_commands
from discord.ext import commands

from bot.tables import practice
from bot.tables.practice import OWN_SEAT, Practice, as_table
from bot.tables.rulesets import find_rules
from bot.texts.help import Page, round_lost
from bot.texts.refusals import refusal_text
from bot.texts.why import hint_text, no_hint
from cogs.base.answer import Answer, answer_to
from cogs.base.appearance import appearance_of
from cogs.base.door import Handler, Pressed
from cogs.base.finding import person_of
from cogs.base.services import Interaction, services_of
from cogs.help.view import help_view, practice_view
from cogs.lobby.new_table import Wishes, open_table
from engine.actions import Play
from engine.errors import BadNotation
from engine.notation import parse_card
from engine.rules import Rules


class HelpCommands(commands.Cog):
    """The command for beginners."""

    @app_commands.command(name="help", description="How to play Spades, and a practice round")
    async def help(self, interaction: Interaction) -> None:  # noqa: D102 - said above
        answer = answer_to(interaction)
        await answer.run(_help(answer))


async def _help(answer: Answer) -> None:
    rules = await _usual_rules(answer)
    await answer.whisper(help_view(Page.GAME, rules, answer.words))


async def _usual_rules(answer: Answer) -> Rules:
    services = services_of(answer.interaction)
    return await find_rules(services.rule_sets, answer.interaction.guild_id or 0, None)


async def turn_page(pressed: Pressed) -> None:
    """Show a page of the help in the same message."""
    page = next((page for page in Page if (page.value,) == pressed.id.args), Page.GAME)
    rules = await _usual_rules(pressed.answer)
    await pressed.answer.update(help_view(page, rules, pressed.words))


async def open_here(pressed: Pressed) -> None:
    """Open a table with the server's default rules."""
    await open_table(pressed.answer, Wishes())


async def practise(pressed: Pressed) -> None:
    """Start a practice round, or continue the one whose button was pressed."""
    if pressed.id.args:
        state = await _read(pressed, pressed.id.args)
    else:
        state = practice.begin(pressed.interaction.id)
    if state is not None:
        person = person_of(pressed.interaction)
        view = practice_view(state, person, appearance_of(pressed.interaction))
        await pressed.answer.update(view)


async def why(pressed: Pressed) -> None:
    """Say why a card cannot be played now, and change nothing."""
    card, *marks = pressed.id.args or ("",)
    state = await _read(pressed, marks)
    if state is None:
        return
    person = person_of(pressed.interaction)
    refusal = state.game.explain(Play(OWN_SEAT, parse_card(card)))
    note = ""
    if refusal is not None:
        note = refusal_text(refusal, pressed.words, as_table(state, person))
    view = practice_view(state, person, appearance_of(pressed.interaction), note)
    await pressed.answer.update(view)


async def hint(pressed: Pressed) -> None:
    """Give a hint in a practice round."""
    state = await _read(pressed, pressed.id.args)
    if state is None:
        return
    advisor = services_of(pressed.interaction).advisor
    choice = None if state.over else await advisor.advise(state.view, pressed.command_id)
    said = no_hint(pressed.words) if choice is None else hint_text(choice, pressed.words)
    view = practice_view(
        state,
        person_of(pressed.interaction),
        appearance_of(pressed.interaction),
        said,
        None if choice is None else choice.action,
    )
    await pressed.answer.update(view)


async def _read(pressed: Pressed, marks: Sequence[str]) -> Practice | None:
    """Read the round from a button; say so if it is not valid."""
    try:
        return practice.read(marks)
    except BadNotation:
        await pressed.answer.say(round_lost(pressed.words))
        return None


HANDLERS: Final[Mapping[str, Handler]] = {
    "help": turn_page,
    "open": open_here,
    "practice": practise,
    "practice_why": why,
    "practice_hint": hint,
}
"""The handlers of this module's controls, by verb."""
