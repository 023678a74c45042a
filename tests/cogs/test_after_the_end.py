"""What a channel still knows of a game when it is over."""

from tests.cogs.player import Player
from tests.cogs.server import Server

NO_TABLE = "There is no open table in this channel. Open one with /spades new."


async def test_score_and_rules_of_a_game_just_ended(
    server: Server, ada: Player, eve: Player
) -> None:
    """Both commands, given without a number, mean the game that ended here last; anyone may ask."""
    await server.alone(rules="hero_partners", target=50)
    table = await server.play_out()
    assert table.game is not None
    assert table.game.outcome is not None
    for person in (ada, eve):
        said = await person.slash("score")
        assert said.private
        assert said.text == (await person.slash("score", table=1)).text
        assert "**Round 1**" in said.text
        rules = await person.slash("rules")
        assert rules.text == (await person.slash("rules", table=1)).text
        assert "The game ends when a side has 50 points or more." in rules.text


async def test_the_game_that_ended_last_is_meant(server: Server, ada: Player) -> None:
    """The newest game of this channel, after a restart too; a closed lobby has nothing to tell."""
    lounge = server.guild.create_text_channel("lounge")
    for rules in ("one_page", "hero_solo"):
        table_id = await server.alone(rules=rules)
        await server.end(table_id)
    await ada.slash("new", rules="cardcouch")
    await ada.slash("end")
    await server.restart()
    assert "Table 2" in (await ada.slash("score")).text
    assert (await ada.slash("rules")).text.startswith("### Spades Hero, solo")
    assert (await ada.slash("score", lounge)).text == NO_TABLE


async def test_an_open_table_goes_before_one_that_has_ended(server: Server, ada: Player) -> None:
    """As soon as a table is open here, the commands mean that one again."""
    await server.alone(rules="one_page")
    await server.end()
    await server.lobby(rules="hero_solo")
    assert "Table 2" in (await ada.slash("score")).text


async def test_only_reading_commands_mean_a_table_that_has_ended(
    server: Server, ada: Player
) -> None:
    """Whatever would change a table says that none is open."""
    await server.alone()
    await server.end()
    for command in ("hand", "hint", "join", "leave", "start", "resume", "end"):
        assert (await ada.slash(command)).text == NO_TABLE, command
