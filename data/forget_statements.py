"""The statements that forget people and servers."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Text,
    bindparam,
    cast,
    delete,
    insert,
    literal_column,
    null,
    select,
    update,
)

from data.metadata import metadata
from data.schema import (
    facts,
    forgetting,
    old_totals,
    people,
    person_totals,
    played,
    preferences,
    prompts,
    rule_sets,
    tables,
)
from data.statements import Statement

NAMED_IN: Final = Statement(
    select(tables.c.id, tables.c.secret, tables.c.contributions).where(
        tables.c.contributions.like(bindparam("mark"))
    )
)
"""The tables whose contributions are as of an older version and match."""

KEEP_KEY: Final = Statement(
    update(tables)
    .where(tables.c.id == bindparam("at_id"))
    .values(contributions=bindparam("contributions"))
)
"""Keep of contributions no more than their key."""

ROLES_WITH: Final = Statement(
    select(tables.c.id, tables.c.roles).where(tables.c.roles.like(bindparam("mark")))
)
"""The tables that are put away and whose roles match."""

KEEP_ROLES: Final = Statement(
    update(tables).where(tables.c.id == bindparam("at_id")).values(roles=bindparam("roles"))
)
"""Write the roles of a table that is put away."""

FORGET_TOTALS: Final = Statement(
    delete(person_totals).where(person_totals.c.person == bindparam("person"))
)
"""Remove the totals of a person in every server."""

_THIS_USER: Final = bindparam("user_id", type_=BigInteger)

FORGET_PERSON: Final = (
    Statement(
        update(people)
        .where(people.c.user_id == _THIS_USER)
        .values({"user_id": null(), "name": null(), "avatar": literal_column("''")})
    ),
    Statement(
        delete(preferences).where(
            preferences.c.kind == literal_column("'person'"), preferences.c.owner == _THIS_USER
        )
    ),
    Statement(
        update(rule_sets).where(rule_sets.c.author == _THIS_USER).values(author=literal_column("0"))
    ),
    Statement(update(prompts).where(prompts.c.user_id == _THIS_USER).values(user_id=null())),
    Statement(delete(old_totals).where(old_totals.c.user_id == _THIS_USER)),
)
"""Forget a user, of whom a key without a user remains."""

DROP_NAMES: Final = Statement(
    update(people)
    .where(people.c.met_at < bindparam("before"), people.c.name.is_not(None))
    .values({"name": null(), "avatar": literal_column("''")})
)
"""Drop the names of those who were met last before a moment."""

_THIS_SERVER: Final = bindparam("guild_id", type_=BigInteger)
_TABLES_HERE: Final = select(tables.c.id).where(tables.c.guild_id == _THIS_SERVER)

BEGIN_FORGETTING: Final = Statement(insert(forgetting).values(guild_id=bindparam("guild_id")))
"""Let the games of a server be deleted until `END_FORGETTING`."""

END_FORGETTING: Final = Statement(delete(forgetting).where(forgetting.c.guild_id == _THIS_SERVER))
"""Let no game be deleted any more."""

FORGET_SERVER: Final = (
    *(
        Statement(delete(table).where(table.c.table_id.in_(_TABLES_HERE)))
        for table in metadata.sorted_tables
        if "table_id" in table.c and table is not prompts
    ),
    *(
        Statement(delete(table).where(table.c.guild_id == _THIS_SERVER))
        for table in metadata.sorted_tables
        if "guild_id" in table.c and table not in {tables, forgetting}
    ),
    Statement(
        delete(preferences).where(
            preferences.c.kind == literal_column("'server'"), preferences.c.owner == _THIS_SERVER
        )
    ),
    Statement(
        delete(facts).where(
            facts.c.name == literal_column("'default rules of '").concat(cast(_THIS_SERVER, Text))
        )
    ),
)
"""Delete everything of a server but its tables."""

FORGET_TABLES: Final = Statement(delete(tables).where(tables.c.guild_id == _THIS_SERVER))
"""Delete the tables of a server of which nothing else is left."""

_KNOWN_USERS: Final = (
    select(people.c.user_id).where(people.c.user_id.is_not(None)),
    select(rule_sets.c.author),
)

FORGET_STRANGERS: Final = (
    Statement(
        update(people)
        .where(people.c.user_id.is_not(None), people.c.key.not_in(select(played.c.person)))
        .values({"user_id": null(), "name": null(), "avatar": literal_column("''")})
    ),
    Statement(
        delete(preferences).where(
            preferences.c.kind == literal_column("'person'"),
            *(preferences.c.owner.not_in(users) for users in _KNOWN_USERS),
        )
    ),
)
"""Forget everyone who has played nowhere, and settings of people of whom nothing else is left."""
