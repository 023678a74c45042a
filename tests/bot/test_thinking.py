"""Computer players that think in processes of their own: what they promise, whatever happens."""

import asyncio
import multiprocessing
import random
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from functools import partial
from typing import Any

import pytest

from bot.processes import pool_of
from bot.tables.computers import ComputerPlayers
from bot.tables.model import Level
from bot.tables.ports import Chosen
from bot.tables.thinking import (
    FEWEST_WORLDS,
    WAITING_FOR_EACH,
    ThinkingPlayers,
    manner_of,
)
from engine.actions import Look, SeatAction
from engine.players.player import Budget, Choice, Reason, Why, full_budget
from engine.players.styles import STYLES, Manner, Strength
from engine.seats import SEATS
from engine.views import SeatView
from tests.tables.sights import first_bid, first_card

NAMES = ("Wren", "Finch", "Robin")


async def by_rule(view: SeatView) -> Chosen:
    """Give what is played at once where there is no time."""
    return await ComputerPlayers().choose(view, "seed", Level.STRONG, "Wren")


class AtOnce(Executor):
    """Does everything in this process, as soon as it is asked."""

    def __init__(self, instead: Callable[..., Any] | None = None) -> None:
        self.instead = instead
        self.asked: list[tuple[object, ...]] = []

    def submit(self, fn: Callable[..., Any], /, *args: object, **kwargs: object) -> "Future[Any]":
        """Do it, or what the test wants to happen instead."""
        self.asked.append(args)
        future: Future[Any] = Future()
        try:
            future.set_result((self.instead or fn)(*args, **kwargs))
        except Exception as fault:  # noqa: BLE001 - a pool hands on whatever is raised
            future.set_exception(fault)
        return future


class Never(Executor):
    """Never comes to an end with anything."""

    def __init__(self) -> None:
        self.asked: list[tuple[object, ...]] = []
        self.futures: list[Future[Any]] = []
        self.down = False

    def submit(self, fn: Callable[..., Any], /, *args: object, **kwargs: object) -> "Future[Any]":
        """Take it, and leave it lying."""
        self.asked.append(args)
        self.futures.append(Future())
        return self.futures[-1]

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Note that it is over."""
        self.down = True


def thinking(pool: Executor, seconds: float = 60.0) -> ThinkingPlayers:
    """Give players that think in a pool."""
    return ThinkingPlayers(lambda: pool, 1, ComputerPlayers(), seconds)


@pytest.fixture(scope="module")
def pool() -> Iterator[Executor]:
    """Give one real process."""
    made = pool_of(1, 0)
    yield made
    made.shutdown()


@pytest.mark.parametrize("level", Level)
async def test_a_choice_can_be_made_again(pool: Executor, level: Level) -> None:
    """What is noted with a choice, and its seed, give the same choice again from the same view."""
    players = thinking(pool)
    for view in (first_bid(), first_card()):
        for name in NAMES:
            chosen = await players.choose(view, f"seed of {name}", level, name)
            strength, manner, worlds = chosen.thought.split()
            style = next(
                each
                for each in STYLES.values()
                if each.strength is Strength(strength) and each.manner is Manner(manner)
            )
            chance = random.Random(f"seed of {name}")
            again = style.player.choose(view, Budget(worlds=int(worlds)), chance)
            assert again.action == chosen.action
            assert (strength, manner) == (level.value, manner_of(name).value)
            assert chosen.action in view.legal


async def test_a_hint_is_a_strong_players_choice_with_its_reason(pool: Executor) -> None:
    """Advice names a legal action and why."""
    view = first_card()
    advice = await thinking(pool).advise(view, "seed")
    assert advice is not None
    assert advice.action in view.legal
    assert advice.why.reason


async def test_a_dead_process_is_replaced(caplog: pytest.LogCaptureFixture) -> None:
    """When the process is killed, the rule plays at once and the next choice is thought about."""
    others = multiprocessing.active_children()
    players = ThinkingPlayers(partial(pool_of, 1, 0), 1, ComputerPlayers(), seconds=60.0)
    await players.start()
    try:
        view = first_card()
        assert (await players.choose(view, "seed", Level.STRONG, "Wren")).thought
        for process in set(multiprocessing.active_children()) - set(others):
            process.kill()
            process.join()
        assert await players.choose(view, "seed", Level.STRONG, "Wren") == await by_rule(view)
        assert "players_lost" in caplog.text
        assert (await players.choose(view, "seed", Level.STRONG, "Wren")).thought
    finally:
        await players.close()


async def test_who_hears_last_of_a_loss_leaves_the_next_process() -> None:
    """Everyone who waited hears of a dead process; only the first makes way for another one."""
    pools, view = [Never(), Never()], first_card()
    players = ThinkingPlayers(iter(pools).__next__, 1, ComputerPlayers(), seconds=60.0)

    def choice() -> "asyncio.Task[Chosen]":
        return asyncio.create_task(players.choose(view, "seed", Level.STRONG, "Wren"))

    waiting = [choice(), choice()]
    await asyncio.sleep(0)
    pools[0].futures[0].set_exception(BrokenExecutor())
    await waiting[0]
    next_one = choice()
    await asyncio.sleep(0)
    pools[0].futures[1].set_exception(BrokenExecutor())
    await waiting[1]
    assert [pool.down for pool in pools] == [True, False]
    pools[1].futures[0].set_result(Choice(view.legal[0], Why(Reason.LOOKS)))
    assert (await next_one).action == view.legal[0]


async def test_processes_that_cannot_be_started_are_done_without() -> None:
    """Where no process can be made the table goes on by rule."""

    def refused() -> Executor:
        raise OSError

    players = ThinkingPlayers(refused, 1, ComputerPlayers())
    await players.start()
    view = first_card()
    assert await players.choose(view, "seed", Level.STRONG, "Wren") == await by_rule(view)


async def test_a_choice_that_takes_too_long_is_not_waited_for() -> None:
    """After its time the rule plays."""
    view = first_card()
    players = thinking(Never(), seconds=0.01)
    assert await players.choose(view, "seed", Level.STRONG, "Wren") == await by_rule(view)
    assert await players.advise(view, "seed") is None


async def test_under_load_fewer_worlds_are_looked_at_and_then_none() -> None:
    """The more wait, the fewer worlds each may look at; beyond a limit the rule plays at once."""
    pool, view = Never(), first_card()
    players = thinking(pool, seconds=60.0)
    waiting = [
        asyncio.create_task(players.choose(view, "seed", Level.STRONG, "Wren"))
        for _ in range(WAITING_FOR_EACH)
    ]
    await asyncio.sleep(0)
    allowed = [int(str(asked[-1])) for asked in pool.asked]
    assert allowed[0] == full_budget().worlds
    assert allowed == sorted(allowed, reverse=True)
    assert len(set(allowed)) == WAITING_FOR_EACH
    assert min(allowed) >= FEWEST_WORLDS
    assert await players.choose(view, "seed", Level.STRONG, "Wren") == await by_rule(view)
    for task in waiting:
        task.cancel()


async def test_when_the_bot_stops_the_rule_plays() -> None:
    """After the end nothing is begun any more."""
    players, view = thinking(AtOnce()), first_card()
    await players.close()
    assert await players.choose(view, "seed", Level.STRONG, "Wren") == await by_rule(view)


def illegal(view: SeatView, *_: object) -> Choice:
    """Choose what is never legal."""
    action: SeatAction = Look(SEATS[(view.seat + 1) % 4])
    return Choice(action, Why(Reason.LOOKS))


def failing(view: SeatView, *_: object) -> Choice:
    """Fail, and quote the hand, as a key error would."""
    raise KeyError(str(view.hand))


@pytest.mark.logs_errors
@pytest.mark.parametrize("fault", [illegal, failing])
async def test_whatever_a_player_does_wrong_the_rule_plays(
    fault: Callable[..., Choice], caplog: pytest.LogCaptureFixture
) -> None:
    """An illegal choice or an exception is logged without a card, and stood in for."""
    view = first_card()
    players = thinking(AtOnce(instead=fault))
    assert await players.choose(view, "seed", Level.STRONG, "Wren") == await by_rule(view)
    assert "computer_player_" in caplog.text
    assert view.hand is not None
    assert not any(f"'{card}'" in caplog.text or f" {card} " in caplog.text for card in view.hand)


@pytest.mark.logs_errors
async def test_a_fault_in_a_process_is_told_without_a_card(
    pool: Executor, caplog: pytest.LogCaptureFixture
) -> None:
    """The log names the places in the code that the fault went through over there, no words."""
    view = first_card()

    players = thinking(AtOnce(instead=lambda *_: pool.submit(failing, view).result()))
    assert await players.choose(view, "seed", Level.STRONG, "Wren") == await by_rule(view)
    assert "test_thinking.py" in caplog.text
    assert str(view.hand) not in caplog.text
