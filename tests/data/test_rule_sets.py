"""Rule sets that servers save: kept under their names, read again, told when they are too old."""

from pathlib import Path

import pytest
from sqlalchemy import URL

from bot.tables.errors import (
    BadRuleSetName,
    OutdatedRuleSet,
    TooManyRuleSets,
    UnknownRuleSet,
)
from bot.tables.rulesets import LONGEST_NAME, MOST_SETS, RuleSet, find_rules, save_rules
from data.database import Database
from data.rulesets import SqlRuleSets
from data.statements import SAVE_RULES
from data.transaction import run
from engine.presets import CARDCOUCH, PRESETS, WHIZ
from engine.rules import Rules
from tests.data.games import GUILD, HOUSES

ANN, BEN = 101, 102
OURS = HOUSES["exchange"]


@pytest.fixture
def rule_sets(database: Database) -> SqlRuleSets:
    """Give the rule sets of a database."""
    return SqlRuleSets(database)


async def test_a_rule_set_is_kept_between_runs(place: Path | URL) -> None:
    """What a server saved is there, every field of it, after the file was opened again."""
    async with await Database.open(place) as database:
        name = await save_rules(SqlRuleSets(database), GUILD, "  Our   House ", OURS, ANN)
        assert name == "Our House"
    async with await Database.open(place) as database:
        kept = SqlRuleSets(database)
        assert await kept.all(GUILD) == (RuleSet("Our House", OURS, ANN),)
        assert await find_rules(kept, GUILD, "our house") == OURS


async def test_names_are_told_apart_without_regard_to_case(rule_sets: SqlRuleSets) -> None:
    """The same name in other letters is the same rule set, changed; the last author is kept."""
    await save_rules(rule_sets, GUILD, "Friday", OURS, ANN)
    await save_rules(rule_sets, GUILD, "FRIDAY", WHIZ, BEN)
    assert await rule_sets.all(GUILD) == (RuleSet("FRIDAY", WHIZ, BEN),)
    for name in ("friday", "Friday", "FRIDAY"):
        assert await find_rules(rule_sets, GUILD, name) == WHIZ


async def test_a_name_with_what_is_no_character(rule_sets: SqlRuleSets) -> None:
    """Zeros and halves of characters fall away, whatever the database makes of them."""
    name = await save_rules(rule_sets, GUILD, "Fri\0day \ud83d", OURS, ANN)
    assert name == "Friday"
    assert await find_rules(rule_sets, GUILD, "Friday\0") == OURS
    with pytest.raises(BadRuleSetName):
        await save_rules(rule_sets, GUILD, "\0 \udfff", OURS, ANN)
    await rule_sets.save(GUILD, RuleSet("Sun\0day ♠", OURS, ANN))
    assert [each.name for each in await rule_sets.all(GUILD)] == ["Friday", "Sunday ♠"]


async def test_rule_sets_come_by_name(rule_sets: SqlRuleSets) -> None:
    """They are listed in the order of their names, whatever the case."""
    for name in ("zebra", "Apple", "mango"):
        await save_rules(rule_sets, GUILD, name, OURS, ANN)
    assert [each.name for each in await rule_sets.all(GUILD)] == ["Apple", "mango", "zebra"]


async def test_servers_do_not_share_rule_sets(rule_sets: SqlRuleSets) -> None:
    """A rule set, and a default, belong to one server."""
    await save_rules(rule_sets, GUILD, "Ours", OURS, ANN)
    await rule_sets.make_default(GUILD, "Ours")
    assert await rule_sets.all(GUILD + 1) == ()
    assert await rule_sets.default(GUILD + 1) is None
    assert not await rule_sets.delete(GUILD + 1, "Ours")
    with pytest.raises(UnknownRuleSet) as caught:
        await find_rules(rule_sets, GUILD + 1, "Ours")
    assert caught.value.name == "Ours"
    assert await find_rules(rule_sets, GUILD, "Ours") == OURS


async def test_a_preset_is_found_by_its_name(rule_sets: SqlRuleSets) -> None:
    """Presets need not be saved, and no server can save another rule set under their names."""
    for name, rules in PRESETS.items():
        assert await find_rules(rule_sets, GUILD, name.upper()) == rules
        with pytest.raises(BadRuleSetName):
            await save_rules(rule_sets, GUILD, name.title(), OURS, ANN)
    assert await rule_sets.all(GUILD) == ()


@pytest.mark.parametrize("name", ["", "   ", "\n", "x" * (LONGEST_NAME + 1)])
async def test_bad_names(rule_sets: SqlRuleSets, name: str) -> None:
    """An empty name or one too long is refused, and nothing is saved."""
    with pytest.raises(BadRuleSetName):
        await save_rules(rule_sets, GUILD, name, OURS, ANN)
    assert await rule_sets.all(GUILD) == ()


async def test_the_default_is_what_new_tables_play(rule_sets: SqlRuleSets) -> None:
    """Without a name: CardCouch, until the server has chosen a preset or a saved rule set."""
    assert await find_rules(rule_sets, GUILD, None) == CARDCOUCH
    await rule_sets.make_default(GUILD, "Whiz")
    assert await find_rules(rule_sets, GUILD, None) == WHIZ
    await save_rules(rule_sets, GUILD, "Ours", OURS, ANN)
    await rule_sets.make_default(GUILD, "OURS")
    assert await rule_sets.default(GUILD) == "ours"
    assert await find_rules(rule_sets, GUILD, None) == OURS


async def test_a_deleted_rule_set_is_no_default(rule_sets: SqlRuleSets) -> None:
    """With it goes its being the default; another default stays."""
    for name in ("Ours", "Theirs"):
        await save_rules(rule_sets, GUILD, name, OURS, ANN)
    await rule_sets.make_default(GUILD, "Ours")
    assert await rule_sets.delete(GUILD, "theirs")
    assert await rule_sets.default(GUILD) == "ours"
    assert await rule_sets.delete(GUILD, "OURS")
    assert not await rule_sets.delete(GUILD, "Ours")
    assert await rule_sets.default(GUILD) is None
    assert await find_rules(rule_sets, GUILD, None) == CARDCOUCH


async def test_a_server_saves_so_many(rule_sets: SqlRuleSets) -> None:
    """Beyond the limit nothing new is saved; what is there can still be changed."""
    for number in range(MOST_SETS):
        await save_rules(rule_sets, GUILD, f"set {number}", OURS, ANN)
    with pytest.raises(TooManyRuleSets):
        await save_rules(rule_sets, GUILD, "one more", OURS, ANN)
    assert await save_rules(rule_sets, GUILD, "SET 3", WHIZ, ANN) == "SET 3"
    assert await save_rules(rule_sets, GUILD + 1, "one more", OURS, ANN) == "one more"
    assert len(await rule_sets.all(GUILD)) == MOST_SETS


async def stored(database: Database, text: str) -> None:
    """Store rules as an older or newer version may have written them, under the name of Old."""
    row = {"guild_id": GUILD, "key": "old", "name": "Old", "rules": text, "author": ANN}
    await database.write(lambda: run(SAVE_RULES, [row]))


async def test_a_rule_set_without_the_newest_fields_is_read(
    database: Database, rule_sets: SqlRuleSets
) -> None:
    """A field that came later is off in what was saved before."""
    await stored(database, '{"mode": "solo", "target": 300}')
    assert await find_rules(rule_sets, GUILD, "old") == Rules(mode="solo", target=300)


OLD = [
    "{}x",
    '{"target": 500, "goal": "a field that is gone"}',
    '{"target": 5000}',
    '{"mode": "solo", "bidding": "suicide"}',
]


@pytest.mark.parametrize("text", OLD)
async def test_a_rule_set_of_another_version_is_told(
    database: Database, rule_sets: SqlRuleSets, text: str
) -> None:
    """One that cannot be read is listed without rules, refused by name, and can be replaced."""
    await stored(database, text)
    assert await rule_sets.all(GUILD) == (RuleSet("Old", None, ANN),)
    with pytest.raises(OutdatedRuleSet) as caught:
        await find_rules(rule_sets, GUILD, "OLD")
    assert caught.value.name == "Old"
    await rule_sets.make_default(GUILD, "old")
    with pytest.raises(OutdatedRuleSet):
        await find_rules(rule_sets, GUILD, None)
    await save_rules(rule_sets, GUILD, "old", OURS, BEN)
    assert await find_rules(rule_sets, GUILD, None) == OURS
