"""The time zone of this computer, by the name that simcord's page needs."""

import os
from collections.abc import Mapping
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

_FOLDER = "zoneinfo/"


def timezone_name(
    environment: Mapping[str, str] = os.environ, link: Path = Path("/etc/localtime")
) -> str:
    """Return a name like "Europe/Berlin"; "UTC" where the computer does not tell its own."""
    names = [environment.get("TZ", ""), str(link.resolve()).partition(_FOLDER)[2]]
    return next((name for name in names if _known(name)), "UTC")


def _known(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True
