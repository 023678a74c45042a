"""`make play` in a real browser: a bid and a card are pressed, and the page shows the result."""

import re
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser

from tests.local.process import PlayProcess
from tests.local.screen import Screen

CARD: Final = re.compile(r"^(?:10|[2-9JQKA])[♠♥♦♣]\ufe0e?$")
CARDS_OF_A_HAND: Final = 13
BID: Final = "3"
ADAS_BID: Final = re.compile(r"You bid 3, took \d")
QUICK_COMPUTERS: Final = {"COMPUTER_DELAY_SECONDS": "0.3"}


def _play(database: Path, *arguments: str) -> PlayProcess:
    given = ["play", "--no-browser", "--database", str(database), *arguments]
    return PlayProcess("bot", given, QUICK_COMPUTERS)


@pytest.mark.parametrize("rules", ["cardcouch", "hero_solo"])
def test_a_bid_and_a_card_are_played(browser: Browser, tmp_path: Path, rules: str) -> None:
    """Ada's game against three computer players is under way before she looks."""
    with _play(tmp_path / "play.sqlite", "--rules", rules, "--computers", "3") as process:
        screen = Screen.open(browser, process.address())
        screen.wait_for("Your hand")

        screen.press(BID)
        screen.wait_for(ADAS_BID)

        played = screen.press(CARD)
        screen.wait_for_change(lambda: played not in screen.labels(CARD), f"{played} to be gone")
        assert len(screen.labels(CARD)) == CARDS_OF_A_HAND - 1

        assert process.end() == 0
        assert "Traceback" not in process.said
        assert "warning" not in process.said.lower()


def test_the_next_run_finds_the_game_again(browser: Browser, tmp_path: Path) -> None:
    """What was played is kept in a file between runs."""
    database = tmp_path / "play.sqlite"
    with _play(database) as process:
        screen = Screen.open(browser, process.address())
        screen.press(BID)
        screen.wait_for(ADAS_BID)
        assert process.end() == 0
    with _play(database) as process:
        screen = Screen.open(browser, process.address())
        screen.press("My hand")
        screen.wait_for(ADAS_BID)
        assert process.end() == 0
