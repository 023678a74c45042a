"""What is remembered of interactions while the bot runs: which came, and what was typed in vain."""

from collections import deque
from collections.abc import Mapping
from typing import Final

REMEMBERED: Final = 4096
"""Interactions that are recognised when they come again: some minutes of a busy bot."""

MOST_DRAFTS: Final = 512
"""Refused forms that are remembered; the oldest is forgotten, and its form shows what holds."""

Key = tuple[int, int, str]
"""The person, the table and the form."""


class Deliveries:
    """Tells the first delivery of an interaction from every later one."""

    def __init__(self, remembered: int = REMEMBERED) -> None:
        """Begin with none.

        Args:
            remembered: how many interactions are recognised; the oldest are forgotten.
        """
        self._order: deque[int] = deque()
        self._known: set[int] = set()
        self._most = remembered

    def is_first(self, interaction_id: int) -> bool:
        """Say whether an interaction comes for the first time, and remember that it has come."""
        if interaction_id in self._known:
            return False
        if len(self._order) == self._most:
            self._known.discard(self._order.popleft())
        self._order.append(interaction_id)
        self._known.add(interaction_id)
        return True


class Drafts:
    """The answers of each person's refused forms, until one is taken."""

    def __init__(self) -> None:
        """Begin with none."""
        self._kept: dict[Key, dict[str, str]] = {}

    def keep(self, key: Key, answers: Mapping[str, str]) -> None:
        """Remember the answers of a form that was refused."""
        self._kept.pop(key, None)
        self._kept[key] = dict(answers)
        if len(self._kept) > MOST_DRAFTS:
            del self._kept[next(iter(self._kept))]

    def of(self, key: Key) -> Mapping[str, str]:
        """Give the answers of the form as they were refused; none where it was not."""
        return self._kept.get(key, {})

    def forget(self, key: Key) -> None:
        """Forget the answers of a form that was taken."""
        self._kept.pop(key, None)
