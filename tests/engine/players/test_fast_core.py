"""The inner loops: what they answer, and that the compiled ones answer the same."""

import importlib
import random
from array import array
from collections.abc import Callable, Iterator
from types import ModuleType

import pytest

from engine.actions import Bid
from engine.cards import CardSet
from engine.deals import Seeds, deal
from engine.game import Game
from engine.phases import Phase
from engine.players import core, kernel, rules_of_thumb, sampling
from engine.players.knowledge import know, likely_worlds
from engine.players.packing import packing_of, setup
from engine.players.player import Budget
from engine.players.policy import policy
from engine.players.styles import STYLES
from engine.players.utility import utility
from engine.players.values import chances, danger_and_worth, penalties
from engine.positions import Start
from engine.presets import CARDCOUCH, JOKER_DEUCE, PRESETS
from engine.round import Round
from engine.rules import Rules
from engine.seats import SEATS, Seat
from engine.views import seat_view
from tests.engine.tools import hand

BUILT = core.compiled
"""Whether there is a fast core of this very source: an older one has been left out."""
needs_core = pytest.mark.skipif(not BUILT, reason="no C compiler has built the fast core here")


@pytest.fixture
def restored(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Take back which core is in use, with the real import."""
    yield
    monkeypatch.undo()
    if BUILT:
        core.use_compiled()


def play_on(rules: Rules, seed: int, cards: int) -> Game:
    """Give a game in which some cards have been played by rules of thumb."""
    rng = random.Random(seed)
    game = Game.new(rules, SEATS[0])
    game = game.apply(deal(Seeds(rng.randbytes(32)), 1, game.next_dealer, rules))
    while game.to_act is not None and (game.phase == Phase.BIDDING or cards > 0):
        cards -= game.phase != Phase.BIDDING
        game = game.apply(rules_of_thumb.choose(seat_view(game, game.to_act), rng))
    return game


@needs_core
@pytest.mark.parametrize("name", sorted(PRESETS))
def test_both_cores_give_the_same_choices(name: str, restored: None) -> None:
    """For the same view, budget and seed, compiled and interpreted players choose the same."""
    budget = Budget(worlds=10, nodes=2_000)
    for cards in (0, 7, 22, 37, 42):
        game = play_on(PRESETS[name], cards, cards)
        if game.to_act is None:
            continue
        view = seat_view(game, game.to_act)
        core.use_compiled()
        fast = STYLES["marlow"].player.choose(view, budget, random.Random(cards))
        core.use_interpreted()
        assert STYLES["marlow"].player.choose(view, budget, random.Random(cards)) == fast


@needs_core
def test_both_kernels_give_the_same_totals() -> None:
    """Totals of playouts and of solutions are equal to the last digit, trumps above 2**15 too."""
    fast: ModuleType = importlib.import_module("engine.players._kernel")
    first_trick_apart = CARDCOUCH.changed(spades_on_first_trick=False)
    for rules in (CARDCOUCH, JOKER_DEUCE, first_trick_apart):
        for cards in (1, 34):
            answers = [totals_of(module, play_on(rules, 8, cards)) for module in (kernel, fast)]
            assert answers[0] == answers[1]


def totals_of(module: ModuleType, game: Game) -> list[list[int]]:
    """Give the totals of the mover's cards in the true deal: by rules, by the policy, solved."""
    assert game.round is not None
    assert game.to_act is not None
    view = seat_view(game, game.to_act)
    packing = packing_of(game.rules.deck_in_play)
    world = array("q", [packing.pack(held) for held in game.round.hands])
    moves = array("q", [packing.bit[card.index] for card in view.playable])
    worth = utility(
        game.rules, view.public.bids, view.public.tallies, view.public.taken,
        game.rules.side_of(view.seat),
    )  # fmt: skip
    one = module.Kernel(setup(view.public, view.seat, view.seat, 64, 3), worth)
    played, solved = array("q", bytes(8 * len(moves))), array("q", bytes(8 * len(moves)))
    one.rollouts(world, array("q", [3]), moves, played, 77)
    one.solve(world, array("q", [1]), moves, solved, 3_000)
    learned = module.Kernel(setup(view.public, view.seat, view.seat, 64, 3), worth, policy())
    drawn = array("q", bytes(8 * len(moves)))
    learned.rollouts(world + world, array("q", [3, 2]), moves, drawn, 77)
    return [list(played), list(drawn), list(solved)]


def best_by_trying_all(game: Game, side: int, worth: Callable[[Game], int]) -> int:
    """Give the utility of a position under best play, by looking at every line."""
    if game.to_act is None:
        return worth(game)
    values = [best_by_trying_all(game.apply(each), side, worth) for each in game.legal_actions]
    return max(values) if game.to_act % 2 == side else min(values)


@pytest.mark.parametrize("seed", range(12))
def test_the_solver_is_right(seed: int) -> None:
    """With three tricks to go it finds what a search of every line through the engine finds."""
    rng = random.Random(seed)
    pool = list(CardSet(CARDCOUCH.deck_in_play.cards))
    rng.shuffle(pool)
    hands = [CardSet.of(pool[3 * n : 3 * n + 3]) for n in range(4)]
    bids = [Bid(seat, rng.choice([0, 2, 3, 4])) for seat in SEATS]
    taken = tuple(rng.sample([1, 2, 3, 4], 4))
    start = Start(SEATS[0], taken, broken=rng.random() < 0.5)
    game = Game.new(CARDCOUCH, SEATS[0])._replace(
        round=Round.position(CARDCOUCH, SEATS[0], hands, bids, start)
    )
    for _ in range(rng.randrange(3)):
        game = game.apply(rng.choice(game.legal_actions))
    assert game.to_act is not None
    side = game.to_act % 2
    table = utility(CARDCOUCH, tuple(bids), game.tallies, taken, CARDCOUCH.side_of(game.to_act))

    def worth(over: Game) -> int:
        assert over.round is not None
        t0, t1, t2, _ = over.round.taken
        return table[(t0 * 18 + t1) * 18 + t2]

    expected = [best_by_trying_all(game.apply(each), side, worth) for each in game.legal_actions]
    solved = totals_of_solver(game, table)
    assert solved == expected


def totals_of_solver(game: Game, table: "array[int]") -> list[int]:
    """Solve each legal card of the true deal, in the order of the legal actions."""
    assert game.round is not None
    assert game.to_act is not None
    packing = packing_of(game.rules.deck_in_play)
    view = seat_view(game, game.to_act)
    moves = array("q", [packing.bit[card.index] for card in view.playable])
    totals = array("q", bytes(8 * len(moves)))
    world = array("q", [packing.pack(held) for held in game.round.hands])
    one = kernel.Kernel(setup(view.public, view.seat, view.seat, 0), table)
    assert one.solve(world, array("q", [1]), moves, totals, 1_000_000) == 1
    return list(totals)


def test_the_last_tricks_of_a_playout_are_solved() -> None:
    """With as many tricks to go as are solved, a playout is worth what best play is."""
    for seed in range(6):
        game = play_on(CARDCOUCH, seed, 41)
        assert game.round is not None
        assert game.to_act is not None
        view = seat_view(game, game.to_act)
        public = view.public
        side = CARDCOUCH.side_of(view.seat)
        table = utility(CARDCOUCH, public.bids, game.tallies, public.taken, side)
        packing = packing_of(CARDCOUCH.deck_in_play)
        world = array("q", [packing.pack(held) for held in game.round.hands])
        moves = array("q", [packing.bit[card.index] for card in view.playable])
        totals = array("q", bytes(8 * len(moves)))
        one = kernel.Kernel(setup(public, view.seat, view.seat, 64, 3), table)
        one.rollouts(world, array("q", [1]), moves, totals, 5)
        assert list(totals) == totals_of_solver(game, table)


def test_the_last_card_of_a_round_is_solved_by_playing_it() -> None:
    """With nothing left to choose, the solver gives the utility of the round as it ends."""
    game = play_on(CARDCOUCH, 3, 51)
    assert game.round is not None
    assert game.to_act is not None
    table = array("q", range(18**3 + 1))
    (action,) = game.legal_actions
    (solved,) = totals_of_solver(game, table)
    t0, t1, t2, _ = game.apply(action).sheets[-1].taken
    assert solved == (t0 * 18 + t1) * 18 + t2


def test_alone_everybody_else_is_against_the_mover() -> None:
    """In solo the solver lets all others play against the mover, and gives the same twice."""
    game = play_on(PRESETS["hero_solo"], 6, 40)
    played, _, solved = totals = totals_of(kernel, game)
    assert len(played) == len(solved) > 1
    assert totals_of(kernel, game) == totals


def test_the_node_limit_holds() -> None:
    """A solver that runs out of nodes adds nothing of the world that it did not finish."""
    game = play_on(CARDCOUCH, 4, 24)
    assert game.to_act is not None
    view = seat_view(game, game.to_act)
    assert game.round is not None
    packing = packing_of(CARDCOUCH.deck_in_play)
    world = array("q", [packing.pack(held) for held in game.round.hands])
    one = kernel.Kernel(setup(view.public, view.seat, view.seat, 0), array("q", bytes(8 * 18**3)))
    totals = array("q", [0, 0])
    moves = array("q", [packing.bit[card.index] for card in list(view.playable)[:2]])
    assert one.solve(world, array("q", [1]), moves[: len(totals)], totals, 50) == 0
    assert list(totals) == [0, 0]
    assert one.nodes < 500


def test_deals_keep_to_what_is_known() -> None:
    """Voids, known cards, sizes of hands and numbers of spades hold in every deal."""
    cards = array("q", [1, 2, 4, 1 << 16, 1 << 17, 1 << 32])
    allowed = array("q", [0b1110, 0b1110, 0b0110, 0b1110, 0b1110, 0b1000])
    worlds = array("q", bytes(8 * 4 * 50))
    room, spades = array("q", [0, 2, 2, 2]), array("q", [-1, 1, -1, -1])
    known = array("q", [8, 0, 16, 0])
    assert sampling.deal(cards, allowed, room, spades, known, worlds, 99) == 0
    for number in range(50):
        hands = worlds[4 * number : 4 * number + 4]
        assert hands[0] == 8
        assert [held.bit_count() for held in hands] == [1, 2, 3, 2]
        assert (hands[1] & 0xFFFF).bit_count() == 1
        assert hands[3] & 1 << 32
        assert not hands[3] & 4
        assert sum(hands) == 8 + 16 + sum(cards)


def test_deals_that_contradict_are_dealt_all_the_same() -> None:
    """Where no deal keeps all constraints, hands of the right size are dealt and it is told."""
    worlds = array("q", bytes(8 * 4))
    nothing = array("q", [0, 0, 0, 0])
    free = array("q", [-1, -1, -1, -1])
    room = array("q", [0, 1, 1, 0])
    cards, allowed = array("q", [1, 2]), array("q", [2, 2])
    assert sampling.deal(cards, allowed, room, free, nothing, worlds, 7) == 1
    assert [held.bit_count() for held in worlds] == [0, 1, 1, 0]


def chain_of(module: ModuleType) -> "array[int]":
    """Give 200 deals of eight spades and clubs in which seat 1 bid two tricks and seat 2 none."""
    seats = array("q", bytes(8 * 16))
    seats[:4] = array("q", [0b1111 << 8, 1 << 16, 0, 0])
    seats[4 + 3] = 0xFFFF
    seats[12:] = array("q", [-1, 200, 0, -1])
    starts = array("q", [0b1111 << 8, 1 << 20 | 1 << 16 | 0b0001, 0b1110, 0b1110 << 16])
    worlds = array("q", bytes(8 * 4 * 200))
    values = danger_and_worth(CARDCOUCH.deck_in_play, 4, "partners")
    chain = module.Chain(seats, values, penalties(), chances())
    chain.run(starts, worlds, 50, 10, 9)
    return worlds


@pytest.mark.parametrize("core_sampling", [sampling, core.sampling])
def test_a_chain_of_deals_keeps_what_is_known(core_sampling: ModuleType) -> None:
    """Sizes of hands, known cards and voids hold in every deal; the own hand is never touched."""
    worlds = chain_of(core_sampling)
    for number in range(200):
        hands = worlds[4 * number : 4 * number + 4]
        assert hands[0] == 0b1111 << 8
        assert [held.bit_count() for held in hands] == [4, 3, 3, 3]
        assert hands[1] & 1 << 16
        assert hands[3] & 0xFFFF == 0
        assert sum(hands) == 0b1111 << 8 | 0b1111 | 0b11111 << 16
    assert len({tuple(worlds[n : n + 4]) for n in range(0, 800, 4)}) > 5
    assert worlds == chain_of(sampling)


def test_deals_are_drawn_by_the_bids() -> None:
    """The hidden hands are worth about what their seats have bid, however much that is."""
    rng = random.Random(3)
    game = Game.new(CARDCOUCH, SEATS[3])
    game = game.apply(deal(Seeds(rng.randbytes(32)), 1, SEATS[3], CARDCOUCH))
    for tricks in (5, 1, 0, 4):
        assert game.to_act is not None
        game = game.apply(Bid(game.to_act, tricks))
    view = seat_view(game, SEATS[0])
    assert view.hand is not None
    worlds = likely_worlds(view.public, know(view, view.hand), 300, rng)
    values = danger_and_worth(CARDCOUCH.deck_in_play, 4, "partners")

    def mean(seat: int, first: int) -> float:
        hands = [worlds[4 * number + seat] for number in range(300)]
        fields = [[held >> 16 * field & 0xFFFF for field in range(4)] for held in hands]
        worths = [
            sum(values[(first + n << 16) + field] for n, field in enumerate(each))
            for each in fields
        ]
        return sum(worths) / 300

    # The bids come to ten, so the hands that bid are worth somewhat more.
    assert abs(mean(1, 0) - 100) < 80
    assert abs(mean(3, 0) - 400) < 80
    assert mean(2, 4) < mean(1, 4) / 2


@pytest.mark.parametrize("core_sampling", [sampling, core.sampling])
def test_cards_beyond_the_room_of_all_hands_are_out_of_play(core_sampling: ModuleType) -> None:
    """A position that does not tell which cards are gone is dealt too; once it never ended."""
    worlds = array("q", bytes(8 * 4 * 3))
    room, free = array("q", [0, 1, 0, 1]), array("q", [-1, -1, -1, -1])
    cards, allowed = array("q", [1, 2, 4, 8]), array("q", [10, 10, 10, 10])
    nothing = array("q", [0, 0, 0, 0])
    assert core_sampling.deal(cards, allowed, room, free, nothing, worlds, 5) == 0
    assert [held.bit_count() for held in worlds] == [0, 1, 0, 1] * 3


def test_without_a_build_the_interpreted_core_is_used(
    restored: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where there is no compiled module, nothing changes and nothing fails."""
    core.use_interpreted()

    def missing(name: str) -> ModuleType:
        raise ImportError(name)

    monkeypatch.setattr(core, "import_module", missing)
    core.use_compiled()
    assert not core.compiled
    assert core.kernel is kernel
    assert hand("AS")
    assert Seat(0) in SEATS
