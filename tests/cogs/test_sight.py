"""A table is there only for whoever can see the channel that it is in."""

from collections.abc import Sequence

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.tables.model import Status
from tests.cogs.forging import forge
from tests.cogs.player import Player
from tests.cogs.server import Server

UNKNOWN = "I do not know this table."
NOTHING_HERE = "There is no open table in this channel. Open one with /spades new."
A_MINUTE = 61

COMMANDS = ("join", "leave", "start", "hand", "hint", "score", "rules show", "resume", "end")
"""Every command that means a table."""

VERBS = (
    "hand", "score", "rules", "last", "more", "verify", "rematch", "sit:1", "leave", "ready",
    "start", "add", "remove", "back", "end", "hint", "house",
)  # fmt: skip
"""What a button can ask of a table without saying more."""


def overwrite(channel: simcord.ChannelHandle, server: Server, who: int, *, sees: bool) -> None:
    """Let someone see a channel, or hide it from them."""
    kind = OverwriteType.ROLE if who == server.guild.id else OverwriteType.MEMBER
    allow, deny = discord.PermissionOverwrite(view_channel=sees).pair()
    server.env.backend.set_overwrite(channel.id, Overwrite(who, kind, allow.value, deny.value))


def back_room(server: Server, people: Sequence[Player]) -> simcord.ChannelHandle:
    """Make a channel that only some people, and the bot, can see."""
    channel = server.guild.create_text_channel("back-room")
    for who in (server.env.backend.bot_user.id, *(person.id for person in people)):
        overwrite(channel, server, who, sees=True)
    overwrite(channel, server, server.guild.id, sees=False)
    return channel


async def in_private_thread(server: Server, **options: int) -> simcord.ChannelHandle:
    """Let Ada open a table in a private thread."""
    await server.people[0].slash("new", thread="private", **options)
    (thread,) = server.channel.threads
    return thread


@pytest.mark.parametrize("kind", ["channel", "thread"])
async def test_outsiders_know_nothing_of_a_hidden_table(
    server: Server, ada: Player, eve: Player, kind: str
) -> None:
    """It is not listed or offered, and no command says more of it than of one that is not."""
    if kind == "channel":
        await ada.slash("new", back_room(server, [ada]), computers=1)
    else:
        await in_private_thread(server, computers=1)
    before = server.table()
    assert "No table is open" in (await eve.slash("tables")).text
    assert await eve.choices("join", "table") == []
    for command in COMMANDS:
        said = await eve.slash(command, table=1)
        assert said.private
        assert said.text == UNKNOWN == (await eve.slash(command, table=77)).text
        assert (await eve.slash(command)).text == NOTHING_HERE
    assert server.table() == before


@pytest.mark.parametrize("kind", ["channel", "thread"])
async def test_presses_of_outsiders_reach_no_hidden_table(
    server: Server, ada: Player, eve: Player, kind: str
) -> None:
    """Neither does a button, whoever finds a way to press it from elsewhere."""
    opened = await eve.slash("new")
    where = back_room(server, [ada]) if kind == "channel" else None
    if where is None:
        await in_private_thread(server, computers=1)
    else:
        await ada.slash("new", where, computers=1)
    before = server.table(2)
    for verb in VERBS:
        name, _, rest = verb.partition(":")
        custom_id = ":".join(filter(None, ["s", name, "2", rest]))
        assert (await forge(server, eve, opened.message, custom_id)).text == UNKNOWN, verb
    assert server.table(2) == before


async def test_who_sees_the_channel_is_shown_the_table(
    server: Server, ada: Player, ben: Player
) -> None:
    """From any other channel it is listed and offered, and a seat can be taken."""
    await ada.slash("new", back_room(server, [ada, ben]))
    assert "**Table 1**" in (await ben.slash("tables")).text
    assert [value for _, value in await ben.choices("join", "table")] == [1]
    assert "You sit in seat 2" in (await ben.slash("join", table=1)).text


async def test_who_is_in_the_thread_is_shown_the_table(
    server: Server, ada: Player, ben: Player
) -> None:
    """The same for a private thread: Discord is asked who belongs to it."""
    thread = await in_private_thread(server)
    assert (await ben.slash("join", table=1)).text == UNKNOWN
    server.env.backend.add_thread_member(thread.id, ben.id)
    await server.env.advance_time(A_MINUTE)
    assert "**Table 1**" in (await ben.slash("tables")).text
    assert [value for _, value in await ben.choices("join", "table")] == [1]
    assert "You sit in seat 2" in (await ben.slash("join", table=1)).text


async def test_moderators_see_private_threads(server: Server, eve: Player) -> None:
    """Whoever may manage threads sees all of them, as in Discord itself."""
    await in_private_thread(server)
    boss = server.guild.create_role("boss", permissions=discord.Permissions(manage_threads=True))
    mod = server.newcomer("Mo", roles=[boss])
    assert "**Table 1**" in (await mod.slash("tables")).text
    assert "No table is open" in (await eve.slash("tables")).text


async def test_a_public_thread_is_as_public_as_its_channel(
    server: Server, ada: Player, ben: Player, eve: Player
) -> None:
    """A public thread is for whoever sees the channel that it hangs in."""
    room = back_room(server, [ada, ben])
    await ada.slash("new", room, thread="public")
    assert [value for _, value in await ben.choices("join", "table")] == [1]
    assert (await eve.slash("join", table=1)).text == UNKNOWN
    await server.people[2].slash("new", thread="public")
    assert [value for _, value in await eve.choices("join", "table")] == [2]


async def test_membership_is_asked_for_once_a_minute(server: Server, eve: Player) -> None:
    """What Discord has answered holds for a while, so that typing does not ask at every letter."""
    await in_private_thread(server)
    asked = len(server.env.http_requests)
    for typed in ("", "t", "ta", "tab"):
        assert await eve.choices("join", "table", typed) == []
    asked = sum("/thread-members/" in str(each) for each in server.env.http_requests[asked:])
    assert asked == 1


async def test_a_thread_that_is_not_known_is_asked_for(
    server: Server, ada: Player, eve: Player
) -> None:
    """An archived thread is in no cache after a restart: Discord is asked for it and its people."""
    thread = await in_private_thread(server, computers=1)
    _forget_thread(server, thread)
    assert (await eve.slash("join", table=1)).text == UNKNOWN
    assert "**Table 1**" in (await ada.slash("tables")).text


def _forget_thread(server: Server, thread: simcord.ChannelHandle) -> None:
    guild = server.bot.get_guild(server.guild.id)
    assert guild is not None
    del guild._threads[thread.id]


async def test_a_channel_that_is_gone_is_asked_for_once_a_minute(
    server: Server, eve: Player
) -> None:
    """That nobody can see it any more holds as long, for all tables that were in it."""
    thread = await in_private_thread(server, computers=3)
    await server.people[0].slash("start", thread)
    server.env.backend.delete_channel(thread.id)
    await server.env.settle()
    before = len(server.env.http_requests)
    for _ in range(3):
        assert await eve.choices("join", "table") == []
    asked = [str(each) for each in server.env.http_requests[before:]]
    assert sum(f"/channels/{thread.id}" in each for each in asked) == 1


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (500, 0)])
async def test_discord_that_does_not_say_shows_nothing(
    server: Server, ada: Player, eve: Player, status: int, code: int
) -> None:
    """Where Discord refuses to tell who belongs to a thread, only its table's people go on."""
    await in_private_thread(server, computers=1)
    for _ in range(2):
        server.env.inject_error(
            "GET", "/channels/*/thread-members/*", status=status, code=code, times=None
        )
    assert (await eve.slash("score", table=1)).text == UNKNOWN
    assert "table 1" in (await ada.slash("score", table=1)).text.casefold()


async def test_who_has_lost_sight_may_leave_and_no_more(
    server: Server, ada: Player, ben: Player
) -> None:
    """A person who was shut out of the channel keeps no hand in the game, but can get up."""
    room = back_room(server, [ada, ben])
    await ada.slash("new", room)
    await ben.slash("join", room)
    await ada.slash("start", room)
    overwrite(room, server, ben.id, sees=False)
    for command in ("hand", "score", "resume", "end"):
        assert (await ben.slash(command, table=1)).text == UNKNOWN
        assert (await ben.slash(command)).text == NOTHING_HERE
    assert await ben.choices("hand", "table") == []
    assert [value for _, value in await ben.choices("leave", "table")] == [1]
    assert "You have left table 1" in (await ben.leave()).text
    assert await ben.choices("leave", "table") == []
    assert (await ben.slash("join", table=1)).text == UNKNOWN


async def test_a_parked_table_without_a_channel_is_its_peoples(
    server: Server, ada: Player, eve: Player
) -> None:
    """Where the channel is gone nobody can see it; who holds a seat can bring the table back."""
    await in_private_thread(server, computers=3)
    (thread,) = server.channel.threads
    await ada.slash("start", table=1)
    server.env.backend.delete_channel(thread.id)
    await server.env.settle()
    await server.rest()
    assert server.table().status is Status.PARKED
    assert "No table is open" in (await eve.slash("tables")).text
    assert (await eve.slash("join", table=1)).text == UNKNOWN
    assert "**Table 1** · parked" in (await ada.slash("tables")).text
    assert (await ada.slash("resume")).text == "Table 1 goes on here."


async def test_only_the_host_takes_a_table_out_of_a_hidden_place(
    server: Server, ada: Player, ben: Player
) -> None:
    """What was meant for a few is shown to more only by the host, and by no guest who sat down."""
    room = back_room(server, [ada, ben])
    await ada.slash("new", room)
    await ben.slash("join", room)
    said = await ben.slash("resume", table=1)
    assert said.text == f"Only the host, {ada.mention}, can do that."
    assert server.table().place.channel_id == room.id
    assert (await ben.slash("resume", room)).text == "Table 1 goes on here."
    assert (await ada.slash("resume", table=1)).text == "Table 1 goes on here."
    assert server.table().place.channel_id == server.channel.id


async def test_a_rematch_that_was_taken_away_is_not_shown(
    server: Server, ada: Player, eve: Player
) -> None:
    """A rematch that was brought to a hidden channel seats nobody who cannot see it there."""
    await server.alone(rules="hero_partners", target=50)
    await server.play_out()
    result = server.last
    await ada.press(result, label="Rematch")
    await ada.slash("resume", back_room(server, [ada]), table=2)
    assert (await eve.press(result, label="Rematch")).text == UNKNOWN
    assert [person.name for person in server.table(2).people] == ["Ada"]


async def test_moderators_are_those_of_the_tables_channel(
    server: Server, ada: Player, eve: Player
) -> None:
    """Rights over another channel end and start no table; those over the table's own do."""
    lounge = server.guild.create_text_channel("lounge")
    allow, deny = discord.PermissionOverwrite(manage_channels=True).pair()
    rights = Overwrite(eve.id, OverwriteType.MEMBER, allow.value, deny.value)
    server.env.backend.set_overwrite(lounge.id, rights)
    await server.lobby()
    await ada.slash("new", lounge)
    for command in ("start", "end"):
        said = await eve.slash(command, lounge, table=1)
        assert said.text == f"Only the host, {ada.mention}, can do that."
    assert (await eve.slash("start", table=2)).text == "The game at table 2 has begun."
    asked = await eve.slash("end", table=2)
    ended = await eve.press(asked.message, label="End the game")
    assert ended.text == "Table 2 is closed without a result."


async def test_the_server_is_set_by_who_may_manage_the_server(server: Server, eve: Player) -> None:
    """A right that one channel gives is none over the server."""
    allow, deny = discord.PermissionOverwrite(manage_guild=True).pair()
    rights = Overwrite(eve.id, OverwriteType.MEMBER, allow.value, deny.value)
    server.env.backend.set_overwrite(server.channel.id, rights)
    await server.lobby()
    said = await eve.slash("rules save", name="house")
    assert said.text == "Only people who may manage this server can do that."
