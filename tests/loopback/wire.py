"""JSON types, and the server's JSON encoding."""

import json
from typing import Any

JsonObject = dict[str, Any]
JsonBody = JsonObject | list[JsonObject]


def dump(value: object) -> str:
    """Compact JSON text, every script kept as it is."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def load(text: str | bytes) -> object:
    """Parse JSON text.

    Raises `ValueError` where it is none.
    """
    value: object = json.loads(text)
    return value
