"""What hypothesis draws: cards, bids, rules and games."""

import random
from typing import NamedTuple

from hypothesis import strategies as st

from engine.actions import Action, Bid, Claim, Deal, Look, Pass, Play, Resign
from engine.cards import CARDS, CardSet
from engine.deals import Seeds, deal
from engine.game import Game
from engine.presets import PRESETS
from engine.rules import Rules
from engine.seats import SEATS, Side
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
    tricks = draw(st.integers(0, 17))
    blind = draw(st.booleans()) if tricks == 0 else False
    return Bid(draw(seats), tricks, blind)


_WORDS: dict[str, list[str]] = {
    "first_round": ["bid", "bids_itself"],
    "spade_leads": ["once_broken", "any_time"],
    "breaking": ["any_spade", "trump_only"],
    "opening": ["dealers_left", "lowest_club"],
    "first_dealer": ["before_host", "random"],
    "places": ["winner_only", "points_then_bags"],
    "boston": ["nothing", "bonus", "wins"],
}


@st.composite
def rules(draw: st.DrawFn, seats: int | None = None) -> Rules:
    """Draw a mixture of rules that agrees with itself, every field of it.

    Args:
        draw: what hypothesis gives.
        seats: three or four; None for either.
    """
    words = {field: draw(st.sampled_from(choices)) for field, choices in _WORDS.items()}
    bonus = draw(st.integers(10, 1000)) if words["boston"] == "bonus" else 250
    mode = draw(st.sampled_from(["partners", "solo"])) if seats != 3 else "solo"
    return Rules().changed(
        **words,
        **draw(_seating(mode, seats)),
        **draw(_nils(mode)),
        **draw(_bags()),
        target=draw(st.integers(50, 2000)),
        losing_score=draw(st.none() | st.integers(-2000, -50)),
        ten_made=draw(st.integers(100, 500)),
        ten_missed=draw(st.integers(100, 500)),
        boston_bonus=bonus,
        spades_on_first_trick=draw(st.booleans()),
        bid_seconds=draw(st.none() | st.integers(5, 86_400)),
        play_seconds=draw(st.none() | st.integers(5, 86_400)),
    )


@st.composite
def _seating(draw: st.DrawFn, mode: str, seats: int | None) -> dict[str, object]:
    free = seats is None and mode == "solo"
    players = draw(st.sampled_from([3, 4])) if free else seats or 4
    decks = ["standard", "jokers", "deuces", "deuces_spade_high"]
    deck = draw(st.sampled_from(decks)) if players == 4 else "standard"
    return {"mode": mode, "players": players, "deck": deck}


@st.composite
def _nils(draw: st.DrawFn, mode: str) -> dict[str, object]:
    """Draw how is bid, and what belongs to nils."""
    partners = mode == "partners"
    bidding = draw(st.sampled_from(["free", "mirror", "whiz", "suicide"][: 4 if partners else 3]))
    blind = bidding != "mirror" and draw(st.booleans())
    exchange = draw(st.integers(0, 3)) if partners else 0
    may_be_one = partners and bidding != "suicide"
    tricks = draw(st.sampled_from(["bags_only", "ignored", "help_partner"][: 3 if partners else 2]))
    return {
        "bidding": bidding,
        "minimum_contract": 0 if bidding in {"mirror", "whiz"} else draw(st.integers(0, 7)),
        "nil_value": draw(st.integers(10, 500)),
        "blind_nil": blind,
        "blind_nil_value": draw(st.integers(10, 1000)) if blind else 200,
        "blind_nil_deficit": draw(st.sampled_from([0, 0, 50, 200])) if blind else 0,
        "exchange": exchange,
        "exchange_when": ("blind_nil" if exchange and blind and draw(st.booleans()) else "any_nil"),
        "double_nil": "unit" if may_be_one and draw(st.booleans()) else "each",
        "failed_nil_tricks": tricks,
        "failed_nil_bag_points": 1 if tricks == "ignored" else draw(st.integers(0, 1)),
    }


@st.composite
def _bags(draw: st.DrawFn) -> dict[str, object]:
    limit = draw(st.none() | st.integers(1, 13))
    kept, resets = (True, False) if limit is None else (draw(st.booleans()), draw(st.booleans()))
    return {
        "bag_limit": limit,
        "bag_points_kept": kept,
        "bag_count": "reset" if resets else "remainder",
    }


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
        deck, seats = game.rules.deck_in_play, len(game.rules.seats)
        return deal(seeds_of_round, game.number + 1, game.next_dealer, deck, seats)
    if game.claimant is not None and rng.random() < 0.2:
        return Claim(game.claimant)
    looks = [seat for seat in game.rules.seats if Look(seat) in game.legal_actions_of(seat)]
    if looks and rng.random() < 0.2:
        return Look(rng.choice(looks))
    return rng.choice(game.legal_actions)


actions = st.one_of(
    bids(),
    st.builds(Play, seats, cards),
    st.builds(Look, seats),
    st.builds(Claim, seats),
    st.builds(Resign, st.sampled_from([Side(number) for number in range(4)])),
    st.builds(Pass, seats, card_sets),
    st.builds(Pass, seats, st.sets(cards, max_size=4).map(CardSet.of)),
    st.builds(
        lambda secret, table: deal(Seeds(secret), 1, SEATS[0], table.deck_in_play, table.players),
        st.binary(min_size=32, max_size=32),
        presets,
    ),
    st.lists(card_sets, min_size=1, max_size=4).map(lambda hands: Deal(tuple(hands))),
)
