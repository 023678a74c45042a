"""The short form of `python -m tests.bench.rebuild`: what a stored game costs."""

from tests.bench.rebuild import measured

GAMES = 12


async def test_many_games_are_small_and_rebuilt_beside_saves() -> None:
    """An average game is a record of at most 4 KB, and all are found while a table is played."""
    figures = await measured(GAMES)
    assert figures.games == GAMES
    assert figures.actions > 300
    assert figures.record <= 4096
