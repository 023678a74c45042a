"""The person's own browser, where there is one."""

import asyncio
import os
import sys
import webbrowser
from collections.abc import Mapping


def has_display(platform: str = sys.platform, environment: Mapping[str, str] = os.environ) -> bool:
    """Tell whether a window could appear.

    Without a screen, Python would start a browser for text terminals in the middle of ours.
    """
    if platform in {"win32", "darwin"}:
        return True
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


async def open_page(address: str) -> bool:
    """Open `address` in the person's browser; False if there is none."""
    if not has_display():
        return False
    try:
        return await asyncio.to_thread(webbrowser.open, address)
    except webbrowser.Error:
        return False
