"""Claiming the tricks that are left: offered and shown to all who play."""

import discord

from bot.tables import lifecycle
from bot.tables.model import Table
from bot.tables.step import Step
from tests.cogs.forging import forge
from tests.cogs.player import Player, Said
from tests.cogs.server import Server

SHOWN_AFTER = 3.0
"""Seconds until the public message has followed what happened in one moment."""


async def certain(server: Server) -> Table:
    """Let four people play, without the pictures of each card, until the rest is certain."""
    ada = server.people[0]
    await server.lobby(*server.people[1:4], rules="cardcouch")
    await ada.press_table("Start")
    while (table := server.table()).game is not None and table.game.certain is None:
        await server.tables.step(1, lambda now: _next(server, now))
    await server.env.advance_time(SHOWN_AFTER)
    return server.table()


async def looks(player: Player) -> Said:
    """Let a person see their hand."""
    said = await player.slash("hand")
    player.hands[1] = said.message
    return said


def _next(server: Server, table: Table) -> Step:
    """Give the deal, or what a sensible player does."""
    command_id = f"step-{table.version}"
    if table.turn is None:
        return lifecycle.next_deal(table, command_id)
    return Step(table).then(command_id, server.suggestion())


async def test_anyone_claims_the_rest(server: Server) -> None:
    """Everyone is offered it and reads whose it is; the table shows the cards and the score."""
    table = await certain(server)
    assert table.turn is not None
    assert table.game is not None
    assert table.game.round is not None
    number = table.game.number
    held = len(table.game.round.hand(table.turn))
    told = f"The remaining {held} tricks are certain"
    hands = {seat: await looks(server.at(seat)) for seat in range(4)}
    assert all("Claim the rest" in hand.labels and told in hand.text for hand in hands.values())
    assert told in server.says()
    assert "can claim them in their hand" in server.says()
    claimer = (table.turn + 1) % 4
    name = table.chairs[claimer].name
    claim = server.at(table.turn).of_verb("claim")[0].custom_id
    said = await server.at(claimer).press(server.at(claimer).hand(), label="Claim the rest")
    assert "The round is over." in said.text
    await server.rest()
    assert f"{name} claimed the last {held} tricks, which were certain" in server.says()
    assert told not in server.says()
    assert len(server.table().game.sheets) == number  # type: ignore[union-attr]
    stale = await forge(server, server.at(table.turn), server.at(table.turn).hand(), claim)
    assert "The table has moved on" in stale.text


async def test_a_server_wants_every_card_played(server: Server, ada: Player) -> None:
    """Where it is switched off nothing is offered, and an older button only shows the hand."""
    table = await certain(server)
    assert table.turn is not None
    assert "can claim them" in server.says()
    actor = server.actor()
    await looks(actor)
    claim = actor.of_verb("claim")[0].custom_id
    boss = server.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    mo = server.newcomer("Mo", roles=[boss])
    settings = await mo.slash("settings")
    assert "Claim certain tricks: on" in settings.labels
    said = await mo.press(settings.message, label="Claim certain tricks: on")
    assert "Claim certain tricks: off" in said.labels
    shown = await forge(server, actor, actor.hand(), claim)
    assert "Claim the rest" not in shown.labels
    assert server.table().version == table.version
