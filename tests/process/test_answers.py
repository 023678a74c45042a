"""A press or command gets an answer, whatever else Discord does not do."""

from dataclasses import replace
from typing import Final

import pytest

from tests.loopback.api import (
    BotProcess,
    Channel,
    Delivery,
    Fault,
    InteractionResult,
    LoopbackDiscord,
    User,
    delay,
    error,
    gateway_error,
    rate_limited,
    reset,
)
from tests.loopback.model import ChannelKind
from tests.process.community import Community
from tests.process.group import SOON

CALLBACK: Final = "/interactions/*/*/callback"
THREADS: Final = "/channels/*/threads"
MEMBERS: Final = "/channels/*/thread-members/*"

WITHOUT_TIME: Final = replace(rate_limited(0.1), body={"message": "You are being rate limited."})
UNKNOWN_MESSAGE: Final = error(404, 10008)
AWAY: Final = "Discord could not do that just now. Please try again in a moment."
A_WEEK_IN_MINUTES: Final = 10080


@pytest.fixture
def place(community: Community) -> Channel:
    """A channel."""
    return community.groups[0].channel


@pytest.fixture
def ana(community: Community) -> User:
    """Somebody in it."""
    return community.groups[0].people[0]


async def new(
    discord: LoopbackDiscord, person: User, place: Channel, **options: str
) -> InteractionResult:
    """Let a person open a table, and wait for the answer."""
    return await discord.slash(person, place, "spades new", options=dict(options))


@pytest.mark.parametrize("fault", [reset(), gateway_error(502), error(503), WITHOUT_TIME], ids=str)
async def test_an_answer_that_is_lost_is_sent_again(
    discord: LoopbackDiscord, bot: BotProcess, place: Channel, ana: User, fault: Fault
) -> None:
    """The person has the answer within its three seconds, though the first try came to nothing."""
    discord.faults.next("POST", CALLBACK, fault, times=2)
    assert (await discord.slash(ana, place, "spades tables")).answered
    opened = await new(discord, ana, place)
    assert [message.id for message in discord.messages(place)] == [opened.message.id]


@pytest.mark.parametrize("fault", [reset(), gateway_error(500)], ids=str)
async def test_an_answer_that_had_arrived(
    discord: LoopbackDiscord, bot: BotProcess, place: Channel, ana: User, fault: Fault
) -> None:
    """Where the answer arrived and only its receipt was lost, 40060 says so and nothing is told."""
    discord.faults.next("POST", CALLBACK, fault.after_effect())
    opened = await new(discord, ana, place)
    await discord.until(lambda: len(opened.attempts) == 2, SOON)
    assert [attempt.code for attempt in opened.attempts] == [0, 40060]
    assert [message.id for message in discord.messages(place)] == [opened.message.id]


async def test_nothing_is_sent_after_a_void_answer(
    discord: LoopbackDiscord, bot: BotProcess, place: Channel, ana: User
) -> None:
    """Once Discord knows the interaction no more, it is sent no second answer."""
    slow = discord.faults.next("POST", THREADS, delay(2.5))
    late = Delivery(age=2.0, within=SOON)
    given = await discord.slash(
        ana, place, "spades new", options={"thread": "public"}, delivery=late
    )
    await discord.until(lambda: discord.threads(place), SOON)
    await discord.until(lambda: discord.messages(discord.threads(place)[0]), SOON)
    assert slow.hits == 1
    assert [attempt.code for attempt in given.attempts] == [10062]


async def test_a_press_on_a_private_message_that_is_deleted_meanwhile(
    discord: LoopbackDiscord, bot: BotProcess, place: Channel, ana: User
) -> None:
    """The answer that should have replaced the message comes as a new one."""
    shown = (await discord.slash(ana, place, "spades help")).message
    discord.faults.next("POST", CALLBACK, UNKNOWN_MESSAGE)
    pressed = await discord.press(ana, shown, shown.custom_ids[0])
    await discord.until(lambda: pressed.answered, SOON)
    assert pressed.message.id != shown.id
    assert pressed.message.ephemeral
    assert "s:open:0" in pressed.message.custom_ids


async def test_a_press_on_a_public_message_that_is_deleted_meanwhile(
    discord: LoopbackDiscord, bot: BotProcess, place: Channel, ana: User
) -> None:
    """The person is told that the press counts."""
    lobby = (await new(discord, ana, place)).message
    leave = next(each for each in lobby.custom_ids if each.startswith("s:leave:"))
    discord.faults.next("POST", CALLBACK, UNKNOWN_MESSAGE)
    pressed = await discord.press(ana, lobby, leave)
    await discord.until(lambda: pressed.answered, SOON)
    assert pressed.message.ephemeral
    assert pressed.message.text == "Done. The message with this button has just been deleted."


@pytest.mark.parametrize("fault", [error(503), gateway_error(502), reset()], ids=str)
async def test_a_thread_that_cannot_be_made(
    discord: LoopbackDiscord, bot: BotProcess, place: Channel, ana: User, fault: Fault
) -> None:
    """The person is told, and nothing is left behind."""
    discord.faults.next("POST", THREADS, fault, times=2)
    assert (await new(discord, ana, place, thread="public")).message.text == AWAY
    assert discord.threads(place) == []


@pytest.mark.parametrize("fault", [error(503), reset()], ids=str)
async def test_a_thread_that_nobody_can_be_added_to(
    discord: LoopbackDiscord, bot: BotProcess, place: Channel, ana: User, fault: Fault
) -> None:
    """The person is told, and the thread is gone or closed."""
    discord.faults.next("PUT", MEMBERS, fault, times=10)
    assert (await new(discord, ana, place, thread="private")).message.text == AWAY
    assert all(thread.archived for thread in discord.threads(place))
    discord.faults.cancel()


@pytest.mark.parametrize("fault", [error(500), reset()], ids=str)
@pytest.mark.parametrize("kind", ["public", "private"])
async def test_a_thread_that_was_made_unheard_of(
    discord: LoopbackDiscord, bot: BotProcess, place: Channel, ana: User, fault: Fault, kind: str
) -> None:
    """A thread whose receipt was lost is found, and no empty second one is made."""
    discord.faults.next("POST", THREADS, fault.after_effect())
    given = await new(discord, ana, place, thread=kind)
    (thread,) = discord.threads(place)
    assert f"<#{thread.id}>" in given.message.text
    await discord.until(lambda: discord.messages(thread), SOON)


async def test_a_thread_that_the_bot_may_not_make(
    discord: LoopbackDiscord, bot: BotProcess, place: Channel, ana: User
) -> None:
    """The permissions that are needed are named."""
    discord.faults.next("POST", THREADS, error(403, 50013))
    assert "Create Public Threads" in (await new(discord, ana, place, thread="public")).message.text


async def test_threads_of_announcement_channels(
    discord: LoopbackDiscord, bot: BotProcess, community: Community, ana: User
) -> None:
    """A public thread is one of the only kind there, a private one is refused in a sentence."""
    guild = discord.world.guilds[community.groups[0].channel.guild_id or 0]
    place = discord.add_channel(guild, "news", ChannelKind.ANNOUNCEMENT)
    await discord.idle()
    await new(discord, ana, place, thread="public")
    (thread,) = discord.threads(place)
    assert thread.kind == ChannelKind.ANNOUNCEMENT_THREAD
    refused = await new(discord, ana, place, thread="private")
    assert "no private threads" in refused.message.text
    (asked,) = [sent for sent in discord.everything_sent() if sent.path.endswith("/threads")]
    assert isinstance(asked.body, dict)
    assert asked.body["auto_archive_duration"] == A_WEEK_IN_MINUTES
