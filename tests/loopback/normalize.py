"""Identifiers as strings.

Discord takes an identifier as a JSON integer as well as a string, and discord.py sends both; the
description knows strings only.
"""

from collections.abc import Mapping

from .wire import JsonObject

_ID_KEYS = frozenset({"message_id", "channel_id", "guild_id", "sku_id", "recipient_id"})
_ID_LISTS = frozenset({"users", "roles", "sticker_ids", "applied_tags"})
_HOLDERS = frozenset({"emoji", "attachments", "default_values"})


def normalize(body: object) -> object:
    """A copy of `body` in which every snowflake is a string; ids of components stay integers."""
    return _copy(body, "", holder="")


def normalized_object(body: Mapping[str, object]) -> JsonObject:
    """`normalize` for a JSON object."""
    return {key: _copy(value, key, holder="") for key, value in body.items()}


def _copy(value: object, key: str, holder: str) -> object:
    if isinstance(value, dict):
        inside = key if key in _HOLDERS else ""
        return {name: _copy(inner, name, inside) for name, inner in value.items()}
    if isinstance(value, list):
        if key in _ID_LISTS:
            return [str(item) if _is_id(item) else item for item in value]
        return [_copy(item, key, holder) for item in value]
    wanted = key in _ID_KEYS or (key == "id" and holder)
    return str(value) if wanted and _is_id(value) else value


def _is_id(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
