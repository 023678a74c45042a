"""The sentences of reasons say no more than was found."""

import pytest

from bot.texts.translator import ENGLISH
from bot.texts.why import why_text
from engine.cards import Card
from engine.players.player import Reason, Why

NINE = Card.parse("9S")


@pytest.mark.parametrize(
    ("reason", "margin", "said"),
    [
        (Reason.BETTER_BY, 9, "over many deals it is about 9 points better than 9♠︎."),
        (Reason.BETTER_BY, 0, "over many deals it does a little better than 9♠︎."),
        (
            Reason.TOO_LITTLE,
            12,
            "over many deals 9♠︎ is only about 12 points better, too little for its risk.",
        ),
        (
            Reason.TOO_LITTLE,
            0,
            "over many deals 9♠︎ does only a little better, too little for its risk.",
        ),
    ],
)
def test_points_are_told_where_they_mean_something(reason: Reason, margin: int, said: str) -> None:
    """A margin without points is a little, in words."""
    assert why_text(Why(reason, margin=margin, card=NINE), ENGLISH) == said
