"""What a bot does after a kill among ten thousand tables: how soon it answers, and at what cost.

The tables are as they are on a large bot: of twenty, fifteen wait for somebody without a clock and
for days already, three have moved on within the last hour, one has a clock that ran out while the
bot was down, and one is a lobby. Each has 133 entries in its log (lobbies have none), four people,
and a message in a channel of its own. The bot is killed (SIGKILL) once it has taken them up, starts
again, and is watched until every table has been shown that needs to be, while somebody presses a
table where nothing has happened for days, one after another.

Held to: the first answer within 3 s of READY, the loop never still for 50 ms, less than 400 MiB.
"""

import argparse
import asyncio

from tests.bench._take_up import Seen, watched
from tests.data.cluster import binaries, running

Figures = Seen


def measure(tables: int = 10_000, *, server: bool = False) -> Figures:
    """Kill a bot among so many tables, and watch the next one.

    Args:
        tables: how many.
        server: whether they are in PostgreSQL, of which a server is started for this.
    """
    if not server:
        return asyncio.run(watched(tables))
    programs = binaries()
    if programs is None:
        raise SystemExit("PostgreSQL is not installed.")
    with running(programs) as cluster:
        return asyncio.run(watched(tables, cluster))


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.take_up", description=__doc__)
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--postgresql", action="store_true")
    chosen = parser.parse_args()
    print(measure(chosen.tables, server=chosen.postgresql))


if __name__ == "__main__":
    main()
