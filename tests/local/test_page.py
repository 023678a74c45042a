"""`make play` in a real browser: a bid and a card are pressed, and the page shows the result."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Route

from tests.local.process import PlayProcess
from tests.local.screen import Screen

CARD: Final = re.compile(r"^(?:10|[2-9JQKA])[♠♥♦♣]\ufe0e?$")
CARDS_OF_A_HAND: Final = 13
BID: Final = "3"
BIDS: Final = re.compile(r"^(?:\d+|Nil|Hint|Score|More|No more tips)$")
ADAS_BID: Final = re.compile(r"You\s(?:\d+\s?(?:of|/)\s?)?3\b")
QUICK_COMPUTERS: Final = {"COMPUTER_DELAY_SECONDS": "0.3"}


RULES_OF_THUMB: Final = QUICK_COMPUTERS | {"COMPUTER_PROCESSES": "0"}
"""For where it does not matter how well the computer players think."""


def _play(
    database: Path, *arguments: str, environment: Mapping[str, str] = RULES_OF_THUMB
) -> PlayProcess:
    given = ["play", "--no-browser", "--database", str(database), *arguments]
    return PlayProcess("bot", given, environment)


def _playable(screen: Screen) -> list[str]:
    return [choice.label for choice in screen.choices() if choice.is_card and choice.bright]


@pytest.mark.parametrize("rules", ["cardcouch", "hero_solo"])
def test_a_bid_and_a_card_are_played(browser: Browser, tmp_path: Path, rules: str) -> None:
    """Ada's game against three computer players is under way before she looks."""
    given = ("--rules", rules, "--computers", "3")
    with _play(tmp_path / "play.sqlite", *given, environment=QUICK_COMPUTERS) as process:
        screen = Screen.open(browser, process.address())
        screen.wait_for("Your hand")

        screen.press(BID)
        screen.wait_for(ADAS_BID)

        screen.wait_for_change(lambda: bool(_playable(screen)), "Ada's turn")
        played = screen.press(_playable(screen)[0])
        screen.wait_for_change(lambda: played not in screen.labels(CARD), f"{played} to be gone")
        assert len(screen.labels(CARD)) == CARDS_OF_A_HAND - 1

        assert process.end() == 0
        assert "Traceback" not in process.said
        assert "warning" not in process.said.lower()


@pytest.mark.parametrize(
    ("width", "height", "rules", "most"),
    [(390, 844, "cutthroat", 17), (1280, 900, "cardcouch", CARDS_OF_A_HAND)],
)
def test_the_first_view_shows_every_bid(
    browser: Browser, tmp_path: Path, width: int, height: int, rules: str, most: int
) -> None:
    """On a phone too, and with the most bids and their tip, the hand is seen as a whole."""
    with _play(tmp_path / "play.sqlite", "--rules", rules) as process:
        screen = Screen.open(browser, process.address(), width=width, height=height)
        screen.wait_for("Your bid:")
        bids = [*map(str, range(1, most + 1)), "Nil"]
        assert screen.in_sight(BIDS) == [*bids, "Hint", "Score", "More", "No more tips"]
        assert process.end() == 0


def test_no_file_names_are_read_while_pictures_are_on_their_way(
    browser: Browser, tmp_path: Path
) -> None:
    """A face that has not come yet is a gap, not `c2_AS_ace_of_spades`."""
    with _play(tmp_path / "play.sqlite") as process:
        page = browser.new_page()
        under_way: list[Route] = []

        def hold(route: Route) -> None:
            under_way.append(route)

        page.route("**/api/assets/**", hold)
        page.goto(process.address())
        faces = page.locator("#channel-message-list img.custom-emoji")
        faces.first.wait_for(state="attached")
        assert faces.count() == CARDS_OF_A_HAND
        for face in faces.all():
            assert not face.is_visible()
        for route in under_way:
            route.abort()
        page.close()
        assert process.end() == 0


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
