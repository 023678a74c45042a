"""Cards in texts: shown by their faces, and told in words to those who want words."""

import re

import discord

from tests.cogs.player import Player
from tests.cogs.reading import labels_of
from tests.cogs.server import Server
from tests.cogs.test_looks import Failing, drawing, with_faces

FACE = re.compile(r"<:(c[24])_([2-9TJQKABL][SHDCJ]):\d+>")
"""What Discord shows as the face of a card."""


def faces_in(text: str) -> set[str]:
    """Find the cards that a text shows by their faces."""
    return {card for _, card in FACE.findall(text)}


def sets_in(text: str) -> set[str]:
    """Find which sets of faces a text shows: `c2` or `c4`."""
    return {colors for colors, _ in FACE.findall(text)}


def glyphs_in(text: str) -> bool:
    """Say whether a text tells a card by rank and suit."""
    return bool(re.search("[2-9JQKA0][\u2660\u2665\u2666\u2663]", text))


async def play(server: Server) -> str:
    """Let the person to act play a card, and say which."""
    before = server.actor().cards()
    person = await server.turn()
    (card,) = set(before) - set(person.cards())
    return card


async def test_a_hand_is_shown_by_its_faces(server: Server, ada: Player) -> None:
    """While bidding the thirteen cards stand above the bids as their faces."""
    with_faces(server)
    await server.alone(rules="jokers")
    assert len(faces_in(ada.hand_text())) == 13
    assert sets_in(ada.hand_text()) == {"c2"}
    assert not glyphs_in(ada.hand_text())


async def test_the_trick_above_the_hand_shows_faces(server: Server, ada: Player) -> None:
    """So do the cards of the trick, and those of the last one."""
    with_faces(server)
    await server.four(rules="cardcouch")
    await server.bidding()
    played = set()
    for _ in range(3):
        played.add(await play(server))
    await server.actor().open_hand()
    assert faces_in(server.actor().hand_text()) == played
    played.add(await play(server))
    said = await ada.press_table("Last trick")
    assert faces_in(said.text) == played
    assert not glyphs_in(said.text)


async def test_the_question_before_a_card_is_played_shows_it(server: Server, ada: Player) -> None:
    """Whoever wants to be asked sees the card in the question; the button says it in letters."""
    with_faces(server)
    await server.four(rules="cardcouch")
    await server.bidding()
    actor = server.actor()
    me = await actor.slash("me")
    await actor.press(me.message, label="Ask before a card: off")
    card = actor.cards(enabled=True)[0]
    await actor.play(card)
    assert faces_in(actor.hand_text()) == {card}
    assert any(glyphs_in(label) for label in labels_of(actor.hand()))


async def test_each_person_sees_the_set_of_their_choice(server: Server, ada: Player) -> None:
    """Four colors on the buttons are four colors in the texts; text only is glyphs in both."""
    with_faces(server)
    await server.alone(rules="cardcouch")
    me = await ada.slash("me")
    await ada.press(me.message, label="Four colors: off")
    await ada.open_hand()
    assert sets_in(ada.hand_text()) == {"c4"}
    await ada.press(me.message, label="Text only: off")
    await ada.open_hand()
    assert sets_in(ada.hand_text()) == set()
    assert glyphs_in(ada.hand_text())


async def test_a_hint_shows_its_card(server: Server) -> None:
    """What a strong player would do is shown by the face of the card."""
    with_faces(server)
    await server.four(rules="cardcouch")
    await server.bidding()
    actor = server.actor()
    await actor.press(actor.hand(), label="Hint")
    assert len(faces_in(actor.hand_text())) == 1


async def test_everybody_sees_faces_where_there_is_no_picture(server: Server) -> None:
    """A table that cannot be drawn shows the cards of its trick by their faces."""
    with_faces(server)
    drawing(server, Failing())
    await server.alone(rules="cardcouch")
    await server.bidding()
    await server.turn()
    assert sets_in(server.says()) == {"c2"}
    assert not glyphs_in(server.says())


async def test_a_server_without_pictures_sees_glyphs(server: Server) -> None:
    """Where a server wants no pictures, its public messages are letters and glyphs alone."""
    with_faces(server)
    drawing(server)
    boss = server.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    mo = server.newcomer("Mo", roles=[boss])
    shown = await mo.slash("settings")
    await mo.press(shown.message, label="Pictures: on")
    await server.alone(rules="cardcouch")
    await server.bidding()
    await server.turn()
    assert faces_in(server.says()) == set()
    assert glyphs_in(server.says())
