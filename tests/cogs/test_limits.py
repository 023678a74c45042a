"""Discord's limits hold for every layout, with the longest names and the fullest sheets."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import replace

import pytest
from discord import ui

from bot.tables.model import Chair, Due, DueKind, Pace, Person, Place, Status, Table
from bot.tables.records import Order, Page, Standing
from bot.texts import answers
from bot.texts.translator import ENGLISH
from cogs.base.appearance import Appearance
from cogs.base.custom_ids import LONGEST
from cogs.base.layouts import components_of, notice
from cogs.hand.view import hand_view
from cogs.lobby.more_view import more_view
from cogs.records.boards import leaderboard_view
from cogs.rules.commands import rules_view
from cogs.table_message.view import left_view, message_view, past_round_view
from engine.actions import Bid
from engine.deals import Seeds, deal
from engine.ending import Outcome
from engine.game import Game
from engine.presets import PRESETS
from engine.rules import Rules
from engine.score_sheet import RoundScore
from engine.scoring import score_round
from engine.seats import SEATS
from engine.tally import Tally
from tests.engine.tools import rebased
from tests.loopback.components import BUTTON, walk
from tests.loopback.rules import Draft, message_problems

NOW = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
LARGE_ID = 2**63 - 1
SEASON = 8107
"""Ids of Discord have up to nineteen digits."""

LONGEST_NAMES = ("*_" * 16, "[`" * 16, "\N{HEBREW LETTER SHIN}" * 32, "\N{ROBOT FACE}" * 32)
MIXED = PRESETS["hero_partners"].changed(bag_limit=13, bag_points_kept=False)


def chairs(seats: int, *, away: bool) -> tuple[Chair, ...]:
    """Give people with the longest names, whose seats computer players may hold."""
    return tuple(
        Chair(Person(LARGE_ID - n, name), "Linnet" if away else None, ready=True)
        for n, name in enumerate(LONGEST_NAMES[:seats])
    )


def worst_sheets(rules: Rules, many: int) -> Iterator[RoundScore]:
    """Score rounds in which as much as can happens in each: nils that fail, penalties."""
    tallies = (Tally(-1900, 9),) * len(rules.sides)
    for number in range(1, many + 1):
        blind = rules.blind_nil
        bids = [Bid(seat, 0, blind=blind) for seat in SEATS[:2]] + [
            Bid(s, 1) for s in rules.seats[2:]
        ]
        taken = (6, 2, 3, 2) if rules.players == 4 else (8, 5, 4)
        yield score_round(rules, bids, taken, tallies, number)


def table_of(rules: Rules, *, away: bool = False, rounds: int = 0, dealt: bool = True) -> Table:
    """Give a table in mid-round, with so many rounds behind it."""
    seeds = Seeds(b"s" * 32, tuple(f"{LARGE_ID - n}:{LARGE_ID}" for n in range(5)))
    dealer = rules.seats[-1]
    game = Game.new(rules, dealer)
    if dealt:
        game = game.apply(deal(seeds, 1, dealer, rules))
        if rules.blind_nil:
            assert game.round is not None
            game = game._replace(round=rebased(game.round, seen=(True,) * rules.players))
    sheets = tuple(worst_sheets(rules, rounds))
    tallies = sheets[-1].tallies if sheets else game.tallies
    return Table(
        id=999_999_999,
        command_id="x",
        place=Place(LARGE_ID, LARGE_ID),
        host=LARGE_ID,
        rules=rules,
        pace=Pace.RELAXED,
        status=Status.PLAYING,
        chairs=chairs(rules.players, away=away),
        seeds=seeds,
        created_at=NOW,
        game=game._replace(sheets=sheets, tallies=tallies),
        message_id=LARGE_ID,
        due=Due(DueKind.TURN, NOW),
    )


def played(table: Table, moves: int) -> Table:
    """Let the first legal thing happen so often, or to the end of the deal."""
    game = table.game
    assert game is not None
    for _ in range(moves):
        if game.to_act is not None:
            game = game.apply(game.legal_actions[0])
    return replace(table, game=game)


def check(view: ui.LayoutView) -> None:
    """Check a layout against everything that Discord refuses."""
    components = components_of(view)
    assert message_problems(Draft("", [], components, layout=True)) == []
    for _, part in walk(components):
        if part["type"] == BUTTON:
            assert 0 < len(part["label"]) <= 80
            assert 0 < len(part["custom_id"]) <= LONGEST


@pytest.mark.parametrize("rules", [*PRESETS.values(), MIXED], ids=[*PRESETS, "mixed"])
@pytest.mark.parametrize("away", [False, True])
def test_tables_and_hands(rules: Rules, away: bool) -> None:
    """Lobby, bidding, play, More and every hand, from thirteen cards to the last."""
    table = table_of(rules, away=away)
    check(message_view(replace(table, status=Status.LOBBY, game=None), ENGLISH))
    for moves in (0, 1, 3, 4, 5, 7, 8, 30, rules.players + rules.deck_in_play.size - 1):
        now = played(table, moves)
        check(message_view(now, ENGLISH, "-# " + "x" * 100))
        for seat in rules.seats:
            check(hand_view(now, seat, Appearance(ENGLISH), "The table has moved on." * 3))
            check(more_view(now, now.people[seat].id, ENGLISH))
    check(more_view(replace(table, chairs=(Chair(computer="Linnet"),) * rules.players), 1, ENGLISH))


@pytest.mark.parametrize("rules", [*PRESETS.values(), MIXED], ids=[*PRESETS, "mixed"])
@pytest.mark.parametrize("rounds", [1, 3, 40])
def test_sheets_and_results(rules: Rules, rounds: int) -> None:
    """The sheet between rounds, the result, what is left of a round, and the whole score."""
    table = played(table_of(rules), rules.players + rules.deck_in_play.size)
    assert table.game is not None
    sheets = tuple(worst_sheets(rules, rounds))
    between = replace(table, game=table.game._replace(sheets=sheets, outcome=None))
    check(message_view(between, ENGLISH, "-# " + "x" * 100))
    places = (1, 2, 3, 4)[: len(rules.sides)]
    outcome = Outcome(rules.sides[0], places if rules.places == "points_then_bags" else None)
    assert between.game is not None
    over = replace(between, game=between.game._replace(outcome=outcome), status=Status.FINISHED)
    check(message_view(over, ENGLISH))
    check(hand_view(over, SEATS[0], Appearance(ENGLISH)))
    check(past_round_view(between, sheets[-1], ENGLISH))
    check(left_view(between, 0, ENGLISH))
    text = answers.scores(between, ENGLISH)
    assert len(text) < 4000
    check(notice(text))


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_rules_and_lists(rules: Rules) -> None:
    """The rules in words, the list of a hundred tables, a page of the leaderboard."""
    check(rules_view(rules.changed(target=2000), ENGLISH, "180 s to bid and 90 s to play."))
    check(notice(answers.table_list((table_of(rules),) * 100, ENGLISH)))
    lines = tuple(Standing(n, LARGE_ID, -999.9, 99_999) for n in range(1, 11))
    check(leaderboard_view(Page(lines, 2, 99_999), Order.POINTS, SEASON, ENGLISH, now=SEASON))
