"""The bot's own emojis, which simcord accepts without keeping their pictures."""

import base64
import binascii
from typing import Final

import simcord
from simcord.backend.cdn import CDN_BASE

_DATA: Final = "base64,"


def emoji_assets(env: simcord.Env) -> dict[str, tuple[str, bytes]]:
    """Return what the page needs to draw the emojis that the bot has uploaded so far.

    The result maps an emoji's address to a file name and the file.
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
