"""Card faces and emojis: names, sizes, and what tells one from another."""

import re
from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.render import palette
from bot.render.cards import (
    back,
    back_emoji,
    back_name,
    card_emoji,
    color_of,
    emoji_name,
    emoji_set,
    face,
)
from bot.render.picture import Colors
from engine.cards import CARDS, Card, Suit

LIMIT = 256 * 1024
SETS: tuple[Colors, ...] = ("two", "four")


@pytest.mark.parametrize("colors", SETS)
def test_a_set_has_every_card_and_the_back(colors: Colors) -> None:
    """A set is 54 cards and the back, each under the name that the card's own function gives."""
    assert set(emoji_set(colors)) == {*(emoji_name(card, colors) for card in CARDS), back_name()}
    assert len(emoji_set(colors)) == 55


@pytest.mark.parametrize("colors", SETS)
def test_emojis_are_what_discord_takes(colors: Colors) -> None:
    """Names are 2 to 32 letters, digits and underscores; files are small PNGs of 128 pixels."""
    for name, data in emoji_set(colors).items():
        assert re.fullmatch(r"[a-zA-Z0-9_]{2,32}", name)
        assert len(data) < LIMIT / 16
        picture = Image.open(BytesIO(data))
        assert (picture.format, picture.size) == ("PNG", (128, 128))


def test_a_name_says_the_card() -> None:
    """Whoever has the screen read aloud hears which card stands in a text."""
    for code, said in (
        ("QD", "c2_QD_queen_of_diamonds_"),
        ("TH", "c2_TH_10_of_hearts_"),
        ("2C", "c2_2C_2_of_clubs_"),
        ("BJ", "c2_BJ_big_joker_"),
        ("LJ", "c2_LJ_little_joker_"),
    ):
        assert re.fullmatch(f"{said}[0-9a-f]{{8}}", emoji_name(Card.parse(code), "two"))


def test_a_name_follows_from_the_picture() -> None:
    """Equal pictures have equal names, and different pictures different ones, over both sets."""
    both = list(emoji_set("two").items()) + list(emoji_set("four").items())
    assert len({name for name, _ in both}) == 54 * 2 + 1
    assert emoji_set("two").keys() == emoji_set("two").keys()
    suffixes = {data: name.rsplit("_", 1)[1] for name, data in both}
    assert len(set(suffixes.values())) == len(suffixes)


@pytest.mark.parametrize("colors", SETS)
@pytest.mark.parametrize("height", [20, 24])
def test_cards_differ_when_small(colors: Colors, height: int) -> None:
    """At the height of a button no two cards look alike."""
    small = {
        card: Image.open(BytesIO(card_emoji(card, colors))).convert("RGB").resize((height, height))
        for card in CARDS
    }
    for one, other in combinations(CARDS, 2):
        apart = ImageStat.Stat(ImageChops.difference(small[one], small[other]).convert("L"))
        assert apart.mean[0] > 3, (one, other)


@pytest.mark.parametrize("colors", SETS)
def test_every_ink_stands_out_from_the_card(colors: Colors) -> None:
    """Each suit's color has a contrast of 4.5 to the card, and corners are transparent."""
    for card in CARDS:
        assert palette.contrast(color_of(card, colors), palette.CARD) >= 4.5
    assert face(Card.parse("AS"), colors, 108, 150).getpixel((0, 0))[3] == 0  # type: ignore[index]


def test_four_colors_are_four() -> None:
    """In the four-color set each suit has its own color; in the other they are red and black."""
    suits = [Card.parse(f"2{suit.letter}") for suit in Suit]
    assert len({color_of(card, "four") for card in suits}) == 4
    assert len({color_of(card, "two") for card in suits}) == 2


def test_a_back_tells_nothing() -> None:
    """There is one back, of the size of a face, and one as an emoji."""
    assert back(108, 150).size == face(Card.parse("BJ"), "two", 108, 150).size
    assert back_emoji() == back_emoji()
