"""What the commands and buttons work with, handed in once by `bot.app`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, cast

import discord

if TYPE_CHECKING:
    # Whatever answers an interaction imports this module, so this one imports none of them.
    from bot.newcomers import Newcomers
    from bot.preferences import Preferences
    from bot.tables.ports import Advisor, Clock
    from bot.tables.records import Records
    from bot.tables.rulesets import RuleSets
    from bot.tables.service import Tables
    from cogs.base.access import Sight
    from cogs.base.deliveries import Deliveries
    from cogs.base.faces import Faces
    from cogs.base.language import SpadesCommands
    from cogs.hand.open_hands import OpenHands
    from cogs.table_message.presenter import Presenter


@dataclass(frozen=True, slots=True)
class Services:
    """The services of one running bot."""

    tables: Tables
    records: Records
    rule_sets: RuleSets
    preferences: Preferences
    newcomers: Newcomers
    advisor: Advisor
    faces: Faces
    commands: SpadesCommands
    hands: OpenHands
    presenter: Presenter
    clock: Clock
    deliveries: Deliveries
    sight: Sight


class HasServices(Protocol):
    """A client that carries the services."""

    services: Services


def services_of(interaction: discord.Interaction[Any]) -> Services:
    """Give the services of the bot that an interaction came to."""
    return cast("HasServices", interaction.client).services
