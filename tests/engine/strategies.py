"""What hypothesis draws: cards, bids, rules and games."""

import random
from typing import NamedTuple

from hypothesis import strategies as st

from engine.actions import (
    MOST_TRICKS,
    Action,
    Bid,
    Claim,
    Deal,
    Keep,
    Look,
    Pass,
    Play,
    Resign,
    Throw,
    Time,
    Toss,
)
from engine.cards import CARDS, CardSet
from engine.deals import Seeds, deal
from engine.game import Game
from engine.presets import PRESETS
from engine.rules import Rules
from engine.seats import SEATS, Side
from engine.tally import Tally
from tests.engine.mixtures import random_rules

cards = st.sampled_from(CARDS)
card_sets = st.integers(0, (1 << 54) - 1).map(CardSet)
seats = st.sampled_from(SEATS)
presets = st.sampled_from(list(PRESETS.values()))
seeds = st.builds(
    Seeds,
    st.binary(min_size=32, max_size=32),
    st.lists(st.text(max_size=12), max_size=4).map(tuple),
)


@st.composite
def bids(draw: st.DrawFn) -> Bid:
    """Draw any bid of any seat."""
    tricks = draw(st.integers(0, MOST_TRICKS))
    kind = draw(st.sampled_from(["", "blind", "possible" if tricks else "zero"]))
    return Bid(draw(seats), tricks, **({kind: True} if kind else {}))


@st.composite
def rules(draw: st.DrawFn, seats: int | None = None) -> Rules:
    """Draw a mixture of rules that agrees with itself, every field of it.

    Args:
        draw: what hypothesis gives.
        seats: two, three or four; None for any.
    """
    return random_rules(random.Random(draw(st.integers(0, 2**32))), seats)


class Drawn(NamedTuple):
    """A game that was drawn.

    Attributes:
        start: the game before its first deal.
        actions: what happened since.
        game: as it stands now.
    """

    start: Game
    actions: list[Action]
    game: Game


@st.composite
def games(draw: st.DrawFn) -> Drawn:
    """Draw a game after some actions."""
    table = draw(rules())
    tallies = [
        Tally(draw(st.integers(-300, 300)), draw(st.integers(0, (table.bag_limit or 20) - 1)))
        for _ in table.sides
    ]
    start = Game.new(table, draw(st.sampled_from(table.seats)), tallies)
    rng = random.Random(draw(st.integers(0, 2**32)))
    game, actions = play(start, draw(st.integers(0, 130)), rng)
    return Drawn(start, actions, game)


def play(game: Game, steps: int, rng: random.Random) -> tuple[Game, list[Action]]:
    """Play some random actions, looks out of turn among them; stop early if the game ends."""
    actions: list[Action] = []
    while len(actions) < steps and game.outcome is None:
        action = random_action(game, rng)
        actions.append(action)
        game = game.apply(action)
    return game, actions


def random_action(game: Game, rng: random.Random) -> Action:
    """Choose what happens next: the deal, or any legal action, now and then a look."""
    if game.to_act is None:
        seeds_of_round = Seeds(rng.randbytes(32))
        return deal(seeds_of_round, game.number + 1, game.next_dealer, game.rules)
    if game.certain is not None and rng.random() < 0.2:
        return Claim(rng.choice(game.rules.seats))
    looks = [seat for seat in game.rules.seats if Look(seat) in game.legal_actions_of(seat)]
    if looks and rng.random() < 0.2:
        return Look(rng.choice(looks))
    return rng.choice(game.legal_actions)


actions = st.one_of(
    bids(),
    st.builds(Play, seats, cards),
    st.builds(Look, seats),
    st.builds(Throw, seats),
    st.builds(Keep, seats),
    st.builds(Toss, seats),
    st.just(Time()),
    st.builds(Claim, seats),
    st.builds(Resign, st.sampled_from([Side(number) for number in range(4)])),
    st.builds(Pass, seats, card_sets),
    st.builds(Pass, seats, st.sets(cards, max_size=4).map(CardSet.of)),
    st.builds(
        lambda secret, table: deal(Seeds(secret), 1, SEATS[0], table),
        st.binary(min_size=32, max_size=32),
        presets,
    ),
    st.lists(card_sets, min_size=2, max_size=4).map(lambda hands: Deal(tuple(hands))),
)
