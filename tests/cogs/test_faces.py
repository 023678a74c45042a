"""Card faces as emojis of the application: uploaded once, and replaced when they change."""

import asyncio
import logging
from io import BytesIO

import pytest
from PIL import Image

from cogs.base.faces import Faces, bring_faces, find_faces
from cogs.base.outgoing import Outgoing
from engine.cards import CARDS
from tests.cogs.player import Player
from tests.cogs.reading import labels_of
from tests.cogs.server import Server
from tests.cogs.test_looks import emojis

FACES = [{"card_emojis": True}]


@pytest.mark.parametrize("settings", FACES)
async def test_faces_are_uploaded_once(server: Server, ada: Player) -> None:
    """Every card in two sets; a restart uploads nothing, and removes only stale ones of ours."""
    there = {emoji.name for emoji in await server.bot.fetch_application_emojis()}
    assert sum(name.startswith("c2_") for name in there) == len(CARDS)
    assert sum(name.startswith("c4_") for name in there) == len(CARDS)
    image = BytesIO()
    Image.new("RGB", (1, 1)).save(image, "PNG")
    for name in ("c2_as_0000000000", "club_logo"):
        await server.bot.create_application_emoji(name=name, image=image.getvalue())
    server.journal.sent.clear()
    await server.restart()
    await server.rest()
    assert [sent for sent in server.journal.sent if sent.path.endswith("/emojis")] == []
    now = {emoji.name for emoji in await server.bot.fetch_application_emojis()}
    assert now == {*there, "club_logo"}
    await server.alone(rules="cardcouch")
    await server.bidding()
    assert len(emojis(ada.hand())) == 13
    assert all(name.startswith("c2_") for name in emojis(ada.hand()))
    assert all(labels_of(ada.hand()))


async def test_faces_that_cannot_be_uploaded(
    server: Server, ada: Player, caplog: pytest.LogCaptureFixture
) -> None:
    """Cards stay texts, a warning says so, and the game goes on."""
    path = "/applications/*/emojis"
    server.env.inject_error("GET", path, status=403, code=50001, message="No", times=None)
    faces = server.bot.services.faces
    await bring_faces(server.bot, faces, Outgoing())
    (said,) = [r for r in caplog.records if "faces_not_uploaded" in r.getMessage()]
    assert said.levelno == logging.WARNING
    assert faces.two_color == {}
    await server.alone(rules="cardcouch")
    await server.bidding()
    assert emojis(ada.hand()) == []
    assert len(ada.cards()) == 13


@pytest.mark.parametrize("settings", FACES)
async def test_faces_while_discord_is_away(server: Server, ada: Player) -> None:
    """Cards are texts meanwhile; the faces come with Discord, those that are there already once."""
    there = await server.bot.fetch_application_emojis()
    await there[0].delete()
    server.journal.sent.clear()
    server.env.inject_error("POST", "/applications/*/emojis", status=503, times=2)
    await server.restart()
    await server.rest()
    assert server.bot.services.faces.two_color == {}
    await server.env.advance_time(1)
    await server.env.advance_time(2)
    assert len(server.bot.services.faces.two_color) == 54
    names = [emoji.name for emoji in await server.bot.fetch_application_emojis()]
    assert sorted(names) == sorted(emoji.name for emoji in there)
    server.journal.sent.clear()


@pytest.mark.parametrize("settings", FACES)
async def test_stale_faces_that_cannot_be_removed(
    server: Server, ada: Player, caplog: pytest.LogCaptureFixture
) -> None:
    """The faces of today are there all the same, and the warning does not say otherwise."""
    image = BytesIO()
    Image.new("RGB", (1, 1)).save(image, "PNG")
    stale = await server.bot.create_application_emoji(name="c2_as_00000000", image=image.getvalue())
    path = f"/applications/{server.bot.application_id}/emojis/{stale.id}"
    server.env.inject_error("DELETE", path, status=403, code=50001, message="No", times=1)
    caplog.clear()
    server.journal.sent.clear()
    await bring_faces(server.bot, server.bot.services.faces, Outgoing())
    warnings = [r for r in caplog.records if r.levelno == logging.WARNING]
    assert ["faces_not_removed" in r.getMessage() for r in warnings] == [True]
    assert stale.id in {emoji.id for emoji in await server.bot.fetch_application_emojis()}
    await server.alone(rules="cardcouch")
    await server.bidding()
    assert len(emojis(ada.hand())) == 13
    await bring_faces(server.bot, server.bot.services.faces, Outgoing())
    assert stale.id not in {emoji.id for emoji in await server.bot.fetch_application_emojis()}


@pytest.mark.parametrize("settings", FACES)
async def test_faces_of_another_process(server: Server) -> None:
    """A process uses the faces that another one has uploaded, once all of them are there."""
    server.journal.sent.clear()
    faces = Faces()
    assert await find_faces(server.bot, faces)
    assert faces.two_color == server.bot.services.faces.two_color
    assert len(faces.four_color) == 54
    there = await server.bot.fetch_application_emojis()
    await there[0].delete()
    fewer = Faces()
    assert not await find_faces(server.bot, fewer)
    assert fewer.two_color == {}


@pytest.mark.parametrize("settings", FACES)
async def test_old_faces_stand_while_an_old_process_may_show_them(server: Server) -> None:
    """Where several processes run, outdated faces are removed only much later."""
    server.journal.sent.clear()
    image = BytesIO()
    Image.new("RGB", (1, 1)).save(image, "PNG")
    stale = await server.bot.create_application_emoji(name="c2_as_00000000", image=image.getvalue())
    faces = Faces()
    bringing = asyncio.create_task(
        bring_faces(server.bot, faces, Outgoing(), outdated_after=3600.0)
    )
    await asyncio.wait([bringing], timeout=0.5)
    assert len(faces.two_color) == 54
    assert stale.id in {emoji.id for emoji in await server.bot.fetch_application_emojis()}
    bringing.cancel()
    await bring_faces(server.bot, faces, Outgoing())
    assert stale.id not in {emoji.id for emoji in await server.bot.fetch_application_emojis()}
