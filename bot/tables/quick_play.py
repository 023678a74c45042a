"""Which open lobby someone who wants to play at once sits down at."""

from collections.abc import Iterable

from bot.tables import seating
from bot.tables.errors import TableError
from bot.tables.model import Status, Table
from engine.presets import differences
from engine.rules import Rules


def same_kind(rules: Rules, others: Rules) -> bool:
    """Say whether two rule sets are the same, to whatever target."""
    return set(differences(rules, others)) <= {"target"}


def lobbies_for(tables: Iterable[Table], user_id: int, rules: Rules) -> list[Table]:
    """Give the lobbies in which a user finds a seat, in the order of the user's likely choice.

    A seat that is held for the user comes first, whatever is played there; then tables with the
    user's kind of rules, those to the same target first; among equals the one with the most people.

    Args:
        tables: open tables, oldest first.
        user_id: the user, who sits at none of them.
        rules: the rules that the user likes to play.
    """
    found = [
        table
        for table in tables
        if _has_room(table, user_id)
        and (table.held_seat(user_id) is not None or same_kind(table.rules, rules))
    ]
    return sorted(
        found,
        key=lambda table: (
            table.held_seat(user_id) is None,
            table.rules != rules,
            -len(table.people),
        ),
    )


def _has_room(table: Table, user_id: int) -> bool:
    """Say whether a user may take a seat that nobody holds, before the game."""
    try:
        seating.require_welcome(table, user_id)
    except TableError:
        return False
    return table.status is Status.LOBBY and any(
        chair.empty and chair.open_to(user_id) for chair in table.chairs
    )
