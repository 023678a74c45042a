"""What a hand says is what may be done with it."""

from dataclasses import replace

from bot.texts.hand import call
from bot.texts.translator import ENGLISH
from engine.actions import Play
from engine.cards import CARDS, CardSet, Suit
from engine.presets import CARDCOUCH
from tests.tables.sights import first_card
from tests.texts.scenes import at_table


def test_who_holds_nothing_but_spades_may_lead_them() -> None:
    """Unbroken spades may be led by whoever has nothing else, and the hand says so."""
    table, view = at_table(CARDCOUCH, None, "Ann"), first_card()
    told = "**Your turn:** lead, but no spade yet: they are not broken."
    assert call(table, view, ENGLISH) == told
    spades = [card for card in CARDS if card.suit is Suit.SPADES][:5]
    legal = tuple(Play(view.seat, card) for card in spades)
    alone = replace(view, hand=CardSet.of(spades), legal=legal)
    assert call(table, alone, ENGLISH) == "**Your turn:** lead any card."
