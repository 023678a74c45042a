"""How long computer players think under load: `python -m tests.bench.thinking --processes 1`.

So many choices are asked for at the same moment, of turns of a recorded kind: the cards of rounds
that the strong player played against itself. It prints how many deals each looked at, how long the
answers took, and how many fell to the rule of thumb.
"""

import argparse
import asyncio
import random
import statistics
import time

from bot.core import leave_outdated_out
from bot.processes import Processes
from bot.tables.computers import ComputerPlayers
from bot.tables.model import Level
from bot.tables.thinking import ThinkingPlayers, warm_up_presets
from engine.phases import Phase
from engine.players import core
from engine.players.player import Budget
from engine.views import SeatView
from tests.bench.players_reasons import choices

AT_ONCE = (1, 4, 8, 16, 40, 80)


async def measure(players: ThinkingPlayers, views: list[SeatView], count: int) -> str:
    """Ask for so many choices at once; say what came of them."""
    worlds: list[int] = []
    seconds: list[float] = []

    async def ask(number: int, view: SeatView) -> None:
        began = time.perf_counter()
        chosen = await players.choose(view, f"{number}", Level.STRONG, "Wren")
        seconds.append(time.perf_counter() - began)
        if chosen.thought:
            worlds.append(int(chosen.thought.split()[-1]))

    await asyncio.gather(*(ask(number, view) for number, view in enumerate(views[:count])))
    ranked = sorted(seconds)
    late = ranked[int(0.95 * (len(ranked) - 1))]
    deals = f"{statistics.fmean(worlds):5.0f} deals in the mean" if worlds else "no deals"
    return (
        f"{count:4} at once: {deals}, {min(worlds, default=0):4} at least; "
        f"{count - len(worlds):3} by rule; answers {1e3 * statistics.fmean(ranked):5.0f} ms "
        f"in the mean, 95 % within {1e3 * late:5.0f} ms"
    )


async def run(processes: int, seed: int) -> None:
    """Measure with processes of their own."""
    rng = random.Random(seed)
    views = [
        view
        for view, _ in choices(4 * max(AT_ONCE), seed, Budget(6, 200))
        if view.public.phase == Phase.PLAYING and len(view.legal) > 1
    ]
    workers = Processes(count=processes, niceness=0, warm_up=warm_up_presets)
    players = ThinkingPlayers(workers, processes, ComputerPlayers())
    await players.start()
    try:
        for count in AT_ONCE:
            rng.shuffle(views)
            print(await measure(players, views, count), flush=True)
    finally:
        await players.close()


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    leave_outdated_out()
    print(f"{'compiled' if core.compiled else 'interpreted'}, {options.processes} processes")
    asyncio.run(run(options.processes, options.seed))


if __name__ == "__main__":
    main()
