"""The computer that the page is opened on: its browser and its time zone."""

import asyncio
import os
import sys
import webbrowser
from collections.abc import Mapping
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

_FOLDER = "zoneinfo/"


def has_display(platform: str = sys.platform, environment: Mapping[str, str] = os.environ) -> bool:
    """Say whether a browser window can appear.

    Without a display, Python would start a text browser in the terminal.
    """
    if platform in {"win32", "darwin"}:
        return True
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


async def open_page(address: str) -> bool:
    """Open `address` in the default browser; False if there is none."""
    if not has_display():
        return False
    try:
        return await asyncio.to_thread(webbrowser.open, address)
    except webbrowser.Error:
        return False


def timezone_name(
    environment: Mapping[str, str] = os.environ, link: Path = Path("/etc/localtime")
) -> str:
    """Return a name like "Europe/Berlin"; "UTC" if the computer's zone is unknown."""
    names = [environment.get("TZ", ""), str(link.resolve()).partition(_FOLDER)[2]]
    return next((name for name in names if _known(name)), "UTC")


def _known(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True
