"""A change of a table, before it is saved."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.tables.model import Status, Table
from bot.tables.ports import Entry
from engine.actions import Action
from engine.events import Event, what_happened


@dataclass(frozen=True, slots=True)
class Step:
    """A table after a change, the actions to log, and what happened in the game."""

    table: Table
    entries: tuple[Entry, ...] = ()
    events: tuple[Event, ...] = ()

    def then(self, command_id: str, action: Action, thought: str = "") -> "Step":
        """Apply an action to the game of the table.

        Args:
            command_id: the command id of the log entry.
            action: the action.
            thought: how a computer player chose it.

        Raises:
            RuleError: the action is not legal now.
        """
        game = self.table.game
        assert game is not None  # noqa: S101 - only a table that plays gets here
        after = game.apply(action)
        status = Status.FINISHED if after.outcome is not None else self.table.status
        table = replace(self.table, game=after, status=status, version=self.table.version + 1)
        return Step(
            table,
            (*self.entries, Entry(command_id, action, thought)),
            (*self.events, *what_happened(game, action, after)),
        )


Change = Callable[[Table], Step]
"""A pure change of a table; it raises TableError or RuleError if it is refused."""
