"""Commands are sent to Discord once, and again only when they have changed; intents are few."""

import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import discord

from bot.syncing import SECONDS_OF_ROLLOUT, listed, synced
from cogs.spades import ORDER
from data.database import Database
from data.remembered import SqlFacts
from tests.cogs.player import Player
from tests.cogs.reading import raw_text_of
from tests.cogs.server import Server

COMMANDS = {
    "new", "join", "leave", "invite", "start", "hand", "score", "rules", "leaderboard", "stats",
    "tables", "resume", "end", "hint", "me", "help", "play", "history", "puzzle",
}  # fmt: skip


def syncs(server: Server) -> list[str]:
    """List the requests that have sent commands."""
    return [r.path for r in server.journal.requests if r.method == "PUT" and "commands" in r.path]


async def test_commands_are_sent_once(server: Server, ada: Player) -> None:
    """The first start sends them; a restart with the same commands sends nothing."""
    assert len(syncs(server)) == 1
    await server.restart()
    await server.restart()
    assert len(syncs(server)) == 1
    await ada.slash("new")
    assert len(server.tables.open_tables) == 1


async def test_a_command_in_a_text_can_be_tapped(server: Server, ada: Player) -> None:
    """A text names a command by Discord's id of it, which is known after a restart, too."""
    ids = {each.name: each.id for each in await server.bot.tree.fetch_commands()}
    for _start in range(2):
        told = await ada.slash("tables")
        assert f"Open one with </spades new:{ids['spades']}>." in raw_text_of(told.message)
        told = await ada.slash("rules list")
        save = f"</spades-admin rules save:{ids['spades-admin']}> keeps the rules"
        assert save in raw_text_of(told.message)
        await server.restart()


async def test_the_end_of_a_table_was_the_first_command_offered(server: Server) -> None:
    """What is wanted most often stands first, help near the end, and what ends a table last."""
    (spades,) = [each for each in await server.bot.tree.fetch_commands() if each.name == "spades"]
    names = [option.name for option in spades.options]
    assert tuple(names) == ORDER
    assert names[:2] == ["play", "new"]
    assert names[-2:] == ["help", "end"]


async def test_changed_commands_are_sent_again(server: Server) -> None:
    """When a description has changed since, the next start sends them."""
    await server.env.bot.close()
    async with await Database.open(server.path) as database:
        facts = SqlFacts(database)
        name = "commands:global"
        assert await facts.fact(name) is not None
        await facts.remember(name, "of an earlier version")
    await server.replace_bot(server.build())
    assert len(syncs(server)) == 2
    await server.restart()
    assert len(syncs(server)) == 2


async def test_commands_that_discord_lost_are_sent_again(server: Server, ada: Player) -> None:
    """Commands that are gone at Discord, though none has changed here, are sent at a start."""
    server.env.backend.commands.clear()
    await server.restart()
    assert len(syncs(server)) == 2
    await ada.slash("new")
    assert len(server.tables.open_tables) == 1


async def test_a_start_without_the_list_of_commands(server: Server, ada: Player) -> None:
    """Where Discord does not list the commands, nothing is sent, and a text names them by name."""
    server.env.inject_error("GET", "/applications/*/commands", status=403, code=50001)
    await server.restart()
    assert len(syncs(server)) == 1
    told = await ada.slash("tables")
    assert "Open one with /spades new." in raw_text_of(told.message)


async def test_while_developing_they_go_to_one_server(server: Server, tmp_path: Path) -> None:
    """With DEV_GUILD_ID they are sent to that server, where they show at once."""
    await server.env.bot.close()
    path = tmp_path / "dev.sqlite"
    await server.replace_bot(server.build(path, dev_guild_id=server.guild.id))
    assert syncs(server)[-1].endswith(f"/guilds/{server.guild.id}/commands")
    server.path = path
    await server.people[0].slash("new")
    assert len(server.tables.open_tables) == 1


async def test_what_is_sent(server: Server) -> None:
    """A group for everyone and one for managers, for servers only, everything described."""
    groups = next(one.request for one in server.journal.sent if one.method == "PUT")
    assert [group["name"] for group in groups] == ["spades", "spades-admin"]
    everyone, managers = groups
    assert {each["name"] for each in everyone["options"]} == COMMANDS
    assert {each["name"] for each in managers["options"]} == {"settings", "rules", "ratings"}
    assert not everyone.get("default_member_permissions")
    manage_guild = discord.Permissions(manage_guild=True).value
    assert int(managers["default_member_permissions"]) == manage_guild
    for group in groups:
        assert group["contexts"] == [0]
        for each in _described(group):
            assert 0 < len(each["description"]) <= 100


async def test_every_option_says_what_it_does(server: Server) -> None:
    """No two commands describe their table in the same words, and none as no more than that."""
    groups = next(one.request for one in server.journal.sent if one.method == "PUT")
    said = [
        option["description"]
        for group in groups
        for option in _described(group)
        if option["name"] == "table"
    ]
    assert len(said) == len(set(said)) == 11
    assert "The table" not in said


async def test_a_name_for_rules_is_held_to_its_length(server: Server) -> None:
    """Discord's client refuses a name that is empty or too long to be kept."""
    groups = next(one.request for one in server.journal.sent if one.method == "PUT")
    (save,) = (o for group in groups for o in _described(group) if o["name"] == "save")
    (name,) = (option for option in save["options"] if option["name"] == "name")
    assert (name["min_length"], name["max_length"]) == (1, 40)


def _described(option: dict[str, Any]) -> list[dict[str, Any]]:
    inner = [found for each in option.get("options", ()) for found in _described(each)]
    return [option, *inner]


async def test_only_the_guilds_intent_is_asked_for(server: Server) -> None:
    """No members, no presences, no messages: nothing that Discord calls privileged."""
    assert server.bot.intents == discord.Intents(guilds=True)


async def test_nobody_is_mentioned_by_default(server: Server) -> None:
    """Whatever a message says, it notifies nobody unless that is asked for."""
    allowed = server.bot.allowed_mentions
    assert allowed is not None
    assert not any([allowed.everyone, allowed.users, allowed.roles, allowed.replied_user])


@dataclass
class Wall:
    """A clock on the wall, which a test sets: `Clock`."""

    at: datetime

    def now(self) -> datetime:
        """Give its time."""
        return self.at


async def test_a_version_that_is_being_replaced_sends_nothing(server: Server) -> None:
    """During an update of several processes the old version leaves the new one's commands."""
    bot, clock = server.bot, Wall(datetime(2026, 12, 1, tzinfo=UTC))
    await server.env.bot.close()
    async with await Database.open(server.path) as database:
        facts = SqlFacts(database)
        old = await facts.fact("commands:global")
        assert old is not None
        await facts.remember("commands:global", "of another version")
        await facts.remember("commands:global:before", f"{clock.now().timestamp():.0f} {old}")
        sending = asyncio.create_task(synced(bot, facts, clock=clock))
        await asyncio.wait([sending], timeout=0.1)
        sending.cancel()
        assert len(syncs(server)) == 1
        clock.at += timedelta(seconds=SECONDS_OF_ROLLOUT)
        assert (await synced(bot, facts, clock=clock)).keys() == {"spades", "spades-admin"}
        assert len(syncs(server)) == 2
        assert await facts.fact("commands:global") == old
        replaced = f"{clock.now().timestamp():.0f} of another version"
        assert await facts.fact("commands:global:before") == replaced


async def test_what_another_process_has_sent_is_found(server: Server) -> None:
    """A process that does not lead asks Discord for the ids of the commands."""
    found = await listed(server.bot)
    assert found == server.bot.services.commands.ids
    server.env.backend.commands.clear()
    assert await listed(server.bot) == {}
