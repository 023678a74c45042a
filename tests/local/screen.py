"""The page as a person uses it: by what stands on buttons, in a real browser."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from playwright.sync_api import Browser, ConsoleMessage, FloatRect, Locator, Page

PATIENCE_MS: Final = 30_000
_BETWEEN_LOOKS_MS: Final = 50
_SOON_MS: Final = 3_000
_CHANNEL: Final = "#channel-message-list"
_CARD: Final = re.compile(r"^(?:(?:10|[2-9JQKA])[♠♥♦♣]\ufe0e?|(?:Big|Little) Joker)$")
_SECONDARY: Final = "button-style-2"


@dataclass(frozen=True, slots=True)
class Choice:
    """An enabled button.

    Attributes:
        label: what stands on it.
        bright: whether it stands out from the plain ones.
    """

    label: str
    bright: bool = False

    @property
    def is_card(self) -> bool:
        """Whether a card stands on it."""
        return _CARD.match(self.label) is not None


class Screen:
    """One open page.

    Nothing here asks the page's script to evaluate text, which its security policy forbids.
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        self.complaints: list[str] = []
        page.set_default_timeout(PATIENCE_MS)
        page.on("console", self._note)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _note(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.complaints.append(f"{message.text} {message.location.get('url')}")

    @classmethod
    def open(
        cls, browser: Browser, address: str, *, width: int = 1280, height: int = 900
    ) -> "Screen":
        """Open a page of this size and wait until it shows the channel."""
        screen = cls(browser.new_page(viewport={"width": width, "height": height}))
        screen._page.goto(address)
        screen._page.locator("#preview-app[aria-busy=false]").wait_for()
        return screen

    def button(self, label: str | re.Pattern[str]) -> Locator:
        """Return the enabled buttons with this label in the channel, the newest message's last."""
        wanted = re.compile(rf"^{re.escape(label)}$") if isinstance(label, str) else label
        return self._page.locator(
            "#channel-message-list button.component-button[aria-disabled=false]"
        ).filter(has=self._page.locator(".button-label", has_text=wanted))

    def labels(self, label: re.Pattern[str]) -> list[str]:
        """Return the labels that match, of enabled and disabled buttons, in the page's order."""
        shown = self._page.locator("#channel-message-list .button-label").all_inner_texts()
        return [text for text in shown if label.search(text)]

    def press(self, label: str | re.Pattern[str]) -> str:
        """Press the last enabled button with this label, waiting for one; return its label.

        Raises:
            playwright.sync_api.TimeoutError: if none appears.
        """
        button = self.button(label).last
        pressed = button.locator(".button-label").inner_text()
        button.click()
        return pressed

    def choices(self) -> list[Choice]:
        """Return the enabled buttons of the channel, in the page's order."""
        enabled = self._page.locator(f"{_CHANNEL} button.component-button[aria-disabled=false]")
        found: list[dict[str, str]] = enabled.evaluate_all(
            "buttons => buttons.map(each => ({"
            "label: each.querySelector('.button-label')?.innerText ?? '', kind: each.className}))"
        )
        return [Choice(each["label"], _SECONDARY not in each["kind"]) for each in found]

    def press_soon(self, label: str) -> None:
        """Press the last enabled button with this label.

        Raises:
            playwright.sync_api.TimeoutError: if it does not stay for long enough.
        """
        self.button(label).last.click(timeout=_SOON_MS)

    def wait_until_answered(self, choice: Choice, before: int) -> None:
        """Wait until fewer such buttons are left than before, or for as long as Discord would."""
        deadline = time.monotonic() + _SOON_MS / 1000
        while time.monotonic() < deadline and 0 < before <= self.choices().count(choice):
            self.rest()

    def rest(self) -> None:
        """Let the page work for a moment."""
        self._page.wait_for_timeout(_BETWEEN_LOOKS_MS)

    def asks_for_cards(self) -> bool:
        """Tell whether a menu asks for cards to pass."""
        return self._page.locator(f"{_CHANNEL} .select-trigger:not([disabled])").count() > 0

    def choose_cards(self) -> None:
        """Choose as many cards as the menu asks for, the first ones, and send them.

        Raises:
            playwright.sync_api.TimeoutError: if the menu does not stay for long enough.
        """
        trigger = self._page.locator(f"{_CHANNEL} .select-trigger").last
        count = int(re.findall(r"\d+", trigger.inner_text())[0])
        trigger.click(timeout=_SOON_MS)
        for place in range(count):
            self._page.locator(".select-option").nth(place).click(timeout=_SOON_MS)
        self._page.locator(".select-apply").click(timeout=_SOON_MS)

    def close(self) -> None:
        """Close the page."""
        self._page.close()

    def become(self, name: str) -> None:
        """Switch to another of the people."""
        self._page.get_by_label("Viewing as").select_option(label=name)
        self._page.locator("#preview-app[aria-busy=false]").wait_for()

    def text(self) -> str:
        """Return all that stands in the channel."""
        return self._page.locator("#channel-message-list").inner_text()

    def wait_for(self, text: str | re.Pattern[str]) -> str:
        """Wait until the channel says `text`; return all that it says then.

        Raises:
            AssertionError: after `PATIENCE_MS`, with what it says instead.
        """
        wanted = re.compile(re.escape(text)) if isinstance(text, str) else text
        self.wait_for_change(lambda: wanted.search(self.text()) is not None, wanted.pattern)
        return self.text()

    def wait_for_change(self, happened: Callable[[], bool], what: str = "the change") -> None:
        """Wait until `happened` says so.

        Raises:
            AssertionError: after `PATIENCE_MS`, with `what` was awaited and what the page shows.
        """
        deadline = time.monotonic() + PATIENCE_MS / 1000
        while not happened():
            assert time.monotonic() < deadline, f"waited in vain for {what} on:\n{self.text()}"
            self._page.wait_for_timeout(_BETWEEN_LOOKS_MS)

    def command(self, text: str) -> None:
        """Type a command that has no options, and give it."""
        self._page.locator("#channel-composer-input").fill(text)
        self._page.locator("[role=option]").first.click()
        self._page.keyboard.press("Enter")

    def follow(self, address: str) -> None:
        """Press the last link whose address contains this."""
        self._page.locator(f'#channel-message-list a[href*="{address}"]').last.click()

    @property
    def address(self) -> str:
        """Where the browser is."""
        return self._page.url

    def status(self) -> str:
        """Return what the page tells about itself in its head; empty where it tells nothing."""
        status = self._page.locator("#action-status")
        return status.inner_text() if status.is_visible() else ""

    def shown(self) -> str:
        """Return what the message says to which a link has led."""
        return self._page.locator("#channel-message-list .is-shown").inner_text()

    def in_sight(self, labels: re.Pattern[str]) -> list[str]:
        """Return the labels of those buttons in the channel that are in sight as a whole."""
        timeline = self._page.locator("#channel-timeline").bounding_box()
        assert timeline is not None
        seen = []
        for button in self.button(labels).all():
            box = button.bounding_box()
            if box is not None and _within(box, timeline):
                seen.append(button.locator(".button-label").inner_text())
        return seen

    def sees(self, text: str) -> bool:
        """Say whether the last line in the channel that says `text` is in sight as a whole."""
        timeline = self._page.locator("#channel-timeline").bounding_box()
        box = self._page.locator(_CHANNEL).get_by_text(text).last.bounding_box()
        return timeline is not None and box is not None and _within(box, timeline)

    def point_at(self, text: str) -> None:
        """Move the mouse over the last line in the channel that says `text`."""
        self._page.locator(_CHANNEL).get_by_text(text).last.hover()

    def visible(self, kind: str) -> list[bool]:
        """Say of each element of a class in the channel whether it can be seen."""
        return [each.is_visible() for each in self._page.locator(f"{_CHANNEL} .{kind}").all()]

    def picture(self, path: str) -> None:
        """Save what is in sight as a PNG."""
        self._page.screenshot(path=path)


def _within(box: FloatRect, outer: FloatRect) -> bool:
    return (
        outer["x"] <= box["x"]
        and outer["y"] <= box["y"]
        and box["x"] + box["width"] <= outer["x"] + outer["width"]
        and box["y"] + box["height"] <= outer["y"] + outer["height"]
    )
