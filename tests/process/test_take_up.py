"""A kill among many tables, in short; `python -m tests.bench.take_up` is the long form."""

import pytest

from tests.bench._take_up import watched


@pytest.mark.parametrize("server", [False, True], ids=["sqlite", "postgresql"])
async def test_a_start_held_people_up(server: bool, request: pytest.FixtureRequest) -> None:
    """After a kill among 300 tables the first press is answered at once, and the loop stays free.

    Every table whose clock or message suffered is shown anew, and no other is loaded for that.
    """
    seen = await watched(300, request.getfixturevalue("cluster") if server else None)
    assert seen.first < 3.0, str(seen)
    assert max(seen.own) < 0.05, str(seen)
    assert seen.memory < 400 * 2**20, str(seen)
    assert seen.shown == seen.wanted == 75, str(seen)
