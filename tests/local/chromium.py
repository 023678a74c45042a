"""The Chromium that tests and pictures use: the system's own, never a downloaded one."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import pytest
from playwright.sync_api import Browser, sync_playwright

REQUIRE: Final = "SPADES_REQUIRE_BROWSER"
"""Set to 1 where a missing browser is a failure, as it is in continuous integration."""

_NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def chromium() -> str | None:
    """Return the path of an installed Chromium, or None."""
    return next(filter(None, map(shutil.which, _NAMES)), None)


def arguments() -> list[str]:
    """Return what Chromium must be told on this computer: it refuses its sandbox to root."""
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return ["--no-sandbox"] if as_root else []


@contextmanager
def headless() -> Iterator[Browser]:
    """Open a headless Chromium, or skip the test, or fail, as `chromium_or_skip` does."""
    executable = chromium_or_skip()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=arguments())
        yield browser
        browser.close()


def chromium_or_skip() -> str:
    """Return the path of Chromium; where there is none, skip the test, or fail if it is required.

    The environment variable named by `REQUIRE` decides which.
    """
    found = chromium()
    if found is not None:
        return found
    reason = f"no Chromium on the PATH (looked for {', '.join(_NAMES)})"
    if os.environ.get(REQUIRE) == "1":
        pytest.fail(f"{reason}, and {REQUIRE} is set")
    pytest.skip(f"{reason}; on Debian and Ubuntu: apt-get install chromium")
