"""`/spades new` with each of its options."""

import pytest
from simcord import SetupError

from bot.tables.model import Pace
from bot.texts.names import preset_title
from engine.presets import PRESETS
from tests.cogs.player import Player
from tests.cogs.reading import text_of
from tests.cogs.server import Server


async def test_a_table_needs_no_options(server: Server, ada: Player) -> None:
    """Without options: the first preset, no clock, the host in the first seat."""
    said = await ada.slash("new")
    table = server.table()
    assert table.rules == PRESETS["cardcouch"]
    assert (table.pace, table.host, table.place.channel_id) == (
        Pace.RULES, ada.id, server.channel.id,
    )  # fmt: skip
    assert not said.private
    assert server.message().id == said.message.id


async def test_every_preset_is_offered(server: Server, ada: Player) -> None:
    """Autocomplete lists the rule sets with what differs, and finds them by what is typed."""
    offered = await ada.choices("new", "rules")
    assert [value for _, value in offered] == list(PRESETS)
    assert all(name.startswith(preset_title(value)) for name, value in offered)
    assert offered[0][0] == "CardCouch: partners, to 500 or \N{MINUS SIGN}200"
    assert any(name.endswith("; 5 bags cost 50") for name, _ in offered)
    assert [value for _, value in await ada.choices("new", "rules", "5 BAGS")] == ["five_bags"]
    assert [value for _, value in await ada.choices("new", "rules", "HERO")] == [
        "hero_solo", "hero_partners",
    ]  # fmt: skip
    assert await ada.choices("new", "rules", "whist") == []


@pytest.mark.parametrize("rules", PRESETS)
async def test_the_rules_are_those_that_were_chosen(
    server: Server, ada: Player, rules: str
) -> None:
    """Each preset can be opened by its name."""
    await ada.slash("new", rules=rules)
    assert server.table().rules == PRESETS[rules]


async def test_a_rule_set_that_nobody_knows_is_refused(server: Server, ada: Player) -> None:
    """Free text in place of a rule set opens nothing."""
    said = await ada.slash("new", rules="whist")
    assert said.private
    assert said.text == (
        "There are no rules named whist in this server. /spades rules list shows what there is."
    )
    assert server.tables.open_tables == ()


async def test_a_long_name_of_rules_is_cut(server: Server, ada: Player) -> None:
    """What was typed is quoted, but not all of it."""
    said = await ada.slash("new", rules="x" * 3000)
    assert said.text.startswith(f"There are no rules named {'x' * 40} in this server.")


async def test_the_target_is_the_hosts_choice(server: Server, ada: Player) -> None:
    """A target makes a house rule of the preset, and the lobby says so."""
    said = await ada.slash("new", rules="one_page", target=200)
    assert server.table().rules.target == 200
    assert "One-page sheet, house rules: partners, to 200" in said.text


@pytest.mark.parametrize("target", [49, 2001])
async def test_a_target_out_of_range_cannot_be_sent(
    server: Server, ada: Player, target: int
) -> None:
    """Discord itself holds the range of the option, 50 to 2000."""
    with pytest.raises(SetupError):
        await ada.slash("new", target=target)


@pytest.mark.parametrize(
    ("pace", "said"),
    [
        ("rules", "There is no clock."),
        ("none", "There is no clock."),
        ("quick", "30 s to bid and 15 s to play."),
        ("steady", "60 s to bid and 30 s to play."),
        ("relaxed", "180 s to bid and 90 s to play."),
        ("slow", "A day for each bid and each card."),
    ],
)
async def test_the_pace_is_the_hosts_choice(
    server: Server, ada: Player, pace: str, said: str
) -> None:
    """Every pace can be chosen, and the lobby says what it means."""
    opened = await ada.slash("new", pace=pace)
    assert server.table().pace == Pace(pace)
    assert f"-# {said}" in opened.text


@pytest.mark.parametrize("computers", [0, 1, 3])
async def test_computers_sit_down_at_once(server: Server, ada: Player, computers: int) -> None:
    """So many computer players sit beside the host."""
    await ada.slash("new", computers=computers)
    assert [chair.computer is not None for chair in server.table().chairs].count(True) == computers


@pytest.mark.parametrize("kind", ["public", "private"])
async def test_a_table_in_a_thread(server: Server, ada: Player, kind: str) -> None:
    """The table stands in a thread of its own, and who opened it is told where."""
    said = await ada.slash("new", thread=kind)
    (thread,) = server.channel.threads
    assert server.table().place.channel_id == thread.id
    assert said.private
    assert said.text == f"Table 1 is open in <#{thread.id}>."
    assert "**Ada** · host" in text_of(server.message())


async def test_a_game_in_a_private_thread(server: Server, ada: Player) -> None:
    """Whoever opened a private thread is in it, and the game is played there."""
    await ada.slash("new", thread="private", computers=3)
    await ada.press_table("Start")
    await ada.open_hand()
    await server.bidding()
    await server.turn()
    assert "Trick" in server.says()


async def test_a_thread_needs_a_text_channel(server: Server, ada: Player) -> None:
    """In a thread no other thread can be opened, so nothing is."""
    await ada.slash("new", thread="public")
    (thread,) = server.channel.threads
    said = await ada.slash("new", thread, thread="public")
    assert said.private
    assert said.text == "A thread can only be opened in a text channel."
    assert len(server.tables.open_tables) == 1


async def test_a_table_in_the_thread_where_the_command_was_given(
    server: Server, ada: Player
) -> None:
    """Without the option a table stands where the command was given: here, in a thread."""
    await ada.slash("new", thread="public")
    (thread,) = server.channel.threads
    said = await ada.slash("new", thread)
    assert not said.private
    assert server.table(2).place.channel_id == thread.id
