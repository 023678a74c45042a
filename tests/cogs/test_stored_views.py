"""discord.py's trap: a stored view that times out takes the buttons of other messages with it."""

from discord.ui.view import ViewStore

from bot.tables.model import Status
from tests.cogs.player import Player
from tests.cogs.server import Server
from tests.cogs.storing import ManyRecords, Slow, recording, storing

QUARTER = 15 * 60


def store_of(server: Server) -> ViewStore:
    """Give where discord.py keeps the views that it waits for."""
    return server.bot._connection._view_store


async def test_no_view_is_ever_stored(server: Server, ada: Player, ben: Player) -> None:
    """After every kind of message that the bot sends, edits or follows up, nothing is stored."""
    await server.lobby(ben)
    assert store_of(server)._views == {}
    await ada.press_table("Rules")
    with storing(server, lambda store: Slow(store, 2.5)):
        await ada.press_table("Start")
        await server.env.advance_time(10)
        await ben.slash("new")
        await server.env.advance_time(10)
    for person in (ada, ben):
        await person.open_hand()
        await person.press_table("More")
    await server.bidding()
    await server.until_round_ends()
    await server.step()
    await ada.press_table("Last trick")
    recording(server, lambda records: ManyRecords(records, 30))
    board = await ada.slash("leaderboard")
    await ada.press(board.message, label="Next")
    for command in ("tables", "score", "rules", "hand", "stats"):
        await ada.slash(command, **({} if command in {"tables", "stats"} else {"table": 1}))
    assert store_of(server)._views == {}
    assert store_of(server)._synced_message_views == {}


async def test_buttons_of_all_tables_work_after_a_quarter_of_an_hour(
    server: Server, ada: Player, ben: Player
) -> None:
    """Ephemerals time out after 15 minutes in discord.py; no button of any table minds."""
    first = await server.four(rules="cardcouch")
    await ben.slash("new")
    second = 2
    for person in server.people[:4]:
        await person.open_hand(first)
    await ada.press_table("More", first)
    await server.env.advance_time(QUARTER + 60)
    assert store_of(server)._views == {}
    version = server.table(first).version
    await server.turn(first)
    assert server.table(first).version == version + 1
    await ada.press_table("2 sit here", second)
    await ben.press_table("Start", second)
    assert server.table(second).status is Status.PLAYING
    assert "Your hand" in (await server.actor(first).open_hand(first)).text


async def test_buttons_survive_many_messages_that_time_out(server: Server, ada: Player) -> None:
    """The same after hundreds of hands, one after the other, over two hours."""
    await server.alone(rules="one_page", target=2000)
    for _ in range(8):
        for _ in range(12):
            await server.step()
        await ada.open_hand()
        await server.env.advance_time(QUARTER)
    assert store_of(server)._views == {}
    await ada.open_hand()
    version = server.table().version
    await server.step()
    assert server.table().version > version
