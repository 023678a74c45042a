"""A camera without a browser: it notes what there would be to see."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import simcord

from bot.client import SpadesBot
from bot.local.simulation import simulate
from bot.local.world import World, furnish
from tests.cogs.reading import text_of
from tests.gallery.catalog import Scene
from tests.gallery.stage import NOW, Stage, build, custom_ids, scratch
from tests.local.shots import SETTLING_SECONDS

BARE: Final[dict[str, Any]] = {
    "card_emojis": False,
    "table_pictures": False,
    "computer_processes": 0,
}
"""Pictures and thinking take time, and do not change what there is to press."""


@dataclass
class BlindCamera:
    """Notes the states that are to be pictured, and what can be pressed in them.

    Attributes:
        world: where the messages are.
        states: the names of the states, in order.
        pressable: the custom ids of all buttons and menus that were to be seen.
        texts: by state, what the messages say.
    """

    world: World
    states: list[str] = field(default_factory=list)
    pressable: set[str] = field(default_factory=set)
    texts: dict[str, str] = field(default_factory=dict)

    async def take(
        self, state: str, viewer: str, messages: Sequence[int], press: str | None
    ) -> None:
        """Note what there is to see."""
        await self.world.env.advance_time(SETTLING_SECONDS)
        self.states.append(state)
        said = []
        for message_id in messages:
            stored = self.world.env.backend.get_message(self.world.channel.id, message_id)
            message = simcord.ResponseMessage(self.world.env, stored)
            self.pressable.update(custom_ids(message))
            said.append(text_of(message))
        self.texts[state] = "\n".join(said)


async def rehearse(scene: Scene) -> BlindCamera:
    """Play a scene without pictures."""
    with scratch() as folder_of_tables:

        def build_bot() -> SpadesBot:
            return build(folder_of_tables, scene.name, scene.settings | BARE)

        env = simulate(build_bot())
        world = furnish(env, lambda: NOW)
        with env.time_context():
            await env.start()
            camera = BlindCamera(world)
            try:
                await scene.play(Stage(world, build_bot, camera, scene.name))
            finally:
                await env.shutdown()
                await env.bot.close()
    return camera
