"""The application's own emojis."""

import base64
import binascii
import re
from dataclasses import dataclass

from .clock import Snowflakes
from .errors import INVALID_FORM, TOO_MANY_EMOJIS, UNKNOWN_EMOJI, ApiError
from .problems import Problem, as_tree
from .wire import JsonObject

MOST = 2000
LARGEST = 256 * 1024

_DATA_URI = re.compile(r"data:image/(png|gif|jpeg|webp|avif);base64,(.+)", re.DOTALL)
_NAME = re.compile(r"\w{2,32}")


@dataclass(slots=True, eq=False)
class Emoji:
    """One emoji of the application, with the bytes of its picture."""

    id: int
    name: str
    image: bytes
    animated: bool

    def payload(self) -> JsonObject:
        """The emoji as an answer."""
        return {
            "id": str(self.id),
            "name": self.name,
            "roles": [],
            "require_colons": True,
            "managed": False,
            "animated": self.animated,
            "available": True,
        }


class EmojiShelf:
    """Emojis of the application, by id; names are unique."""

    def __init__(self, ids: Snowflakes) -> None:
        self._ids = ids
        self.emojis: dict[int, Emoji] = {}

    def knows(self, emoji_id: int) -> bool:
        """Whether a component may show this emoji."""
        return emoji_id in self.emojis

    def get(self, emoji_id: int) -> Emoji:
        """One emoji; raises `ApiError` 10014."""
        if emoji_id not in self.emojis:
            raise ApiError(UNKNOWN_EMOJI)
        return self.emojis[emoji_id]

    def add(self, name: str, image: str) -> Emoji:
        """Create an emoji from a data URI.

        Raises `ApiError`: 30008 at the maximum number, 50035 for a bad name or picture.
        """
        if len(self.emojis) >= MOST:
            raise ApiError(TOO_MANY_EMOJIS)
        self._check_name(name)
        match = _DATA_URI.fullmatch(image)
        if match is None:
            raise _bad("image", "IMAGE_INVALID", "Invalid image data")
        try:
            content = base64.b64decode(match[2], validate=True)
        except binascii.Error:
            raise _bad("image", "IMAGE_INVALID", "Invalid image data") from None
        if len(content) > LARGEST:
            raise _bad("image", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
        emoji = Emoji(self._ids.next(), name, content, animated=match[1] == "gif")
        self.emojis[emoji.id] = emoji
        return emoji

    def rename(self, emoji_id: int, name: str) -> Emoji:
        """Rename an emoji; raises `ApiError` 10014 or 50035."""
        emoji = self.get(emoji_id)
        if name != emoji.name:
            self._check_name(name)
        emoji.name = name
        return emoji

    def remove(self, emoji_id: int) -> None:
        """Delete an emoji; raises `ApiError` 10014."""
        del self.emojis[self.get(emoji_id).id]

    def _check_name(self, name: str) -> None:
        if not _NAME.fullmatch(name):
            raise _bad("name", "STRING_TYPE_REGEX", "String value did not match validation regex.")
        if any(emoji.name == name for emoji in self.emojis.values()):
            raise _bad(
                "name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "This name is already taken."
            )


def _bad(key: str, code: str, message: str) -> ApiError:
    return ApiError(INVALID_FORM, as_tree([Problem((key,), code, message)]))
