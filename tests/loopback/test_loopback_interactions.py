"""Interactions: what a person does, what the bot answers, and the deadlines of tokens."""

import discord
import pytest
from discord import app_commands

from tests.loopback.actions import TWICE, UNAWAITED, Delivery
from tests.loopback.driver import LoopbackDiscord
from tests.loopback.errors import (
    BadOption,
    BadValue,
    CommandNotSynced,
    NoAnswer,
    NoSuchComponent,
    NotAllowed,
    NotVisible,
)
from tests.loopback.interactions import CallbackKind
from tests.loopback.model import Channel, MessageFlags, User
from tests.loopback.permissions import Permissions
from tests.loopback.sample_bot import PICTURE, SampleBot, table


async def test_slash_gets_a_layout_and_a_follow_up(
    loopback: LoopbackDiscord, channel: Channel, ana: User, ben: User, bot: SampleBot
) -> None:
    """A command's options arrive, users resolved; its answer and follow-up stand in the channel."""
    result = await loopback.slash(
        ana, channel, "table new", options={"rules": "solo", "target": 250, "friend": ben}
    )
    await result.until(lambda: result.followups)
    assert result.message.text == "Count: 0"
    assert result.message.is_layout
    assert result.followups[0].text == "solo to 250 with Ben"
    assert loopback.messages(channel) == [result.message, *result.followups]
    assert result.latency is not None
    assert 0 < result.latency < 1
    assert loopback.violations == []


async def test_press_updates_in_place(
    loopback: LoopbackDiscord, channel: Channel, ana: User, ben: User, bot: SampleBot
) -> None:
    """A type-7 answer changes the pressed message and makes no other."""
    opened = await loopback.slash(ana, channel, "table new")
    pressed = await loopback.press(ben, opened.message, "demo:update:0")
    assert pressed.callback is not None
    assert pressed.callback.kind == CallbackKind.UPDATE
    assert pressed.message is opened.message
    assert opened.message.text == "Count: 1"
    by_label = await loopback.press(ben, opened.message, label="update 1")
    assert by_label.message.text == "Count: 2"


async def test_ephemerals_are_seen_by_one_person(
    loopback: LoopbackDiscord, channel: Channel, ana: User, ben: User, bot: SampleBot
) -> None:
    """An ephemeral answer is visible to its reader alone, and buttons on it work like any other."""
    opened = await loopback.slash(ana, channel, "table new")
    whispered = await loopback.press(ben, opened.message, "demo:whisper:0")
    assert loopback.ephemerals(ben) == [whispered.message]
    assert loopback.ephemerals(ana) == []
    assert whispered.message not in loopback.messages(channel)
    await loopback.press(ben, whispered.message, "demo:update:0")
    assert whispered.message.text == "Count: 1"
    assert whispered.message.ephemeral
    with pytest.raises(NotVisible):
        await loopback.press(ana, whispered.message, "demo:update:1")
    loopback.dismiss(whispered.message)
    assert loopback.ephemerals(ben) == []


async def test_defer_then_edit_through_the_channel(
    loopback: LoopbackDiscord, channel: Channel, ana: User, bot: SampleBot
) -> None:
    """A type-6 answer changes nothing; the public message is edited with the bot's own token."""
    opened = await loopback.slash(ana, channel, "table new")
    pressed = await loopback.press(ana, opened.message, "demo:public:0")
    await loopback.until(lambda: opened.message.text == "Count: 1")
    assert pressed.callback is not None
    assert pressed.callback.kind == CallbackKind.DEFERRED_UPDATE
    edits = [sent for sent in loopback.everything_sent() if sent.method == "PATCH"]
    assert [sent.route for sent in edits] == ["/channels/{channel_id}/messages/{message_id}"]


async def test_deferral_becomes_a_picture(
    loopback: LoopbackDiscord, channel: Channel, ana: User, bot: SampleBot
) -> None:
    """A deferral keeps its ephemeral flag, and a multipart edit fills it with a resolved file."""
    result = await (await loopback.slash(ana, channel, "table picture")).finished()
    message = result.message
    assert message.flags & MessageFlags.EPHEMERAL
    assert message.audience == ana.id
    assert [one.content for one in message.attachments] == [PICTURE]
    assert message.components[0]["items"][0]["media"]["url"] == message.attachments[0].url
    session = bot.http
    assert await session.get_from_cdn(message.attachments[0].url) == PICTURE
    assert loopback.violations == []


async def test_form_select_and_autocomplete(
    loopback: LoopbackDiscord, channel: Channel, ana: User, bot: SampleBot
) -> None:
    """Forms, selects and suggestions go both ways."""
    opened = await loopback.slash(ana, channel, "table new")
    form = await loopback.press(ana, opened.message, "demo:form:0")
    assert form.modal["title"] == "A note"
    noted = await loopback.submit(ana, form, {"note": "hello"})
    assert noted.message.text == "noted: hello"
    picked = await loopback.select(ana, opened.message, "demo-pick", ["solo"])
    assert picked.message.text == "picked ['solo']"
    typed = await loopback.autocomplete(ana, channel, "table new", "rules", "so")
    assert [choice["value"] for choice in typed.choices] == ["solo"]
    assert loopback.violations == []


async def test_what_the_client_would_not_send(
    loopback: LoopbackDiscord, channel: Channel, ana: User, bot: SampleBot
) -> None:
    """What Discord's client does not offer cannot be typed, pressed, chosen or sent."""
    with pytest.raises(CommandNotSynced, match="has synced"):
        await loopback.slash(ana, channel, "chess new")
    with pytest.raises(CommandNotSynced, match="subcommand"):
        await loopback.slash(ana, channel, "table close")
    with pytest.raises(CommandNotSynced, match="group"):
        await loopback.slash(ana, channel, "table")
    with pytest.raises(BadOption, match="no option"):
        await loopback.slash(ana, channel, "table new", options={"color": "red"})
    with pytest.raises(BadOption, match="range"):
        await loopback.slash(ana, channel, "table new", options={"target": 10})
    with pytest.raises(BadOption, match="does not take"):
        await loopback.slash(ana, channel, "table new", options={"target": "ten"})
    with pytest.raises(BadOption, match="no autocomplete"):
        await loopback.autocomplete(ana, channel, "table new", "target", "1")
    opened = await loopback.slash(ana, channel, "table new")
    with pytest.raises(NoSuchComponent, match="demo:update:0"):
        await loopback.press(ana, opened.message, "demo:update:9")
    with pytest.raises(BadValue, match="offers"):
        await loopback.select(ana, opened.message, "demo-pick", ["poker"])
    with pytest.raises(NoAnswer):
        await loopback.submit(ana, opened, {})
    form = await loopback.press(ana, opened.message, "demo:form:0")
    with pytest.raises(BadValue, match="characters"):
        await loopback.submit(ana, form, {"note": "x" * 21})


async def test_commands_may_need_permissions(
    loopback: LoopbackDiscord, channel: Channel, ana: User, bot: SampleBot
) -> None:
    """A command with default_member_permissions is not offered to members without them."""
    command: app_commands.Command[app_commands.Group, [], None] = app_commands.Command(
        name="close", description="Close", callback=_closes
    )
    command.default_permissions = discord.Permissions(manage_guild=True)
    bot.tree.add_command(command, guild=discord.Object(channel.guild_id or 0))
    await bot.tree.sync(guild=discord.Object(channel.guild_id or 0))
    with pytest.raises(NotAllowed):
        await loopback.slash(ana, channel, "close")
    boss = loopback.add_user("Cleo", permissions=Permissions.MANAGE_GUILD)
    closed = await loopback.slash(boss, channel, "close")
    assert closed.message.text == "closed"


async def _closes(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("closed")


async def test_second_answer_is_40060(
    loopback: LoopbackDiscord, channel: Channel, ana: User, bot: SampleBot
) -> None:
    """A second first answer is refused with 40060, which discord.py passes on."""
    result = await loopback.slash(ana, channel, "table twice")
    await result.until(lambda: result.followups)
    assert [attempt.code for attempt in result.attempts] == [0, 40060]
    assert result.followups[0].text == "code 40060"


async def test_delivered_twice(
    loopback: LoopbackDiscord, channel: Channel, ana: User, bot: SampleBot
) -> None:
    """The same event twice makes the bot answer twice; Discord takes the first."""
    opened = await loopback.slash(ana, channel, "table new", delivery=TWICE)
    await opened.until(lambda: len(opened.attempts) == 2)
    assert sorted(attempt.code for attempt in opened.attempts) == [0, 40060]
    await loopback.until(lambda: bot.errors)
    assert isinstance(bot.errors[0], discord.HTTPException)
    loopback.redeliver(opened)
    await opened.until(lambda: len(opened.attempts) == 3)


async def test_late_answer_is_10062(
    loopback: LoopbackDiscord, channel: Channel, ana: User, bot: SampleBot
) -> None:
    """An event that arrives after its three seconds cannot be answered any more."""
    late = await loopback.slash(ana, channel, "table new", delivery=Delivery(age=4.0))
    assert not late.answered
    assert [attempt.code for attempt in late.attempts] == [10062]
    await loopback.until(lambda: bot.errors)
    assert isinstance(bot.errors[0], discord.NotFound)


async def test_expired_token_is_50027(
    loopback: LoopbackDiscord, channel: Channel, ana: User, bot: SampleBot
) -> None:
    """After 15 minutes edits through the token get 401 with code 50027, and count as invalid."""
    opened = await loopback.slash(ana, channel, "table twice")
    await opened.until(lambda: opened.followups)
    webhook = discord.Webhook.partial(loopback.world.application_id, opened.token, client=bot)
    await webhook.edit_message(opened.message.id, content="in time")
    assert opened.message.text == "in time"
    loopback.clock.advance(15 * 60)
    before = loopback.invalid_requests
    with pytest.raises(discord.HTTPException) as caught:
        await webhook.edit_message(opened.message.id, content="too late")
    assert (caught.value.status, caught.value.code) == (401, 50027)
    assert opened.message.text == "in time"
    assert loopback.invalid_requests == before + 1


async def test_id_can_claim_an_age(
    loopback: LoopbackDiscord, channel: Channel, ana: User, bot: SampleBot
) -> None:
    """discord.py reads expiry from the id, so a test can show it an old one that still works."""
    seen: list[bool] = []

    async def on_interaction(interaction: discord.Interaction) -> None:
        seen.append(interaction.is_expired())

    bot.on_interaction = on_interaction  # type: ignore[attr-defined]
    fresh = Delivery(id_age=15 * 60 + 1)
    result = await loopback.slash(ana, channel, "table new", delivery=fresh)
    assert result.answered
    assert seen == [True]


async def test_stale_press_on_a_changed_message(
    loopback: LoopbackDiscord, channel: Channel, ana: User, bot: SampleBot
) -> None:
    """A person whose screen is behind can press a button that is gone."""
    opened = await loopback.slash(ana, channel, "table new")
    await loopback.press(ana, opened.message, "demo:update:0")
    stale = await loopback.press(ana, opened.message, "demo:update:0", stale=True)
    assert stale.message.text == "Count: 1"
    with pytest.raises(NoSuchComponent):
        await loopback.press(ana, opened.message, "demo:update:7", stale=True)


async def test_events_can_be_held_and_reordered(
    loopback: LoopbackDiscord, channel: Channel, ana: User, ben: User, bot: SampleBot
) -> None:
    """Events inside `hold` go out at its end, in the order that the test gives them."""
    opened = await loopback.slash(ana, channel, "table new")
    with loopback.hold() as held:
        first = await loopback.press(ana, opened.message, "demo:update:0", delivery=UNAWAITED)
        second = await loopback.press(ben, opened.message, "demo:whisper:0", delivery=UNAWAITED)
        assert (first.interaction.dispatched, second.interaction.dispatched) == (None, None)
        held.reverse()
    await first.wait()
    await second.wait()
    assert second.interaction.dispatched is not None
    assert first.interaction.dispatched is not None
    assert second.interaction.dispatched < first.interaction.dispatched


async def test_leak_scan_knows_the_audience(
    loopback: LoopbackDiscord, channel: Channel, ana: User, bot: SampleBot
) -> None:
    """Everything sent is there to be searched, with who alone could read it."""
    opened = await loopback.slash(ana, channel, "table new")
    await loopback.press(ana, opened.message, "demo:whisper:0")
    private = [sent for sent in loopback.everything_sent() if sent.audience == ana.id]
    assert [sent.method for sent in private] == ["POST"]
    assert "Count: 0" in private[0].text
    public = [sent for sent in loopback.everything_sent() if sent.audience is None]
    assert any("Count: 0" in sent.text for sent in public)


async def test_mentions_notify_as_allowed(
    loopback: LoopbackDiscord, channel: Channel, ana: User, ben: User, bot: SampleBot
) -> None:
    """A new message notifies whom allowed_mentions lets it; an edit notifies nobody."""
    place = bot.get_partial_messageable(channel.id)
    only_ana = discord.AllowedMentions(users=[discord.Object(ana.id)])
    sent = await place.send(f"{ana.mention} {ben.mention}", allowed_mentions=only_ana)
    note = loopback.messages(channel)[-1]
    assert note.notified == (ana.id,)
    await sent.edit(content=f"{ben.mention}", allowed_mentions=discord.AllowedMentions.all())
    assert note.mentions == (ben.id,)
    assert note.notified == (ana.id,)
    await place.send(view=table(1), silent=True)
    assert loopback.violations == []
