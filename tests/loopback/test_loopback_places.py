"""Threads, announcement channels, and who may do and see what in a channel."""

import discord
import pytest

from tests.loopback.driver import LoopbackDiscord
from tests.loopback.errors import NotAllowed, NotVisible
from tests.loopback.inprocess import running
from tests.loopback.model import Channel, ChannelKind, Guild, User
from tests.loopback.permissions import Permissions
from tests.loopback.sample_bot import SampleBot, table

VIEW = Permissions.VIEW_CHANNEL


@pytest.fixture
def guild(loopback: LoopbackDiscord, channel: Channel) -> Guild:
    """The server of the channel."""
    return loopback.world.guilds[channel.guild_id or 0]


async def test_an_archived_thread_takes_a_message_and_no_edit(
    loopback: LoopbackDiscord, channel: Channel, ana: User, bot: SampleBot
) -> None:
    """Edits, deletions and members are refused with 50083; a new message opens the thread again."""
    place = bot.get_channel(channel.id)
    assert isinstance(place, discord.TextChannel)
    thread = await place.create_thread(name="Game", type=discord.ChannelType.public_thread)
    sent = await thread.send(view=table(0))
    inside = loopback.threads(channel)[0]
    loopback.archive(inside)
    for refused in (
        lambda: sent.edit(view=table(1)),
        sent.delete,
        lambda: thread.add_user(ana),
        lambda: thread.edit(name="Renamed"),
    ):
        with pytest.raises(discord.HTTPException) as caught:
            await refused()
        assert caught.value.code == 50083
    await thread.send("awake")
    assert not inside.archived
    await loopback.until(lambda: not thread.archived)
    await sent.edit(view=table(1))
    assert loopback.messages(inside)[0].text == "Count: 1"


async def test_a_locked_thread_takes_nothing(
    loopback: LoopbackDiscord, channel: Channel, bot: SampleBot
) -> None:
    """Archived and locked, a thread opens only for who manages threads."""
    thread = loopback.add_thread(channel, loopback.world.bot)
    loopback.archive(thread, locked=True)
    place = bot.get_partial_messageable(thread.id)
    with pytest.raises(discord.HTTPException) as caught:
        await place.send("no")
    assert caught.value.code == 50083
    loopback.allow(channel, Permissions.MANAGE_THREADS)
    await place.send("yes")
    assert not thread.archived


async def test_archived_threads_are_not_told_with_the_guild(
    loopback: LoopbackDiscord, channel: Channel, ana: User
) -> None:
    """GUILD_CREATE names only threads that are open and that the bot sees."""
    open_one = loopback.add_thread(channel, ana, "open")
    loopback.archive(loopback.add_thread(channel, ana, "archived"))
    loopback.add_thread(channel, ana, "private", private=True)
    client = SampleBot()
    async with running(loopback, client):
        assert [one.id for one in client.guilds[0].threads] == [open_one.id]


async def test_announcement_channels_take_their_own_kind_of_thread(
    loopback: LoopbackDiscord, channel: Channel, guild: Guild, bot: SampleBot
) -> None:
    """Type 10 fits an announcement channel and nothing else does; text channels refuse it."""
    number = loopback.add_channel(guild, "news", ChannelKind.ANNOUNCEMENT).id
    await loopback.until(lambda: bot.get_channel(number))
    news, plain = bot.get_channel(number), bot.get_channel(channel.id)
    assert isinstance(news, discord.TextChannel)
    assert isinstance(plain, discord.TextChannel)
    assert news.is_news()
    own = discord.ChannelType.news_thread
    for place, kind in (
        (news, discord.ChannelType.public_thread),
        (news, discord.ChannelType.private_thread),
        (plain, own),
    ):
        with pytest.raises(discord.HTTPException) as caught:
            await place.create_thread(name="No", type=kind)
        assert caught.value.code == 50024
    thread = await news.create_thread(name="Yes", type=own)
    started = await (await news.send("start")).create_thread(name="From a message")
    assert {thread.type, started.type} == {own}
    assert loopback.violations == []


async def test_a_message_has_one_thread(
    loopback: LoopbackDiscord, channel: Channel, bot: SampleBot
) -> None:
    """A second thread of one message is refused with 160004, and one in a thread with 50024."""
    place = bot.get_channel(channel.id)
    assert isinstance(place, discord.TextChannel)
    sent = await place.send("start")
    thread = await sent.create_thread(name="First")
    with pytest.raises(discord.HTTPException) as caught:
        await sent.create_thread(name="Second")
    assert caught.value.code == 160004
    inner = await thread.send("deeper")
    with pytest.raises(discord.HTTPException) as caught:
        await bot.http.start_thread_with_message(
            thread.id, inner.id, name="No", auto_archive_duration=1440
        )
    assert caught.value.code == 50024


async def test_channels_have_permissions_of_their_own(
    loopback: LoopbackDiscord, channel: Channel, guild: Guild, ana: User, ben: User, bot: SampleBot
) -> None:
    """Interactions carry what person and bot may do here; the cache computes the same."""
    other = loopback.add_channel(guild, "other")
    loopback.deny(channel, Permissions.SEND_MESSAGES, to=guild)
    loopback.allow(channel, Permissions.SEND_MESSAGES, to=ana)
    loopback.deny(channel, Permissions.ATTACH_FILES)
    facts = {}
    for place in (channel, other):
        for person in (ana, ben):
            result = await loopback.slash(person, place, "table new")
            payload = result.interaction.payload
            facts[place.name, person.name] = (
                Permissions(int(payload["member"]["permissions"])),
                Permissions(int(payload["app_permissions"])),
            )
            assert payload["channel"]["permissions"] == payload["member"]["permissions"]
    here, there = facts["spades", "Ana"], facts["other", "Ana"]
    assert Permissions.SEND_MESSAGES in here[0]
    assert Permissions.SEND_MESSAGES not in facts["spades", "Ben"][0]
    assert Permissions.SEND_MESSAGES in facts["other", "Ben"][0]
    assert not here[1] & (Permissions.SEND_MESSAGES | Permissions.ATTACH_FILES)
    assert Permissions.ATTACH_FILES in there[1]
    cached = bot.get_channel(channel.id)
    assert isinstance(cached, discord.TextChannel)
    for person, may in ((ana, True), (ben, False)):
        member = await bot.guilds[0].fetch_member(person.id)
        assert cached.permissions_for(member).send_messages is may


async def test_a_hidden_channel_is_out_of_reach(
    loopback: LoopbackDiscord, channel: Channel, guild: Guild, ana: User, ben: User, bot: SampleBot
) -> None:
    """Who does not see a channel can neither type nor press there, unless as administrator."""
    opened = await loopback.slash(ana, channel, "table new")
    loopback.deny(channel, VIEW, to=guild)
    loopback.allow(channel, VIEW)
    loopback.allow(channel, VIEW, to=ana)
    await loopback.press(ana, opened.message, "demo:update:0")
    with pytest.raises(NotVisible):
        await loopback.press(ben, opened.message, "demo:update:1")
    with pytest.raises(NotVisible):
        await loopback.slash(ben, channel, "table new")
    boss = loopback.add_user("Cleo", permissions=Permissions.ADMINISTRATOR)
    assert (await loopback.press(boss, opened.message, "demo:update:1")).answered
    member = await bot.guilds[0].fetch_member(boss.id)
    assert member.guild_permissions.administrator
    loopback.deny(channel, Permissions.USE_APPLICATION_COMMANDS, to=ana)
    with pytest.raises(NotAllowed):
        await loopback.slash(ana, channel, "table new")


async def test_a_private_thread_is_for_those_in_it(
    loopback: LoopbackDiscord, channel: Channel, ana: User, ben: User, bot: SampleBot
) -> None:
    """Others neither see it nor are its members; the bot itself has to be let in."""
    place = bot.get_channel(channel.id)
    assert isinstance(place, discord.TextChannel)
    thread = await place.create_thread(name="Game", type=discord.ChannelType.private_thread)
    await thread.add_user(ana)
    inside = loopback.threads(channel)[0]
    await loopback.slash(ana, inside, "table new")
    with pytest.raises(NotVisible):
        await loopback.slash(ben, inside, "table new")
    assert (await thread.fetch_member(ana.id)).id == ana.id
    with pytest.raises(discord.NotFound):
        await thread.fetch_member(ben.id)
    with pytest.raises(discord.Forbidden):
        await thread.fetch_members()
    await thread.remove_user(ana)
    with pytest.raises(NotVisible):
        await loopback.slash(ana, inside, "table new")
    strange = loopback.add_thread(channel, ben, private=True)
    with pytest.raises(discord.Forbidden) as caught:
        await bot.get_partial_messageable(strange.id).send("no")
    assert caught.value.code == 50001
    loopback.join(strange, loopback.world.bot)
    await bot.get_partial_messageable(strange.id).send("yes")
