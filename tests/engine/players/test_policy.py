"""The learned policy of the playouts: its file, what it tells apart, and how it is trained."""

import argparse
import random
from array import array
from pathlib import Path

from engine.deals import Seeds, deal
from engine.game import Game
from engine.players import kernel, rules_of_thumb
from engine.players.packing import bits_of, packing_of, setup
from engine.players.policy import policy
from engine.presets import CARDCOUCH
from engine.seats import SEATS
from engine.views import seat_view
from tests.bench.players_process import written
from tests.bench.players_records import Record
from tests.bench.players_training import Lesson, Watching, lessons, loss, train, write
from tests.engine.players.test_fast_core import play_on

TOO_LARGE = 1 << 20


def recorded(seed: int) -> Record:
    """Give a round that rules of thumb played in all seats."""
    game = Game.new(CARDCOUCH, SEATS[0])
    dealing = deal(Seeds(seed.to_bytes(32, "big")), 1, SEATS[0], CARDCOUCH)
    hands = tuple(" ".join(map(str, held)) for held in dealing.hands)
    game, rng, actions = game.apply(dealing), random.Random(seed), list[str]()
    while game.to_act is not None:
        action = rules_of_thumb.choose(seat_view(game, game.to_act), rng)
        actions.append(str(written(action)))
        game = game.apply(action)
    return Record(seed, 0, hands, tuple(actions), (0, 1, 2, 3))


def trained(learned: list[Lesson], held: list[Lesson]) -> list[float]:
    """Give the weights after one pass, and how far they foretell the lessons held out."""
    options = argparse.Namespace(step=0.15, decay=0.001, passes=1, seed=3)
    weights = train(list(learned), held, options)
    return [*weights.tables[0], loss(weights, held)[0]]


def test_the_file_holds_a_weight_for_every_card() -> None:
    """It holds as many weights as there are contexts and kinds, all of them moderate."""
    assert len(policy()) == kernel.CONTEXTS * kernel.KINDS
    assert max(map(abs, policy())) <= 1200


def test_every_turn_has_its_places_in_the_file() -> None:
    """From the first card to the last four tricks, each legal card has a place in the table."""
    found = [place for seed in range(20) for one in lessons(recorded(seed)) for place in one.cards]
    assert 0 <= min(found) <= max(found) < len(policy())


def test_a_void_that_was_shown_tells_leads_apart() -> None:
    """A card to lead counts otherwise once another side has shown that it cannot follow."""
    game = play_on(CARDCOUCH, 8, 0)
    assert game.round is not None
    assert game.to_act is not None
    packing = packing_of(CARDCOUCH.deck_in_play)
    world = array("q", [packing.pack(held) for held in game.round.hands])
    public, seat = seat_view(game, game.to_act).public, game.to_act
    places = []
    for hearts in (0, 0b1000):
        voids = tuple(hearts if each == (seat + 1) % 4 else 0 for each in range(4))
        start = setup(public, seat, seat, 0, 0, voids)
        first = next(bits_of(world[seat]))  # type: ignore[call-overload]
        _, found = next(Watching(start, array("q")).turns(world, [first]))
        places.append(found)
    changed = {card for card in places[0] if places[0][card] != places[1][card]}
    assert changed == {card for card in places[0] if card >> 48}


def test_training_learns_and_repeats(tmp_path: Path) -> None:
    """The same rounds and seed give the same weights, which foretell other rounds than these."""
    learned = [lesson for seed in range(12) for lesson in lessons(recorded(seed))]
    held = [lesson for seed in range(12, 16) for lesson in lessons(recorded(seed))]
    weights = trained(learned, held)
    assert weights == trained(learned, held)
    untrained = argparse.Namespace(step=0.15, decay=0.001, passes=0, seed=3)
    assert weights[-1] < 0.9 * loss(train(learned, held, untrained), held)[0]
    write(train(learned, held, untrained), tmp_path / "policy.json")
    assert (tmp_path / "policy.json").stat().st_size < TOO_LARGE
