"""The guard of the log against cards: no form in which the project prints one comes through."""

import random
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.hiding import HIDDEN, without_cards
from bot.render.cards import emoji_name
from bot.texts.alt import spoken_card
from bot.texts.cards import cards_text, hand_text, suit_lines
from bot.texts.translator import ENGLISH
from engine.actions import Deal, Keep, Pass, Play
from engine.cards import CARDS, Card, CardSet
from engine.deals import Seeds, deal
from engine.errors import BadNotation, CardNotHeld
from engine.game import Game
from engine.game_notation import print_game
from engine.notation import print_action
from engine.phases import Phase
from engine.presets import PRESETS
from engine.round_notation import print_round
from engine.seats import SEATS
from engine.views import seat_view

READABLE = re.compile(
    r"[2-9TJQKA][CDHS]|10[CDHS]|[BL]J|[♠♥♦♣]|(?:ig|ittle).[Jj]oker"
    r"|[ _]of[ _](?:clubs|diamonds|hearts|spades)|bits=\d|index=\d|(?<!\d)\d{6,}"
)
"""A card in any spelling, or an integer that is large enough to be a hand."""


def dealt(seed: int, preset: str) -> Game:
    """Deal a game at random."""
    game = Game.new(PRESETS[preset], SEATS[0])
    seeds = Seeds(random.Random(seed).randbytes(32))
    game = game.apply(deal(seeds, 1, game.next_dealer, game.rules))
    while game.phase is Phase.DRAWING and game.to_act is not None:
        game = game.apply(Keep(game.to_act))
    return game


def forms_of(game: Game) -> list[str]:
    """Print the cards of a dealt game in every way that there is."""
    current = game.round
    assert current is not None
    hands = tuple(map(CardSet, current.hands))
    deck, first, card = game.rules.deck_in_play, hands[0], next(iter(hands[1]))
    actions = (Deal(hands), Pass(SEATS[2], CardSet.of(list(first)[:3])), Play(SEATS[1], card))
    return [
        *map(str, hands),
        *map(repr, hands),
        *[print_action(action) for action in actions],
        *map(repr, actions),
        print_round(current),
        repr(print_round(current)),
        repr(current),
        repr(f"two lines:\n{first}\t{first}"),
        print_game(game),
        repr(game),
        repr(seat_view(game, SEATS[0])),
        str(card),
        repr(card),
        repr(sorted(map(str, first))),
        f"s:play:12:3.17:1:{card}",
        emoji_name(card, "four"),
        spoken_card(card, ENGLISH),
        cards_text(first),
        hand_text(first, deck),
        suit_lines(first, deck),
        str(CardNotHeld(card)),
        str(BadNotation("an action", print_action(actions[0]))),
    ]


@given(st.integers(0, 2**32), st.sampled_from(sorted(PRESETS)))
def test_no_printed_form_of_a_hand_survives(seed: int, preset: str) -> None:
    """Of random hands nothing is left in any form: notation, reprs, custom ids, words, glyphs."""
    for form in forms_of(dealt(seed, preset)):
        assert READABLE.search(form), f"the test itself does not see a card in {form}"
        left = READABLE.findall(without_cards(form))
        assert left == [], form


@example(seed=0, start=3, length=4)  # a suit, a card and a rank
@example(seed=0, start=25, length=4)  # a suit, a card and the end of a hand
@example(seed=0, start=51, length=3)  # a card and half a joker
@given(st.integers(0, 2**32), st.integers(0, 300), st.integers(3, 60))
def test_no_piece_of_a_notation_survives(seed: int, start: int, length: int) -> None:
    """A line that was cut anywhere, as errors cut what they quote, shows no card either."""
    current = dealt(seed, "joker_deuce").round
    assert current is not None
    piece = print_round(current)[start : start + length]
    assert READABLE.findall(without_cards(piece)) == []


@given(st.sampled_from(CARDS), st.text("abc .,:'(", max_size=5))
def test_no_spelling_of_a_card_survives(card: Card, around: str) -> None:
    """Letters, glyphs and tens: whatever reads as a card within a text is blanked."""
    spellings = {str(card)}
    if not card.is_joker:
        rank, letter = str(card)[0].replace("T", "10"), str(card)[1]
        glyph = "♠♥♦♣"["SHDC".index(letter)]
        spellings |= {rank + letter, rank + glyph, glyph + rank}
    for text in spellings:
        assert text not in without_cards(f"{around} {text} {around}")


@pytest.mark.parametrize(
    "text",
    [
        "HTTP 429", "seat 2 of 4", "k7x2", "ACE", "2026-11-29T22:14:35Z", "table 12, turn 3.17",
        "nothing of hearts is said", "bid 2 blind", "look 2", "spades-local.sqlite",
        "session 8e52ad3c9d4c2c3c, shard 0", "123e4567-e89b-42d3-a456-426614174000",
        "RANKS TASKS FACTS BACKS", "code 10062", "1,000 tables in 2.5 s", "hands it over",
        "s:bid:12:3.17:1:4", "POST /channels/1159112159112160/messages 5xx", "JSON DASH CASH",
    ],
)  # fmt: skip
def test_ordinary_text_survives(text: str) -> None:
    """What is no card is left alone: words, ids, times, bids."""
    assert without_cards(text) == text


def test_the_rest_of_a_line_stays() -> None:
    """Around what is blanked, a line can still be read."""
    assert without_cards("deal 2C9HAS/TDLJ/-/QS at table 4") == (
        f"deal {HIDDEN}/{HIDDEN}/-/{HIDDEN} at table 4"
    )
    assert without_cards("pass 2 2C3C") == f"pass 2 {HIDDEN}"
    assert without_cards("got CardSet(bits=4503599627370496) twice") == f"got {HIDDEN} twice"
