"""Rebuilds very many stored games beside a bot that saves, and says how long and how large.

`python -m tests.bench.rebuild --games 100000` makes the games as records, of which some hundred are
different, and runs `python -m bot rebuild` on them, while this process saves moves at a table as a
bot would.
"""

import argparse
import asyncio
import os
import random
import resource
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

from bot.tables.model import Person, Place, Status, Table
from data.away_statements import ADD_GAME, EMPTY_SEAT, KNOW, PUT_AWAY
from data.changes import new_table_rest, new_table_row
from data.database import Database
from data.game_record import GameRecord, Moment, pack, unpack
from data.roles import SETS, Roles
from data.rows import Sitting, person_row
from data.statements import ADD_TABLE, TABLE_OF_COMMAND
from data.store import SqlStore
from data.transaction import Unit, find, run
from engine.actions import Action
from engine.deals import Seeds, deal
from engine.game import Game
from engine.notation import print_action
from engine.players import rules_of_thumb
from engine.presets import CARDCOUCH
from engine.seats import SEATS
from engine.views import seat_view
from tests.bench._stored import seated
from tests.data.games import TickingClock, begun, lobby, next_step, saved

DIFFERENT: Final = 100
SERVERS: Final = 300
_TOGETHER: Final = 200
_NOW: Final = datetime(2026, 6, 1, tzinfo=UTC)
_MICROS: Final = 1_780_000_000_000_000


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured.

    Attributes:
        games: how many there were.
        actions: how many actions a game has, on average.
        record: bytes of a record, on average.
        largest: bytes of the largest record.
        reading: milliseconds of the processor to read a record, on average.
        size: bytes of the file by game, once everything is rebuilt.
        seconds: how long the rebuild took.
        worked: seconds of the processor that it took.
        saves: how many saves were made beside it.
        late: seconds within which 99 % of them were made.
        slowest: seconds of the slowest one.
        load: the machine's load average at the end.
    """

    games: int
    actions: float
    record: float
    largest: int
    reading: float
    size: float
    seconds: float
    worked: float
    saves: int
    late: float
    slowest: float
    load: float

    def __str__(self) -> str:
        """Give the figures as lines to read."""
        return "\n".join(
            (
                f"{self.games} games of {self.actions:.0f} actions, load {self.load:.1f}",
                f"  a record          {self.record:.0f} bytes, the largest {self.largest}",
                f"  to read one       {self.reading:.2f} ms",
                f"  the file          {self.size:.0f} bytes a game with all projections",
                f"  the rebuild       {self.seconds:.0f} s, {self.worked:.0f} s at work",
                (
                    f"  {self.saves} saves beside it: 99 % in {self.late * 1000:.0f} ms, "
                    f"the slowest in {self.slowest * 1000:.0f} ms"
                ),
            )
        )


def measure(games: int = 500) -> Figures:
    """Make games in a new file, and rebuild them."""
    return asyncio.run(measured(games))


@dataclass(frozen=True, slots=True)
class _Past:
    """A game that was played: the table at its end, its people's keys, and its record."""

    table: Table
    keys: tuple[int, ...]
    record: bytes


def _past(number: int) -> _Past:
    """Play a game to 500 by rules of thumb; one seat is a person, three are computer players."""
    chance = random.Random(number)
    seeds, actions = Seeds(chance.randbytes(32)), list[Action]()
    game = Game.new(CARDCOUCH, CARDCOUCH.seats[-1])
    while game.outcome is None:
        if game.to_act is None:
            action: Action = deal(seeds, game.number + 1, game.next_dealer, CARDCOUCH)
        else:
            action = rules_of_thumb.choose(seat_view(game, game.to_act), chance)
        game = game.apply(action)
        actions.append(action)
    people = [Person(10**17 + 4 * number + seat, f"Player {number}-{seat}") for seat in range(4)]
    table = seated(Place(1, 1), people, CARDCOUCH, f"past-{number}", _NOW)
    table = replace(
        table, seeds=seeds, game=game, version=len(actions), status=Status.FINISHED, added=()
    )
    keys = tuple(chance.getrandbits(63) for _ in SEATS)
    sat = tuple(Sitting(seat, key, 1) for seat, key in zip(SEATS, keys, strict=True))
    return _Past(table, keys, pack(GameRecord(tuple(_moments(actions, chance)), sat)))


def _moments(actions: Sequence[Action], chance: random.Random) -> Iterator[Moment]:
    at = _MICROS
    for number, action in enumerate(actions):
        person = number % 4 == 0
        at += int(chance.lognormvariate(1.2, 0.8) * 1e6) if person else 800_000
        at += chance.randrange(100_000)
        thought = "" if person else f"{chance.randrange(200, 1200)} worlds"
        yield Moment(print_action(action), at, thought)


def _writing(numbers: Sequence[int], pasts: Sequence[_Past]) -> Unit[None]:
    for number in numbers:
        past = pasts[number % len(pasts)]
        table = replace(past.table, command_id=str(number), place=Place(1 + number % SERVERS, 1))
        yield from run(ADD_TABLE, [new_table_row(table)])
        [(table_id,)] = yield from find(TABLE_OF_COMMAND, {"command_id": str(number)})
        for statement, rows in new_table_rest(replace(table, id=table_id)):
            yield from run(statement, rows)
        at = {"table_id": table_id}
        seats = [
            {**at, "at_seat": int(seat), "person": key}
            for seat, key in zip(SEATS, past.keys, strict=True)
        ]
        yield from run(EMPTY_SEAT, seats)
        roles = Roles(past.keys[0], dict.fromkeys(SETS, ()))
        yield from run(PUT_AWAY, [{"at_id": table_id, "roles": roles.print()}])
        yield from run(ADD_GAME, [{**at, "record": past.record}])


async def measured(games: int) -> Figures:
    """Make games in a new file, and rebuild them, within an event loop."""
    pasts = [_past(number) for number in range(min(games, DIFFERENT))]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "spades.sqlite"
        async with await Database.open(path) as database:
            known = [
                person_row(person, key, _NOW)
                for past in pasts
                for person, key in zip(past.table.people, past.keys, strict=True)
            ]
            await database.write(partial(run, KNOW, known))
            waiting = iter(range(games))
            while some := list(islice(waiting, _TOGETHER)):
                await database.write(partial(_writing, some, pasts))
            saving = asyncio.create_task(_saving(SqlStore(database, TickingClock())))
            start = time.perf_counter()
            said = await _rebuilt(path)
            seconds = time.perf_counter() - start
            at_work = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
            saving.cancel()
            with suppress(asyncio.CancelledError):
                await saving
        if f" {games:,} finished games" not in said:
            raise ValueError(said)
        size = path.stat().st_size
    start = time.process_time()
    lengths = [len(unpack(past.record).moments) for past in pasts]
    reading = (time.process_time() - start) / len(pasts)
    sizes = [len(past.record) for past in pasts]
    return Figures(
        games=games,
        actions=sum(lengths) / len(lengths),
        record=sum(sizes) / len(sizes),
        largest=max(sizes),
        reading=1000 * reading,
        size=size / games,
        seconds=seconds,
        worked=at_work,
        saves=len(_SAVES),
        late=sorted(_SAVES)[len(_SAVES) * 99 // 100],
        slowest=max(_SAVES),
        load=os.getloadavg()[0],
    )


async def _rebuilt(path: Path) -> str:
    """Run the command; give what it says."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "bot", "rebuild"),
        env={**os.environ, "DATABASE_PATH": str(path)},
        stdout=asyncio.subprocess.PIPE,
    )
    said, _ = await process.communicate()
    return said.decode()


_SAVES: Final[list[float]] = []
"""How long each save took, in seconds."""


async def _saving(store: SqlStore) -> None:
    """Play at a table for ever, a move at a time."""
    chance = random.Random(1)
    rules = CARDCOUCH.changed(target=2000, losing_score=None)
    number = 0
    while True:
        number += 1
        table = await begun(store, lobby(f"beside {number}", rules, guild_id=10**18))
        while not table.status.ended:
            start = time.perf_counter()
            table = await saved(store, table, next_step(table, chance, 0.1))
            _SAVES.append(time.perf_counter() - start)
            await asyncio.sleep(0.05)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.bench.rebuild", description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    print(measure(parser.parse_args().games), flush=True)
