"""The real browser shows what the bot does, and its presses reach the bot."""

from playwright.sync_api import Browser

from tests.local.process import PlayProcess
from tests.local.screen import Screen

SERVE = "tests.local.serve"


def test_a_press_is_answered_on_the_page(browser: Browser) -> None:
    """The button's message changes in place, and nothing is told beside it."""
    with PlayProcess(SERVE) as process:
        screen = Screen.open(browser, process.address())
        screen.wait_for("pressed 0")
        screen.press("Count")
        screen.wait_for("pressed 1")
        assert screen.status() == ""


def test_the_page_tells_when_its_table_is_closed(browser: Browser) -> None:
    """Only of its routine it tells nothing."""
    with PlayProcess(SERVE) as process:
        screen = Screen.open(browser, process.address())
        process.end()
        screen.wait_for_change(lambda: screen.status() != "", "word of the end")


def test_the_page_follows_the_bot_without_a_refresh(browser: Browser) -> None:
    """A second later the bot edits its message by itself, and the page shows it."""
    with PlayProcess(SERVE) as process:
        screen = Screen.open(browser, process.address())
        screen.press("Later")
        screen.wait_for("pressed 100")


def test_each_person_sees_the_channel_with_their_own_eyes(browser: Browser) -> None:
    """What only Ada may see is gone when the page becomes Ben's, and is back for Ada."""
    with PlayProcess(SERVE) as process:
        screen = Screen.open(browser, process.address())
        screen.press("Later")
        screen.wait_for("Only you can see this")
        screen.become("Ben")
        assert "Only you can see this" not in screen.wait_for("pressed 100")
        screen.become("Ada")
        screen.wait_for("Only you can see this")


def test_a_link_to_a_message_shows_it_on_the_page(browser: Browser) -> None:
    """Nobody is led to Discord, where there is no such message; what is meant comes into sight."""
    with PlayProcess(SERVE) as process:
        address = process.address()
        screen = Screen.open(browser, address)
        screen.press("Link")
        screen.follow("discord.com/channels")
        assert screen.address == address
        assert "pressed 0" in screen.shown()


def test_two_marks_of_a_workbench_are_hidden(browser: Browser) -> None:
    """Neither "(edited)" beside a line nor the tools of a message under the mouse are seen."""
    with PlayProcess(SERVE) as process:
        screen = Screen.open(browser, process.address())
        screen.press("Two")
        screen.wait_for("said again")
        screen.point_at("said again")
        for kind in ("message-edited-compact", "message-context-actions"):
            assert set(screen.visible(kind)) == {False}, kind
