"""Plays random games and checks, at every step or at some, whatever can be checked.

At every step: the game against the plain record beside it (turn, cards held, tricks, breaking,
legal cards, winners, scores, end). At some: legal exactly when accepted, nothing hidden in any
view, views that do not change with hidden cards, one line that parses back. At the end: replay
and notation equal the game that was played.

`python -m tests.engine.harness --games 20000` plays more of them than the tests do.
"""

import argparse
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass

from engine.actions import Action, Bid, Look, Play, SeatAction
from engine.cards import CARDS, CardSet
from engine.deals import Seeds, deal
from engine.errors import RuleError
from engine.game import Game, replay
from engine.notation import (
    parse_action,
    parse_game,
    parse_round,
    print_action,
    print_game,
    print_round,
)
from engine.phases import PLAYING
from engine.players import thumb
from engine.presets import PRESETS
from engine.rules import Rules
from engine.seats import SEATS, Seat
from engine.views import seat_view
from tests.engine.hidden import check_nothing_hidden_is_shown, check_views_ignore_hidden_cards
from tests.engine.mixtures import random_rules
from tests.engine.witness import Witness

MOST_ROUNDS = 200
"""A game without a losing score can go on for long; it is broken off then."""

NO_SEAT = Seat(4)

FEW_ROUNDS = 2
"""To read a whole game back takes long, so in mid-game it is done for short ones."""


@dataclass(frozen=True, slots=True)
class Played:
    """What came of one game.

    Attributes:
        game: as it stood at the end.
        actions: all of them, from the first deal on.
    """

    game: Game
    actions: list[Action]


def play_game(rules: Rules, seed: int, thorough: float = 0.01) -> Played:
    """Play one game from a seed and check it.

    Args:
        rules: the rules of the table.
        seed: decides everything.
        thorough: the share of steps, 0 to 1, at which the costly checks are made as well.
    """
    rng = random.Random(seed)
    wildness = rng.choice([0.3, 1.0, 1.0] if rules.losing_score else [0.05, 0.3])
    first_dealer = rng.choice(rules.seats)
    game = Game.new(rules, first_dealer)
    nothing = [0] * len(rules.sides)
    witness = Witness(rules, first_dealer, list(nothing), list(nothing))
    actions: list[Action] = []
    while game.outcome is None and game.number < MOST_ROUNDS:
        action = next_action(game, rng, wildness)
        before, game = game, game.apply(action)
        actions.append(action)
        witness.note(action)
        witness.compare(game)
        if rng.random() < thorough:
            check_thoroughly(game, rng)
            assert parse_action(print_action(action)) == action
            assert before.explain(action) is None
    check_recorded(game, actions)
    return Played(game, actions)


def next_action(game: Game, rng: random.Random, wildness: float) -> Action:
    """Choose what happens next.

    Args:
        game: as it stands.
        rng: decides.
        wildness: how often any legal card is played, 0 to 1, and, more rarely, any legal bid
            made; wild bids lose a game soon, and where no game can be lost they never end it, so
            the other actions are those of a computer player.
    """
    if game.to_act is None:
        seeds = Seeds(rng.randbytes(32))
        deck, seats = game.rules.cards, len(game.rules.seats)
        return deal(seeds, game.number + 1, game.next_dealer, deck, seats)
    looker = rng.choice(game.rules.seats)
    if Look(looker) in game.legal_actions_of(looker) and rng.random() < 0.3:
        return Look(looker)
    chance = wildness if game.phase == PLAYING or wildness == 1 else wildness / 10
    if rng.random() < chance:
        return rng.choice(game.legal_actions)
    return thumb.choose(seat_view(game, game.to_act), rng)


def candidates() -> Iterator[SeatAction]:
    """List every action that any seat could think of, and a seat that no table has."""
    for seat in (*SEATS, NO_SEAT):
        yield Look(seat)
        yield Bid(seat, 0, blind=True)
        yield from (Bid(seat, tricks) for tricks in range(14))
        yield from (Play(seat, card) for card in CARDS)


def check_legal_exactly_when_accepted(game: Game) -> None:
    """Assert that what is listed, what explain allows and what apply takes are the same."""
    seats = game.rules.seats
    legal = {action for seat in seats for action in game.legal_actions_of(seat)}
    for action in candidates():
        listed = action in legal
        foretold, refusal = game.explain(action), refusal_of(game, action)
        assert (refusal is None) == (foretold is None) == listed, action
        assert type(refusal) is type(foretold), action
        assert refusal is None or vars(refusal) == vars(foretold), action
    if game.to_act is not None:
        assert set(game.legal_actions_of(game.to_act)) == set(game.legal_actions)


def refusal_of(game: Game, action: Action) -> RuleError | None:
    """Try an action, and give what it was refused with."""
    try:
        game.apply(action)
    except RuleError as refusal:
        return refusal
    return None


def check_cards_conserved(game: Game) -> None:
    """Assert that every card of the deck is in one hand, or played, exactly once."""
    current = game.round
    if current is None:
        return
    places = [CardSet(hand) for hand in current.hands]
    cards = [card for place in places for card in place]
    cards += [card for trick in current.tricks for card in trick.cards]
    cards += current.trick
    assert len(cards) == game.rules.cards.size
    assert CardSet.of(cards).bits == game.rules.cards.cards


def check_thoroughly(game: Game, rng: random.Random) -> None:
    """Make every check that a single position allows."""
    check_cards_conserved(game)
    check_legal_exactly_when_accepted(game)
    check_nothing_hidden_is_shown(game)
    check_views_ignore_hidden_cards(game, rng)
    if game.round is not None:
        assert parse_round(print_round(game.round), game.rules) == game.round
    if game.number <= FEW_ROUNDS:
        assert parse_game(print_game(game)) == game


def check_recorded(game: Game, actions: list[Action]) -> None:
    """Assert that the log and the line of notation give the same game again."""
    start = Game.new(game.rules, game.first_dealer)
    assert replay(start, actions) == game
    assert parse_game(print_game(game)) == game
    for sheet in game.sheets:
        for side in sheet.sides:
            points = side.before.points + sum(line.points for line in side.lines)
            assert side.after.points == points
    assert game.tallies == (game.sheets[-1].tallies if game.sheets else start.tallies)


def say(line: str) -> None:
    """Write a line of the command's answer."""
    print(line, flush=True)  # noqa: T201 -- a command line prints its answer


def main() -> None:
    """Play as many games as the command line asks for, of every preset and of mixtures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="games of each kind")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--thorough", type=float, default=0.01, help="share of costly checks")
    options = parser.parse_args()
    for name in (*PRESETS, "mixture"):
        began, rounds = time.perf_counter(), 0
        for seed in range(options.seed, options.seed + options.games):
            rules = PRESETS.get(name) or random_rules(random.Random(seed))
            try:
                rounds += play_game(rules, seed, options.thorough).game.number
            except Exception:
                say(f"failed: {name}, seed {seed}, rules {rules.model_dump_json()}")
                raise
        spent = time.perf_counter() - began
        say(f"{name:14} {options.games} games, {rounds} rounds, {spent:.1f} s: all well")


if __name__ == "__main__":
    main()
