"""What the bot remembers of interactions while it runs: those delivered, and refused forms."""

from collections import deque
from collections.abc import Mapping
from typing import Final

REMEMBERED: Final = 4096
"""Interactions that are recognised when they are delivered again: some minutes of a busy bot."""

MOST_DRAFTS: Final = 512
"""Refused forms to remember; beyond them the oldest is forgotten, and its form shows the present
values."""

Key = tuple[int, int, str]
"""The person, the table and the form."""


class Deliveries:
    """Distinguishes the first delivery of an interaction from later ones."""

    def __init__(self, remembered: int = REMEMBERED) -> None:
        """Start empty.

        Args:
            remembered: how many interactions are recognised; the oldest are forgotten.
        """
        self._order: deque[int] = deque()
        self._known: set[int] = set()
        self._most = remembered

    def is_first(self, interaction_id: int) -> bool:
        """Say whether an interaction arrives for the first time, and remember it."""
        if interaction_id in self._known:
            return False
        if len(self._order) == self._most:
            self._known.discard(self._order.popleft())
        self._order.append(interaction_id)
        self._known.add(interaction_id)
        return True


class Drafts:
    """The answers of each person's refused forms, until the form is accepted."""

    def __init__(self) -> None:
        """Start empty."""
        self._kept: dict[Key, dict[str, str]] = {}

    def keep(self, key: Key, answers: Mapping[str, str]) -> None:
        """Remember the answers of a refused form."""
        self._kept.pop(key, None)
        self._kept[key] = dict(answers)
        if len(self._kept) > MOST_DRAFTS:
            del self._kept[next(iter(self._kept))]

    def of(self, key: Key) -> Mapping[str, str]:
        """Give the refused answers of a form; empty if it was not refused."""
        return self._kept.get(key, {})

    def forget(self, key: Key) -> None:
        """Forget the answers of an accepted form."""
        self._kept.pop(key, None)
