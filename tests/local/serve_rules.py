"""`python -m tests.local.serve_rules GAME DATABASE`: a table whose rules no preset has."""

import asyncio
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from bot import app
from bot.client import SpadesBot
from bot.local import first_table
from bot.local.session import run_table
from bot.local.world import World
from bot.settings import PlayOptions, load_settings
from bot.tables.rulesets import RuleSet
from data.preparation import upgrade
from engine.presets import HERO_PARTNERS
from engine.rules import Rules

MIXTURES: Final[Mapping[str, Rules]] = {
    "exchange": HERO_PARTNERS.changed(exchange=2, blind_nil=False),
    "blind": HERO_PARTNERS,
}
"""By the names that these games have here."""


def main(arguments: list[str]) -> int:
    """Serve the table until a signal comes."""
    name, target, database = arguments
    options = PlayOptions(database=Path(database), open_browser=False)
    rules = MIXTURES[name].changed(target=int(target))

    async def set_up(bot: SpadesBot, world: World, _options: PlayOptions) -> str:
        rule_set = RuleSet(name, rules, world.host.id)
        await bot.services.rule_sets.save(world.host.guild.id, rule_set)
        await world.host.slash(world.channel, first_table.NEW, rules=name, computers=3)
        await world.host.slash(world.channel, first_table.START)
        await world.env.advance_time(first_table.SHOWN_AFTER)
        return f"The table of {name} is new."

    settings = load_settings().model_copy(update={"database_path": options.database})
    upgrade(options.database)
    asyncio.run(run_table(options, lambda: app.build(settings, app.Pacing(limited=False)), set_up))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
