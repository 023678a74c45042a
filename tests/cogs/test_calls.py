"""Guests for whom a seat is held, and the role that a lobby calls: each is mentioned once."""

import discord
import pytest

from tests.cogs.forging import forge
from tests.cogs.player import Player, Said
from tests.cogs.reading import each_component, labels_of
from tests.cogs.server import Server
from tests.cogs.test_channels import deny
from tests.cogs.test_people import who_may_join
from tests.cogs.test_prompts import prompts

OLD = "This button belongs to an older version of the bot. Use /spades hand instead."


@pytest.fixture
def mo(server: Server) -> Player:
    """Give someone who may manage the server."""
    boss = server.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    return server.newcomer("Mo", roles=[boss])


def chosen_role(said: Said) -> list[str]:
    """Give the ids of the roles that are chosen in the menu of the settings."""
    menu = next(c for c in each_component(said.message) if c.get("custom_id") == "rs:call_role:0")
    return [str(each["id"]) for each in menu.get("default_values", [])]


def link(server: Server, table_id: int = 1) -> str:
    """Give the address of a table's message."""
    place = server.table(table_id).place
    return (
        f"https://discord.com/channels/{place.guild_id}/{place.channel_id}"
        f"/{server.table(table_id).message_id}"
    )


async def test_guests_of_a_new_table(
    server: Server, ada: Player, ben: Player, chidi: Player
) -> None:
    """`/spades new` holds a seat for each, however often named, and mentions them together."""
    await ada.slash("new", invite=ben.member, invite2=chidi.member, invite3=ben.member, computers=3)
    assert f"Seat 2: *held for* {ben.mention}" in server.says()
    assert f"Seat 3: *held for* {chidi.mention}" in server.says()
    assert server.table().chairs[3].computer
    (invitation,) = prompts(server)
    assert invitation.content == (
        f"{ben.mention}, {chidi.mention}: Ada invites you to table 1. A seat is held for you; "
        f"**Leave** there gives it up. {link(server)}"
    )
    assert {user.id for user in invitation.mentions} == {ben.id, chidi.id}
    await ben.press_table("3 held")
    assert [person.name for person in server.table().people] == ["Ada"]
    await chidi.press_table("3 held")
    assert "You sit in seat 2" in (await ben.slash("join")).text
    assert len(prompts(server)) == 1


async def test_guests_are_mentioned_in_the_thread(server: Server, ada: Player, ben: Player) -> None:
    """A table in a thread of its own calls its guests there."""
    await ada.slash("new", thread="private", invite=ben.member)
    (thread,) = server.channel.threads
    (invitation,) = [one for one in server.messages(thread) if one.content]
    assert [user.id for user in invitation.mentions] == [ben.id]
    assert not any(one.mentions for one in server.messages())


async def test_a_guest_is_mentioned_once(
    server: Server, ada: Player, ben: Player, chidi: Player
) -> None:
    """Not again when invited again, and not at all who wants no mentions; a seat is held anyway."""
    await chidi.choose((await chidi.slash("me")).message, "0", custom_id="ms:my_mentions:0")
    await server.lobby()
    for _ in range(2):
        await ada.slash("invite", person=ben.member)
        assert server.table().held_seat(ben.id) is not None
        await ben.press_table("Leave")
        assert server.table().held_seat(ben.id) is None
    (invitation,) = prompts(server)
    assert ben.mention in invitation.content
    said = await who_may_join(ada)
    await ada.choose(said.message, chidi.member, custom_id="us:let_in:1")
    assert "Seat 2 is held for them." in said.text
    await ada.press(said.message, label="Free seat 2")
    assert server.table().held_seat(chidi.id) is None
    assert "2 sit here" in labels_of(server.message())
    assert len(prompts(server)) == 1


async def test_a_seat_is_declined_by_command(server: Server, ada: Player, ben: Player) -> None:
    """The seat is free for all again; others are told for whom it was held."""
    await ada.slash("new", invite=ben.member)
    eve = server.people[4]
    said = await eve.press_table("2 held")
    assert said.text == f"This seat is held for {ben.mention}. Take a free one, or watch."
    said = await ben.slash("leave", table=1)
    assert said.text == "No seat is held for you at table 1 any more."
    assert "You sit in seat 2" in (await eve.slash("join")).text


async def test_a_bot_is_no_guest(server: Server, ada: Player) -> None:
    """A bot among the guests of a new table opens none."""
    bot = server.guild.add_member(server.env.create_user("robot", bot=True))
    said = await ada.slash("new", invite=bot)
    assert said.text == "That is a bot. Only people can be let in."
    assert not server.is_open()


async def test_a_lobby_calls_the_servers_role_once(
    server: Server, ada: Player, ben: Player, mo: Player
) -> None:
    """Only where the server has chosen one: whoever sits there calls, and the button goes."""
    await ada.slash("new")
    assert not any(label.startswith("Need") for label in labels_of(server.message()))
    role = server.guild.create_role("players", mentionable=True)
    said = await mo.slash("settings")
    await mo.choose(said.message, role, custom_id="rs:call_role:0")
    assert "notifies nobody" not in said.text
    assert chosen_role(said) == [str(role.id)]
    await server.restart()
    await ben.press_table("2 sit here")
    assert "Need 2 more" in labels_of(server.message())
    eve = server.people[4]
    assert "You have no seat" in (await eve.press_table("Need 2 more")).text
    await ben.press_table("Need 2 more")
    assert not any(label.startswith("Need") for label in labels_of(server.message()))
    (call,) = prompts(server)
    assert call.content == (
        f"<@&{role.id}> Table 1 needs 2 more \u00b7 CardCouch \u00b7 {link(server)}"
    )
    assert server.journal.sent[-1].body["allowed_mentions"]["roles"] == [role.id]
    again = await forge(server, ada, server.message(), "s:call:1")
    assert again.text == "People have already been called to this table."
    assert len(prompts(server)) == 1


async def test_roles_that_cannot_be_called(server: Server, ada: Player, mo: Player) -> None:
    """Everyone is no role to call; of one that Discord notifies nobody of, the manager is told."""
    said = await mo.slash("settings")
    preferences = server.bot.services.preferences
    for value in (str(server.guild.id), "x", "7", "0", "-1"):
        await forge(server, mo, said.message, "rs:call_role:0", values=[value])
        assert preferences.of_server(server.guild.id).call_role is None
    deny(server, "mention_everyone")
    quiet = server.guild.create_role("quiet")
    await mo.choose(said.message, quiet, custom_id="rs:call_role:0")
    assert f"A mention of <@&{quiet.id}> notifies nobody" in said.text
    assert preferences.of_server(server.guild.id).call_role == quiet.id
    server.env.backend.delete_role(server.guild.id, quiet.id)
    await server.rest()
    assert chosen_role(await mo.slash("settings")) == []
    await forge(server, mo, said.message, "rs:call_role:0", values=[])
    assert preferences.of_server(server.guild.id).call_role is None
    await server.lobby()
    assert (await forge(server, ada, server.message(), "s:call:1")).text == OLD
    assert not server.table().called
