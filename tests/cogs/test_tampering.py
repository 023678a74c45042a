"""Custom ids that no message of the bot has: one clear sentence, and nothing changes."""

import pytest

from cogs.base.custom_ids import LONGEST, CustomId, decode, parse_turn, turn_text
from tests.cogs.forging import forge
from tests.cogs.player import Player
from tests.cogs.server import Server

OLD = "This button belongs to an older version of the bot. Use /spades hand instead."
UNKNOWN = "I do not know this table."

VERBS = (
    "hand", "score", "rules", "last", "more", "verify", "rematch", "sit", "leave", "ready",
    "start", "add", "remove", "back", "end", "bid", "play", "look", "sure", "keep", "hint", "pass",
    "sure_bid", "sure_pass", "why",
    "house", "topic", "rule", "choose", "number", "filled", "mend", "sets", "take", "code", "coded",
    "people", "private", "free", "invite", "let_in", "take_off",
)  # fmt: skip
"""Everything that a button can ask of a table."""

MALFORMED = [
    "s:",
    "s:play",
    "s:play:1",
    "s:play:1:1.4",
    "s:play:1:1.4:0",
    "s:play:1:1.4:0:XX",
    "s:play:1:1.4:4:AS",
    "s:play:1:1.4:-1:AS",
    "s:play:1:one.four:0:AS",
    "s:play:1:1.4:0:AS:extra",
    "s:play:1:1.4:0:AS;DROP TABLE log",
    "s:play:one:1.4:0:AS",
    "s:play:-1:1.4:0:AS",
    "s:play:1:99999999.4:0:AS",
    "s:bid:1:1.0:0:19",
    "s:bid:1:1.0:0:0",
    "s:bid:1:1.0:0:true",
    "s:bid:1:1.0:0:3.5",
    "s:bid:1:1.0:0:\N{ARABIC-INDIC DIGIT THREE}",
    "s:look:1:first:0",
    "s:look:1",
    "s:sit:1",
    "s:sit:1:9",
    "s:sit:1:0:0",
    "s:dance:1",
    "s:PLAY:1:1.4:0:AS",
    "s:board:0",
    "s:board:0:luck:1",
    "s:board:0:wins:minus_one",
    "s:hand:" + "1" * 19,
    "s:play:1:" + ":".join(["a" * 24] * 3),
    "s:" + "x" * 98,
]


async def test_malformed_ids(server: Server, ada: Player) -> None:
    """Each gets the sentence for buttons of another version of the bot."""
    await server.alone(rules="cardcouch")
    before = server.table()
    for custom_id in MALFORMED:
        said = await forge(server, ada, ada.hand(), custom_id)
        assert said.private
        assert said.text == OLD, custom_id
    assert server.table() == before


async def test_an_id_longer_than_discord_allows(server: Server, ada: Player) -> None:
    """It is not even read."""
    await server.alone(rules="cardcouch")
    before = server.table()
    said = await forge(server, ada, ada.hand(), "s:sit:1" + ":0" * LONGEST)
    assert said.text == OLD
    assert server.table() == before


async def test_a_table_that_is_not_there(server: Server, ada: Player) -> None:
    """A number that belongs to no table, however large."""
    await server.lobby()
    before = server.table()
    for verb in VERBS:
        for table_id in (77, 10**17):
            custom_id = str(CustomId(verb, table_id, ("1",)))
            said = await forge(server, ada, server.message(), custom_id)
            assert said.private
            assert said.text == UNKNOWN, custom_id
    assert server.table() == before


async def test_a_table_of_another_server(server: Server, ada: Player) -> None:
    """Nobody reads or changes a table from outside its server."""
    await server.lobby()
    before = server.table()
    guild = server.env.create_guild("Other")
    channel = guild.create_text_channel("elsewhere")
    zoe = server.newcomer("Zoe", guild)
    opened = await zoe.slash("new", channel)
    for verb in VERBS:
        said = await forge(server, zoe, opened.message, f"s:{verb}:1:2", channel)
        assert said.private
        assert said.text == UNKNOWN, verb
    assert server.table() == before


async def test_another_table_of_the_server(server: Server, ada: Player, ben: Player) -> None:
    """A bid with the number of another table is judged there, where it is not his turn or hand."""
    first = await server.alone(rules="cardcouch")
    await ben.slash("new", computers=3)
    bid = ada.of_verb("bid", first)[3]
    said = await forge(server, ada, ada.hand(first), bid.custom_id.replace("s:bid:1", "s:bid:2"))
    assert "You have no seat at this table" in said.text
    assert server.table(2).version == 0


@pytest.mark.parametrize(
    "custom_id",
    [
        CustomId("hand", 1),
        CustomId("play", 12, ("3.17", "1", "AS")),
        CustomId("board", 0, ("points_a_round", "12")),
        CustomId("bid", 10**17, ("999999.999999", "3", "blind")),
    ],
)
def test_ids_are_read_back(custom_id: CustomId) -> None:
    """What is written can be read, and fits."""
    assert decode(str(custom_id)) == custom_id
    assert len(str(custom_id)) <= LONGEST


def test_turns_are_read_back() -> None:
    """A turn is a round and the moves made in it."""
    assert parse_turn(turn_text((12, 55))) == (12, 55)
    assert parse_turn("1.2.3") is None
    assert parse_turn("1") is None
