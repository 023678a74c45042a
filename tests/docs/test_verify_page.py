"""`docs/verify.html`: the page that computes the deals of a game again, in Chromium."""

import json
import random
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from engine.proof import print_proof
from tests.engine.proofs import proof_of_deals, rules_of_every_deck
from tests.local.chromium import headless

PAGE: Final = Path(__file__).parents[2] / "docs" / "verify.html"
GAMES: Final = 200
LANGUAGES: Final = {
    "en-GB": "Were the cards fair?",
    "de-DE": "Wurde ehrlich gegeben?",
    "es-ES": "¿Se repartió con limpieza?",
    "fr-FR": "Les donnes étaient-elles honnêtes ?",
    "pt-BR": "As cartas foram honestas?",
}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A headless Chromium."""
    with headless() as browser:
        yield browser


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """The page as someone opens it from a folder, without any connection, on a phone."""
    context = browser.new_context(
        offline=True, locale="en-GB", viewport={"width": 390, "height": 844}
    )
    page = context.new_page()
    page.goto(PAGE.as_uri())
    yield page
    context.close()


def choose(page: Page, text: str) -> None:
    """Choose a file in the page."""
    page.set_input_files(
        "#file",
        files={"name": "deals.json", "mimeType": "application/json", "buffer": text.encode()},
    )


def game(seed: int, rules: str = "one_page", rounds: int = 3) -> dict[str, object]:
    """Give the content of a file with true deals."""
    content: dict[str, object] = json.loads(
        print_proof(proof_of_deals(rules, random.Random(seed), rounds), seed)
    )
    return content


def test_two_hundred_games_of_all_decks(page: Page) -> None:
    """The page computes every deal as the engine dealt it: every deck, two to four seats."""
    chance = random.Random(200)
    for name in islice(cycle(rules_of_every_deck()), GAMES):
        rounds = chance.randrange(1, 16)
        wrong = page.evaluate(
            "text => check(readGame(text))", print_proof(proof_of_deals(name, chance, rounds), 1)
        )
        assert wrong == [], name


def test_a_game_is_told_in_words_and_cards(page: Page) -> None:
    """The verdict, the hash to compare, and each round's hands stand on a phone's width."""
    content = game(1)
    choose(page, json.dumps(content))
    expect(page.locator("#verdict")).to_contain_text("All 3 deals follow")
    expect(page.locator("#verdict")).to_have_class("good")
    expect(page.locator("#facts")).to_contain_text(str(content["hash"]))
    page.locator("summary").first.click()
    expect(page.locator("details").first).to_contain_text("Seat 4")
    expect(page.locator("details").first).to_contain_text("♠")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_noted_hash_is_compared(page: Page) -> None:
    """Another hash than the one noted before the game is told at once, the right one accepted."""
    content = game(2)
    choose(page, json.dumps(content))
    page.fill("#hash", "0" * 64)
    expect(page.locator("#verdict")).to_contain_text("not the hash of this game")
    page.fill("#hash", f" {str(content['hash']).upper()} ")
    expect(page.locator("#verdict")).to_have_class("good")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"secret": "0" * 64}, "does not have the hash"),
        ({"added": ["another"]}, "The deal of round 1 does not follow"),
        ({"deals": game(3)["deals"]}, "The deal of round 2 does not follow"),
        ({"first_dealer": 9}, "not a file of Spades deals (seats)"),
        ({"format": "spades-deals-2"}, "not a file of Spades deals (format)"),
        ({"deck": "2C2C"}, "not a file of Spades deals (deck)"),
        ({"cards_each": 14}, "not a file of Spades deals (cards_each)"),
    ],
)
def test_what_is_wrong_is_named(page: Page, changed: dict[str, object], said: str) -> None:
    """A changed secret, contribution, card or file is named in one sentence."""
    choose(page, json.dumps(game(4) | changed))
    expect(page.locator("#verdict")).to_contain_text(said)
    expect(page.locator("#verdict")).to_have_class("bad")


def test_a_dealer_who_was_chosen_is_found(page: Page) -> None:
    """Where chance names the first dealer, another one does not follow."""
    content = game(5)
    first = content["first_dealer"]
    assert isinstance(first, int)
    choose(page, json.dumps(content | {"first_dealer": (first + 1) % 4}))
    expect(page.locator("#verdict")).to_contain_text("The first dealer does not follow")


@pytest.mark.parametrize("text", ["", "{", "null", "[]", '"<b>"'])
def test_any_other_file_is_refused(page: Page, text: str) -> None:
    """A file that is none of a game is refused in a sentence, and a good one is read afterwards."""
    choose(page, text)
    expect(page.locator("#verdict")).to_contain_text("This is not a file of Spades deals")
    choose(page, json.dumps(game(6, "two_handed")))
    expect(page.locator("#verdict")).to_have_class("good")
    expect(page.locator("details").first).to_contain_text("Stock")


@pytest.mark.parametrize(("locale", "title"), LANGUAGES.items())
def test_the_page_speaks_five_languages(browser: Browser, locale: str, title: str) -> None:
    """It takes the browser's language, and no sentence is missing in any."""
    context = browser.new_context(offline=True, locale=locale)
    page = context.new_page()
    page.goto(PAGE.as_uri())
    expect(page.locator("h1")).to_have_text(title)
    keys = page.evaluate("Object.values(WORDS).map(words => Object.keys(words).sort().join())")
    assert len(set(keys)) == 1
    context.close()


def test_the_page_needs_nothing_else() -> None:
    """It names no other file and no address, and forbids itself any connection."""
    source = PAGE.read_text()
    assert "default-src 'none'" in source
    assert not [each for each in ("http:", "https:", "src=", "href=", "import ") if each in source]
