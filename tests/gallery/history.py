"""Games that were played before: enough for a leaderboard of two pages."""

import random
from collections.abc import Coroutine, Sequence
from typing import Any, Final, TypeVar

from bot.tables import lifecycle, seating
from bot.tables.model import Pace, Person, Place, Table
from bot.tables.opening import NewTable
from engine.actions import SeatAction
from engine.players import rules_of_thumb
from engine.presets import PRESETS
from engine.views import seat_view
from tests.gallery.stage import Stage

T = TypeVar("T")

OTHERS: Final = (
    "Emil", "Femi", "Gita", "Hana", "Ivo", "Jun", "Kofi", "Lena", "Mira", "Noor", "Omar", "Pia",
)  # fmt: skip
"""Invented people of the same server."""

GAMES: Final = 20
"""Enough for everyone to be ranked by rating."""

GROUPS: Final = 4
"""Tables of four that everyone together fills."""


async def play_many(stage: Stage) -> None:
    """Let people of the server play short games in ever new partnerships."""
    rng = random.Random("partners")
    people = [Person(each.member.id, each.name) for each in stage.people]
    people += [_newcomer(stage, name) for name in OTHERS]
    for number in range(GAMES):
        if number % GROUPS == 0:
            rng.shuffle(people)
        first = number % GROUPS * 4
        await _play(stage, number, people[first : first + 4])
    await stage.rest(2)


def _newcomer(stage: Stage, name: str) -> Person:
    guild = stage.world.channel.guild
    assert guild is not None
    member = guild.add_member(stage.world.env.create_user(name.lower(), global_name=name))
    return Person(member.id, name)


async def _play(stage: Stage, number: int, four: Sequence[Person]) -> None:
    begun = await _as_the_bot(stage, _begun(stage, number, four))
    await _play_out(stage, begun, number)


async def _as_the_bot(stage: Stage, work: Coroutine[Any, Any, T]) -> T:
    """Do something as a task of the bot, whose timers follow the simulated time."""
    with stage.world.env._bot_scope():
        return await work


async def _begun(stage: Stage, number: int, four: Sequence[Person]) -> Table:
    place = Place(stage.table_place.guild_id, stage.table_place.channel_id)
    rules = PRESETS["cardcouch"].changed(target=50)
    new = NewTable(place, four[0], rules, Pace.NONE)
    table = await stage.tables.open(new, f"past:{number}")
    for person in four[1:]:
        await _sit(stage, table, person)
    return await stage.tables.step(
        table.id, lambda t: lifecycle.start(t, four[0].id, f"past:{number}:start"), four[0].id
    )


async def _sit(stage: Stage, table: Table, person: Person) -> None:
    added = stage.tables.addition(person, str(person.id))
    await stage.tables.change(table.id, lambda t: seating.sit(t, person, None, added), person.id)


async def _play_out(stage: Stage, table: Table, number: int) -> None:
    rng = random.Random(number)
    moves = 0
    while (now := stage.tables.open_table(table.id)) is not None:
        if now.turn is None:
            await stage.rest(20)
            continue
        assert now.game is not None
        person = now.chairs[now.turn].person
        assert person is not None
        moves += 1
        action = rules_of_thumb.choose(seat_view(now.game, now.turn), rng)
        acted = _act(stage, table.id, person, f"past:{number}:{moves}", action)
        await _as_the_bot(stage, acted)


async def _act(
    stage: Stage, table_id: int, person: Person, command_id: str, action: SeatAction
) -> None:
    await stage.tables.act(table_id, person.id, command_id, lambda _: action)
