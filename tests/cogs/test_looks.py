"""Card faces and pictures of tables: told in words too, and never a hidden card."""

import hashlib
import re
from collections.abc import AsyncIterator
from io import BytesIO
from typing import Any

import discord
import pytest
from PIL import Image

from bot.render.picture import TablePicture
from bot.render.rendering import Picture
from bot.render.worker import NoPictures, PooledRenderer
from bot.texts.translator import Translator
from cogs.table_message.presenter import Presenter
from engine.cards import CARDS
from tests.bot.workers import AtOnce
from tests.cogs.journal import Sent
from tests.cogs.logbook import read_logs
from tests.cogs.player import Player
from tests.cogs.reading import JsonObject, Message, each_component, labels_of
from tests.cogs.server import Server
from tests.cogs.test_channels import deny
from tests.loopback.components import BUTTON, MEDIA_GALLERY, walk

ALT_LENGTH = 1024
"""Discord's limit for the words that a picture is told in."""

SPOKEN = re.compile(r"(\d+|jack|queen|king|ace) of (clubs|diamonds|hearts|spades)")
RANKS = {"10": "T", "jack": "J", "queen": "Q", "king": "K", "ace": "A"}


class Drawing:
    """A renderer that draws at once something that differs from picture to picture."""

    def __init__(self) -> None:
        self.drawn: list[TablePicture] = []

    async def draw(self, picture: Picture) -> bytes | None:
        """Give a picture whose bytes follow from what it shows."""
        if isinstance(picture, TablePicture):
            self.drawn.append(picture)
        return repr(picture).encode()

    async def start(self) -> None:
        """Need nothing."""

    async def close(self) -> None:
        """Hold nothing."""


class Failing(Drawing):
    """A renderer that has no picture."""

    async def draw(self, picture: Picture) -> bytes | None:
        """Give none."""
        return None


def drawing(server: Server, renderer: Any = None) -> Any:  # noqa: ANN401
    """Let the tables of a server be drawn."""
    renderer = renderer or Drawing()
    presenter = server.bot.services.presenter
    assert isinstance(presenter, Presenter)
    presenter.appearance._renderer = renderer
    return renderer


def galleries(sent: Sent) -> list[JsonObject]:
    """List the pictures that a message shows."""
    body = sent.body if isinstance(sent.body, dict) else {}
    parts = (part for _, part in walk(body.get("components") or []))
    return [item for part in parts if part["type"] == MEDIA_GALLERY for item in part["items"]]


def pictured(message: Message) -> list[str]:
    """List in words what the pictures of a message show."""
    found = [part for part in each_component(message) if part["type"] == MEDIA_GALLERY]
    return [item["description"] for part in found for item in part["items"]]


def spoken(text: str) -> set[str]:
    """Find every card that a text names, as in `AS`."""
    cards = {RANKS.get(rank, rank) + suit[0].upper() for rank, suit in SPOKEN.findall(text)}
    return cards | {f"{size[0].upper()}J" for size in re.findall(r"(big|little) joker", text)}


def emojis(message: Message) -> list[str]:
    """Name the emojis on the buttons of a message."""
    buttons = (part for part in each_component(message) if part["type"] == BUTTON)
    return [part["emoji"]["name"] for part in buttons if part.get("emoji")]


def with_faces(server: Server) -> None:
    """Give the server's bot faces without drawing any."""
    faces = server.bot.services.faces
    faces.two_color = {c: discord.PartialEmoji(name=f"c2_{c}", id=10 + c.index) for c in CARDS}
    faces.four_color = {c: discord.PartialEmoji(name=f"c4_{c}", id=90 + c.index) for c in CARDS}


async def test_four_colors_and_text_only(server: Server, ada: Player, ben: Player) -> None:
    """Each person sees the set of their choice, and whoever wants text sees text."""
    with_faces(server)
    await server.four(rules="jokers")
    await server.bidding()
    assert {name[:3] for name in emojis(ada.hand())} == {"c2_"}
    me = await ada.slash("me")
    await ada.press(me.message, label="Four colors: off")
    await ada.open_hand()
    assert {name[:3] for name in emojis(ada.hand())} == {"c4_"}
    assert len(emojis(ada.hand())) == 13
    await ada.press(me.message, label="Text only: off")
    await ada.open_hand()
    assert emojis(ada.hand()) == []
    assert len(ada.cards()) == 13
    await ben.open_hand()
    assert {name[:3] for name in emojis(ben.hand())} == {"c2_"}


async def test_every_screen_has_its_picture(server: Server, ada: Player) -> None:
    """Lobby, bidding, play, round and result: a file that the message shows, with words for it."""
    renderer = drawing(server)
    await server.alone(rules="quick")
    while server.is_open():
        assert len(pictured(server.message())) == 1
        await server.step()
    stages = [picture.stage for picture in renderer.drawn]
    assert list(dict.fromkeys(stages)) == ["lobby", "bidding", "play", "round", "final"]
    shown = [(sent, item) for sent in server.journal.sent for item in galleries(sent)]
    assert len(shown) > 50
    for sent, item in shown:
        assert 0 < len(item["description"]) <= ALT_LENGTH
        (attached,) = sent.files
        assert item["media"]["url"] == f"attachment://{attached}"


async def test_no_hidden_card_is_told(server: Server) -> None:
    """Every card that the words of a picture name had been played when they were sent."""
    drawing(server)
    await server.four(rules="jokers")
    await server.until_round_ends()
    states = read_logs(server.path)[1].states
    named = 0
    for sent in server.journal.sent:
        for item in galleries(sent):
            cards = spoken(item["description"])
            assert cards <= states[sent.open_tables[1].version].public
            named += len(cards)
    assert named > 100


async def test_a_picture_that_is_the_same_is_not_sent_again(server: Server, ada: Player) -> None:
    """Where nothing that everyone sees has changed, no message is edited."""
    drawing(server)
    await server.alone(rules="cardcouch")
    mark = len(server.journal.sent)
    me = await ada.slash("me")
    await ada.press(me.message, label="Hints: on")
    await ada.open_hand()
    assert [sent for sent in server.journal.sent[mark:] if galleries(sent)] == []


async def test_what_is_left_has_no_picture(server: Server) -> None:
    """A message that was followed by another is words alone, and keeps no file."""
    drawing(server)
    await server.alone(rules="cardcouch")
    lobby = server.messages()[0]
    assert pictured(lobby) == []
    (reduced,) = [
        sent for sent in server.journal.sent if sent.path.endswith(f"/messages/{lobby.id}")
    ][-1:]
    assert reduced.body["attachments"] == []


async def test_without_a_picture_there_are_words(server: Server, ada: Player) -> None:
    """When the renderer has none, the message says all of it, and the game goes on."""
    drawing(server, Failing())
    await server.alone(rules="cardcouch")
    await server.bidding()
    assert pictured(server.message()) == []
    assert "contract" in server.says()
    await server.turn()
    assert "Trick" in server.says()


async def test_a_server_without_pictures(server: Server, ada: Player) -> None:
    """A server that wants none gets words; nothing is drawn for it."""
    renderer = drawing(server)
    boss = server.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    mo = server.newcomer("Mo", roles=[boss])
    shown = await mo.slash("settings")
    await mo.press(shown.message, label="Pictures: on")
    assert "Pictures: off" in labels_of(shown.message)
    await server.alone(rules="cardcouch")
    assert pictured(server.message()) == []
    assert renderer.drawn == []
    await mo.press(shown.message, label="Pictures: off")
    await server.bidding()
    assert len(pictured(server.message())) == 1


async def test_pictures_are_told_in_the_servers_language(server: Server, ada: Player) -> None:
    """The words of a picture are those of the message that it stands in."""
    drawing(server)
    await server.lobby()
    boss = server.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    mo = server.newcomer("Mo", roles=[boss])
    shown = await mo.slash("settings")
    await mo.choose(shown.message, "de", custom_id="ms:language:0")
    await ada.press(server.message(), custom_id="s:ready:1")
    (alt,) = pictured(server.message())
    said = Translator("de")(
        "A Spades table that waits for people: {taken} of {seats} seats are taken.",
        taken=1,
        seats=4,
    )
    assert alt.startswith(said)


@pytest.fixture
async def threads() -> AsyncIterator[PooledRenderer]:
    """Give the real renderer, in a thread instead of a process."""
    renderer = PooledRenderer(AtOnce())
    yield renderer
    await renderer.close()


async def test_real_pictures(server: Server, ada: Player, threads: PooledRenderer) -> None:
    """What is uploaded is a PNG, whose name follows from what it shows."""
    drawing(server, threads)
    await ada.slash("new", computers=3)
    (item,) = [part for part in each_component(server.message()) if part["type"] == MEDIA_GALLERY]
    url = item["items"][0]["media"]["url"]
    data = server.env.backend.cdn.get(url)
    assert data is not None
    with Image.open(BytesIO(data)) as picture:
        assert picture.format == "PNG"
    assert f"table-{hashlib.sha256(data).hexdigest()[:12]}.png" in url


async def test_a_picture_needs_a_permission(server: Server, ada: Player) -> None:
    """Where tables are drawn one is only opened if files may be attached; in words, anywhere."""
    deny(server, "attach_files")
    drawing(server)
    said = await ada.slash("new")
    assert "I need the permissions Attach Files in this channel." in said.text
    assert server.tables.open_tables == ()
    drawing(server, NoPictures())
    await ada.slash("new")
    assert len(server.tables.open_tables) == 1
