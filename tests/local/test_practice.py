"""A first-time player on the page: from the help through a practice round, by its buttons alone."""

import re
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser

from tests.local.process import PlayProcess
from tests.local.screen import Screen

PHONE: Final = (390, 844)
TRICKS: Final = 13
WORTH: Final = re.compile(r"worth about (\d)")


def test_a_newcomer_learns_and_finishes_a_practice_round(browser: Browser, tmp_path: Path) -> None:
    """At the width of a phone; what to bid and to play stands on the screen at every step."""
    given = ["play", "--no-browser", "--database", str(tmp_path / "play.sqlite")]
    with PlayProcess("bot", given, {"COMPUTER_PROCESSES": "0"}) as process:
        screen = Screen.open(browser, process.address(), width=PHONE[0], height=PHONE[1])
        screen.command("/spades help")
        screen.wait_for("Spades in one minute")
        screen.wait_for_change(lambda: screen.sees("Spades in one minute"), "the help in sight")
        screen.press("Play a practice round")
        said = screen.wait_for("Practice round")
        screen.press(WORTH.findall(said)[-1])
        for trick in range(1, TRICKS + 1):
            screen.wait_for(f"trick {trick} of {TRICKS}")
            cards = [each.label for each in screen.choices() if each.is_card and each.bright]
            assert cards
            screen.press(cards[-1])
        screen.wait_for("A game goes on like this until a side has 500 points.")
        screen.press("Another practice round")
        screen.wait_for("Bid the tricks that you expect to take")
        assert process.end() == 0
