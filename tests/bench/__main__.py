"""Runs benchmarks: `python -m tests.bench` all of them, `python -m tests.bench engine` one.

A benchmark is a module of this folder with a function `measure()`, which needs no arguments and
gives an object that prints as a table.
"""

import argparse
import importlib
import platform
import time
from pathlib import Path


def names() -> list[str]:
    """List the benchmarks of this folder."""
    modules = (file.stem for file in Path(__file__).parent.glob("*.py"))
    return sorted(name for name in modules if not name.startswith("_"))


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
