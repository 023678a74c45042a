"""The rule sets of servers: `bot.tables.rulesets.RuleSets` over the database."""

from sqlalchemy import select

from bot.tables.rulesets import RuleSet
from data.database import Database
from data.remembered import SqlFacts
from data.schema import rule_sets
from data.statements import DELETE_RULES, FORGET, SAVE_RULES
from data.transaction import Unit, count, run
from engine.errors import BadRules
from engine.rules import Rules, parse_rules


class SqlRuleSets:
    """Keeps the rule sets of servers."""

    def __init__(self, database: Database) -> None:
        """Use an open database."""
        self._database = database
        self._facts = SqlFacts(database)

    async def all(self, guild_id: int) -> tuple[RuleSet, ...]:
        """Give the rule sets of a server, by name; an unreadable one comes without rules.

        Raises:
            StoreError: they cannot be read now.
        """
        of_guild = select(rule_sets).where(rule_sets.c.guild_id == guild_id)
        async with self._database.read() as connection:
            rows = (await connection.execute(of_guild.order_by(rule_sets.c.key))).mappings()
            return tuple(RuleSet(row["name"], _read(row["rules"]), row["author"]) for row in rows)

    async def save(self, guild_id: int, rule_set: RuleSet) -> None:
        """Save a rule set; it replaces one of the same name.

        Raises:
            StoreError: it cannot be written now.
        """
        rules = rule_set.rules
        row = {
            "guild_id": guild_id,
            "key": rule_set.name.casefold(),
            "name": rule_set.name,
            "rules": "{}" if rules is None else rules.model_dump_json(),
            "author": rule_set.author,
        }
        await self._database.write(lambda: run(SAVE_RULES, [row]), guild_id)

    async def delete(self, guild_id: int, name: str) -> bool:
        """Delete a rule set, also as the default; say whether there was one.

        Raises:
            StoreError: it cannot be written now.
        """
        key = name.casefold()

        def work() -> Unit[bool]:
            deleted = yield from count(DELETE_RULES, [{"guild_id": guild_id, "key": key}])
            yield from run(FORGET, [{"name": _fact(guild_id), "value": key}])
            return deleted > 0

        return await self._database.write(work, guild_id)

    async def default(self, guild_id: int) -> str | None:
        """Give the name of a server's default rules, or None.

        Raises:
            StoreError: it cannot be read now.
        """
        return await self._facts.fact(_fact(guild_id))

    async def make_default(self, guild_id: int, name: str) -> None:
        """Make a preset or a saved rule set the default of a server.

        Raises:
            StoreError: it cannot be written now.
        """
        await self._facts.remember(_fact(guild_id), name.casefold())


def _read(text: str) -> Rules | None:
    try:
        return parse_rules(text)
    except BadRules:
        return None


def _fact(guild_id: int) -> str:
    return f"default rules of {guild_id}"
