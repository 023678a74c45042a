"""What hypothesis draws: cards, bids, rules and games."""

import random
from typing import NamedTuple

from hypothesis import strategies as st

from engine.actions import Action, Bid, Deal, Look, Play
from engine.cards import CARDS, CardSet
from engine.deals import Seeds, deal
from engine.game import Game
from engine.presets import PRESETS
from engine.rules import Rules
from engine.seats import SEATS
from engine.tally import Tally

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
    tricks = draw(st.integers(0, 13))
    blind = draw(st.booleans()) if tricks == 0 else False
    return Bid(draw(seats), tricks, blind)


@st.composite
def rules(draw: st.DrawFn) -> Rules:
    """Draw a mixture of rules that agrees with itself."""
    solo = draw(st.booleans())
    blind = draw(st.booleans())
    limit = draw(st.none() | st.integers(1, 13))
    tricks = draw(st.sampled_from(["bags_only", "help_partner", "ignored"][:: 2 if solo else 1]))
    return Rules().changed(
        mode="solo" if solo else "partners",
        deck=draw(st.sampled_from(["standard", "jokers"])),
        target=draw(st.integers(50, 2000)),
        losing_score=draw(st.none() | st.integers(-2000, -50)),
        nil_value=draw(st.integers(10, 500)),
        blind_nil=blind,
        blind_nil_value=draw(st.integers(10, 1000)) if blind else 200,
        failed_nil_tricks=tricks,
        failed_nil_bag_points=1 if tricks == "ignored" else draw(st.integers(0, 1)),
        double_nil="each" if solo else draw(st.sampled_from(["each", "unit"])),
        bag_limit=limit,
        bag_points_kept=True if limit is None else draw(st.booleans()),
        breaking=draw(st.sampled_from(["any_spade", "trump_only"])),
        first_dealer=draw(st.sampled_from(["before_host", "random"])),
        bid_seconds=draw(st.none() | st.integers(5, 86_400)),
        play_seconds=draw(st.none() | st.integers(5, 86_400)),
        places=draw(st.sampled_from(["winner_only", "points_then_bags"])),
    )


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
    start = Game.new(table, draw(seats), tallies)
    rng = random.Random(draw(st.integers(0, 2**32)))
    game, actions = play(start, draw(st.integers(0, 130)), rng)
    return Drawn(start, actions, game)


def play(game: Game, steps: int, rng: random.Random) -> tuple[Game, list[Action]]:
    """Play some random actions, looks out of turn among them; stop early if the game ends."""
    actions: list[Action] = []
    seeds_of_game = Seeds(rng.randbytes(32))
    while len(actions) < steps and game.outcome is None:
        action = random_action(game, seeds_of_game, rng)
        actions.append(action)
        game = game.apply(action)
    return game, actions


def random_action(game: Game, seeds_of_game: Seeds, rng: random.Random) -> Action:
    """Choose what happens next: the deal, or any legal action, now and then a look."""
    if game.to_act is None:
        return deal(seeds_of_game, game.number + 1, game.next_dealer, game.rules.cards)
    looks = [seat for seat in game.rules.seats if Look(seat) in game.legal_actions_of(seat)]
    if looks and rng.random() < 0.2:
        return Look(rng.choice(looks))
    return rng.choice(game.legal_actions)


actions = st.one_of(
    bids(),
    st.builds(Play, seats, cards),
    st.builds(Look, seats),
    st.builds(
        lambda secret: deal(Seeds(secret), 1, SEATS[0], Rules().cards),
        st.binary(min_size=32, max_size=32),
    ),
    st.lists(card_sets, min_size=1, max_size=4).map(lambda hands: Deal(tuple(hands))),
)
