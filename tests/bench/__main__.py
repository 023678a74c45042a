"""Runs benchmarks: `python -m tests.bench` all of them, `python -m tests.bench engine` one.

A benchmark is a module of this folder with a function `measure()`, which needs no arguments and
gives `Figures` that print as a table.
"""

import argparse
import importlib
import platform
import re
import time
from pathlib import Path
from typing import Final

BENCHMARK: Final = re.compile(r"^def measure\(.*\) -> Figures:$", re.MULTILINE)


def names() -> list[str]:
    """List the benchmarks of this folder."""
    modules = (file for file in Path(__file__).parent.glob("*.py"))
    return sorted(file.stem for file in modules if BENCHMARK.search(file.read_text("utf-8")))


def main() -> None:
    """Run what the command line asks for, and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help=", ".join(names()))
    chosen = parser.parse_args().names or names()
    unknown = sorted(set(chosen) - set(names()))
    if unknown:
        parser.error(f"there is no benchmark {', '.join(unknown)}; there are {', '.join(names())}")
    print(f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}")
    for name in chosen:
        start = time.perf_counter()
        figures = importlib.import_module(f"tests.bench.{name}").measure()
        print(f"\n{name} ({time.perf_counter() - start:.0f} s)\n{figures}", flush=True)


if __name__ == "__main__":
    main()
