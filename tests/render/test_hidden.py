"""Nothing hidden gets into a picture, because there is no place in it for what is hidden."""

import random
from dataclasses import fields, is_dataclass, replace
from types import NoneType, UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

from hypothesis import given, settings

from bot.render.picture import Played, TablePicture
from bot.render.showing import table_picture
from bot.texts.alt import alt_text, spoken_card
from bot.texts.translator import ENGLISH
from engine.cards import CARDS, Card
from engine.deals import Seeds
from tests.engine.hidden import cards_in, played_in, with_other_hidden_cards
from tests.engine.strategies import Drawn, games
from tests.render.states import tables
from tests.render.tables import table_of

PLAIN = {int, bool, NoneType}
"""What a picture is made of besides words from a fixed list."""

TEXTS = {
    ("SeatPicture.name", str),
    ("AvatarPicture.path", str),
    ("AvatarPicture.data", bytes),
}
"""The only texts and files: who sits where."""


def leaves(kind: object, where: str) -> set[tuple[str, object]]:
    """Collect every plain type that a value of a type can hold, with where it stands."""
    if isinstance(kind, type) and is_dataclass(kind) and kind is not Card:
        hints = get_type_hints(kind)
        return {
            leaf
            for field in fields(kind)
            for leaf in leaves(hints[field.name], f"{kind.__name__}.{field.name}")
        }
    origin = get_origin(kind)
    if origin is Literal:
        return set()
    if origin in {tuple, Union, UnionType}:
        inner = [each for each in get_args(kind) if each is not Ellipsis]
        return {leaf for each in inner for leaf in leaves(each, where)}
    return {(where, kind)}


def test_the_value_has_no_place_for_hidden_things() -> None:
    """By its types a picture holds numbers, fixed words, people, and cards that all have seen."""
    found = leaves(TablePicture, "")
    assert {where for where, kind in found if kind is Card} == {
        f"{Played.__name__}.card",
        f"{TablePicture.__name__}.thrown",
    }
    assert {kind for _, kind in found - TEXTS} - {Card} <= PLAIN


@settings(max_examples=60)
@given(games())
def test_hidden_cards_change_nothing(drawn_game: Drawn) -> None:
    """With other cards in the hands that nobody sees, picture and alt text are the same."""
    game, actions = drawn_game.game, drawn_game.actions
    other = with_other_hidden_cards(game, None, random.Random(len(actions)))
    one, two = (table_picture(table_of(g.rules, g)) for g in (game, other))
    assert one is not None
    assert two is not None
    assert one == two
    assert alt_text(one, ENGLISH) == alt_text(two, ENGLISH)


@settings(max_examples=60)
@given(games())
def test_only_played_cards_are_shown_or_said(drawn_game: Drawn) -> None:
    """Every card in a picture, and every card that its alt text names, has been played."""
    game = drawn_game.game
    picture = table_picture(table_of(game.rules, game))
    assert picture is not None
    public = played_in(game.round)
    drawn = {
        card
        for trick in (picture.trick, picture.last)
        if trick
        for card in cards_in(tuple(each.card for each in trick.played))
    }
    assert drawn <= public
    said = alt_text(picture, ENGLISH)
    named = {card for card in CARDS if f"the {spoken_card(card, ENGLISH)}" in said}
    assert named <= public


def test_secrets_stay_outside() -> None:
    """Another secret gives the same picture."""
    for table in tables().values():
        other = replace(table, seeds=Seeds(b"t" * 32, ("x",)))
        assert table_picture(other) == table_picture(table)
