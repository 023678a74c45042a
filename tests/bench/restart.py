"""What a bot does to Discord that was killed among a thousand tables where nobody acts any more.

The loopback Discord has the global limit, those of channels and webhooks, and bans; its guilds come
after READY. A thousand tables with clocks of 15 seconds stand in channels of their own, thirty more
in one channel. The bot is killed, starts again and is watched for a hundred seconds. It is held to:
at most 50 answers of 401, 403 and 429; fewer than 200 open files; 99 of 100 presses answered within
half a second; and a table beside the crowded channel not a second later for it.
"""

import asyncio

from tests.bench._restart import restarted
from tests.bench._restart_figures import Scale, Seen

Figures = Seen


def measure(tables: int = 1000, crowd: int = 30, seconds: float = 100.0) -> Figures:
    """Kill a bot among so many tables, and watch the next one for so long."""
    return asyncio.run(restarted(Scale(tables, crowd, seconds)))
