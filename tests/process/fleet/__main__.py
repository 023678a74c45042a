"""Kills, stops and restarts many processes of the bot, which share PostgreSQL and a Discord.

`python -m tests.process.fleet --kills 200 --stops 20 --tables 400` starts four processes on four
shards and lets people play at 400 tables. It restarts all processes under presses, cuts one off its
database, kills the database, and stops a process in the middle of a transaction; then it kills and
stops processes at random. It says what it saw. The tests do a short form of it. 200 kills take
three quarters of an hour.
"""

import argparse
import asyncio
import os
import sys
import time
from collections.abc import Sequence

from tests.data.cluster import binaries, running
from tests.process.fleet.stage import SERVER, Size, staged
from tests.process.fleet.worst import worst_moments


def say(text: str) -> None:
    """Print something at once."""
    load = " ".join(f"{each:.1f}" for each in os.getloadavg())
    sys.stdout.write(f"[{time.strftime('%H:%M:%S')}, load {load}] {text}\n")
    sys.stdout.flush()


async def play(options: argparse.Namespace) -> None:
    """Do what the command line says."""
    programs = binaries()
    if programs is None:
        sys.exit("needs PostgreSQL's programs: Debian's package postgresql")
    size = Size(
        tables=options.tables,
        thinking=(options.thinking / 2, options.thinking * 3 / 2),
        cut_off=True,
    )
    with running(programs, SERVER) as cluster:
        began = time.monotonic()
        async with staged(cluster, size, options.seed) as trial:
            say(f"{size.shards} processes serve after {time.monotonic() - began:.1f} s")
            crowd = trial.crowd
            async with crowd.playing():
                await crowd.until_done(options.tables, within=600.0)
            say(f"begun: {crowd.answered()}")
            if not options.only_kills:
                for first in (True, False):
                    answers = await trial.rolling_restart(successor_first=first)
                    say(f"restart, {'successor first' if first else 'stop first'}: {answers}")
                say(f"no route to the database for 5 s: {await trial.no_route(5.0)}")
                say(f"database killed, back after 2 s: {await trial.database_killed(2.0)}")
                say(f"stopped in a transaction: {await trial.stopped_in_a_transaction()}")
            await worst_moments(trial, options.worst, say)
            await trial.faults(options.kills, options.stops, say)
            books = await crowd.check()
            rows = sum(map(len, books.log.values()))
            say(f"{len(books.tables)} tables, {rows} rows of their logs: {crowd.answered()}")
        say(f"at the end:\n{trial.seen}\nlogged as errors: {dict(trial.fleet.faults)}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line, and play."""
    parser = argparse.ArgumentParser(prog="python -m tests.process.fleet", description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--stops", type=int, default=20)
    parser.add_argument("--tables", type=int, default=400)
    parser.add_argument("--thinking", type=float, default=30.0, help="mean seconds before a press")
    parser.add_argument("--worst", type=int, default=5, help="kills at each of the worst moments")
    parser.add_argument("--only-kills", action="store_true", help="no restarts, no outages")
    parser.add_argument("--seed", type=int, default=1)
    asyncio.run(play(parser.parse_args(arguments)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
