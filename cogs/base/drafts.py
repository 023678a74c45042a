"""What people typed into forms that were refused, so that nobody types it twice."""

from collections.abc import Mapping
from typing import Final

MOST_DRAFTS: Final = 512
"""Refused forms that are remembered; the oldest is forgotten, and its form shows what holds."""

Key = tuple[int, int, str]
"""The person, the table and the form."""


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
