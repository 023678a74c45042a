"""How long a page of a leaderboard takes where very many people play: `--people`, in one server.

`python -m tests.bench.leaderboard` fills a new database with a season and all time, and reads
pages of every order: the first, one in the middle, the last.
"""

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import Final

from bot.tables.records import ALL_TIME, Order
from data.database import Database
from data.preparation import upgrade
from data.rating_schema import STANDING_COUNTERS
from data.rating_statements import RANK_BY_KEY, RATE
from data.records import SqlRecords
from data.rows import Row
from data.statements import MEET
from data.transaction import Unit, run

SEASON: Final = 8107
GUILD: Final = 900_000_000_000_000_001
TOGETHER: Final = 5000


async def fill(database: Database, people: int) -> None:
    """Let so many people have played much in one server."""
    rng = random.Random(1)
    for start in range(1, people + 1, TOGETHER):
        users = range(start, min(start + TOGETHER, people + 1))
        await database.write(lambda users=users: _fill(users, rng))  # type: ignore[misc]


def _fill(users: range, rng: random.Random) -> Unit[None]:
    met = [{"key": n, "user_id": n, "name": "", "avatar": "", "met_at": 0} for n in users]
    yield from run(MEET, met)
    for season in (SEASON, ALL_TIME):
        at: Row = {"guild_id": GUILD, "season": season}
        yield from run(RANK_BY_KEY, [{**at, "person": n, **_counts(rng)} for n in users])
        for mode in ("partners", "solo"):
            rows = [{**at, "mode": mode, "person": n, **_rating(rng)} for n in users]
            yield from run(RATE, rows)


def _counts(rng: random.Random) -> Row:
    rounds = rng.randrange(20, 900)
    made, nils = rng.randrange(rounds), rng.randrange(5, 60)
    counts = {
        "games": rounds // 8 + 3, "rounds": rounds, "points": rng.randrange(-900, 40_000),
        "contracts": rounds, "contracts_made": made, "nils": nils,
        "nils_made": rng.randrange(nils), "people_games": rounds // 8 + 3,
        "people_wins": rng.randrange(rounds // 8 + 3),
    }  # fmt: skip
    assert set(counts) == set(STANDING_COUNTERS)
    return dict(counts)


def _rating(rng: random.Random) -> Row:
    mean, deviation = round(rng.gauss(1500, 90) * 1000), rng.randrange(40_000, 150_000)
    return {"mean": mean, "deviation": deviation, "games": rng.randrange(5, 400)}


async def measure(database: Database, people: int, times: int) -> None:
    """Print how long pages take: processor time in milliseconds, since machines are shared."""
    records, last = SqlRecords(database), people // 10
    for order in Order:
        figures = []
        for page in (1, last // 2, last):
            spent = []
            for _ in range(times):
                began = time.process_time()
                found = await records.leaderboard(GUILD, order, SEASON, page)
                spent.append(1000 * (time.process_time() - began))
                assert len(found.standings) == 10
            figures.append(f"{statistics.median(spent):6.1f} ({max(spent):6.1f})")
        print(f"  {order.value:<10} {'  '.join(figures)}", flush=True)


async def _main(people: int, times: int, folder: Path) -> None:
    path = folder / "people.sqlite"
    upgrade(path)
    async with await Database.open(path) as database:
        began = time.perf_counter()
        await fill(database, people)
        print(f"{people:,} people written in {time.perf_counter() - began:.0f} s")
        print("processor milliseconds of a page, median (most): the first, the middle, the last")
        await measure(database, people, times)


def main() -> None:
    """Read the command line, and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=100_000)
    parser.add_argument("--times", type=int, default=15)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_main(options.people, options.times, Path(folder)))


if __name__ == "__main__":
    main()
