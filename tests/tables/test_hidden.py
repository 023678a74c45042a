"""What is hidden stays hidden in what the table layer says of itself; bids are shown by seat."""

import re

import pytest

from bot.tables.errors import NotSeated, TableError
from engine.actions import Bid
from engine.presets import CARDCOUCH, HERO_PARTNERS
from engine.seats import SEATS
from engine.views import public_view, seat_view
from tests.tables.harness import ANN, BEN, CAT, DAN, EVE, Harness, game_of


async def test_no_text_of_a_table_shows_a_hand(harness: Harness) -> None:
    """The texts of a table, of news about it and of a refusal hold no card and no secret.

    Logs and tracebacks print such texts.
    """
    table = await harness.four()
    with pytest.raises(NotSeated) as refusal:
        await harness.bid(table, EVE, 3)
    current = game_of(table).round
    assert current is not None
    texts = [repr(table), repr(harness.publisher.last), repr(refusal.value), str(refusal.value)]
    for text in texts:
        for hand in current.hands:
            assert str(int(hand)) not in text
        assert not re.search(r"Card\(|\b[2-9TJQKA][CDHS]\b", text)
        assert table.seeds.secret.hex() not in text
        assert repr(table.seeds.secret) not in text


async def test_every_refusal_has_a_code_of_its_own() -> None:
    """Texts are looked up by code, so no two refusals share one."""
    codes = [kind.code for kind in TableError.__subclasses__()]
    assert len(set(codes)) == len(codes)
    assert TableError.code not in codes


async def test_bids_are_shown_by_seat(harness: Harness) -> None:
    """BUG50: whoever looks, and from whichever seat, sees each bid at the seat that made it."""
    table = await harness.four(CARDCOUCH)
    for person, tricks in ((ANN, 3), (BEN, 4), (CAT, 2), (DAN, 5)):
        table = await harness.bid(table, person, tricks)
    shown = tuple(Bid(seat, tricks) for seat, tricks in zip(SEATS, (3, 4, 2, 5), strict=True))
    assert public_view(game_of(table)).bids == shown
    for viewer in SEATS:
        assert seat_view(game_of(table), viewer).public.bids == shown


async def test_a_newcomer_sees_what_the_seat_has_seen(harness: Harness) -> None:
    """Whoever takes over a seat whose hand is hidden may still bid blind nil; a seen one not."""
    table = await harness.four(HERO_PARTNERS)
    person = harness.actor(table)
    table = await harness.leave(table, person)
    table = await harness.sit(table, EVE)
    assert harness.actor(table) == EVE
    assert harness.view(table).hand is None
    assert Bid(harness.view(table).seat, 0, blind=True) in harness.view(table).legal
