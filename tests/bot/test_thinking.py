"""Computer players that think in processes of their own: what they promise, whatever happens."""

import asyncio
import os
import random
import signal
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import TypeVar, TypeVarTuple, cast

import pytest

from bot.processes import Processes, Workers
from bot.tables.computers import ComputerPlayers
from bot.tables.model import Level
from bot.tables.ports import Chosen
from bot.tables.thinking import (
    EASY_PAUSE,
    FEWEST_WORLDS,
    HARD_PAUSE,
    ThinkingPlayers,
    manner_of,
    most_waiting,
)
from engine.actions import Look, SeatAction
from engine.players.player import Budget, Choice, Reason, Why, full_budget
from engine.players.styles import STYLES, Manner, Strength
from engine.seats import SEATS
from engine.views import SeatView
from tests.bot.children import children
from tests.bot.workers import AtOnce, Lost, Never
from tests.tables.sights import first_bid, first_card

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

NAMES = ("Wren", "Finch", "Robin")


async def by_rule(view: SeatView) -> Chosen:
    """Give what is played at once where there is no time."""
    return await ComputerPlayers().choose(view, "seed", Level.STRONG, "Wren")


def thinking(processes: Workers, seconds: float = 60.0) -> ThinkingPlayers:
    """Give players that think somewhere."""
    return ThinkingPlayers(processes, 1, ComputerPlayers(), seconds)


@pytest.fixture
async def process() -> AsyncIterator[Processes]:
    """Give one real process."""
    made = Processes(count=1, niceness=0, warm_up=int)
    await made.start()
    yield made
    await made.close()


@pytest.mark.parametrize("level", Level)
async def test_a_choice_can_be_made_again(process: Processes, level: Level) -> None:
    """What is noted with a choice, and its seed, give the same choice again from the same view."""
    players = thinking(process)
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


async def test_a_hint_is_a_strong_players_choice_with_its_reason(process: Processes) -> None:
    """Advice names a legal action and why."""
    view = first_card()
    advice = await thinking(process).advise(view, "seed")
    assert advice is not None
    assert advice.action in view.legal
    assert advice.why.reason


async def test_a_dead_process_is_replaced(
    process: Processes, caplog: pytest.LogCaptureFixture
) -> None:
    """When the process dies over a choice the rule plays at once; the next is thought about."""
    players, view = thinking(process), first_card()
    assert (await players.choose(view, "seed", Level.STRONG, "Wren")).thought
    os.kill(await process.run(os.getpid), signal.SIGSTOP)
    choosing = asyncio.create_task(players.choose(view, "seed", Level.STRONG, "Wren"))
    await asyncio.sleep(0)
    (child,) = children()
    child.kill()
    assert await choosing == await by_rule(view)
    assert "player_lost" in caplog.text
    assert (await players.choose(view, "seed", Level.STRONG, "Wren")).thought


async def test_processes_that_cannot_be_had_are_done_without() -> None:
    """Where there is no process the table goes on by rule, at once."""
    players = thinking(Lost())
    await players.start()
    view = first_card()
    assert await players.choose(view, "seed", Level.STRONG, "Wren") == await by_rule(view)
    assert await players.advise(view, "seed") is None


async def test_a_choice_that_takes_too_long_is_not_waited_for() -> None:
    """After its time the rule plays."""
    view = first_card()
    players = thinking(Never(), seconds=0.01)
    assert await players.choose(view, "seed", Level.STRONG, "Wren") == await by_rule(view)
    assert await players.advise(view, "seed") is None


async def test_under_load_fewer_worlds_are_looked_at_and_then_none() -> None:
    """The more wait, the fewer worlds each may look at; only beyond a limit the rule plays."""
    processes, view = Never(), first_card()
    players = thinking(processes)
    waiting = [
        asyncio.create_task(players.choose(view, "seed", Level.STRONG, "Wren"))
        for _ in range(most_waiting())
    ]
    await asyncio.sleep(0)
    allowed = [int(str(asked[-1])) for asked in processes.asked]
    assert len(allowed) == most_waiting()
    assert allowed[0] == full_budget().worlds
    assert allowed == sorted(allowed, reverse=True)
    assert allowed[-1] == FEWEST_WORLDS
    assert await players.choose(view, "seed", Level.STRONG, "Wren") == await by_rule(view)
    for task in waiting:
        task.cancel()


async def test_all_that_may_wait_for_a_process_are_thought_about(process: Processes) -> None:
    """Each of them is thought about, with fewer deals, and none falls to the rule."""
    players, view = thinking(process), first_card()
    chosen = await asyncio.gather(
        *(players.choose(view, f"{n}", Level.STRONG, "Wren") for n in range(most_waiting()))
    )
    assert all(each.thought for each in chosen)


@pytest.mark.parametrize(("hard", "pause"), [(0.0, EASY_PAUSE), (1.0, HARD_PAUSE)])
async def test_the_closer_a_choice_the_longer_its_pause(hard: float, pause: float) -> None:
    """An easy choice is made sooner than usual, a close one later."""

    def choose(view: SeatView, *_: object) -> Choice:
        return Choice(view.legal[0], Why(Reason.BY_RULE), 1, hard)

    players = thinking(Instead(choose, AtOnce()))
    assert (await players.choose(first_card(), "seed", Level.STRONG, "Wren")).pause == pause


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


@dataclass(frozen=True, slots=True)
class Instead:
    """Does something else than it is asked, in a process of its own or in this one."""

    what: Callable[..., Choice]
    where: Workers

    async def start(self) -> None:
        """Need nothing."""

    async def run(self, work: Callable[[*Ts], T], *arguments: *Ts) -> T:
        """Do the other thing."""
        what = cast("Callable[[*Ts], T]", self.what)
        return await self.where.run(what, *arguments)

    async def close(self) -> None:
        """Hold nothing."""


@pytest.mark.logs_errors
@pytest.mark.parametrize("fault", [illegal, failing])
async def test_whatever_a_player_does_wrong_the_rule_plays(
    fault: Callable[..., Choice], caplog: pytest.LogCaptureFixture
) -> None:
    """An illegal choice or an exception is logged without a card, and stood in for."""
    view = first_card()
    players = thinking(Instead(fault, AtOnce()))
    assert await players.choose(view, "seed", Level.STRONG, "Wren") == await by_rule(view)
    assert "computer_player_" in caplog.text
    assert view.hand is not None
    assert not any(f"'{card}'" in caplog.text or f" {card} " in caplog.text for card in view.hand)


@pytest.mark.logs_errors
async def test_a_fault_in_a_process_is_told_without_a_card(
    process: Processes, caplog: pytest.LogCaptureFixture
) -> None:
    """The log names the places in the code that the fault went through over there, no words."""
    view = first_card()
    players = thinking(Instead(failing, process))
    assert await players.choose(view, "seed", Level.STRONG, "Wren") == await by_rule(view)
    assert "test_thinking.py" in caplog.text
    assert str(view.hand) not in caplog.text
