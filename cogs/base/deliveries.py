"""Recognises interactions that Discord delivers twice."""

from collections import deque
from typing import Final

REMEMBERED: Final = 4096
"""Interactions that are recognised when they are delivered again: some minutes of a busy bot."""


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
