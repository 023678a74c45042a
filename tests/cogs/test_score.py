"""`/spades score` and `rules`, and the buttons that show the same."""

import pytest

from bot.tables.rule_codes import code_of
from engine.presets import PRESETS
from tests.cogs.player import Player
from tests.cogs.server import Server

QUICK = "30 s to bid and 15 s to play."
STEADY = "60 s to bid and 30 s to play."
CLOCKS = ("There is no clock.", QUICK, STEADY)


async def test_score_before_the_first_round_is_over(server: Server, eve: Player) -> None:
    """Anyone may read the standing: by command, by the button, for themselves alone."""
    await server.four(rules="cardcouch")
    said = await eve.slash("score")
    assert said.private
    assert "\n**Ada & Chidi** 0 · bags 0/10\n" in said.text
    assert "\n**Ben & Dana** 0 · bags 0/10\n" in said.text
    assert (await eve.press_table("Score")).text == said.text


async def test_score_in_the_lobby(server: Server, eve: Player) -> None:
    """There is nothing to score yet."""
    await server.lobby()
    assert (await eve.slash("score")).text.endswith("The game has not begun yet.")


async def test_score_names_everyone_once_in_solo(server: Server, ada: Player) -> None:
    """In mid-round each seat has one line, with tricks, bid, points and bags."""
    await server.four(rules="hero_solo", pace="none")
    await server.bidding()
    said = (await ada.slash("score")).text
    for person in server.people[:4]:
        assert said.count(person.name) == 1
    assert said.count(" 0 of ") + said.count(" took 0") == 4
    assert said.count("0 points \N{MIDDLE DOT} bags 0/10") == 4


async def test_score_explains_the_last_rounds(server: Server, ada: Player) -> None:
    """Two rounds point by point, the newest first; each round before in one line."""
    await server.alone(rules="one_page", target=2000)
    for _ in range(4):
        await server.until_round_ends()
        await server.step()
    said = (await ada.slash("score")).text
    assert said.index("**Round 4**") < said.index("**Round 3**") < said.index("-# Round 2: ")
    assert said.index("-# Round 2: ") < said.index("-# Round 1: ")
    assert said.count("bid ") >= 4


async def test_score_of_a_table_by_its_number(server: Server, ada: Player, eve: Player) -> None:
    """The option names a table of this server, ended ones too."""
    await server.alone(rules="hero_partners", target=50)
    await server.play_out()
    said = await eve.slash("score", table=1)
    assert "**Round 1**" in said.text


@pytest.mark.parametrize("rules", PRESETS)
async def test_rules_of_a_rule_set(server: Server, ada: Player, rules: str) -> None:
    """Every preset is explained in full sentences, with nothing in bold: nothing differs."""
    said = await ada.slash("rules", named=rules)
    assert said.private
    assert "**" not in said.text
    assert said.text.count("\n- ") >= 14
    assert str(PRESETS[rules].target) in said.text


async def test_rules_of_a_table(server: Server, eve: Player) -> None:
    """What differs from the preset is in bold, and the pace of the table is said too."""
    await server.lobby(rules="hero_solo", target=300, pace="steady")
    said = (await eve.slash("rules")).text.split("\n")
    assert said[0] == "### Spades Hero, solo, with the differences in bold"
    assert "- **The game ends when a side has 300 points or more.**" in said
    assert said[-2] == "-# 60 s to bid and 30 s to play."
    assert code_of(server.table().rules) in said[-1]


@pytest.mark.parametrize("rules", ["cardcouch", "hero_solo"])
@pytest.mark.parametrize("pace", [None, "none", "quick", "steady"])
async def test_rules_told_a_clock_that_did_not_run(
    server: Server, ada: Player, rules: str, pace: str | None
) -> None:
    """Of a table's clocks only the one in force is told: in its rules and among its house rules."""
    options = {} if pace is None else {"pace": pace}
    await server.lobby(rules=rules, **options)
    own = {"cardcouch": "There is no clock.", "hero_solo": QUICK}[rules]
    running = {"none": "There is no clock.", "quick": QUICK, "steady": STEADY}.get(pace or "", own)
    for said in (
        (await ada.slash("rules")).text,
        (await ada.press_table("Rules")).text,
        (await ada.press_table("House rules")).text,
    ):
        told = [line for line in said.split("\n") if line.endswith((*CLOCKS,))]
        assert [line.lstrip("-# ") for line in told] == [running]


async def test_rules_of_a_table_by_its_number(server: Server, ada: Player, eve: Player) -> None:
    """With two tables the option says which."""
    await server.lobby()
    await eve.slash("new", rules="hero_solo")
    assert "Everyone plays alone." in (await ada.slash("rules", table=2)).text


async def test_the_names_of_rules_are_offered(server: Server, ada: Player) -> None:
    """Autocomplete finds rule sets by their titles."""
    ((offered, value),) = await ada.choices("rules", "named", "page")
    assert offered.startswith("One-page sheet: partners, to 500; ")
    assert value == "one_page"


async def test_rules_that_nobody_knows(server: Server, ada: Player) -> None:
    """Free text in place of a rule set gets one sentence."""
    said = await ada.slash("rules", named="whist")
    assert said.text == (
        "There are no rules named whist in this server. /spades rules list shows what there is."
    )


async def test_the_rules_button_in_mid_game(server: Server, eve: Player) -> None:
    """The button "More" leads to the rules; who has no seat is offered the free ones as well."""
    await server.alone(rules="one_page")
    more = await eve.press_table("More")
    assert more.private
    assert more.labels == [
        "Rules", "Last trick", "2 take Wren's seat", "3 take Finch's seat", "4 take Lark's seat",
    ]  # fmt: skip
    rules = await eve.press(more.message, label="Rules")
    assert rules.text.startswith("### One-page sheet")


async def test_more_for_the_host_and_for_a_guest(server: Server, ada: Player, ben: Player) -> None:
    """Whoever holds a seat may leave or vote for the end; the host decides who may join."""
    await server.four()
    assert (await ben.press_table("More")).labels == [
        "Rules", "Last trick", "Leave the table", "Resign", "End without a result",
    ]  # fmt: skip
    assert (await ada.press_table("More")).labels == [
        "Rules", "Last trick", "Leave the table", "Who may join", "Resign", "End without a result",
    ]  # fmt: skip


async def test_the_last_trick(server: Server, eve: Player) -> None:
    """The trick completed last can be read while the next one is played."""
    await server.four(rules="cardcouch")
    said = await eve.press_table("Last trick")
    assert said.text.endswith("No trick has been completed in this round yet.")
    await server.bidding()
    for _ in range(5):
        await server.turn()
    said = await eve.press_table("Last trick")
    assert said.private
    assert "**Trick 1** went to" in said.text
    assert said.text.count("\N{WHITE MEDIUM STAR}") == 1
