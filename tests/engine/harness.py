"""Plays random games and checks, at every step or at some, whatever can be checked.

At every step: the game against the plain record beside it (turn, cards held, legal bids, cards
passed, legal cards, breaking, tricks, winners, scores, end). At some: legal exactly when accepted,
nothing hidden in any view, views that do not change with hidden cards, one line that parses back.
At the end: replay and notation equal the game that was played.

`python -m tests.engine.harness --games 20000` plays more of them than the tests do.
"""

import argparse
import os
import random
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

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
    Throw,
    Time,
    Toss,
)
from engine.cards import CARDS, CardSet
from engine.deals import Seeds, deal
from engine.errors import RuleError
from engine.game import Game, replay
from engine.game_notation import parse_game, print_game
from engine.notation import parse_action, print_action
from engine.phases import Phase
from engine.players import rules_of_thumb
from engine.presets import PRESETS
from engine.round_notation import parse_round, print_round
from engine.rules import Rules
from engine.seats import SEATS, Seat
from engine.tally import Tally
from engine.views import seat_view
from tests.engine.hidden import check_nothing_hidden_is_shown, check_views_ignore_hidden_cards
from tests.engine.mixtures import random_rules
from tests.engine.plain_game import PlainGame

WILD_FROM = 15
"""From this round on everything is chosen at random, where a game can be lost: it is lost soon."""

MOST_ROUNDS = 40
"""Without a losing score a game can go on for ever; after so many rounds it is broken off."""

CHUNK = 50
"""Games that a process plays at a time."""

SAY_AFTER = 1000
"""Games between two lines of the command's answer."""

NO_SEAT = Seat(4)

CLAIMS = 0.3
"""How often a hand that may claim the tricks that are left does."""

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

    @property
    def complete(self) -> bool:
        """Whether it came to its end."""
        return self.game.outcome is not None


def play_game(rules: Rules, seed: int, thorough: float = 0.01) -> Played:
    """Play one game from a seed and check it.

    A game that cannot be lost is played as a computer player would, but for a card now and then,
    and begins with points; bids that are made at random would lead it away from the target for
    ever. One that still has no winner after `MOST_ROUNDS` is broken off.

    Args:
        rules: the rules of the table.
        seed: decides everything.
        thorough: the share of steps, 0 to 1, at which the costly checks are made as well.
    """
    rng = random.Random(seed)
    game = Game.new(rules, rng.choice(rules.seats), _head_start(rules, rng))
    wildness = rng.choice([0.05, 0.3] if rules.losing_score is None else [0.05, 0.3, 1.0])
    plain = PlainGame.beside(game)
    plain.compare(game)
    start, actions = game, []
    while game.outcome is None and game.number < MOST_ROUNDS + (game.to_act is not None):
        if game.number >= WILD_FROM and rules.losing_score is not None:
            wildness = 1.0
        action = next_action(game, rng, wildness)
        before, game = game, game.apply(action)
        actions.append(action)
        plain.note(action)
        plain.compare(game)
        if rng.random() < thorough:
            check_thoroughly(game, rng)
            assert parse_action(print_action(action)) == action
            assert before.explain(action) is None
    check_recorded(start, game, actions)
    return Played(game, actions)


def _head_start(rules: Rules, rng: random.Random) -> list[Tally] | None:
    """Give the tallies that a game begins with: none, or some way to the target."""
    if rules.losing_score is not None or rng.random() < 0.2:
        return None
    most_bags = (rules.bag_limit or 10) - 1
    return [
        Tally(rng.randint(-50, (rules.target or 300) - 10), rng.randint(0, most_bags))
        for _ in rules.sides
    ]


def next_action(game: Game, rng: random.Random, wildness: float) -> Action:
    """Choose what happens next.

    Args:
        game: as it stands.
        rng: decides.
        wildness: how often any legal card is played or passed, 0 to 1, and, more rarely, any
            legal bid made; the other actions are those of a computer player.
    """
    if game.explain(Time()) is None and rng.random() < 0.01:
        return Time()
    if game.to_act is None:
        return fresh_deal(game, rng)
    if game.certain is not None and rng.random() < CLAIMS:
        return Claim(rng.choice(game.rules.seats))
    looker = rng.choice(game.rules.seats)
    if Look(looker) in game.legal_actions_of(looker) and rng.random() < 0.3:
        return Look(looker)
    free = game.phase in {Phase.DRAWING, Phase.EXCHANGING, Phase.PLAYING} or wildness == 1
    if rng.random() < (wildness if free else wildness / 10):
        return rng.choice(game.legal_actions)
    return rules_of_thumb.choose(seat_view(game, game.to_act), rng)


def fresh_deal(game: Game, rng: random.Random) -> Deal:
    """Deal the next round of a game."""
    return deal(Seeds(rng.randbytes(32)), game.number + 1, game.next_dealer, game.rules)


def candidates(game: Game, rng: random.Random) -> Iterator[Action]:
    """List every action that any seat could think of, and a seat that no table has.

    Of the cards that could be passed there are too many; all legal choices are listed, and some
    of too few or too many cards, or of cards that others hold.
    """
    for seat in (*SEATS, NO_SEAT):
        yield Look(seat)
        yield Claim(seat)
        yield Keep(seat)
        yield Toss(seat)
        yield Throw(seat)
        yield Bid(seat, 0, zero=True)
        yield Bid(seat, 0, covered=True)
        for tricks in range(MOST_TRICKS + 1):
            yield Bid(seat, tricks)
            yield Bid(seat, tricks, blind=True)
            yield Bid(seat, max(1, tricks), possible=True)
        yield from (Play(seat, card) for card in CARDS)
        for count in range(6):
            yield Pass(seat, CardSet.of(rng.sample(CARDS, count)))
            if game.round is not None and seat in game.rules.seats:
                held = [*game.round.hand(seat)]
                yield Pass(seat, CardSet.of(rng.sample(held, min(count, len(held)))))
    yield from game.legal_actions


def check_legal_exactly_when_accepted(game: Game, rng: random.Random) -> None:
    """Assert that what is listed, what explain allows and what apply takes are the same."""
    seats = game.rules.seats
    legal: set[Action] = {action for seat in seats for action in game.legal_actions_of(seat)}
    if game.certain is not None:
        legal.update(map(Claim, seats))
    for action in candidates(game, rng):
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
    """Assert that every card is in one hand, the stock, or played or put away, exactly once."""
    current = game.round
    if current is None:
        return
    places = [CardSet(hand) for hand in current.hands]
    cards = [card for place in places for card in place]
    cards += [card for trick in current.tricks for card in trick.cards]
    cards += current.trick
    if current.drawing is not None:
        drawing = current.drawing
        cards += drawing.stock[2 * len(drawing.keeps) :]
        cards += [turn.put_away for seat in SEATS[:2] for turn in drawing.turns_of(seat)]
    elif game.rules.players == len(current.hands) == 2:
        cards += [*CardSet(game.rules.deck_in_play.cards & ~sum(current.dealt))]
    assert len(cards) == game.rules.deck_in_play.size
    assert CardSet.of(cards).bits == game.rules.deck_in_play.cards


def check_thoroughly(game: Game, rng: random.Random) -> None:
    """Make every check that a single position allows."""
    check_cards_conserved(game)
    check_legal_exactly_when_accepted(game, rng)
    check_nothing_hidden_is_shown(game)
    check_views_ignore_hidden_cards(game, rng)
    if game.round is not None:
        assert parse_round(print_round(game.round), game.rules) == game.round
    if game.number <= FEW_ROUNDS:
        assert parse_game(print_game(game)) == game


def check_recorded(start: Game, game: Game, actions: list[Action]) -> None:
    """Assert that the log and the line of notation give the same game again."""
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


def play_complete(name: str, seed: int, thorough: float) -> tuple[int, int]:
    """Play games of a kind until one is complete; give all rounds, and the games broken off.

    Args:
        name: a preset, or "mixture" for rules drawn from the seed.
        seed: decides everything.
        thorough: as for `play_game`.
    """
    rounds = broken_off = 0
    while True:
        own = seed + 1_000_000_007 * broken_off
        rules = PRESETS.get(name) or random_rules(random.Random(own))
        try:
            played = play_game(rules, own, thorough)
        except Exception as fault:
            fault.add_note(f"{name}, seed {own}, rules {rules.model_dump_json()}")
            raise
        rounds += played.game.number
        if played.complete:
            return rounds, broken_off
        broken_off += 1


def _chunk(name: str, first: int, games: int, thorough: float) -> tuple[int, int]:
    results = [play_complete(name, seed, thorough) for seed in range(first, first + games)]
    return sum(rounds for rounds, _ in results), sum(off for _, off in results)


def main() -> None:
    """Play as many games as the command line asks for, of mixtures or of every preset too."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="complete games of each kind")
    parser.add_argument("--presets", action="store_true", help="of every preset too")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--thorough", type=float, default=0.01, help="share of costly checks")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes")
    options = parser.parse_args()
    for name in (*(PRESETS if options.presets else ()), "mixture"):
        play_many(name, options.seed, options.games, options.thorough, options.workers)


def play_many(name: str, seed: int, games: int, thorough: float, workers: int) -> None:
    """Share complete games of a kind among processes, and say how it went."""
    began = time.perf_counter()
    firsts = range(seed, seed + games, CHUNK)
    sizes = [min(CHUNK, seed + games - first) for first in firsts]
    names, shares = [name] * len(sizes), [thorough] * len(sizes)
    done = rounds = off = 0
    with ProcessPoolExecutor(workers) as pool:
        for size, found in zip(sizes, pool.map(_chunk, names, firsts, sizes, shares), strict=True):
            done, rounds, off = done + size, rounds + found[0], off + found[1]
            if done % SAY_AFTER == 0 or done == games:
                spent = time.perf_counter() - began
                told = f"{done} complete games, {off} broken off, {rounds} rounds, {spent:.0f} s"
                say(f"{name:14} {told}: all well")


if __name__ == "__main__":
    main()
