"""Many games of every preset, in which nothing hidden shows in anything that is sent.

What is looked through at the end of every test of this folder is looked through here as well, for
games with everything in them that could mix up hands: people who open their hand again, leave, take
over a seat and come back, who run out of time, watch, look early or late, and a bot that restarts.
"""

import random
from collections.abc import Awaitable, Callable
from functools import partial

import pytest

from bot.app import Pacing
from bot.tables.model import Status
from engine.presets import PRESETS
from tests.cogs.audit import cards_in
from tests.cogs.player import Player
from tests.cogs.server import Server

ROUNDS_OF_FOUR = 2
ROUNDS_ALONE = 5
"""Rounds of one test: of four people with their hands open they cost five times as much."""

GATHERED = Pacing(0.004, 0.002, 0.004, limited=False)
"""One edit shows what three computer players have done after a press, as it does at Discord."""

Prank = Callable[[], Awaitable[object]]

pytestmark = [
    pytest.mark.volume,
    pytest.mark.parametrize("rules", PRESETS),
    pytest.mark.parametrize("settings", [{"turn_prompt_seconds": 3}]),
]


async def look_around(server: Server, rng: random.Random) -> None:
    """Let someone do something that shows something, whoever's turn it is."""
    person = rng.choice(server.people)
    seated = server.table().seat_of(person.id) is not None
    pranks: list[Prank] = [
        partial(person.press_table, rng.choice(["Score", "Last trick", "More", "My hand"])),
        partial(person.slash, rng.choice(["score", "hand", "hint", "tables", "rules", "stats"])),
        partial(person.choices, "join", "table"),
        partial(person.slash, "leaderboard"),
    ]
    if seated:
        pranks.append(partial(person.open_hand))
    await rng.choice(pranks)()
    if seated and server.is_open():
        # What was asked for has come in the place of the hand.
        await person.open_hand()


async def come_and_go(server: Server, rng: random.Random) -> None:
    """Let someone leave, so that others may come back or come new."""
    for person in rng.sample(server.people, 5):
        if server.table().seat_of(person.id) is None:
            await person.slash("join")
        elif rng.random() < 0.3 and len(server.table().people) > 2:
            await person.leave()
    await reopen(server)


async def reopen(server: Server) -> None:
    """Let everybody at the table open a hand."""
    for person in server.people:
        if server.table().seat_of(person.id) is not None:
            await person.open_hand()


def rounds_scored(server: Server) -> int:
    """Count the rounds that were played; a hand that was thrown in shows no card."""
    game = server.table().game
    return 0 if game is None else len(game.sheets)


async def play(server: Server, rounds: int, rng: random.Random, *, moving: bool) -> None:
    """Play on for so many rounds or to the end, with something unexpected now and then."""
    played = 0
    while server.is_open() and played < rounds:
        if server.table().status is Status.PAUSED:
            await return_to(server)
        elif server.table().turn is None:
            played = rounds_scored(server)
            await server.step()
            if moving and rng.random() < 0.7:
                await come_and_go(server, rng)
        elif rng.random() < 0.06:
            await look_around(server, rng)
        elif rng.random() < 0.01:
            await server.env.advance_time(16)
        elif rng.random() < 0.01:
            await server.restart()
            await server.rest()
            await reopen(server)
        else:
            await act(server, server.actor())


async def return_to(server: Server) -> None:
    """Let everybody whose seat a computer player holds come back."""
    for person in server.people:
        seat = server.table().seat_of(person.id)
        if seat is not None and server.table().chairs[seat].away:
            said = await person.open_hand()
            await person.press(said.message, label="I'm back")
            await person.open_hand()


async def act(server: Server, person: Player) -> None:
    """Let a person do something sensible, and open the hand before where it is not up to date."""
    action = server.suggestion()
    if not person.can(action):
        await person.open_hand()
    await person.do(action)


async def test_four_people_who_come_and_go(server: Server, rules: str) -> None:
    """Four hands are open all the time, and a fifth person takes seats that become free."""
    rng = random.Random(f"four {rules}")
    await server.four(rules=rules, target=2000)
    await play(server, ROUNDS_OF_FOUR, rng, moving=True)
    shown = cards_in(text for one in server.journal.sent for text in one.texts)
    assert len(shown) == PRESETS[rules].deck_in_play.size


@pytest.mark.parametrize("pacing", [GATHERED])
async def test_one_person_and_three_computers(server: Server, rules: str) -> None:
    """One person's hand is open, three hands of computer players are nobody's to see."""
    rng = random.Random(f"alone {rules}")
    await server.alone(rules=rules, target=2000)
    await play(server, ROUNDS_ALONE, rng, moving=False)
    shown = cards_in(text for one in server.journal.sent for text in one.texts)
    whole = PRESETS[rules].deck_in_play.size
    # Where a side loses by its first round, edits have passed over a few cards.
    assert len(shown) == whole or (not server.is_open() and 2 * len(shown) > whole)
