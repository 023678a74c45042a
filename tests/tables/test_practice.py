"""Practice rounds: what their buttons carry, and what the person may do in them."""

import random

import pytest

from bot.tables import practice
from bot.tables.model import Person, Status
from bot.tables.practice import OWN_SEAT, RULES, Practice
from engine.actions import Bid, Play, SeatAction
from engine.errors import BadNotation
from engine.players import rules_of_thumb
from engine.seats import SEATS

LONGEST = 100
"""Discord's limit for a custom id."""


def sensible(round_: Practice) -> SeatAction:
    """Give what a sensible player would do in the person's seat."""
    return rules_of_thumb.choose(round_.view, random.Random(1))


def played(chance: int) -> list[Practice]:
    """Give a round at each of the person's turns, and at its end."""
    states = [practice.begin(chance)]
    while not states[-1].over:
        states.append(practice.read(states[-1].marks(sensible(states[-1]))))
    return states


def test_the_person_bids_last() -> None:
    """The person deals, so every other bid is known before the own one."""
    bids = practice.begin(7).view.public.bids
    assert bids[OWN_SEAT] is None
    assert all(bids[seat] is not None for seat in SEATS if seat != OWN_SEAT)


def test_a_round_is_played_by_its_marks_alone() -> None:
    """Each state follows from what a button of the state before carries, to the score sheet."""
    states = played(3)
    assert len(states) == 1 + 1 + RULES.hand_size
    assert len(states[-1].game.sheets) == 1
    for state in states:
        assert practice.read(state.marks()) == state


def test_the_same_press_has_the_same_effect() -> None:
    """Pressed twice, or after a restart, a button leads to the same state."""
    begun = practice.begin(11)
    marks = begun.marks(sensible(begun))
    assert practice.read(marks) == practice.read(marks)


@pytest.mark.parametrize("chance", range(20))
def test_marks_fit_into_a_custom_id(chance: int) -> None:
    """However far a round is, a custom id holds it, in parts that it may have."""
    for state in played(chance):
        assert all(part.isalnum() and len(part) <= 24 for part in state.marks() if part)
        assert len("s:practice:0:" + ":".join(state.marks())) <= LONGEST


def test_rounds_differ() -> None:
    """One round after another is another deal, also where the numbers of commands are close."""
    numbers = {practice.begin(1_300_000_000_000_000_000 + step).number for step in range(50)}
    assert len(numbers) > 45


@pytest.mark.parametrize("chance", range(30))
def test_a_first_hand_has_something_to_bid(chance: int) -> None:
    """The hand holds every suit, three to five spades, and some tricks."""
    hand = practice.begin(chance).view.hand
    assert hand is not None
    spades = [card for card in hand if card.suit.letter == "S"]
    assert 3 <= len(spades) <= 5
    assert len({card.suit for card in hand}) == 4


@pytest.mark.parametrize(
    "marks",
    [
        [],
        ["x"],
        ["7"],
        ["nonsense", "312"],
        ["7", "zzz"],
        ["7", "3123", "!"],
        ["7", "31234"],
        ["7", "3123", "aa"],
    ],
)
def test_what_is_no_round_is_refused(marks: list[str]) -> None:
    """A forged or damaged button is refused, whatever it says."""
    with pytest.raises(BadNotation):
        practice.read(marks)


def test_a_card_that_may_not_be_played_is_refused() -> None:
    """The rules hold in practice, too."""
    begun = practice.begin(3)
    state = practice.read(begun.marks(Bid(OWN_SEAT, 3)))
    held = state.view.hand
    assert held is not None
    wrong = next((card for card in held if card not in state.view.playable), None)
    assert wrong is not None, "choose a deal in which a suit must be followed"
    with pytest.raises(BadNotation):
        practice.read(state.marks(Play(OWN_SEAT, wrong)))


def test_a_round_as_a_table() -> None:
    """The texts of tables can tell of it: the person sits opposite a computer player."""
    table = practice.as_table(practice.begin(5), Person(42, "Ada"))
    assert table.status is Status.PLAYING
    assert table.seat_of(42) == OWN_SEAT
    assert len({chair.name for chair in table.chairs}) == 4
