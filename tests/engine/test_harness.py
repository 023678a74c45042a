"""The harness at work: whole games of every preset, and of mixtures of house rules."""

import random

import pytest

from engine.cards import Card, CardSet
from engine.deals import Seeds, deal
from engine.game import Game
from engine.phases import Phase
from engine.presets import PRESETS, PUBLISHED
from engine.rules import Rules
from engine.seats import SEATS
from engine.tally import Tally
from engine.views import seat_view
from tests.engine import mixtures
from tests.engine.harness import (
    check_cards_conserved,
    check_thoroughly,
    next_action,
    play_complete,
)
from tests.engine.hidden import cards_in, check_nothing_hidden_is_shown
from tests.engine.plain_game import PlainGame
from tests.engine.tools import rebased

CHUNKS = 10
"""Several workers share the games of a kind in chunks."""

EVERY_PRESET = pytest.mark.parametrize("preset", PRESETS)
EVERY_CHUNK = pytest.mark.parametrize("chunk", range(CHUNKS))


def seeds(chunk: int, games: int) -> range:
    """Give the seeds of a chunk, when so many games are shared among all chunks."""
    share = games // CHUNKS
    return range(chunk * share, (chunk + 1) * share)


@EVERY_PRESET
def test_a_few_games(preset: str) -> None:
    """Some games of each preset hold every check, made more often than in the many games."""
    for seed in range(3 if preset in PUBLISHED else 1):
        play_complete(preset, seed, thorough=0.03)


@pytest.mark.volume
@EVERY_PRESET
@EVERY_CHUNK
def test_many_games(preset: str, chunk: int) -> None:
    """Complete games of each preset hold every check: 250 of a published one, 20 of another."""
    for seed in seeds(chunk, 250 if preset in PUBLISHED else 20):
        play_complete(preset, 1000 + seed, thorough=0.002)


@pytest.mark.volume
@EVERY_CHUNK
def test_mixtures(chunk: int) -> None:
    """Many complete games, each of rules of its own with every field drawn, hold as well."""
    for seed in seeds(chunk, MIXTURES_PLAYED):
        play_complete("mixture", seed, thorough=0.002)


MIXTURES = 1000
MIXTURES_PLAYED = 600


def test_mixtures_are_of_every_kind() -> None:
    """Among the mixtures that are played each value of each field occurs, and no two are equal."""
    drawn = [mixtures.random_rules(random.Random(seed)) for seed in range(MIXTURES)]
    for field, values in mixtures.CHOICES.items():
        found = [getattr(rules, field) for rules in drawn]
        assert min(found.count(value) for value in values) >= MIXTURES // 50, field
    assert len(set(drawn)) == MIXTURES


@EVERY_PRESET
def test_every_step_of_a_round(preset: str) -> None:
    """At every single step of a round each check holds, legality of all actions included."""
    rng = random.Random(preset)
    game = Game.new(PRESETS[preset], PRESETS[preset].seats[-1])
    while not game.sheets:
        check_thoroughly(game, rng)
        game = game.apply(next_action(game, rng, wildness=0.5))
    check_thoroughly(game, rng)


def test_mixtures_know_every_field() -> None:
    """A new field of the rules must be given values to play with."""
    assert set(mixtures.CHOICES) == set(Rules.model_fields)


def test_the_harness_notices_a_wrong_score() -> None:
    """The record beside the game fails when the game's tallies are not its own."""
    game = Game.new(PRESETS["cardcouch"], SEATS[0])
    plain = PlainGame.beside(game)
    plain.compare(game)
    with pytest.raises(AssertionError):
        plain.compare(game._replace(tallies=(Tally(1), Tally())))


def test_lost_card_is_noticed() -> None:
    """The check of the cards fails when one is missing."""
    game = Game.new(PRESETS["cardcouch"], SEATS[0])
    game = game.apply(deal(Seeds(bytes(32)), 1, SEATS[0], game.rules))
    assert game.round is not None
    check_cards_conserved(game)
    hands = (game.round.hands[0] & (game.round.hands[0] - 1), *game.round.hands[1:])
    with pytest.raises(AssertionError):
        check_cards_conserved(game._replace(round=rebased(game.round, held=hands)))


def test_card_of_another_that_shows_is_noticed() -> None:
    """The search fails when what a seat has received is shown with a card of somebody else."""
    rules = PRESETS["cardcouch"].changed(exchange=1, bidding="suicide")
    rng = random.Random(8)
    game = Game.new(rules, SEATS[3])
    while game.phase != Phase.PLAYING:
        game = game.apply(next_action(game, rng, wildness=1))
    check_nothing_hidden_is_shown(game)
    current = game.round
    assert current is not None
    assert all(current.passed)
    passed = (*current.passed[:2], current.hands[1] & -current.hands[1], current.passed[3])
    with pytest.raises(AssertionError):
        check_nothing_hidden_is_shown(game._replace(round=rebased(current, passed=passed)))


def test_walk_finds_cards_wherever_they_lie() -> None:
    """The search for hidden cards sees cards, sets and bare integers, and knows all it sees."""
    game = Game.new(PRESETS["cardcouch"], SEATS[0])
    game = game.apply(deal(Seeds(bytes(32)), 1, SEATS[0], game.rules))
    own = seat_view(game, SEATS[1]).hand
    assert own is not None
    ace = Card.parse("AS")
    assert set(cards_in(seat_view(game, SEATS[1]))) == set(own)
    assert list(cards_in((1, (ace, own.bits)))) == [ace, *own]
    assert list(cards_in(CardSet.of([ace]))) == [ace]
    with pytest.raises(TypeError):
        list(cards_in([ace]))
