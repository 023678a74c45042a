"""Whole games of every preset, from the lobby to the final score."""

import pytest

from bot.tables.computers import ComputerPlayers
from bot.tables.model import DueKind, Pace, Status, Table
from engine.deals import Seeds, commitment
from engine.ending import outcome_of
from engine.events import GameEnded, RoundScored
from engine.game import Game, replay
from engine.notation import parse_action
from engine.presets import PRESETS
from tests.tables.harness import ANN, BEN, CAT, DAN, Harness, due_kind, game_of


def check_end(harness: Harness, ended: Table) -> None:
    """Check that a game stands at its final score, in the table, the log and the news alike."""
    game = game_of(ended)
    assert ended.status is Status.FINISHED
    assert game.outcome is not None
    assert game.outcome == outcome_of(
        game.rules,
        game.tallies,
        rounds=len(game.sheets),
        first_taken=[each.taken for each in game.sheets[0].sides] if not game.sheets[1:] else None,
        time_out=game.time_out is not None,
    )
    log = [parse_action(line) for line in harness.store.log_of(ended.id)]
    assert replay(Game.new(game.rules, game.first_dealer), log) == game
    assert len(log) == ended.version
    told = harness.news_of(ended)
    events = [event for news in told for event in news.events]
    assert [event.sheet for event in events if isinstance(event, RoundScored)] == [*game.sheets]
    assert [event for event in events if isinstance(event, GameEnded)] == [GameEnded(game.outcome)]
    assert commitment(ended.seeds.secret) == told[0].after.commitment
    assert harness.timers == 0
    assert harness.tables.open_tables == ()


@pytest.mark.parametrize("name", PRESETS)
async def test_four_people_play_to_the_final_score(name: str) -> None:
    """As many people as there are seats play a whole game of each preset, and nobody else acts."""
    harness = Harness(players=ComputerPlayers())
    rules = PRESETS[name]
    table = await harness.playing(*(BEN, CAT, DAN)[: rules.players - 1], rules=rules)
    while not table.status.ended:
        if table.turn is None:
            await harness.clock.passes(10)
            table = harness.now(table)
        else:
            await harness.clock.passes(0.5)
            table = await harness.turn(table)
    check_end(harness, table)
    people = {ANN.id, BEN.id, CAT.id, DAN.id}
    for news in harness.news_of(table):
        assert (news.actor in people) == (not _is_deal_of_clock(news.before, news.after))
    assert all(not chair.misses and not chair.computer for chair in table.chairs)
    await harness.close()


def _is_deal_of_clock(before: Table | None, after: Table) -> bool:
    return before is not None and before.due is not None and before.due.kind is DueKind.DEAL


@pytest.mark.parametrize("name", PRESETS)
async def test_one_person_plays_with_three_computers(name: str) -> None:
    """One person and three computer players that the dispatcher wakes play a whole game."""
    harness = Harness(players=ComputerPlayers())
    table = await harness.playing(rules=PRESETS[name])
    while not table.status.ended:
        if table.turn == 0:
            table = await harness.turn(table)
        else:
            await harness.clock.passes(10 if due_kind(table) is DueKind.DEAL else 1)
            table = await harness.tables.get(table.id)
    check_end(harness, table)
    await harness.close()


@pytest.mark.parametrize("name", PRESETS)
async def test_a_game_in_which_nobody_presses_is_closed(name: str) -> None:
    """Who never presses is away after two turns, and the table is closed without a result."""
    harness = Harness(players=ComputerPlayers())
    table = await harness.open(PRESETS[name], Pace.QUICK)
    table = await harness.start(table)
    await harness.clock.passes(1000)
    ended = await harness.ended(table)
    assert ended.status is Status.CLOSED
    assert game_of(ended).outcome is None
    assert ended.chairs[0].away
    assert ended.seeds == Seeds(harness.secrets.given[0], table.seeds.contributions)
    await harness.close()
