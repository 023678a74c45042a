"""The positions with their counts, which stand in positions.json, and how they are made.

`python -m tests.perft.positions` draws them afresh from fixed seeds, counts each with the engine
and by brute force, and writes the file only if the two agree everywhere. That is needed after a
change of the notation or of the list of rule sets below, and never to make a test pass.
"""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.actions import Bid
from engine.cards import CardSet, iter_cards
from engine.game import Game
from engine.positions import Start
from engine.presets import CARDCOUCH, HERO_SOLO, PRESETS, PUBLISHED
from engine.round import Round
from engine.round_notation import parse_round, print_round
from engine.rules import Rules
from tests.engine import plain_bids, plain_cards
from tests.engine.harness import fresh_deal
from tests.engine.tools import bid_modestly
from tests.perft import count, reference

FILE = Path(__file__).with_name("positions.json")
LATE: dict[str, Rules] = {name: PRESETS[name] for name in PUBLISHED} | {
    "with_jokers": CARDCOUCH.changed(deck="jokers"),
    "with_deuces": CARDCOUCH.changed(deck="deuces"),
    "with_deuces_spade_high": CARDCOUCH.changed(deck="deuces_spade_high"),
    "three_seats": PRESETS["cutthroat"],
    "any_time": CARDCOUCH.changed(spade_leads="any_time"),
    "any_time_jokers_hero": HERO_SOLO.changed(spade_leads="any_time", deck="jokers"),
    "cookout_jokers": PRESETS["cookout_jokers"],
    "lodge": PRESETS["lodge"],
    "campus": PRESETS["campus"],
    "deuce_high": CARDCOUCH.changed(deck="deuce_high"),
    "three_with_jokers": PRESETS["cutthroat"].changed(deck="jokers_deuce_ace"),
    "two_seats": PRESETS["two_handed"].changed(breaking="trump_only"),
}
"""Tables whose positions begin late in a round and are counted up to the last trick."""

FIRST: dict[str, Rules] = {
    "plain_first": CARDCOUCH,
    "any_time_first": CARDCOUCH.changed(spade_leads="any_time"),
    "no_spade_first": CARDCOUCH.changed(spades_on_first_trick=False),
    "no_spade_first_any_time": CARDCOUCH.changed(
        spades_on_first_trick=False, spade_leads="any_time"
    ),
    "lowest_club": CARDCOUCH.changed(opening="lowest_club"),
    "lowest_club_no_spade": HERO_SOLO.changed(opening="lowest_club", spades_on_first_trick=False),
    "lowest_club_deuces": CARDCOUCH.changed(opening="lowest_club", deck="deuces"),
    "no_spade_jokers": CARDCOUCH.changed(spades_on_first_trick=False, deck="jokers"),
    "lowest_club_three": PRESETS["cutthroat"].changed(
        opening="lowest_club", spades_on_first_trick=False
    ),
    "campus_first": PRESETS["campus"].changed(throw_in="none", table_minimum=0),
    "lowest_clubs_all": CARDCOUCH.changed(opening="lowest_clubs_all"),
    "lowest_clubs_all_jokers": CARDCOUCH.changed(
        opening="lowest_clubs_all", deck="jokers_clubs_hearts_out"
    ),
}
"""Tables whose positions are of the first trick, and are counted up to the lead to the second."""

TABLES = LATE | FIRST
OLDEST = (*PUBLISHED, "with_jokers")
SIZES = (2, 3, 3, 4, 4, 5)
"""Cards in each hand, late in the round; small positions with five are rare, and long to find."""

CHANGES: dict[str, dict[str, Any]] = {
    "with_deuces": {"deck": "jokers"},
    "with_deuces_spade_high": {"deck": "deuces"},
    "any_time": {"any_time": False},
    "any_time_jokers_hero": {"any_time": False},
    "any_time_first": {"any_time": False},
    "no_spade_first": {"spade_first": True},
    "no_spade_first_any_time": {"spade_first": True},
    "lowest_club": {"club_opens": False},
    "lowest_club_no_spade": {"spade_first": True},
    "lowest_club_deuces": {"club_opens": False},
    "no_spade_jokers": {"spade_first": True},
    "lowest_club_three": {"club_opens": False},
    "cookout_jokers": {"any_time": False},
    "lodge": {"deck": "jokers"},
    "deuce_high": {"deck": "standard"},
    "three_with_jokers": {"deck": "jokers of three"},
    "campus_first": {"club_opens": False},
    "lowest_clubs_all": {"all_clubs": False},
    "lowest_clubs_all_jokers": {"all_clubs": False},
}
"""By table, another rule, under which the counts of its positions are others; see `make`."""

MOST_ENDS = 12_000
FIRST_DEALS = 3


def load() -> list[dict[str, Any]]:
    """Read the positions."""
    positions: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return positions


def round_of(entry: dict[str, Any]) -> Round:
    """Set up a position."""
    return parse_round(entry["round"], TABLES[entry["table"]])


def depth_of(entry: dict[str, Any]) -> int | None:
    """Say how many cards on a position is counted; None is up to the last trick."""
    return len(entry["counts"]) if entry["table"] in FIRST else None


def plain_of(current: Round) -> reference.Plain:
    """Write a position as the brute force reads it."""
    rules = current.rules
    return reference.Plain(
        hands=tuple(tuple(map(str, iter_cards(hand))) for hand in current.hands),
        trick=tuple(map(str, current.trick)),
        leader=current.leader,
        broken=current.broken,
        first=not any(current.taken),
        play=plain_cards.Play(
            deck=plain_bids.deck_of(rules),
            any_time=rules.spade_leads == "any_time",
            breaking=rules.breaking,
            spade_first=rules.spades_on_first_trick,
            club_opens=rules.opening.startswith("lowest"),
            all_clubs=rules.opening == "lowest_clubs_all",
        ),
    )


def draw(rules: Rules, size: int, spades: int, *, broken: bool, seed: int) -> Round:
    """Draw a position between two tricks.

    Args:
        rules: the rules of the table.
        size: cards in each hand.
        spades: how many of all cards are spades; the others are of few suits, so that seats
            both follow and are void.
        broken: whether spades are broken.
        seed: decides the rest.
    """
    rng = random.Random(seed)
    deck = rules.deck_in_play
    trumps = rng.sample(list(CardSet(deck.trumps)), spades)
    others = [card for card in CardSet(deck.cards & ~deck.trumps) if card.suit != seed % 3]
    cards = trumps + rng.sample(others, size * len(rules.seats) - spades)
    if rng.random() < 0.5:  # every other time one seat holds the spades, and may have to lead them
        rng.shuffle(cards)
    hands = [CardSet.of(cards[at : at + size]) for at in range(0, len(cards), size)]
    bids = [Bid(seat, rng.randint(1, 4)) for seat in rules.seats]
    taken = [rules.hand_size - size, *[0] * (len(rules.seats) - 1)]
    start = Start(rules.seats[0], tuple(taken), broken)
    return Round.position(rules, rules.seats[-1], hands, bids, start)


def make() -> Iterator[dict[str, Any]]:
    """Draw and count all positions, each small enough to be counted quickly.

    First tricks, and positions of three cards and more with spades unbroken, are drawn until their
    counts are others without the rule of the table.

    Raises:
        ValueError: the engine and the brute force do not agree.
    """
    made = 0
    for table, rules in LATE.items():
        for size in SIZES if table in OLDEST else SIZES[:4]:
            for broken in (False, True):
                seed = 1000 * size + made
                current = draw(rules, size, 2 * size - 1, broken=broken, seed=seed)
                fewest = len(rules.seats) * (size - 1)
                while len(found := count.counts(current, most=MOST_ENDS)) < fewest or (
                    size > SIZES[0] and not broken and not tells(table, current, found)
                ):
                    seed += 7
                    current = draw(rules, size, 2 * size - 1, broken=broken, seed=seed)
                yield entry_of(table, current, found)
                made += 1
    for table in FIRST:
        for seed in range(FIRST_DEALS):
            current, found = begun(table, seed)
            yield entry_of(table, current, found)


def begun(table: str, seed: int) -> tuple[Round, list[int]]:
    """Deal, bid, and give the round whose first trick is to be led, with its counts.

    The deals are such that no seat has too many choices, and that the rule of the table matters.
    """
    rules = FIRST[table]
    while True:
        game = Game.new(rules, rules.seats[-1])
        game = bid_modestly(game.apply(fresh_deal(game, random.Random(seed))))
        assert game.round is not None
        found = count.counts(game.round, len(rules.seats) + 1)
        if found[-1] <= MOST_ENDS and tells(table, game.round, found):
            return game.round, found
        seed += 1000


def tells(table: str, current: Round, found: list[int]) -> bool:
    """Say whether the counts of a position would be others without the rule of its table."""
    if table not in CHANGES:
        return True
    plain = plain_of(current)
    other = replace(plain, play=replace(plain.play, **CHANGES[table]))
    return reference.counts(other, len(found)) != found


def entry_of(table: str, current: Round, found: list[int]) -> dict[str, Any]:
    """Write a position with its counts down, once the brute force has confirmed them.

    Raises:
        ValueError: it has not.
    """
    depth = len(found) if table in FIRST else None
    if found != reference.counts(plain_of(current), depth):
        raise ValueError(f"the brute force counts otherwise: {print_round(current)}")
    return {"table": table, "round": print_round(current), "counts": found}


def main() -> None:
    """Write the file."""
    lines = ",\n".join(" " + json.dumps(entry) for entry in make())
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
