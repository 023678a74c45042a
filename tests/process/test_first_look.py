"""Which message shows a table, and in which language, when things happen at the same time."""

import asyncio

from tests.loopback.api import UNAWAITED, LoopbackDiscord, delay
from tests.process.books import read_books
from tests.process.group import SOON
from tests.process.host import Host, check_output
from tests.process.quick import MAIN

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
    await discord.until(lambda: not discord.server.in_flight, SOON)
    await discord.idle()
    lobbies = [one for one in discord.messages(channel) if "s:start:1" in one.custom_ids]
    assert len(lobbies) == 1
    assert "Cleo" in str(lobbies[0].components)
    assert await process.terminate() == 0
    check_output(process)


async def test_nothing_was_known_when_tables_were_shown(
    discord: LoopbackDiscord, host: Host
) -> None:
    """Until READY has come, and then the server itself, no message is touched."""
    channel = discord.add_channel(discord.add_guild("Club"), "table")
    ana = discord.add_user("Ana")
    process = await host.start()
    await discord.slash(ana, channel, "spades new", options={"computers": 3})
    await discord.slash(ana, channel, "spades start")
    await discord.idle()
    assert await process.terminate() == 0
    before = len(discord.everything_sent())
    welcome, identified = discord.gateway.welcome, len(discord.gateway.received)
    with welcome.holding_guilds():
        with welcome.holding_ready():
            process = await discord.process("run", main=MAIN, extra=host.environment())
            await discord.until(lambda: len(discord.gateway.received) > identified, SOON)
            await discord.idle(0.3)
            assert _edits(discord, before) == []
        await process.ready(SOON)
        await discord.idle(0.3)
        assert _edits(discord, before) == []
    await discord.until(lambda: _edits(discord, before), SOON)
    assert await process.terminate() == 0
    check_output(process)


async def test_a_server_that_threw_the_bot_out_while_it_was_away(
    discord: LoopbackDiscord, host: Host
) -> None:
    """Its games are parked and its lobbies closed without a request; other servers go on."""
    gone, club = discord.add_guild("Gone"), discord.add_guild("Club")
    ana = discord.add_user("Ana")
    game, lobby, here = (discord.add_channel(one, "table") for one in (gone, gone, club))
    process = await host.start()
    for channel in (game, lobby, here):
        await discord.slash(ana, channel, "spades new", options={"computers": 3})
    for channel in (game, here):
        await discord.slash(ana, channel, "spades start")
    await discord.idle()
    assert await process.terminate() == 0
    discord.remove_bot(gone)
    invalid = discord.invalid_requests
    process = await host.start()

    def settled() -> bool:
        rows = read_books(host.database).tables.values()
        return [row["status"] for row in rows] == ["parked", "closed", "playing"]

    await discord.until(settled, SOON)
    await discord.idle()
    assert discord.invalid_requests == invalid
    assert await process.terminate() == 0
    check_output(process)


async def test_a_crowded_channel_held_up_the_others(discord: LoopbackDiscord, host: Host) -> None:
    """Where a channel's limit makes many tables wait, a table elsewhere is shown at once."""
    guild = discord.add_guild("Club")
    crowd, quiet = discord.add_channel(guild, "crowd"), discord.add_channel(guild, "quiet")
    people = [discord.add_user(f"P{number}") for number in range(21)]
    process = await host.start()
    for person in people[:20]:
        await discord.slash(person, crowd, "spades new")
    await discord.slash(people[20], quiet, "spades new")
    await discord.idle()
    discord.limits.set("PATCH", MESSAGE, 5, 5.0)
    for table in range(1, 21):
        await discord.slash(people[20], crowd, "spades join", options={"table": table})
    began = asyncio.get_running_loop().time()
    await discord.slash(people[0], quiet, "spades join", options={"table": 21})
    await discord.until(lambda: "P0" in str(discord.messages(quiet)[0].components), SOON)
    assert asyncio.get_running_loop().time() - began < 3.0
    assert await process.terminate() == 0
    check_output(process)
