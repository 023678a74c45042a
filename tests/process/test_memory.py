"""What a running bot does about its memory."""

from tests.loopback.api import LoopbackDiscord
from tests.process.group import SOON
from tests.process.host import Host, check_output
from tests.process.memory import MAIN, SAID

MUCH = 50_000
"""Objects, far fewer than the modules of the bot and its libraries consist of."""


async def test_what_is_loaded_at_the_start_is_looked_through_once(
    discord: LoopbackDiscord, host: Host
) -> None:
    """The garbage collector passes over it from then on: each look would hold everybody up."""
    process = await discord.process("run", main=MAIN, extra=host.environment())
    await process.ready(SOON)
    assert await process.terminate() == 0
    check_output(process)
    assert int(process.output.split(SAID)[1].split()[0]) > MUCH
