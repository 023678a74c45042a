"""Messages, channels, threads and emojis through the bot's own token."""

import discord
import pytest
from discord import ui

from tests.loopback.driver import LoopbackDiscord
from tests.loopback.faults import gateway_error
from tests.loopback.model import Channel, User
from tests.loopback.permissions import Permissions
from tests.loopback.sample_bot import PICTURE, SampleBot, table


async def test_message_life(loopback: LoopbackDiscord, channel: Channel, bot: SampleBot) -> None:
    """A message is sent, fetched, edited and deleted; afterwards it is unknown."""
    place = bot.get_partial_messageable(channel.id)
    sent = await place.send("hello")
    assert (await place.fetch_message(sent.id)).content == "hello"
    await place.get_partial_message(sent.id).edit(content="bye")
    assert [message.text for message in loopback.messages(channel)] == ["bye"]
    assert [message.content async for message in place.history()] == ["bye"]
    await sent.delete()
    with pytest.raises(discord.NotFound) as caught:
        await sent.edit(content="again")
    assert caught.value.code == 10008


async def test_nonce_keeps_a_retry_from_doubling(
    loopback: LoopbackDiscord, channel: Channel, bot: SampleBot
) -> None:
    """discord.py sends a POST again that took effect and got 502; a nonce keeps it single."""
    place = bot.get_partial_messageable(channel.id)
    fault = gateway_error().after_effect()
    met = loopback.faults.next("POST", "/channels/*/messages", fault)
    sent = await place.send("once", nonce="abc")
    assert met.hits == 1
    assert [message.id for message in loopback.messages(channel)] == [sent.id]
    statuses = [s.status for s in loopback.everything_sent() if s.path.endswith("/messages")]
    assert statuses == [502, 200]


async def test_a_deleted_message_keeps_its_nonce(
    loopback: LoopbackDiscord, channel: Channel, bot: SampleBot
) -> None:
    """For five minutes nothing is sent under a deleted message's nonce: the answer is 10008."""
    place = bot.get_partial_messageable(channel.id)
    sent = await place.send("once", nonce="abc")
    await sent.delete()
    with pytest.raises(discord.NotFound) as caught:
        await place.send("again", nonce="abc")
    assert caught.value.code == 10008
    other = loopback.add_channel(loopback.world.guilds[channel.guild_id or 0], "other")
    await bot.get_partial_messageable(other.id).send("elsewhere", nonce="abc")
    loopback.clock.advance(301)
    await place.send("later", nonce="abc")
    assert [message.text for message in loopback.messages(channel)] == ["later"]


async def test_missing_permissions(
    loopback: LoopbackDiscord, channel: Channel, ana: User, bot: SampleBot
) -> None:
    """50013 without the right to write, 50001 without that to see; interactions still answer."""
    place = bot.get_channel(channel.id)
    assert isinstance(place, discord.TextChannel)
    loopback.deny(channel, Permissions.SEND_MESSAGES)
    with pytest.raises(discord.Forbidden) as caught:
        await place.send("no")
    assert caught.value.code == 50013
    opened = await loopback.slash(ana, channel, "table new")
    assert not place.permissions_for(place.guild.me).send_messages
    loopback.deny(channel, Permissions.VIEW_CHANNEL)
    with pytest.raises(discord.Forbidden) as caught:
        await place.get_partial_message(opened.message.id).edit(view=table(1))
    assert caught.value.code == 50001
    loopback.allow(channel, Permissions.VIEW_CHANNEL, Permissions.SEND_MESSAGES)
    await place.send("yes")


async def test_deleted_channel_and_removed_bot(
    loopback: LoopbackDiscord, channel: Channel, ana: User, bot: SampleBot
) -> None:
    """A deleted channel is 10003 and a server without the bot 50001; the bot hears of both."""
    other = loopback.add_channel(loopback.world.guilds[channel.guild_id or 0], "other")
    opened = await loopback.slash(ana, other, "table twice")
    await opened.until(lambda: opened.followups)
    loopback.delete_channel(other)
    with pytest.raises(discord.NotFound) as missing:
        await bot.get_partial_messageable(other.id).send("gone")
    assert missing.value.code == 10003
    webhook = discord.Webhook.partial(loopback.world.application_id, opened.token, client=bot)
    with pytest.raises(discord.NotFound) as missing:
        await webhook.send("gone")
    assert missing.value.code == 10003
    assert bot.get_channel(other.id) is None
    loopback.remove_bot(loopback.world.guilds[channel.guild_id or 0])
    with pytest.raises(discord.Forbidden) as refused:
        await bot.get_partial_messageable(channel.id).send("gone")
    assert refused.value.code == 50001
    assert list(bot.guilds) == []


async def test_ephemerals_are_out_of_reach_of_the_token(
    loopback: LoopbackDiscord, channel: Channel, ana: User, bot: SampleBot
) -> None:
    """The bot's token can neither fetch nor edit an ephemeral message."""
    opened = await loopback.slash(ana, channel, "table new")
    whispered = await loopback.press(ana, opened.message, "demo:whisper:0")
    place = bot.get_partial_messageable(channel.id)
    with pytest.raises(discord.NotFound) as caught:
        await place.fetch_message(whispered.message.id)
    assert caught.value.code == 10008
    with pytest.raises(discord.NotFound):
        await place.get_partial_message(whispered.message.id).edit(view=table(1))


async def test_others_messages(
    loopback: LoopbackDiscord, channel: Channel, ana: User, bot: SampleBot
) -> None:
    """Another's message can be fetched, but neither edited nor, without the right, deleted."""
    said = loopback.say(ana, channel, "hi")
    place = bot.get_partial_messageable(channel.id)
    assert (await place.fetch_message(said.id)).author.id == ana.id
    message = place.get_partial_message(said.id)
    with pytest.raises(discord.Forbidden) as caught:
        await message.edit(content="changed")
    assert caught.value.code == 50005
    with pytest.raises(discord.Forbidden) as caught:
        await message.delete()
    assert caught.value.code == 50013


async def test_threads(
    loopback: LoopbackDiscord, channel: Channel, ana: User, bot: SampleBot
) -> None:
    """A thread is made, written to, renamed and archived; commands work in it."""
    place = bot.get_channel(channel.id)
    assert isinstance(place, discord.TextChannel)
    thread = await place.create_thread(name="Game", type=discord.ChannelType.public_thread)
    await thread.add_user(discord.Object(ana.id))
    await thread.send(view=table(3))
    inside = loopback.threads(channel)[0]
    assert [message.text for message in loopback.messages(inside)] == ["Count: 3"]
    opened = await loopback.slash(ana, inside, "table new")
    assert opened.message.channel_id == inside.id
    await thread.edit(name="Game over", archived=True)
    assert (inside.name, inside.archived) == ("Game over", True)
    started = await (await place.send("start")).create_thread(name="From a message")
    assert started.parent_id == channel.id
    loopback.deny(channel, Permissions.CREATE_PUBLIC_THREADS)
    with pytest.raises(discord.Forbidden):
        await place.create_thread(name="No", type=discord.ChannelType.public_thread)
    assert loopback.violations == []


async def test_emojis(loopback: LoopbackDiscord, channel: Channel, bot: SampleBot) -> None:
    """Emojis of the application are stored and usable; an unknown one on a button is refused."""
    emoji = await bot.create_application_emoji(name="card_AS", image=PICTURE)
    assert [one.id for one in await bot.fetch_application_emojis()] == [emoji.id]
    view = ui.LayoutView(timeout=None)
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    row.add_item(ui.Button(emoji=emoji, custom_id="ace"))
    view.add_item(row)
    view.stop()
    place = bot.get_partial_messageable(channel.id)
    await place.send(view=view)
    await emoji.delete()
    with pytest.raises(discord.HTTPException, match="Invalid emoji"):
        await place.send(view=view)
    assert len(loopback.violations) == 1


async def test_direct_messages(loopback: LoopbackDiscord, ana: User, bot: SampleBot) -> None:
    """The bot can write to a person, unless that person takes no messages."""
    user = await bot.fetch_user(ana.id)
    await user.send("psst")
    ana.accepts_dms = False
    with pytest.raises(discord.Forbidden) as caught:
        await user.send("psst")
    assert caught.value.code == 50007


async def test_members(
    loopback: LoopbackDiscord, channel: Channel, ana: User, bot: SampleBot
) -> None:
    """A member can be fetched until they leave."""
    guild = loopback.world.guilds[channel.guild_id or 0]
    assert (await bot.guilds[0].fetch_member(ana.id)).display_name == "Ana"
    loopback.leave(ana, guild)
    with pytest.raises(discord.NotFound) as caught:
        await bot.guilds[0].fetch_member(ana.id)
    assert caught.value.code == 10007


async def test_unchanged_commands_keep_their_version(
    loopback: LoopbackDiscord, bot: SampleBot
) -> None:
    """A sync that changes nothing leaves ids and versions, and syncs are counted."""
    before = loopback.commands.listed(None)
    await bot.tree.sync()
    assert loopback.commands.listed(None) == before
    assert loopback.commands.syncs == 2
    assert [command.id for command in await bot.tree.fetch_commands()] == [int(before[0]["id"])]


async def test_guild_can_be_fetched(
    loopback: LoopbackDiscord, channel: Channel, bot: SampleBot
) -> None:
    """A server is told with its default rights, and unknown ones are 10004."""
    guild = await bot.fetch_guild(channel.guild_id or 0, with_counts=False)
    assert guild.default_role.permissions.send_messages
    with pytest.raises(discord.NotFound) as caught:
        await bot.fetch_guild(1)
    assert caught.value.code == 10004
    assert loopback.violations == []
