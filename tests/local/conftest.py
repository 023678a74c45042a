"""What several tests of the local table share."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.local.chromium import arguments, chromium_or_skip


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A headless Chromium. Only for modules without asynchronous tests, whose loop it holds."""
    executable = chromium_or_skip()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=arguments())
        yield browser
        browser.close()
