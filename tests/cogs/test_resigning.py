"""Giving a game up: a question first, then the partner's word; the other side has won."""

from bot.tables.model import Status
from tests.cogs.forging import forge
from tests.cogs.player import Player
from tests.cogs.reading import labels_of, text_of
from tests.cogs.server import Server


async def test_partners_give_a_game_up(server: Server, ada: Player, ben: Player) -> None:
    """The table says who wants it; the partner alone can agree, and then it is lost for both."""
    await server.four()
    message = server.message()
    chidi = server.people[2]
    asked = await ada.press((await ada.press_table("More")).message, label="Resign")
    assert "Ben & Dana win it, and it counts as lost for your side." in asked.text
    assert "Chidi has to agree" in asked.text
    assert asked.labels[:2] == ["Resign", "Go on playing"]
    said = await ada.press(asked.message, label="Resign")
    assert "The game goes on until Chidi agrees." in said.text
    assert "Ada wants to resign. If Chidi agrees, the game is lost" in server.says()
    refused = await ben.press_table("Resign too")
    assert refused.text == "Only the people of that side can decide that."
    assert (await ada.press_table("Resign too")).labels[:1] == ["Go on playing"]
    agreed = await chidi.press((await chidi.press_table("Resign too")).message, label="Resign")
    assert agreed.text == "Your side has resigned at table 1."
    table = await server.tables.get(1)
    assert table.status is Status.FINISHED
    left = server.message_by_id(server.channel.id, message.id)
    assert "**Ben & Dana** won" in text_of(left)
    assert "Ada & Chidi resigned." in text_of(left)
    assert labels_of(left) == ["Rematch", "Score", "Review", "Verify"]
    assert "**0** of 1 games won" in (await chidi.slash("stats")).text
    assert "**1** of 1 games won" in (await ben.slash("stats")).text
    late = await forge(server, ada, left, "s:resign:1")
    assert late.text.endswith("the other side resigned, Ben & Dana won.")


async def test_a_computer_agrees_at_once(server: Server, ada: Player) -> None:
    """After a round its score is no part of the result; one who thinks again plays on."""
    await server.alone()
    await server.until_round_ends()
    message = server.message()
    asked = await ada.press((await ada.press_table("More")).message, label="Resign")
    assert "has to agree" not in asked.text
    await ada.press(asked.message, label="Go on playing")
    assert server.is_open()
    asked = await ada.press((await ada.press_table("More")).message, label="Resign")
    await ada.press(asked.message, label="Resign")
    assert not server.is_open()
    left = text_of(server.message_by_id(server.channel.id, message.id))
    assert "Wren & \N{ROBOT FACE}\N{NO-BREAK SPACE}Lark** won" in left
    assert "bid" not in left
