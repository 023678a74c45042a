"""`python -m tests.local.whole_games [GAME ...]`: whole games, played by pressing on a page.

At the width of a phone, a person plays against computer players and knows nothing but what stands
on the buttons. Each game ends in one line: how many presses and seconds a card took, and what the
page complained of.
"""

import argparse
import itertools
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, sync_playwright
from playwright.sync_api import TimeoutError as Timeout

from engine.presets import PRESETS
from tests.local.chromium import arguments, chromium
from tests.local.process import PlayProcess
from tests.local.screen import Choice, Screen
from tests.local.serve_rules import MIXTURES

PHONE: Final = (390, 844)
GAMES: Final = ("cardcouch", "hero_solo", "cutthroat", "two_handed", "exchange", "blind", "jokers")
QUICK_COMPUTERS: Final = {"COMPUTER_DELAY_SECONDS": "0.3", "TURN_PROMPT_SECONDS": "300"}

WISHED_BID: Final = 3
NOT_YET: Final = "Not yet"
KEEP: Final = "Keep it"
GOES_ON: Final = ("Next round", "I'm back")
"""What is pressed where it stands, whatever else there is."""

LOST_SECONDS: Final = 20.0
"""Without anything to press for so long, a person asks for the hand."""
STUCK_SECONDS: Final = 180.0


class Stuck(Exception):
    """For minutes there was nothing to press, and the game has not ended."""


@dataclass
class Tally:
    """What a game took.

    Attributes:
        presses: how often each kind of thing was pressed.
        waits: seconds from each card's press until the person could act again.
    """

    presses: Counter[str] = field(default_factory=Counter)
    waits: list[float] = field(default_factory=list)

    @property
    def cards(self) -> int:
        """Cards that were played."""
        return self.presses["card"]

    def line(self, game: str, seconds: float, complaints: Sequence[str]) -> str:
        """Say it in one line."""
        waits = sorted(self.waits) or [0.0]
        cards = max(1, self.cards)
        kinds = ", ".join(f"{count} {kind}" for kind, count in self.presses.most_common())
        return (
            f"{game}: {self.cards} cards in {seconds:.0f} s, "
            f"{self.presses.total() / cards:.2f} presses and {seconds / cards:.1f} s a card "
            f"(half within {waits[len(waits) // 2]:.1f} s, the slowest {waits[-1]:.1f} s); "
            f"pressed {kinds}; the page complained {len(complaints)} times"
            + "".join(f"\n  {complaint}" for complaint in complaints[:5])
        )


class Person:
    """Plays the first of the people until the game is over."""

    def __init__(self, screen: Screen, game: str, pictures: Path | None) -> None:
        """Sit down at a game; a picture of each new kind of press goes into `pictures`."""
        self._screen = screen
        self._game = game
        self._pictures = pictures
        self._dared = False
        self.tally = Tally()

    def play(self) -> None:
        """Play to the end.

        Raises:
            Stuck: if it does not come.
        """
        played: float | None = None
        idle = asked = time.monotonic()
        while True:
            choices = self._screen.choices()
            if any(choice.label == "Rematch" for choice in choices):
                self._picture("end")
                return
            now = time.monotonic()
            wished = self._wish(choices)
            if wished is not None:
                kind, choice = wished
                if played is not None:
                    self.tally.waits.append(now - played)
                self._press(kind, choice)
                played = now if kind == "card" else None
                idle = asked = time.monotonic()
            elif now - idle > STUCK_SECONDS:
                raise Stuck(self._screen.text())
            elif now - asked > LOST_SECONDS:
                self._press("hand", Choice("My hand"))
                asked = now
            else:
                self._screen.rest()

    def _wish(self, choices: Sequence[Choice]) -> tuple[str, Choice] | None:
        """Decide what to press among all that can be; None while others are to act."""
        for before, after in itertools.pairwise(choices):
            if after.label == NOT_YET:
                return "yes", before
        for choice in choices:
            if choice.label in GOES_ON:
                return "go on", choice
        if self._screen.asks_for_cards():
            return "pass", Choice("")
        cards = [choice for choice in choices if choice.is_card and choice.bright]
        if cards:
            return "card", cards[0]
        return self._wished_bid(choices)

    def _wished_bid(self, choices: Sequence[Choice]) -> tuple[str, Choice] | None:
        by_label = {choice.label: choice for choice in choices}
        if not self._dared:
            for game, daring in (("blind", "Blind nil"), ("exchange", "Nil")):
                if self._game == game and daring in by_label:
                    self._dared = True
                    return "bid", by_label[daring]
        if KEEP in by_label:
            return "draw", by_label[KEEP]
        if "Look at my cards" in by_label:
            return "look", by_label["Look at my cards"]
        bids = [choice for choice in choices if choice.label.isdecimal()]
        if bids:
            return "bid", min(bids, key=lambda bid: abs(int(bid.label) - WISHED_BID))
        return ("bid", by_label["Nil"]) if "Nil" in by_label else None

    def _press(self, kind: str, choice: Choice) -> None:
        if kind not in self.tally.presses:
            self._picture(kind)
        before = self._screen.choices().count(choice)
        try:
            if kind == "pass":
                self._screen.choose_cards()
            else:
                self._screen.press_soon(choice.label)
        except Timeout:
            # The page was drawn anew in between; what stands there now is looked at again.
            self.tally.presses["in vain"] += 1
            return
        self.tally.presses[kind] += 1
        self._screen.wait_until_answered(choice, before)

    def _picture(self, kind: str) -> None:
        if self._pictures is not None:
            self._screen.picture(str(self._pictures / f"{self._game}-{kind.replace(' ', '-')}.png"))


def _process(game: str, target: int | None, database: Path) -> PlayProcess:
    if game in MIXTURES:
        given = [game, str(target or MIXTURES[game].target), str(database)]
        return PlayProcess("tests.local.serve_rules", given, QUICK_COMPUTERS)
    given = ["play", "--no-browser", "--database", str(database), "--rules", game]
    if target is not None:
        given += ["--target", str(target)]
    return PlayProcess("bot", given, QUICK_COMPUTERS)


def play_game(browser: Browser, game: str, target: int | None, pictures: Path | None) -> str:
    """Play one game to its end, and say in one line what it took.

    Raises:
        Stuck: if there is nothing to press for minutes.
    """
    with tempfile.TemporaryDirectory() as folder, _process(game, target, Path(folder, "g")) as run:
        began = time.monotonic()
        screen = Screen.open(browser, run.address(), width=PHONE[0], height=PHONE[1])
        opened = time.monotonic()
        person = Person(screen, game, pictures)
        person.play()
        line = person.tally.line(game, time.monotonic() - opened, screen.complaints)
        screen.close()
        return f"{line}; open after {opened - began:.1f} s\n"


def main(given: Sequence[str]) -> int:
    """Play the games that were named."""
    parser = argparse.ArgumentParser(prog="python -m tests.local.whole_games")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"default: {' '.join(GAMES)}")
    parser.add_argument("--target", type=int, help="points to play to; default: the rules' own")
    parser.add_argument("--pictures", type=Path, help="a folder for one picture of each screen")
    options = parser.parse_args(given)
    known: Mapping[str, object] = {**PRESETS, **MIXTURES}
    unknown = [game for game in options.games if game not in known]
    if unknown:
        parser.error(f"no such game: {', '.join(unknown)}")
    if options.pictures is not None:
        options.pictures.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=arguments())
        for game in options.games or GAMES:
            sys.stdout.write(play_game(browser, game, options.target, options.pictures))
            sys.stdout.flush()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
