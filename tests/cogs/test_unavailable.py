"""A server that Discord cannot serve for a while: its tables wait, and nobody else's do."""

from tests.cogs.club import Club
from tests.cogs.player import Player
from tests.cogs.reading import text_of


async def test_tables_of_a_server_that_is_away_wait_for_it(club: Club, ada: Player) -> None:
    """Nothing is sent there meanwhile; other servers go on; afterwards the newest is shown."""
    other = club.env.create_guild("Other")
    channel = other.create_text_channel("elsewhere")
    zoe = club.newcomer("Zoe", other)
    await club.four(rules="cardcouch")
    opened = await zoe.slash("new", channel)
    shown = club.says()
    club.env.backend.emit("GUILD_DELETE", {"id": str(club.guild.id), "unavailable": True})
    await club.turn()
    await zoe.press(opened.message, label="Add computer")
    await club.rest()
    assert "Wren" in text_of(club.message(2))
    assert club.says() == shown
    club.env.backend.edit_guild(club.guild.id, {})
    payload = next(
        data
        for kind, name, data in reversed(club.env.backend.transcript)
        if name == "GUILD_UPDATE" and kind == "GATEWAY"
    )
    club.env.backend.emit("GUILD_CREATE", {**payload, "unavailable": False})
    await club.env.settle()
    await club.rest()
    assert club.says() != shown
