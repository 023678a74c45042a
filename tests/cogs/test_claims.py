"""Claiming the tricks that are left: offered to the side that has them, and shown to all."""

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
    """Let four people play, without the pictures of each card, until a hand may claim."""
    ada = server.people[0]
    await server.lobby(*server.people[1:4], rules="cardcouch")
    await ada.press_table("Start")
    while (table := server.table()).game is not None and table.game.claimant is None:
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


async def test_a_side_claims_the_rest(server: Server) -> None:
    """Both partners are offered it, the others are not; the table shows the cards and the score."""
    table = await certain(server)
    assert table.turn is not None
    assert table.game is not None
    assert table.game.round is not None
    number = table.game.number
    held = len(table.game.round.hand(table.turn))
    hands = {seat: await looks(server.at(seat)) for seat in range(4)}
    claimant, partner = table.turn, (table.turn + 2) % 4
    name = table.chairs[claimant].name
    offered = {seat for seat, hand in hands.items() if "Claim the rest" in hand.labels}
    assert offered == {claimant, partner}
    assert "remaining tricks from you." in hands[claimant].text
    assert f"remaining tricks from {name}." in hands[partner].text
    claim = server.at(claimant).of_verb("claim")[0].custom_id
    said = await server.at(partner).press(server.at(partner).hand(), label="Claim the rest")
    assert "The round is over." in said.text
    await server.rest()
    assert f"{name} claimed the last {held} tricks" in server.says()
    assert len(server.table().game.sheets) == number  # type: ignore[union-attr]
    stale = await forge(server, server.at(claimant), server.at(claimant).hand(), claim)
    assert "The table has moved on" in stale.text


async def test_a_server_wants_every_card_played(server: Server, ada: Player) -> None:
    """Where it is switched off nothing is offered, and an older button only shows the hand."""
    table = await certain(server)
    assert table.turn is not None
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
