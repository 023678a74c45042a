"""The button "Verify": whether the deals of a finished game follow, in words and in a file."""

import json

from bot.tables import seating
from bot.tables.model import Person
from engine.proof import Proof, print_proof
from tests.cogs.player import Player, Said
from tests.cogs.reading import each_component
from tests.cogs.server import Server

MANY = 200


async def file_of(said: Said) -> tuple[str, str]:
    """Give name and text of the one file of an answer, which the layout must show."""
    (attached,) = said.message.attachments
    (shown,) = [c["file"]["url"] for c in each_component(said.message) if c["type"] == 13]
    assert shown.endswith(attached.filename)
    return attached.filename, (await attached.read()).decode()


async def _come_and_go(server: Server, person: Person) -> None:
    """Let someone sit down at the table and get up again."""
    added = server.tables.addition(person, str(10**18))
    await server.tables.change(1, lambda table: seating.sit(table, person, None, added), person.id)
    await server.tables.change(1, lambda table: seating.leave(table, person.id), person.id)


async def test_words_and_a_file(server: Server, ada: Player, eve: Player) -> None:
    """Anyone is told when the game is over that all deals follow, and gets the file of them."""
    await server.alone(rules="hero_partners", target=50)
    early = await eve.slash("score")
    table = await server.play_out()
    assert table.game is not None
    said = await eve.press(server.last, label="Verify")
    assert said.private
    assert table.seeds.secret.hex() in said.text
    assert table.seeds.secret.hex() not in early.text
    proof = Proof.of(table.game, table.seeds)
    assert f"✓ {len(proof.deals)} deal" in said.text
    assert await file_of(said) == ("spades-1-deals.json", print_proof(proof, 1))


async def test_what_many_people_added(server: Server, ada: Player) -> None:
    """Where hundreds have sat down in a lobby, the file has what each added."""
    await server.lobby(rules="hero_partners", target=50, computers=2)
    for number in range(MANY):
        await _come_and_go(server, Person(10**18 + number, f"Guest {number}"))
    await ada.press_table("Start")
    await ada.open_hand()
    table = await server.play_out()
    said = await ada.press(server.last, label="Verify")
    assert len(said.text) < 4000
    _, text = await file_of(said)
    assert json.loads(text)["added"] == list(table.seeds.contributions)
    assert len(table.seeds.contributions) == MANY + 2
