"""The rule sets of a server: save, list, delete, default, and what can be wrong with one."""

import sqlite3

import discord
import pytest
from simcord import SetupError

from engine.presets import CARDCOUCH, ONE_PAGE, PRESETS
from engine.rules import Rules
from tests.cogs.player import Player
from tests.cogs.server import Server
from tests.cogs.test_settings import let_run

MANAGERS_ONLY = "Only people who may manage this server can do that."
BAD_NAME = "Choose a name of at most 40 characters that is not the name of a preset."


@pytest.fixture
def mo(server: Server) -> Player:
    """Give someone who may manage the server."""
    boss = server.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    return server.newcomer("Mo", roles=[boss])


async def saved(server: Server, mo: Player, name: str, **changed: object) -> Rules:
    """Save rules under a name, by way of a table that is then closed; give them."""
    if not server.tables.open_tables:
        await mo.slash("new", rules="one_page", target=changed.get("target", 300))
    said = await mo.slash("rules save", name=name)
    assert said.private
    rules = server.tables.open_tables[-1].rules
    assert said.text.startswith("Saved as **")
    return rules


def _write_over(server: Server, text: str) -> None:
    """Put something in the place of the rules of every saved set."""
    with sqlite3.connect(server.path) as connection:
        connection.execute("UPDATE rule_sets SET rules = ?", (text,))
    connection.close()


async def test_rules_are_saved_and_played(server: Server, mo: Player, eve: Player) -> None:
    """Saved rules are offered by name to everyone in the server, and open a table."""
    rules = await saved(server, mo, "Friday night")
    await mo.slash("end")
    ((offered, value),) = await eve.choices("new", "rules", "night")
    assert offered == (
        "Friday night: partners, to 300; a failed nil helps the partner, first dealer at random"
    )
    assert value == "Friday night"
    opened = await eve.slash("new", rules="friday NIGHT")
    assert server.table(2).rules == rules
    assert "One-page sheet, house rules: partners, to 300" in opened.text
    shown = await eve.slash("rules show", named="Friday night")
    assert shown.private
    assert "**The game ends when a side has 300 points or more.**" in shown.text


@pytest.mark.parametrize(
    ("command", "options"),
    [("rules save", {"name": "x"}), ("rules delete", {"name": "x"}),
     ("rules default", {"name": "quick"})],
)  # fmt: skip
async def test_only_managers(
    server: Server, ada: Player, command: str, options: dict[str, str]
) -> None:
    """Not even the host may change what the server keeps; a glance at it is for everyone."""
    await server.lobby()
    with pytest.raises(SetupError):
        await ada.slash(command, **options)
    await let_run(server, ada, "spades-admin")
    said = await ada.slash(command, **options)
    assert said.private
    assert said.text == MANAGERS_ONLY
    listed = await ada.slash("rules list")
    assert listed.private
    assert "None yet" in listed.text


async def test_the_list(server: Server, mo: Player) -> None:
    """It shows what the server has saved, the presets, and which of them is the default."""
    said = await mo.slash("rules list")
    assert "**CardCouch** (default): partners, to 500 or \N{MINUS SIGN}200" in said.text
    assert said.text.count("\n- **") == len(PRESETS)
    assert "### Saved in this server\n-# None yet: " in said.text
    assert "\n### Presets\n- **" in said.text
    await saved(server, mo, "B_side")
    await mo.slash("rules default", name="b_SIDE")
    said = await mo.slash("rules list")
    assert "- **B\\_side** (default): partners, to 300; a failed nil helps the partner" in said.text
    assert "CardCouch** (default)" not in said.text


@pytest.mark.parametrize(
    "name",
    [
        "   ",
        " \n ",
        "cardcouch",
        "CardCouch",
        " QUICK ",
        "SPADES1-AAAQ",
        "five_bags",
        "Five Bags",
        "schnell",
    ],
)
async def test_bad_names(server: Server, mo: Player, name: str) -> None:
    """A name of nothing but spaces, or that of a preset: one sentence, and nothing is saved."""
    await mo.slash("new")
    said = await mo.slash("rules save", name=name)
    assert said.text == BAD_NAME
    assert await server.bot.services.rule_sets.all(server.guild.id) == ()


@pytest.mark.parametrize("name", ["", "x" * 41])
async def test_a_name_out_of_range_cannot_be_sent(server: Server, mo: Player, name: str) -> None:
    """Discord itself holds the length of the name, 1 to 40 characters."""
    await mo.slash("new")
    with pytest.raises(SetupError):
        await mo.slash("rules save", name=name)


async def test_names_are_tidied_and_told_apart_without_case(server: Server, mo: Player) -> None:
    """Spaces are cleaned up everywhere, and the same name again replaces what was there."""
    await saved(server, mo, "  Friday \n  night ")
    await saved(server, mo, "FRIDAY NIGHT")
    (kept,) = await server.bot.services.rule_sets.all(server.guild.id)
    assert kept.name == "FRIDAY NIGHT"
    opened = await mo.slash("new", rules=" friday  night ")
    assert "Table 2" in opened.text
    said = await mo.slash("rules default", name=" friday  night ")
    assert said.text == "New tables of this server play **friday night** now."
    said = await mo.slash("rules delete", name="friday   night")
    assert said.text.startswith("**friday night** is deleted. Tables with these rules go on.")
    assert await server.bot.services.rule_sets.all(server.guild.id) == ()


async def test_a_name_is_only_a_name(server: Server, mo: Player, eve: Player) -> None:
    """Whatever is in it is shown as it is, and mentions nobody."""
    name = "**@everyone** <@1> `x` [y](z)"
    await saved(server, mo, name)
    said = await eve.slash("rules list")
    assert "\\*\\*\\@everyone\\*\\* \\<\\@1\\> \\`x\\` \\[y\\]\\(z\\)" in said.text
    ((offered, value),) = await eve.choices("new", "rules", "@everyone")
    assert value == name
    assert offered.startswith(f"{name}: ")


async def test_fifty_are_the_most(server: Server, mo: Player) -> None:
    """The 51st is refused, one of the fifty can be replaced, and the list fits in a message."""
    await mo.slash("new", rules="hero_partners", target=777)
    for number in range(50):
        await saved(server, mo, f"{number:02} {'long name ' * 4}"[:40])
    said = await mo.slash("rules save", name="one more")
    assert said.text == ("This server has saved 50 rule sets, which is the most. Delete one first.")
    await saved(server, mo, f"07 {'LONG NAME ' * 4}"[:40])
    listed = await mo.slash("rules list")
    assert len(listed.text) <= 4000
    assert "**CardCouch** (default)" in listed.text
    assert "And " in listed.text
    assert len(await mo.choices("new", "rules")) == 25
    await mo.slash("rules delete", name=f"07 {'long name ' * 4}"[:40])
    await saved(server, mo, "one more")


async def test_what_is_deleted_is_gone(server: Server, mo: Player) -> None:
    """Tables that play it go on, and new ones cannot be opened with it."""
    rules = await saved(server, mo, "Mine")
    said = await mo.slash("rules delete", name="mine")
    assert said.text.startswith("**mine** is deleted. Tables with these rules go on.")
    code = said.text.rpartition("`")[0].rpartition("`")[2]
    assert code in (await mo.slash("rules show", named=code)).text
    assert server.table().rules == rules
    gone = "There are no rules named Mine in this server. /spades rules list shows what there is."
    for command, option in (("new", "rules"), ("rules show", "named"), ("rules default", "name"),
                            ("rules delete", "name")):  # fmt: skip
        assert (await mo.slash(command, **{option: "Mine"})).text == gone
    assert len(server.tables.open_tables) == 1


async def test_only_what_is_saved_is_offered_for_deleting(server: Server, mo: Player) -> None:
    """A preset cannot be deleted, so it is not offered, and asking for it is refused."""
    await saved(server, mo, "Mine")
    assert await mo.choices("rules delete", "name") == [("Mine", "Mine")]
    assert "There are no rules named quick" in (await mo.slash("rules delete", name="quick")).text


async def test_a_default_is_played_by_new_tables(server: Server, mo: Player, eve: Player) -> None:
    """A preset or a saved set; a rule set that is named goes before it."""
    said = await mo.slash("rules default", name="ONE_PAGE")
    assert said.text == "New tables of this server play **One-page sheet** now."
    await eve.slash("new")
    assert server.table().rules == ONE_PAGE
    rules = await saved(server, mo, "Mine")
    await mo.slash("rules default", name="mine")
    await eve.slash("new")
    assert server.table(2).rules == rules
    await eve.slash("new", rules="cardcouch")
    assert server.table(3).rules == CARDCOUCH
    said = await mo.slash("rules default", name="whist")
    assert said.text.startswith("There are no rules named whist")


async def test_a_default_outlives_a_restart_and_not_its_set(server: Server, mo: Player) -> None:
    """When the default is deleted, new tables play the usual rules again."""
    rules = await saved(server, mo, "Mine")
    await mo.slash("rules default", name="Mine")
    await server.restart()
    await mo.slash("new")
    assert server.table(2).rules == rules
    await mo.slash("rules delete", name="Mine")
    await mo.slash("new")
    assert server.table(3).rules == CARDCOUCH


@pytest.mark.parametrize("text", ["{", "[]", '{"players": 5}', '{"unheard_of": 1}', "null"])
async def test_a_set_of_another_version(server: Server, mo: Player, text: str) -> None:
    """What cannot be read is listed as such, opens nothing, and can be deleted or replaced."""
    await saved(server, mo, "Old")
    _write_over(server, text)
    assert (
        "- **Old**: saved by another version, cannot be read" in (await mo.slash("rules list")).text
    )
    outdated = "The rules Old were saved by another version and cannot be read; save them again."
    assert (await mo.slash("new", rules="old")).text == outdated
    assert (await mo.slash("rules show", named="old")).text == outdated
    assert (await mo.slash("rules default", name="old")).text == outdated
    assert len(server.tables.open_tables) == 1
    rules = await saved(server, mo, "old")
    await mo.slash("new", rules="Old")
    assert server.table(2).rules == rules
    assert "is deleted" in (await mo.slash("rules delete", name="OLD")).text


async def test_other_servers_have_their_own(server: Server, mo: Player) -> None:
    """Neither sets nor defaults are shared."""
    await saved(server, mo, "Mine")
    await mo.slash("rules default", name="Mine")
    guild = server.env.create_guild("Other")
    channel = guild.create_text_channel("elsewhere")
    zoe = server.newcomer("Zoe", guild)
    assert "None yet" in (await zoe.slash("rules list", channel)).text
    assert await zoe.choices("new", "rules", "mine", channel=channel) == []
    assert "There are no rules" in (await zoe.slash("new", channel, rules="Mine")).text
    await zoe.slash("new", channel)
    assert server.table(2).rules == CARDCOUCH


@pytest.mark.parametrize(
    ("title", "preset"),
    [("Five bags", "five_bags"), ("ONE-PAGE  sheet", "one_page"), ("Kartenspiel zu dritt", None),
     ("Spades Hero, Partner", "hero_partners"), ("spades hero, PAREJAS", "hero_partners")],
)  # fmt: skip
async def test_titles_are_names(
    server: Server, mo: Player, eve: Player, title: str, preset: str | None
) -> None:
    """What people read as the title of a preset, in any language, opens, shows and is a default."""
    said = await eve.slash("new", rules=title)
    if preset is None:
        assert "There are no rules named" in said.text
        return
    assert server.table().rules == PRESETS[preset]
    await mo.slash("rules default", name=title)
    await eve.slash("new")
    assert server.table(2).rules == PRESETS[preset]
    assert "(default)" in (await eve.slash("rules list")).text


async def test_the_rules_of_a_game_are_its_own(server: Server, mo: Player) -> None:
    """They are frozen at the start and stored with it, whatever becomes of the set."""
    rules = await saved(server, mo, "Mine", target=50)
    await mo.slash("end")
    await mo.slash("new", rules="Mine", computers=3)
    await mo.press_table("Start", 2)
    await mo.slash("rules delete", name="Mine")
    await server.restart()
    assert server.table(2).rules == rules
    server.people = (*server.people, mo)
    table = await server.play_out(2)
    assert table.rules == rules
    await server.restart()
    assert (await server.tables.get(2)).rules == rules
    shown = await mo.slash("rules show", table=2)
    assert "50" in shown.text
