"""The harness at work: whole games of every preset, and of mixtures of house rules."""

import random

import pytest

from engine.cards import Card, CardSet
from engine.deals import Seeds, deal
from engine.game import Game
from engine.presets import PRESETS
from engine.rules import Rules
from engine.seats import SEATS
from engine.tally import Tally
from engine.views import seat_view
from tests.engine import mixtures
from tests.engine.harness import check_cards_conserved, check_thoroughly, next_action, play_game
from tests.engine.hidden import cards_in
from tests.engine.witness import Witness

CHUNKS = 10
GAMES = 50
"""Games of each preset in each chunk; the chunks let several workers share them."""

EVERY_PRESET = pytest.mark.parametrize("preset", PRESETS)
EVERY_CHUNK = pytest.mark.parametrize("chunk", range(CHUNKS))


@EVERY_PRESET
def test_a_few_games(preset: str) -> None:
    """Some games of each preset hold every check, made more often than in the many games."""
    for seed in range(3):
        game = play_game(PRESETS[preset], seed, thorough=0.03).game
        assert game.outcome is not None


@pytest.mark.volume
@EVERY_PRESET
@EVERY_CHUNK
def test_many_games(preset: str, chunk: int) -> None:
    """Hundreds of complete games of each preset hold every check."""
    for seed in range(1000 + chunk * GAMES, 1000 + (chunk + 1) * GAMES):
        game = play_game(PRESETS[preset], seed, thorough=0.002).game
        assert game.outcome is not None, seed


@pytest.mark.volume
@EVERY_CHUNK
def test_mixtures(chunk: int) -> None:
    """Games of random mixtures of house rules hold every check."""
    for seed in range(chunk * 12, (chunk + 1) * 12):
        play_game(mixtures.random_rules(random.Random(seed)), seed, thorough=0.002)


@EVERY_PRESET
def test_every_step_of_a_round(preset: str) -> None:
    """At every single step of a round each check holds, legality of all actions included."""
    rng = random.Random(preset)
    game = Game.new(PRESETS[preset], SEATS[2])
    while not game.sheets:
        check_thoroughly(game, rng)
        game = game.apply(next_action(game, rng, wildness=0.5))
    check_thoroughly(game, rng)


def test_mixtures_know_every_field() -> None:
    """A new field of the rules must be given values to play with."""
    assert set(mixtures.CHOICES) == set(Rules.model_fields)


def test_witness_notices_a_wrong_score() -> None:
    """The record beside the game fails when the game's tallies are not its own."""
    game = Game.new(PRESETS["cardcouch"], SEATS[0])
    witness = Witness(game.rules, 0, [0, 0], [0, 0])
    witness.compare(game)
    with pytest.raises(AssertionError):
        witness.compare(game._replace(tallies=(Tally(1), Tally())))


def test_lost_card_is_noticed() -> None:
    """The check of the cards fails when one is missing."""
    game = Game.new(PRESETS["cardcouch"], SEATS[0])
    game = game.apply(deal(Seeds(bytes(32)), 1, SEATS[0], game.rules.cards))
    assert game.round is not None
    check_cards_conserved(game)
    hands = (game.round.hands[0] & (game.round.hands[0] - 1), *game.round.hands[1:])
    with pytest.raises(AssertionError):
        check_cards_conserved(game._replace(round=game.round._replace(hands=hands)))


def test_walk_finds_cards_wherever_they_lie() -> None:
    """The search for hidden cards sees cards, sets and bare integers, and knows all it sees."""
    game = Game.new(PRESETS["cardcouch"], SEATS[0])
    game = game.apply(deal(Seeds(bytes(32)), 1, SEATS[0], game.rules.cards))
    own = seat_view(game, SEATS[1]).hand
    assert own is not None
    ace = Card.parse("AS")
    assert set(cards_in(seat_view(game, SEATS[1]))) == set(own)
    assert list(cards_in((1, (ace, own.bits)))) == [ace, *own]
    assert list(cards_in(CardSet.of([ace]))) == [ace]
    with pytest.raises(TypeError):
        list(cards_in([ace]))
