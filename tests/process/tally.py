"""The counts of the kill test over all workers, in one line."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

PROPERTY: Final = "kill test"
"""The property of a test's report that carries its counts."""


def said(properties: Iterable[tuple[str, object]]) -> str:
    """Add up and format the counts; empty if the kill test did not run."""
    total: Counter[str] = Counter()
    for name, counted in properties:
        if name == PROPERTY and isinstance(counted, Mapping):
            total.update(counted)
    if not total:
        return ""
    return (
        f"kill test: {total['survived']} of {total['planned']} kills lost nothing and did nothing "
        f"twice; under way at the kills: {total['saved']} presses saved and unanswered, "
        f"{total['not saved']} not saved; after them {total['screens']} screens were as on disk, "
        f"and {total['old buttons']} old buttons worked"
    )
