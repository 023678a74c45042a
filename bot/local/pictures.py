"""Pictures that simcord does not keep: the bot's emojis, and those just removed from a message."""

import base64
import binascii
from collections import OrderedDict
from typing import Final, TypeAlias

import simcord
from simcord.backend.cdn import CDN_BASE

Picture: TypeAlias = tuple[str, bytes, str]
"""Content type, bytes, file name."""

KEPT: Final = 60
"""Pictures to keep; a table may be drawn a few times before the page fetches one."""

_DATA: Final = "base64,"


class LatePictures:
    """Keeps the pictures that were removed from messages last.

    A page fetches a picture some time after it has learned of it. If the bot edits the message in
    between, simcord has dropped the picture, and the page shows an error until its next update.
    """

    def __init__(self) -> None:
        """Begin with none."""
        self._kept: OrderedDict[tuple[str, str], Picture] = OrderedDict()

    def keep(self, page: str, pictures: dict[str, Picture]) -> None:
        """Keep pictures, by id, for one page; other pages must not see them."""
        self._kept |= {(page, picture): what for picture, what in pictures.items()}
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def find(self, page: str, picture: str) -> Picture | None:
        """Give a picture that was kept for this page, or None."""
        return self._kept.get((page, picture))

    def forget(self, page: str) -> None:
        """Drop the pictures of a page that another person now looks at."""
        self._kept = OrderedDict((key, what) for key, what in self._kept.items() if key[0] != page)


def emoji_assets(env: simcord.Env) -> dict[str, tuple[str, bytes]]:
    """Return the files of the emojis that the bot has uploaded so far.

    The result maps an emoji's address to its file name and content.
    """
    pictures: dict[str, bytes] = {}
    for request in env.http_requests:
        if request.method == "POST" and request.path.endswith("/emojis"):
            body = request.json if isinstance(request.json, dict) else {}
            picture = _decoded(body.get("image"))
            if picture is not None:
                pictures[str(body.get("name"))] = picture
    return {
        f"{CDN_BASE}/emojis/{emoji.id}.png": (f"{emoji.name}.png", pictures[emoji.name])
        for emoji in env.backend.application_emojis.values()
        if emoji.name in pictures
    }


def _decoded(image: object) -> bytes | None:
    if not isinstance(image, str) or _DATA not in image:
        return None
    try:
        return base64.b64decode(image.split(_DATA, 1)[1], validate=True)
    except binascii.Error:
        return None
