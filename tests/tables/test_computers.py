"""Computer players at the tables: when they act, from what, and what happens when one fails."""

import asyncio
import random
import re

import pytest

from bot.tables import seating
from bot.tables.computers import Chooser, ComputerPlayers
from bot.tables.deadlines import FORCED_SHARE
from bot.tables.model import DueKind, Level, Table
from engine.actions import Bid, Look, Play, RoundAction, SeatAction
from engine.cards import CARDS
from engine.deals import key_of
from engine.phases import Phase
from engine.presets import HERO_PARTNERS, HERO_SOLO
from engine.seats import SEATS
from engine.views import SeatView
from tests.tables.fakes import ScriptedPlayers
from tests.tables.harness import ANN, BEN, TIMING, Harness, due_kind, game_of, turn_of
from tests.tables.sights import first_bid, first_card


def broken(view: SeatView, rng: random.Random) -> SeatAction:
    """Fail, and quote a card of the hand, as a key error would."""
    raise KeyError(str(max(view.hand or CARDS[:1], key=lambda card: card.index)))


def illegal(view: SeatView, rng: random.Random) -> SeatAction:
    """Choose what is never legal: an action of another seat."""
    return Look(SEATS[(view.seat + 1) % 4])


async def chosen(players: ComputerPlayers, view: SeatView) -> RoundAction:
    """Give what a computer player of that seed does."""
    return (await players.choose(view, "seed", Level.NORMAL, "Wren")).action


async def test_the_same_seed_gives_the_same_choice() -> None:
    """What a computer player does follows from what it sees and from the seed."""
    players = ComputerPlayers()
    for view in (first_bid(HERO_PARTNERS), first_bid(HERO_SOLO), first_card()):
        choices = {str(await chosen(players, view)) for _ in range(3)}
        assert len(choices) == 1
        assert await chosen(players, view) in view.legal


@pytest.mark.logs_errors
@pytest.mark.parametrize("fault", [broken, illegal])
async def test_a_player_that_fails_is_stood_in_for(
    fault: Chooser, caplog: pytest.LogCaptureFixture
) -> None:
    """Where a player fails or names what is not legal, the automatic action is done instead."""
    players = ComputerPlayers(player=fault)
    for view in (first_bid(HERO_PARTNERS), first_bid(HERO_SOLO), first_card()):
        expected = ComputerPlayers().automatic(view, "seed")
        assert await chosen(players, view) == expected
    assert "computer_player" in caplog.text


@pytest.mark.logs_errors
@pytest.mark.parametrize("fault", [broken, illegal])
async def test_the_first_legal_action_is_the_last_resort(fault: Chooser) -> None:
    """Where both fail, a hidden hand is looked at, one is bid, or the first card is played."""
    players = ComputerPlayers(player=fault, clock=fault)
    assert await chosen(players, first_bid(HERO_PARTNERS)) == Look(SEATS[0])
    assert await chosen(players, first_bid(HERO_SOLO)) == Bid(SEATS[0], 1)
    view = first_card()
    assert await chosen(players, view) == view.legal[0]
    assert players.automatic(view, "seed") == view.legal[0]


@pytest.mark.logs_errors
def test_the_log_of_a_failure_holds_no_card(caplog: pytest.LogCaptureFixture) -> None:
    """What a failing player says may quote its hand, so the log says only where it failed."""
    view = first_card()
    ComputerPlayers(clock=broken).automatic(view, "seed")
    assert "KeyError" in caplog.text
    assert "in broken" in caplog.text
    assert not re.search(r"\b[2-9TJQKA][CDHS]\b", caplog.text)


async def test_a_computer_acts_after_its_delay(harness: Harness) -> None:
    """Each computer player acts one delay after the action before it, people can follow."""
    table = await harness.playing()
    table = await harness.bid(table, ANN, 3)
    for played in range(1, 4):
        assert due_kind(harness.now(table)) is DueKind.COMPUTER
        await harness.clock.passes(0.9)
        assert harness.now(table).version == table.version + played - 1
        await harness.clock.passes(0.1)
        assert harness.now(table).version == table.version + played
    assert harness.now(table).turn == 0


@pytest.mark.parametrize("pause", [0.75, 1.75])
async def test_a_close_choice_takes_longer_than_an_easy_one(pause: float) -> None:
    """What is easy comes before the usual delay, and what is close after it."""
    players = ScriptedPlayers()
    players.pause = pause
    harness = Harness(players=players)
    table = await harness.bid(await harness.playing(), ANN, 3)
    await harness.clock.passes(pause - 0.25)
    assert harness.now(table) == table
    await harness.clock.passes(0.25)
    assert harness.now(table).version == table.version + 1
    await harness.close()


async def test_a_forced_card_comes_at_once_without_a_thought() -> None:
    """Nobody is asked for the only card of a suit; it takes a quarter of the delay."""
    players = ScriptedPlayers()
    harness = Harness(players=players)
    table = await harness.playing()
    while table.turn is None or not (table.chairs[table.turn].computer and forced(table)):
        if table.turn is not None and table.chairs[table.turn].person is not None:
            table = await harness.turn(table)
        else:
            await harness.clock.passes(TIMING.computer_delay)
            table = harness.now(table)
    asked = len(players.seeds)
    await harness.clock.passes(FORCED_SHARE * TIMING.computer_delay - 0.01)
    assert harness.now(table) == table
    await harness.clock.passes(0.01)
    after = harness.now(table)
    assert after.version == table.version + 1
    assert len(players.seeds) - asked <= (after.turn is not None)
    await harness.close()


def forced(table: Table) -> bool:
    """Whether the seat to act has one card that it may play."""
    game = game_of(table)
    return game.phase == Phase.PLAYING and len(game.legal_actions) == 1


async def test_the_chance_of_a_computer_follows_from_the_secret() -> None:
    """The seed of each choice is drawn from the secret and the version, a new one each time."""
    players = ScriptedPlayers()
    harness = Harness(players=players)
    table = await harness.bid(await harness.playing(), ANN, 3)
    await harness.clock.passes(10)
    secret = harness.secrets.given[0]
    assert players.seeds == [
        key_of(secret, (f"player {version}",)).hex()
        for version in range(table.version, table.version + 3)
    ]
    await harness.close()


async def test_a_computer_thinks_while_people_read() -> None:
    """It chooses when its turn begins, once, and acts when its delay is over."""
    players = ScriptedPlayers()
    harness = Harness(players=players)
    table = await harness.bid(await harness.playing(), ANN, 3)
    await harness.clock.passes(0.1)
    assert len(players.seeds) == 1
    assert harness.now(table) == table
    await harness.clock.passes(0.9)
    assert harness.now(table).version == table.version + 1
    assert len(players.seeds) == 2
    await harness.close()


async def test_a_choice_waits_in_no_way_for_the_end() -> None:
    """A bot that is told to stop does not wait until a choice may be shown."""
    harness = Harness()
    table = await harness.bid(await harness.playing(), ANN, 3)
    await harness.clock.passes(0.1)
    before = harness.clock.now()
    await harness.close()
    assert harness.clock.now() == before
    assert harness.store.log_of(table.id)[-1] == f"bid {SEATS[0]} 3"


async def test_a_look_makes_an_earlier_choice_void() -> None:
    """A choice made before the hand was looked at is not done after it, though the turn is one.

    Else a blind nil, chosen while the hand was hidden, would be bid for a hand that has been seen.
    """
    players = ScriptedPlayers(lambda view: Bid(view.seat, 0, blind=True))
    harness = Harness(players=players)
    table = await harness.four(HERO_PARTNERS)
    person = harness.actor(table)
    await harness.leave(table, person)
    players.go.clear()
    await harness.clock.passes(1)
    assert players.thinking.is_set()
    await harness.sit(table, person)
    await harness.press(table, person, Look)
    table = await harness.leave(table, person)
    players.go.set()
    await harness.clock.passes(0.5)
    assert harness.now(table) == table
    await harness.clock.passes(1)
    assert harness.store.log_of(table.id)[1:] == [f"look {table.turn}", f"bid {table.turn} 1"]
    await harness.close()


async def test_a_look_while_a_choice_waits_for_the_queue_makes_it_void() -> None:
    """A choice whose time has come, but which stands behind a look in the queue, is not done."""
    players = ScriptedPlayers(lambda view: Bid(view.seat, 0, blind=True))
    harness = Harness(players=players)
    table = await harness.four(HERO_PARTNERS)
    person = harness.actor(table)
    await harness.leave(table, person)
    await harness.clock.passes(0.5)
    harness.store.gate.clear()
    presses = [
        asyncio.create_task(harness.sit(table, person)),
        asyncio.create_task(harness.press(table, person, Look)),
        asyncio.create_task(harness.leave(table, person)),
    ]
    await harness.clock.passes(1)
    harness.store.gate.set()
    await asyncio.gather(*presses)
    await harness.clock.passes(2)
    assert harness.store.log_of(table.id)[1:] == [f"look {table.turn}", f"bid {table.turn} 1"]
    await harness.close()


async def test_a_choice_for_a_table_that_has_ended_is_void() -> None:
    """When a table ends while a computer player thinks, the choice comes to nothing."""
    players = ScriptedPlayers()
    harness = Harness(players=players)
    table = await harness.bid(await harness.playing(), ANN, 3)
    players.go.clear()
    await harness.clock.passes(1)
    await harness.end(table, ANN)
    players.go.set()
    await harness.clock.passes(5)
    assert (await harness.ended(table)).version == table.version
    assert harness.timers == 0
    await harness.close()


async def test_comings_and_goings_do_not_disturb_a_computer() -> None:
    """A computer player that thinks acts once, however often other seats change meanwhile."""
    players = ScriptedPlayers()
    harness = Harness(players=players)
    table = await harness.bid(await harness.playing(BEN), ANN, 3)
    table = await harness.bid(table, BEN, 3)
    players.go.clear()
    await harness.clock.passes(1)
    for _ in range(3):
        await harness.leave(table, BEN)
        await harness.sit(table, BEN)
    players.go.set()
    await harness.clock.passes(0.5)
    assert harness.now(table).version == table.version + 1
    await harness.close()


@pytest.mark.logs_errors
async def test_a_table_outlives_a_fault_of_its_computers(caplog: pytest.LogCaptureFixture) -> None:
    """Whatever a computer player raises or chooses, the table tries again and goes on."""

    def fails(view: SeatView) -> SeatAction:
        raise RuntimeError("out of order")

    def wrong(view: SeatView) -> SeatAction:
        return Play(view.seat, CARDS[0])

    harness = Harness(players=ScriptedPlayers(fails, wrong))
    table = await harness.bid(await harness.playing(), ANN, 3)
    await harness.clock.passes(1)
    assert harness.now(table) == table
    await harness.clock.passes(9.5)
    assert harness.now(table).version == table.version + 1
    assert caplog.text.count("deadline_failed") == 2
    await harness.close()


async def test_a_clock_of_a_table_that_is_gone_does_nothing(harness: Harness) -> None:
    """A deadline that rings for a table which has ended meanwhile changes and tells nothing."""
    table = await harness.end(await harness.four(HERO_SOLO), ANN)
    told = len(harness.publisher.news)
    await harness.tables._due_actions.wake(table.id)
    assert await harness.ended(table) == table
    assert (harness.timers, len(harness.publisher.news)) == (0, told)


async def test_computers_have_different_names(harness: Harness) -> None:
    """No two computer players of a table have the same name, whoever leaves or stays away."""
    table = await harness.four()
    for person in (ANN, BEN):
        table = await harness.leave(table, person)
    for _ in range(seating.MISSES_UNTIL_AWAY):
        for seat in (SEATS[2], SEATS[3]):
            table = seating.missed(table, seat)
    names = [chair.computer for chair in table.chairs]
    assert all(names)
    assert len(set(names)) == 4
    assert turn_of(table) == 0
