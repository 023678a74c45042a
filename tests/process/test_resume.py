"""A table on its way to another channel, when the bot is killed."""

import pytest

from tests.loopback.api import LoopbackDiscord, Permissions, reset
from tests.loopback.faults import Fault
from tests.process.group import SOON
from tests.process.host import Host, check_output

MESSAGES = "/channels/*/messages"

TABLE = "s:hand:1"
"""The button that the message of the table has; what is left of the lobby has another."""


@pytest.mark.parametrize("fault", [reset(), reset().after_effect()], ids=["lost", "unheard"])
@pytest.mark.parametrize("history", [False, True])
async def test_a_resume_cut_short_by_a_kill_left_two_messages(
    discord: LoopbackDiscord, host: Host, fault: Fault, history: bool
) -> None:
    """The next process leaves one message in the new channel, and no table in the old.

    Whether or not the fresh message had been sent, and though the channel cannot be read back.
    """
    guild = discord.add_guild("Community")
    here, there = discord.add_channel(guild, "here"), discord.add_channel(guild, "there")
    if not history:
        discord.deny(there, Permissions.READ_MESSAGE_HISTORY)
    ana = discord.add_user("Ana")
    process = await host.start()
    await discord.slash(ana, here, "spades new", options={"computers": 3})
    await discord.slash(ana, here, "spades start")
    await discord.idle()
    cut = discord.faults.next("POST", MESSAGES, fault, times=1000)
    await discord.slash(ana, there, "spades resume")
    await discord.until(lambda: cut.hits, SOON)
    await process.kill()
    discord.faults.cancel()
    process = await host.start()
    await discord.until(
        lambda: any(TABLE in one.custom_ids for one in discord.messages(there)), SOON
    )
    await discord.until(
        lambda: not any(TABLE in one.custom_ids for one in discord.messages(here)), SOON
    )
    await discord.idle()
    assert [TABLE in one.custom_ids for one in discord.messages(there)] == [True]
    assert await process.terminate() == 0
    check_output(process)
