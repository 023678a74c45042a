"""A server that Discord cannot serve for a while: its tables wait, and nobody else's do."""

from tests.cogs.player import Player
from tests.cogs.reading import text_of
from tests.cogs.server import Server


async def test_tables_of_a_server_that_is_away_wait_for_it(server: Server, ada: Player) -> None:
    """Nothing is sent there meanwhile; other servers go on; afterwards the newest is shown."""
    other = server.env.create_guild("Other")
    channel = other.create_text_channel("elsewhere")
    zoe = server.newcomer("Zoe", other)
    await server.four(rules="cardcouch")
    opened = await zoe.slash("new", channel)
    shown = server.says()
    server.env.backend.emit("GUILD_DELETE", {"id": str(server.guild.id), "unavailable": True})
    await server.turn()
    await zoe.press(opened.message, label="Add computer")
    await server.rest()
    assert "Wren" in text_of(server.message(2))
    assert server.says() == shown
    server.env.backend.edit_guild(server.guild.id, {})
    payload = next(
        data
        for kind, name, data in reversed(server.env.backend.transcript)
        if name == "GUILD_UPDATE" and kind == "GATEWAY"
    )
    server.env.backend.emit("GUILD_CREATE", {**payload, "unavailable": False})
    await server.env.settle()
    await server.rest()
    assert server.says() != shown
