"""Pictures that a page was told of and may still ask for."""

from collections import OrderedDict
from typing import Final, TypeAlias

Picture: TypeAlias = tuple[str, bytes, str]
"""Content type, bytes, file name."""

KEPT: Final = 60
"""Pictures; a quick person's table is drawn a few times before the page has asked once."""


class LatePictures:
    """Keeps the pictures that left the messages last.

    A page asks for a picture after it has read of it. If the bot edits the message in between,
    simcord has forgotten the picture, and the page shows an error until its next reading.
    """

    def __init__(self) -> None:
        """Begin with none."""
        self._kept: OrderedDict[tuple[str, str], Picture] = OrderedDict()

    def keep(self, page: str, pictures: dict[str, Picture]) -> None:
        """Keep pictures, by id, for one page alone: others may not be shown them."""
        self._kept |= {(page, picture): what for picture, what in pictures.items()}
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def find(self, page: str, picture: str) -> Picture | None:
        """Give a picture that was kept for this page, or None."""
        return self._kept.get((page, picture))

    def forget(self, page: str) -> None:
        """Keep nothing more for a page, since somebody else looks at it now."""
        self._kept = OrderedDict((key, what) for key, what in self._kept.items() if key[0] != page)
