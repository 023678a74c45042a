"""Commands with values that Discord's client forbids: one clear sentence, and nothing changes."""

from typing import Any

import pytest

from tests.cogs.forging import COMPLETION, command, deliver_again, forge
from tests.cogs.player import Player, Said
from tests.cogs.server import Server

UNREADABLE = "Discord sent something that I cannot read. Please use the command again."
OLD = "This button belongs to an older version of the bot."
TEXT, NUMBER, USER = 3, 4, 6


def spades(name: str, *options: dict[str, Any]) -> dict[str, Any]:
    """Give the data of a command of `/spades`."""
    inner = {"type": 1, "name": name, "options": [*options]}
    return {"id": "1", "name": "spades", "type": 1, "options": [inner]}


def given(name: str, value: object, kind: int = NUMBER) -> dict[str, Any]:
    """Give an option with its value."""
    return {"type": kind, "name": name, "value": value}


FORGED: dict[str, dict[str, Any]] = {
    "seat 0": spades("join", given("seat", 0)),
    "seat 5": spades("join", given("seat", 5)),
    "seat -1": spades("join", given("seat", -1)),
    "half a seat": spades("join", given("seat", 1.5)),
    "a seat in words": spades("join", given("seat", "1", TEXT)),
    "a seat that is true": spades("join", given("seat", True)),
    "a table past 64 bits": spades("join", given("table", 2**70)),
    "a table past 53 bits": spades("end", given("table", 2**60)),
    "a table in other digits": spades("hand", given("table", "\N{ARABIC-INDIC DIGIT ONE}", TEXT)),
    "an unknown pace": spades("new", given("pace", "lightning", TEXT)),
    "an unknown level": spades("new", given("level", "divine", TEXT)),
    "an unknown thread": spades("new", given("thread", "secret", TEXT)),
    "too many computers": spades("new", given("computers", 4)),
    "a target out of range": spades("new", given("target", 10**9)),
    "rules that are a list": spades("new", given("rules", ["cardcouch"], TEXT)),
    "an unknown order": spades("leaderboard", given("order", "luck", TEXT)),
    "a person past 64 bits": spades("stats", given("person", str(2**65), USER)),
    "a person in other digits": spades("stats", given("person", "\N{DEVANAGARI DIGIT ONE}", USER)),
    "an unknown option": spades("tables", given("colour", "red", TEXT)),
    "an option without a value": spades("join", {"type": NUMBER, "name": "seat"}),
    "an unknown command": spades("dance"),
    "no command": {"id": "1", "name": "spades", "type": 1},
    "options that are none": {"id": "1", "name": "spades", "type": 1, "options": "new"},
    "a name that is none": {"id": "1", "name": ["spades"], "type": 1},
}


@pytest.mark.parametrize("kind", FORGED)
async def test_a_forged_command(server: Server, ada: Player, ben: Player, kind: str) -> None:
    """It is refused in a sentence, nobody sits anywhere, and no table is opened."""
    await server.lobby()
    before = server.tables.open_tables
    said = Said(await command(server, ben, FORGED[kind]))
    assert said.private
    assert said.text == UNREADABLE
    assert server.tables.open_tables == before


async def test_forged_suggestions(server: Server, ada: Player) -> None:
    """Suggestions for what no command has are not given, and nothing is logged as an error."""
    for data in (spades("join", given("table", 7)), spades("dance"), {"name": "spades"}):
        result = await command(server, ada, data, COMPLETION)
        assert not result.acknowledged


async def test_suggestions_asked_for_twice(server: Server, ada: Player) -> None:
    """A question that Discord delivers twice is answered once, without an error."""
    assert await ada.choices("join", "table") == []
    requests = len(server.journal.requests)
    await deliver_again(server)
    assert len(server.journal.requests) == requests


@pytest.mark.parametrize("code", [10062, 40060])
async def test_suggestions_that_come_too_late(server: Server, ada: Player, code: int) -> None:
    """Discord's refusal of them is no error."""
    server.env.inject_error("POST", "/interactions/*/callback", status=404, code=code)
    typed = {**given("table", "1"), "focused": True}
    result = await command(server, ada, spades("join", typed), COMPLETION)
    assert not result.acknowledged


@pytest.mark.parametrize(
    "custom_id",
    ["s:sit:1:2\n", "s:\nsit:1:2", "s:sit:\N{ARABIC-INDIC DIGIT ONE}:2", "s:sit:1:\uff12"],
)
async def test_a_custom_id_with_other_characters(
    server: Server, ada: Player, ben: Player, custom_id: str
) -> None:
    """A newline or a digit that is not ASCII makes no button of ours; the person is told."""
    await server.lobby()
    before = server.table()
    said = await forge(server, ben, server.message(), custom_id)
    assert said.private
    assert OLD.removesuffix(".") in said.text
    assert server.table() == before


async def test_a_page_past_64_bits(server: Server, ada: Player) -> None:
    """A page of the leaderboard that no database can count to is no page."""
    await server.lobby()
    said = await forge(server, ada, server.message(), f"s:board:0:wins:8107:{10**22}")
    assert OLD.removesuffix(".") in said.text


@pytest.mark.parametrize("verb", ["pace", "language", "my_language", "let_in", "take_off"])
@pytest.mark.parametrize("values", [[], ["nonsense"], ["a", "b"], ["\N{ARABIC-INDIC DIGIT ONE}"]])
async def test_a_choice_that_is_not_offered(
    server: Server, ada: Player, verb: str, values: list[str]
) -> None:
    """It changes nothing, and the person is told."""
    table_id = await server.lobby() if verb in {"let_in", "take_off"} else 0
    preferences = server.bot.services.preferences
    before = preferences.of_server(server.guild.id), preferences.of_person(ada.id)
    shown = server.message() if table_id else (await ada.slash("me")).message
    said = await forge(server, ada, shown, f"ms:{verb}:{table_id}", values=values)
    assert said.private
    assert OLD.removesuffix(".") in said.text
    assert (preferences.of_server(server.guild.id), preferences.of_person(ada.id)) == before
