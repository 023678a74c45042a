"""What several tests of the local table share."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.local.chromium import headless


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A headless Chromium. Only for modules without asynchronous tests, whose loop it holds."""
    with headless() as browser:
        yield browser
