"""What every computer player promises: legal, blind to hidden cards, the same again, a reason."""

import contextlib
import random
from collections.abc import Iterator

import pytest

from engine.actions import Bid, Look, Pass, Play, SeatAction
from engine.deals import Seeds, deal
from engine.errors import BadRules
from engine.game import Game
from engine.phases import Phase
from engine.players.player import Budget, Choice, Reason
from engine.players.styles import DEFAULT, STYLES, Manner, Strength
from engine.players.values import warm_up
from engine.presets import CARDCOUCH, HERO_PARTNERS, PRESETS
from engine.rules import Rules
from engine.seats import SEATS
from engine.tally import Tally
from engine.views import SeatView, seat_view
from tests.engine.hidden import with_other_hidden_cards
from tests.engine.mixtures import random_rules

LITTLE = Budget(worlds=3, nodes=200)


MORE = {
    "players": (4, 4, 3),
    "deck": ("standard", "jokers", "deuces", "deuces_spade_high"),
    "bidding": ("free", "free", "mirror", "whiz", "suicide"),
    "minimum_contract": (0, 0, 4),
    "first_round": ("bid", "bids_itself"),
    "exchange": (0, 1, 3),
    "ten_made": (100, 200),
    "boston": ("nothing", "bonus", "wins"),
    "spade_leads": ("once_broken", "any_time"),
    "spades_on_first_trick": (True, False),
    "opening": ("dealers_left", "lowest_club"),
}
"""House rules that change what a player must know, beside those of every mixture."""


def wild_rules(rng: random.Random) -> Rules:
    """Draw a mixture, and one further house rule after the other as far as they agree."""
    rules = random_rules(rng)
    for name, values in MORE.items():
        with contextlib.suppress(BadRules):
            rules = rules.changed(**{name: rng.choice(values)})
    return rules


def dealt(game: Game, rng: random.Random) -> Game:
    """Deal the next round."""
    rules = game.rules
    seeds = Seeds(rng.randbytes(32))
    return game.apply(deal(seeds, game.number + 1, game.next_dealer, rules))


def choices(
    game: Game, keys: list[str], rng: random.Random
) -> Iterator[tuple[Game, SeatView, Choice]]:
    """Play a round, each seat by its style, and give every view with what was chosen."""
    game = dealt(game, rng)
    while game.to_act is not None:
        view = seat_view(game, game.to_act)
        choice = STYLES[keys[view.seat]].player.choose(view, LITTLE, rng)
        yield game, view, choice
        game = game.apply(choice.action)


@pytest.mark.parametrize("seed", range(60))
def test_every_choice_is_legal_at_every_table(seed: int) -> None:
    """In random mixtures of rules, whatever a style chooses is legal, and it says why."""
    rng = random.Random(seed)
    rules = wild_rules(rng)
    points = [
        Tally(rng.randrange(-180, rules.target or 500), rng.randrange(0, 9)) for _ in rules.sides
    ]
    game = Game.new(rules, rng.choice(rules.seats), points)
    keys = [rng.choice(sorted(STYLES)) for _ in SEATS]
    for _, view, choice in choices(game, keys, rng):
        assert choice.action in view.legal
        assert isinstance(choice.why.reason, Reason)
        assert choice.worlds <= LITTLE.worlds


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_every_preset_is_played_to_its_end(name: str) -> None:
    """Four computer players bring a game of every preset to an end."""
    rng = random.Random(name)
    rules = PRESETS[name].changed(target=100)
    game = Game.new(rules, SEATS[0])
    player = STYLES["juniper"].player
    while game.outcome is None:
        if game.to_act is None:
            game = dealt(game, rng)
            continue
        game = game.apply(player.choose(seat_view(game, game.to_act), Budget(0, 0), rng).action)
    assert game.outcome.winner in rules.sides


@pytest.mark.parametrize("key", ["marlow", "juniper", "pip"])
def test_hidden_cards_change_nothing(key: str) -> None:
    """With the cards that the seat cannot see dealt anew, the choice is the same."""
    rng = random.Random(3)
    for rules in (CARDCOUCH, HERO_PARTNERS, PRESETS["cutthroat"]):
        for number, (game, view, choice) in enumerate(
            choices(Game.new(rules, SEATS[0]), [key] * 4, rng)
        ):
            if number % 5:
                continue
            other = seat_view(with_other_hidden_cards(game, view.seat, rng), view.seat)
            first = STYLES[key].player.choose(view, LITTLE, random.Random(7))
            assert STYLES[key].player.choose(other, LITTLE, random.Random(7)) == first
            assert choice.action in view.legal


def test_a_seat_without_a_turn_is_refused() -> None:
    """Asked out of turn, a player says so."""
    game = dealt(Game.new(CARDCOUCH, SEATS[0]), random.Random(1))
    with pytest.raises(ValueError, match="nothing to do"):
        STYLES["marlow"].player.choose(seat_view(game, SEATS[0]), LITTLE, random.Random(1))


def first_choice(rules: Rules, points: tuple[int, int], seed: int) -> Choice:
    """Give the first bid of a round at a score."""
    rng = random.Random(seed)
    game = dealt(Game.new(rules, SEATS[3], [Tally(each) for each in points]), rng)
    return STYLES["marlow"].player.choose(seat_view(game, SEATS[0]), LITTLE, rng)


def test_blind_nil_is_for_the_desperate() -> None:
    """Level, a player looks at its cards; far behind with the others about to win, it does not."""
    rules = CARDCOUCH.changed(blind_nil=True, losing_score=None)
    assert first_choice(rules, (0, 0), 1).action == Look(SEATS[0])
    desperate = first_choice(rules, (330, 460), 1)
    assert desperate.action == Bid(SEATS[0], 0, blind=True)
    assert desperate.why.reason is Reason.BLIND_BEHIND


def test_no_blind_nil_beside_a_nil() -> None:
    """However far behind, a second nil is not bid blind."""
    rules = CARDCOUCH.changed(blind_nil=True, losing_score=None)
    game = dealt(Game.new(rules, SEATS[1], [Tally(330), Tally(460)]), random.Random(2))
    for action in (Bid(SEATS[2], 0, blind=True), Bid(SEATS[3], 4)):
        game = game.apply(action)
    choice = STYLES["marlow"].player.choose(seat_view(game, SEATS[0]), LITTLE, random.Random(1))
    assert choice.action == Look(SEATS[0])


def test_cards_are_passed_with_a_reason() -> None:
    """A nil passes what endangers it, its partner what ducks."""
    game = dealt(Game.new(CARDCOUCH.changed(exchange=2), SEATS[0]), random.Random(4))
    for tricks in (3, 0, 3, 4):
        assert game.to_act is not None
        game = game.apply(Bid(game.to_act, tricks))
    reasons: dict[bool, Reason] = {}
    while game.phase == Phase.EXCHANGING:
        assert game.to_act is not None
        view = seat_view(game, game.to_act)
        choice = STYLES["marlow"].player.choose(view, LITTLE, random.Random(1))
        assert isinstance(choice.action, Pass)
        bid = view.public.bids[view.seat]
        assert bid is not None
        reasons[bid.is_nil] = choice.why.reason
        game = game.apply(choice.action)
    assert reasons == {True: Reason.PASSES_DANGER, False: Reason.PASSES_LOW}
    assert game.to_act is not None
    after = STYLES["marlow"].player.choose(seat_view(game, game.to_act), LITTLE, random.Random(1))
    assert isinstance(after.action, Play)


def test_the_budget_is_kept() -> None:
    """No more worlds are looked at than allowed, and without worlds the rule alone chooses."""
    game = dealt(Game.new(CARDCOUCH, SEATS[0]), random.Random(5))
    while game.to_act is not None and any(bid is None for bid in game.round.bids):  # type: ignore[union-attr]
        game = game.apply(Bid(game.to_act, 3))
    assert game.to_act is not None
    view = seat_view(game, game.to_act)
    player = STYLES["marlow"].player
    assert 0 < player.choose(view, Budget(30, 0), random.Random(1)).worlds <= 30
    assert player.choose(view, Budget(0, 0), random.Random(1)).worlds == 0


def test_styles_are_known_by_their_keys() -> None:
    """Each strength has three players, one of each manner, and a default; names are unique."""
    for strength in Strength:
        manners = {style.manner for style in STYLES.values() if style.strength is strength}
        assert manners == set(Manner)
        assert STYLES[DEFAULT[strength]].strength is strength
    assert all(key == style.key for key, style in STYLES.items())
    assert len({style.name for style in STYLES.values()}) == len(STYLES)
    warm_up(CARDCOUCH)


def test_more_is_dared_when_the_score_asks_for_it() -> None:
    """More hands bid nil with the others about to win than when level, and fewer when ahead."""
    counts = [
        sum(_bid(first_choice(CARDCOUCH, score, seed).action) == 0 for seed in range(80))
        for score in ((473, 434), (0, 0), (434, 473))
    ]
    assert counts == sorted(counts)
    assert len(set(counts)) == len(counts)


def test_no_hopeless_nil_is_bid_at_any_score() -> None:
    """However the score is, the others may still be set, so a nil that cannot hold is not bid."""
    for score in ((434, 473), (452, 460), (473, 434)):
        for seed in range(80):
            choice = first_choice(CARDCOUCH, score, seed)
            if _bid(choice.action) == 0:
                assert choice.why.chance >= 10


def test_a_nil_counts_on_the_exchange_only_where_there_is_one() -> None:
    """With cards to pass more hands bid nil, but not where only a blind nil may pass them."""
    nils = {
        when: sum(_bid(first_choice(rules, (0, 0), seed).action) == 0 for seed in range(60))
        for when, rules in {
            "never": CARDCOUCH,
            "any": CARDCOUCH.changed(exchange=2),
            "blind": CARDCOUCH.changed(
                exchange=2, blind_nil=True, blind_nil_deficit=100, exchange_when="blind_nil"
            ),
        }.items()
    }
    assert nils["any"] > nils["never"]
    assert nils["blind"] == nils["never"]


def _bid(action: SeatAction) -> int:
    assert isinstance(action, Bid)
    return action.tricks
