"""Opens a table for a command or a button, and mentions the people for whom its lobby waits."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import discord

from bot.tables.model import Level, Pace, Table
from bot.tables.opening import NewTable
from bot.tables.rulesets import find_rules
from bot.texts import answers
from bot.texts import lobby as lobby_texts
from bot.texts.names import preset_titles
from bot.texts.refusals import missing_permissions_text
from cogs.base.answer import Answer
from cogs.base.finding import person_of
from cogs.base.services import Interaction, services_of
from cogs.lobby.threads import ThreadKind, place_for
from engine.rules import Rules


@dataclass(frozen=True, slots=True)
class Wishes:
    """The options of a new table; None for the default of the server or the rules."""

    rules: str | None = None
    target: int | None = None
    pace: Pace | None = None
    computers: int = 0
    level: Level = Level.NORMAL
    thread: ThreadKind | None = None
    private: bool = False
    guests: tuple[int, ...] = ()


async def open_table(answer: Answer, wishes: Wishes, rules: Rules | None = None) -> None:
    """Open a table, and show its lobby to everyone.

    Args:
        answer: the answer to the person who opens it.
        wishes: the options.
        rules: the rules, or None to find them by name.
    """
    interaction = answer.interaction
    services = services_of(interaction)
    guild_id = interaction.guild_id or 0
    if rules is None:
        rules = await find_rules(services.rule_sets, guild_id, wishes.rules, preset_titles())
    if wishes.target is not None:
        rules = rules.changed(target=wishes.target)
    if await lacks_permissions(answer, wishes.thread):
        return
    pace = wishes.pace or services.preferences.of_server(guild_id).pace
    host = person_of(interaction)
    try:
        async with place_for(interaction, wishes.thread) as place:
            new = NewTable(
                place,
                host,
                rules,
                pace,
                wishes.computers,
                wishes.level,
                private=wishes.private,
                guests=wishes.guests,
            )
            table = await services.tables.open(new, str(interaction.id))
    except discord.Forbidden:
        # The permissions in the interaction may be outdated.
        needed = f"create_{wishes.thread}_threads", "send_messages_in_threads"
        await answer.say(missing_permissions_text(_named(needed), answer.words))
        return
    await show_opened(answer, table)
    await mention_guests(interaction, await services.tables.get(table.id), wishes.guests)


async def lacks_permissions(answer: Answer, thread: ThreadKind | None = None) -> bool:
    """Tell the person which necessary permissions the bot lacks here, if any."""
    interaction = answer.interaction
    pictures = services_of(interaction).presenter.shows_pictures(interaction.guild_id or 0)
    in_thread = isinstance(interaction.channel, discord.Thread)
    needed = {
        "view_channel": True,
        "send_messages": not in_thread,
        "send_messages_in_threads": in_thread or thread is not None,
        "create_public_threads": thread == "public",
        "create_private_threads": thread == "private",
        "attach_files": pictures,
    }
    mine = interaction.app_permissions
    missing = [name for name, need in needed.items() if need and not getattr(mine, name)]
    if missing:
        await answer.say(missing_permissions_text(_named(missing), answer.words))
    return bool(missing)


def _named(permissions: Iterable[str]) -> str:
    return ", ".join(name.replace("_", " ").title() for name in permissions)


async def show_opened(answer: Answer, table: Table) -> None:
    """Show a new lobby, in answer to the person who opened it or in its thread."""
    services = services_of(answer.interaction)
    if table.place.channel_id != answer.interaction.channel_id:
        services.presenter.show_again(table)
        await answer.say(answers.opened_in(table, answer.words))
        return
    await services.presenter.open_with(table, answer.publish)


async def mention_guests(interaction: Interaction, table: Table, invited: Sequence[int]) -> None:
    """Mention the guests for whom a seat is held, if they want mentions.

    Args:
        interaction: the host's.
        table: the lobby.
        invited: the ids of the new guests.
    """
    services = services_of(interaction)
    held = [user for user in invited if table.held_seat(user) is not None]
    wanted = services.calls.wanted(table.place.guild_id, held)
    if wanted:
        words = services.presenter.words(table)
        said = lobby_texts.invitation(table, wanted, person_of(interaction).name, words)
        await services.calls.call(table, said, wanted)


async def mention_for_rematch(interaction: Interaction, old: Table, table: Table) -> None:
    """Mention the other players of the previous game, if they want mentions."""
    services = services_of(interaction)
    others = [person.id for person in old.people if person.id != interaction.user.id]
    wanted = services.calls.wanted(table.place.guild_id, others)
    if wanted:
        words = services.presenter.words(table)
        said = answers.rematch_call(table, wanted, person_of(interaction).name, words)
        await services.calls.call(table, said, wanted)
