"""Mentions of the people whom a lobby waits for."""

from collections.abc import Sequence

from bot.tables.model import Table
from bot.texts import answers
from bot.texts import lobby as texts
from cogs.base.finding import person_of
from cogs.base.services import Interaction, services_of


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
        said = texts.invitation(table, wanted, person_of(interaction).name, words)
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
