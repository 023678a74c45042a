"""Every reason of a choice is true: its condition is worked out from the view or the deals."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from engine.actions import Play
from engine.game import Game
from engine.players import core, search
from engine.players.player import Budget, Choice, Reason, Why, full_budget
from engine.players.styles import STYLES
from engine.presets import CARDCOUCH, HERO_PARTNERS
from engine.rules import Rules
from engine.seats import SEATS
from engine.tally import Tally
from engine.views import SeatView, seat_view
from tests.bench.players_process import Telling
from tests.bench.players_reasons import choices
from tests.engine.players.reason_checks import Seen, is_true
from tests.engine.tools import fresh_deal

LITTLE = Budget(worlds=6, nodes=200)
FEW = 800 if core.compiled else 60
"""Choices to look at; `python -m tests.bench.players_reasons` looks at thousands."""


@pytest.mark.volume
def test_every_reason_of_the_strong_player_is_true() -> None:
    """Against itself and two others no reason is false, and the number told is that of the bid."""
    told: Counter[Reason] = Counter()
    for view, choice in choices(FEW, 3, full_budget()):
        told[choice.why.reason] += 1
        assert is_true(view, choice), (choice, view.hand, view.public.trick)
    assert len(told) > (30 if core.compiled else 15)


@pytest.mark.parametrize("rules", [CARDCOUCH, HERO_PARTNERS], ids=["cardcouch", "hero_partners"])
@pytest.mark.parametrize("key", ["marlow", "juniper", "pip"])
def test_reasons_are_true_without_time(key: str, rules: Rules) -> None:
    """With a few deals or none no reason says what its seat can see to be false."""
    rng = random.Random(11)
    told: set[Reason] = set()
    for _ in range(12):
        points = [Tally(rng.randrange(-150, 480), rng.randrange(9)) for _ in rules.sides]
        game = Game.new(rules, rng.choice(SEATS), points)
        game = game.apply(fresh_deal(game, rng.randrange(256)))
        while game.to_act is not None:
            view = seat_view(game, game.to_act)
            choice = STYLES[key].player.choose(view, LITTLE, rng)
            told.add(choice.why.reason)
            if key == "marlow" or (isinstance(choice.action, Play) and key != "pip"):
                assert view.hand is None or is_true(view, choice), (choice, view.public.trick)
            game = game.apply(choice.action)
    assert len(told) > 15
    assert not told & {Reason.HOLDS, Reason.PARTNER_HOLDS, Reason.MAKES_CONTRACT, Reason.BETTER_BY}


@pytest.fixture(scope="module")
def seen() -> list[tuple[SeatView, Choice]]:
    """Some turns to play a card that have a choice."""
    found = choices(600 if core.compiled else 200, 4, LITTLE)
    return [
        (view, choice)
        for view, choice in found
        if isinstance(choice.action, Play) and len(view.playable) > 1
    ]


def claims(view: SeatView, choice: Choice, why: Why) -> bool:
    """Say whether another reason than the one given would be true of a choice."""
    return is_true(view, replace(choice, why=why))


def test_what_hints_once_said_falsely_is_found_false(seen: list[tuple[SeatView, Choice]]) -> None:
    """The checks refuse the untrue kinds that hints used to have, wherever they would be untrue."""
    found: Counter[str] = Counter()
    for view, choice in seen:
        assert isinstance(choice.action, Play)
        at = Seen(view, choice.action.card, choice.why)
        highest = at.follows and at.card == at.legal[-1]
        if highest:
            found["keeps its highest card"] += 1
            assert not claims(view, choice, Why(Reason.PLAYS_LOW, card=at.card))
        if at.top(at.card):
            found["needs no sure winner"] += 1
            assert not claims(view, choice, Why(Reason.THROWS_AWAY))
        if at.behind_partner and not at.last and not at.top(at.best or at.card):
            found["the partner has it"] += 1
            assert not claims(view, choice, Why(Reason.PARTNER_WINS))
        if at.behind_partner and at.wins(at.card):
            found["beats the partner's card"] += 1
            assert not claims(view, choice, Why(Reason.LEADS_MASTER))
    assert len(found) == 4


def test_a_share_that_is_not_so_is_found_false(seen: list[tuple[SeatView, Choice]]) -> None:
    """What holds in nearly all deals is not true when it is told of hardly any."""
    refused = 0
    for view, choice in seen[:60]:
        assert isinstance(choice.action, Play)
        at = Seen(view, choice.action.card, Why(Reason.HOLDS, tenths=9))
        if at.wins(at.card) and not at.last and at.about(at.unbeaten):
            assert not claims(view, choice, Why(Reason.HOLDS, tenths=2))
            refused += 1
    assert refused


def test_results_are_told_of_the_deals_that_are_played_out(
    seen: list[tuple[SeatView, Choice]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What notes the results of playouts plays each deal out just as the search does."""
    view = next(each for each, _ in seen if isinstance(each.legal[0], Play) and len(each.legal) > 2)
    assert view.hand is not None
    cards = [action.card for action in view.legal if isinstance(action, Play)]
    effort = search.Effort(worlds=60, nodes=0)
    found = search.compare(view, view.hand, cards, effort, random.Random(5))
    told: Counter[int] = Counter()
    monkeypatch.setattr(core, "kernel", Telling(core.kernel, told))
    again = search.compare(view, view.hand, cards, effort, random.Random(5))
    assert again.worth == found.worth
    assert sum(told.values()) == sum(found.weights)
