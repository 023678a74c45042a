"""The button "Verify": what the deals of a finished game follow from."""

from bot.tables import seating
from bot.tables.model import Person
from engine.deals import Seeds, commitment, deal
from tests.cogs.player import Player, Said
from tests.cogs.reading import each_component
from tests.cogs.server import Server

MANY = 200


async def files_of(said: Said) -> list[bytes]:
    """Give the files of an answer, each of which the layout must show."""
    shown = [c["file"]["url"] for c in each_component(said.message) if c["type"] == 13]
    attached = said.message.attachments
    assert len(shown) == len(attached)
    return [await each.read() for each in attached]


async def _come_and_go(server: Server, person: Person) -> None:
    """Let someone sit down at the table and get up again."""
    contribution = str(10**18)
    await server.tables.change(
        1, lambda table: seating.sit(table, person, None, contribution), person.id
    )
    await server.tables.change(1, lambda table: seating.leave(table, person.id), person.id)


async def test_the_secret_and_what_was_added(server: Server, ada: Player, eve: Player) -> None:
    """Anyone is told both when the game is over, in words alone where they fit."""
    await server.alone(rules="hero_partners", target=50)
    early = await eve.slash("score")
    table = await server.play_out()
    said = await eve.press(server.last, label="Verify")
    assert said.private
    assert table.seeds.secret.hex() in said.text
    assert table.seeds.secret.hex() not in early.text
    assert all(f"`{each}`" in said.text for each in table.seeds.contributions)
    assert await files_of(said) == []


async def test_what_many_people_added_passed_the_length_of_a_message(
    server: Server, ada: Player
) -> None:
    """Where hundreds have sat down in a lobby, a file has it all, and the deals follow from it."""
    await server.lobby(rules="hero_partners", target=50, computers=2)
    for number in range(MANY):
        await _come_and_go(server, Person(10**18 + number, f"Guest {number}"))
    await ada.press_table("Start")
    await ada.open_hand()
    table = await server.play_out()
    said = await ada.press(server.last, label="Verify")
    assert len(said.text) < 4000
    assert "The file has all of it, one text per line." in said.text
    (added,) = await files_of(said)
    seeds = Seeds(table.seeds.secret, tuple(added.decode().splitlines()))
    assert len(seeds.contributions) == MANY + 2
    assert commitment(seeds.secret) in said.text
    assert table.game is not None
    first = table.game.past[0] if table.game.past else table.game.round
    assert first is not None
    again = deal(seeds, 1, first.dealer, table.rules)
    assert again == first.deal
