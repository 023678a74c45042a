"""How long a page of a leaderboard takes where very many people play: `--people`, in one server.

`python -m tests.bench.leaderboard` fills a new database with a season and all time, and reads
pages of every order: the first, one in the middle, the last. It does so in SQLite and, where
PostgreSQL's programs are installed, at a server of its own.
"""

import argparse
import asyncio
import os
import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import Final

from sqlalchemy import URL

from bot.tables.records import ALL_TIME, MOST_RANKED, Order
from data.database import Database
from data.preparation import upgrade
from data.rating_schema import STANDING_COUNTERS
from data.rating_statements import RANK_BY_KEY, RATE
from data.records import SqlRecords
from data.rows import Row
from data.server import upgrade_server
from data.statements import MEET
from data.transaction import Unit, run
from tests.data.cluster import DURABLE, Cluster, binaries, running

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
    """Print how long pages take, in milliseconds by the clock and of this process."""
    records, last = SqlRecords(database), min(people, MOST_RANKED) // 10
    for order in Order:
        figures = []
        for page in (1, last // 2, last):
            clock, worked = [], []
            for _ in range(times):
                start, began = time.perf_counter(), time.process_time()
                found = await records.leaderboard(GUILD, order, SEASON, page)
                worked.append(1000 * (time.process_time() - began))
                clock.append(1000 * (time.perf_counter() - start))
                assert len(found.standings) == 10
            median = statistics.median
            figures.append(f"{median(clock):5.1f} ({max(clock):5.1f}) {median(worked):5.1f}")
        print(f"  {order.value:<10} {'   '.join(figures)}", flush=True)


async def _main(place: Path | URL, people: int, times: int) -> None:
    async with await Database.open(place) as database:
        began = time.perf_counter()
        await fill(database, people)
        print(f"{people:,} people written in {time.perf_counter() - began:.0f} s, load {_load()}")
        await measure(database, people, times)
        if isinstance(place, URL):
            await database.scrub()
            print("vacuumed, as a server does by itself after a while")
            await measure(database, people, times)
        print(f"load {_load()}")


def _load() -> str:
    return f"{os.getloadavg()[0]:.1f}"


async def _at_server(cluster: Cluster, people: int, times: int) -> None:
    url = await cluster.new()
    await upgrade_server(url)
    await _main(url, people, times)


def main() -> None:
    """Read the command line, and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=100_000)
    parser.add_argument("--times", type=int, default=15)
    options = parser.parse_args()
    print("milliseconds of a page by the clock, median (most), and of this process, median:")
    print("the first, the middle, the last page")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "people.sqlite"
        upgrade(path)
        print("SQLite")
        asyncio.run(_main(path, options.people, options.times))
    programs = binaries()
    if programs is not None:
        with running(programs, DURABLE) as cluster:
            print("PostgreSQL")
            asyncio.run(_at_server(cluster, options.people, options.times))


if __name__ == "__main__":
    main()
