"""What the engine offers by its own name, to those who use it as a library."""

import pytest

import engine
from engine.game import Game
from engine.rules import Rules


def test_every_name_is_there() -> None:
    """Each name that the engine exports can be had from it, and is what its module has."""
    found = {name: getattr(engine, name) for name in engine.__all__}
    assert found["Game"] is Game
    assert found["Rules"] is Rules
    assert None not in found.values()


def test_a_name_that_there_is_not() -> None:
    """Another name is refused as Python does."""
    with pytest.raises(AttributeError, match="no attribute 'Bridge'"):
        _ = engine.Bridge
