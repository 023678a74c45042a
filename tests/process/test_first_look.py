"""Which message shows a table, and in which language, when things happen at the same time."""

import asyncio

from tests.loopback.api import UNAWAITED, LoopbackDiscord, delay
from tests.process.group import SOON
from tests.process.host import Host, check_output

CALLBACK = "/interactions/*/*/callback"
MESSAGE = "/channels/*/messages/*"


async def test_a_table_was_shown_in_english_after_a_restart(
    discord: LoopbackDiscord, host: Host
) -> None:
    """Nothing is shown before the server is known, and so its language."""
    guild = discord.add_guild("Club")
    guild.locale = "de"
    channel, ana = discord.add_channel(guild, "table"), discord.add_user("Ana")
    process = await host.start()
    await discord.slash(ana, channel, "spades new", options={"computers": 3})
    await discord.slash(ana, channel, "spades start")
    await discord.idle()
    assert await process.terminate() == 0
    before = len(discord.everything_sent())
    process = await host.start()
    await discord.until(lambda: _edits(discord, before), SOON)
    await discord.idle()
    assert "neu gestartet" in str(_edits(discord, before)[0])
    assert await process.terminate() == 0
    check_output(process)


def _edits(discord: LoopbackDiscord, before: int) -> list[object]:
    sent = discord.everything_sent()[before:]
    return [each.body for each in sent if each.method == "PATCH" and "/channels/" in each.path]


async def test_a_late_404_made_a_second_lobby(discord: LoopbackDiscord, host: Host) -> None:
    """An edit of a message that the answer to the command has replaced changes nothing."""
    channel = discord.add_channel(discord.add_guild("Club"), "table")
    ana, ben, cleo = (discord.add_user(name) for name in ("Ana", "Ben", "Cleo"))
    process = await host.start()
    discord.faults.next("POST", CALLBACK, delay(1.0))
    opened = await discord.slash(ana, channel, "spades new", delivery=UNAWAITED)
    await discord.until(lambda: not discord.faults.pending, SOON)
    # The lobby is still on its way when others sit down: it is shown to them by another message.
    await discord.slash(ben, channel, "spades join")
    await discord.until(lambda: discord.messages(channel), SOON)
    late = discord.faults.next("PATCH", MESSAGE, delay(1.5))
    await discord.slash(cleo, channel, "spades join")
    await discord.until(lambda: late.hits, SOON)
    await opened.wait(SOON)
    await asyncio.sleep(1.5)
    await discord.idle()
    lobbies = [one for one in discord.messages(channel) if "s:start:1" in one.custom_ids]
    assert len(lobbies) == 1
    assert "Cleo" in str(lobbies[0].components)
    assert await process.terminate() == 0
    check_output(process)
