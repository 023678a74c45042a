"""A restart among many tables, in short; `python -m tests.bench restart` is the long form."""

import math

from tests.bench._restart import restarted
from tests.bench._restart_figures import Scale
from tests.process.host import HASTE

SHORT = Scale(
    tables=120,
    crowd=10,
    seconds=10.0,
    before=1.0,
    settings={**HASTE, "TURN_PROMPT_SECONDS": "1"},
)


async def test_a_restart_stormed_discord() -> None:
    """All that 130 waiting tables want at once stays within Discord's limits, and all of it comes.

    Every table is shown anew, everyone who presses is answered, and those who play beside a crowded
    channel see their plays, while each turn that waits mentions its person.
    """
    seen = await restarted(SHORT)
    assert seen.invalid <= 5, str(seen)
    assert not seen.banned
    assert seen.files < 200, str(seen)
    assert seen.shown == (SHORT.tables, SHORT.crowd), str(seen)
    assert seen.answers
    assert all(map(math.isfinite, seen.answers)), str(seen)
    assert seen.neighbour
    assert seen.ended[0] == 0
    assert "Traceback" not in seen.output
