"""What an action made happen: the right events, in the order in which people see them."""

import random

import pytest

from engine.actions import Action, Bid, Look, Play, Throw, Time
from engine.cards import Card
from engine.events import (
    BidMade,
    CardPlayed,
    Dealt,
    Event,
    GameEnded,
    Looked,
    PlayOpened,
    RestClaimed,
    RoundScored,
    SpadesBroken,
    ThrownIn,
    TrickTaken,
    TurnPassed,
    what_happened,
)
from engine.game import Game
from engine.presets import CARDCOUCH, HERO_PARTNERS, PRESETS
from engine.seats import SEATS
from engine.tally import Tally
from tests.engine.harness import next_action
from tests.engine.tools import SUITS


def step(game: Game, action: Action) -> tuple[Game, tuple[Event, ...]]:
    """Apply an action and tell what happened."""
    after = game.apply(action)
    return after, what_happened(game, action, after)


def test_deal_and_bids() -> None:
    """A deal names round, dealer and first turn; the last bid closes the bidding."""
    game, events = step(Game.new(CARDCOUCH, SEATS[3]), SUITS)
    assert events == (Dealt(1, SEATS[3]), TurnPassed(SEATS[0]))
    for seat in SEATS[:3]:
        game, events = step(game, Bid(seat, 3))
        assert events == (BidMade(Bid(seat, 3)), TurnPassed(SEATS[seat + 1]))
    game, events = step(game, Bid(SEATS[3], 4))
    assert events == (
        BidMade(Bid(SEATS[3], 4)),
        PlayOpened(SEATS[0]),
        TurnPassed(SEATS[0]),
    )


def test_a_throw_shows_the_hand() -> None:
    """A hand that is thrown in is shown to all, and nobody is to act until the next deal."""
    rules = CARDCOUCH.changed(throw_in="no_spade")
    game, _ = step(Game.new(rules, SEATS[3]), SUITS)
    while not any(isinstance(action, Throw) for action in game.legal_actions):
        assert game.to_act is not None
        game, _ = step(game, Bid(game.to_act, 3))
    thrower = game.to_act
    assert thrower is not None
    game, events = step(game, Throw(thrower))
    assert events == (ThrownIn(thrower, SUITS.hands[thrower]),)
    assert game.to_act is None


def test_look_passes_no_turn() -> None:
    """A look is told and changes nobody's turn, so no clock starts again."""
    game, _ = step(Game.new(HERO_PARTNERS, SEATS[3]), SUITS)
    for seat in (SEATS[2], SEATS[0]):
        game, events = step(game, Look(seat))
        assert events == (Looked(seat),)


def test_cards_break_and_tricks() -> None:
    """Card, breaking, trick and turn come in this order, each only when it happens."""
    game, _ = step(Game.new(CARDCOUCH, SEATS[3]), SUITS)
    for seat in SEATS:
        game, _ = step(game, Bid(seat, 3))
    for seat, name in zip(SEATS[:3], ("9C", "2D", "2H"), strict=True):
        game, events = step(game, Play(seat, Card.parse(name)))
        assert events == (CardPlayed(seat, Card.parse(name)), TurnPassed(SEATS[seat + 1]))
    game, events = step(game, Play(SEATS[3], Card.parse("2S")))
    assert game.round is not None
    assert events == (
        CardPlayed(SEATS[3], Card.parse("2S")),
        SpadesBroken(),
        TrickTaken(game.round.tricks[0]),
        TurnPassed(SEATS[3]),
    )
    assert len(game.round.tricks[0].plays) == 4
    game, events = step(game, Play(SEATS[3], Card.parse("3S")))
    assert SpadesBroken() not in events


@pytest.mark.parametrize("points", [0, 480])
def test_last_card_scores_and_may_end(points: int) -> None:
    """The last card gives trick, score sheet and, where a side has won, the end; and no turn."""
    game = Game.new(CARDCOUCH, SEATS[3], [Tally(), Tally(points)])
    game, _ = step(game, SUITS)
    for seat in SEATS:
        game, _ = step(game, Bid(seat, 3))
    events: tuple[Event, ...] = ()
    while game.to_act is not None:
        game, events = step(game, game.legal_actions[0])
    kinds = [type(event) for event in events]
    assert kinds == [CardPlayed, TrickTaken, RoundScored, *([GameEnded] if points else [])]
    assert events[2] == RoundScored(game.sheets[-1])
    if game.outcome is not None:
        assert events[-1] == GameEnded(game.outcome)


@pytest.mark.parametrize("preset", PRESETS)
def test_events_tell_the_whole_game(preset: str) -> None:
    """Whoever hears the events alone knows each turn, trick, score and the end."""
    rng = random.Random(preset)
    game = Game.new(PRESETS[preset], SEATS[0])
    heard: list[Event] = []
    while game.outcome is None:
        action = next_action(game, rng, wildness=0.3)
        before = len(heard)
        game, events = step(game, action)
        heard += events
        turns = [event.seat for event in heard[before:] if isinstance(event, TurnPassed)]
        if isinstance(action, Look | Time):
            assert turns == []
        else:
            assert turns == ([] if game.to_act is None else [game.to_act])
    tricks = [event for event in heard if isinstance(event, TrickTaken)]
    sheets = [event.sheet for event in heard if isinstance(event, RoundScored)]
    claimed = [event.hands[0] for event in heard if isinstance(event, RestClaimed)]
    played = sum(any(sheet.taken) for sheet in game.sheets)
    assert len(tricks) + sum(map(len, claimed)) == game.rules.hand_size * played
    assert tuple(sheets) == game.sheets
    assert heard[-1] == GameEnded(game.outcome)
    assert sum(isinstance(event, GameEnded) for event in heard) == 1
    assert sum(isinstance(event, PlayOpened) for event in heard) == game.number
