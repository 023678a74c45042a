"""Whole games by people who press buttons."""

import pytest

from engine.presets import PRESETS
from tests.cogs.club import Club


@pytest.mark.parametrize("rules", PRESETS)
async def test_four_people_play_a_game(club: Club, rules: str) -> None:
    """Four people play each preset from the first bid to the winner."""
    table_id = await club.four(rules=rules)
    table = await club.play_out(table_id)
    assert table.game is not None
