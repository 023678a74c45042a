"""How many plays a second SQLite's store saves, beside the store of another release.

`python -m tests.bench.store_beside PATH`, where PATH is a checkout such as
`git worktree add --detach PATH RELEASE` makes. Both stores are in one process, on files in the same
folder, and take turns; the load and the spread are told.
"""

import argparse
import asyncio
import importlib
import os
import statistics
import sys
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from tests.bench._saves import HEADING, Crowd, Turn, in_turns, together

PLACE: Final = Path(__file__).parents[2]
_OURS: Final = {"bot", "data", "engine", "tests"}


def modules_of(place: Path) -> dict[str, ModuleType]:
    """Load the store of a checkout, apart from any that has been loaded before."""
    for name in [name for name in sys.modules if name.split(".")[0] in _OURS]:
        del sys.modules[name]
    sys.path.insert(0, str(place))
    try:
        names = ("data.database", "data.store", "tests.bench.store")
        return {name: importlib.import_module(name) for name in names}
    finally:
        sys.path.pop(0)


async def _crowd(stack: AsyncExitStack, modules: dict[str, Any], path: Path, tables: int) -> Crowd:
    database = await stack.enter_async_context(await modules["data.database"].Database.open(path))
    benchmark = modules["tests.bench.store"]
    store = modules["data.store"].SqlStore(database, benchmark._Clock())
    return Crowd(benchmark, store, tables)


async def compare(
    theirs: dict[str, Any], ours: dict[str, Any], tables: int, turns: int
) -> tuple[list[Turn], list[Turn]]:
    """Let both stores save in turns; give the turns of each."""
    with tempfile.TemporaryDirectory(prefix="spades-bench-") as folder:
        async with AsyncExitStack() as stack:
            crowds = [
                await _crowd(stack, modules, Path(folder) / f"{name}.sqlite", tables)
                for name, modules in (("theirs", theirs), ("ours", ours))
            ]
            their, our = await in_turns(crowds, turns)
    return their, our


def ratios(theirs: list[Turn], ours: list[Turn]) -> str:
    """Give how many times their rate ours is in each pair: the median, the outer deciles."""
    found = [our.rate / their.rate for their, our in zip(theirs, ours, strict=True)]
    deciles = statistics.quantiles(found, n=10)
    return f"{deciles[4]:.2f} ({deciles[0]:.2f} to {deciles[8]:.2f}) in {len(found)} pairs"


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.store_beside", description=__doc__)
    parser.add_argument("place", type=Path, metavar="PATH")
    parser.add_argument("--tables", type=int, nargs="*", default=[1, 50])
    parser.add_argument("--pairs", type=int, default=60)
    chosen = parser.parse_args()
    theirs, ours = modules_of(chosen.place), modules_of(PLACE)
    print(f"at a load of {os.getloadavg()[0]:.1f}\n{HEADING}")
    for tables in chosen.tables:
        turns = chosen.pairs * (10 if tables == 1 else 1)
        found = asyncio.run(compare(theirs, ours, tables, turns))
        for name, those in zip(("theirs", "ours"), found, strict=True):
            print(f"{tables:4} tables, {name:9} {together(those)}")
        print(f"{'':12}our rate by theirs: {ratios(*found)}", flush=True)


if __name__ == "__main__":
    main()
