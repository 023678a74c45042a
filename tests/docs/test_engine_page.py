"""docs/engine.md shows what the engine does, and `engine` gives what the page imports."""

import doctest
import subprocess
import sys

import engine
from tests.project.checkout import ROOT


def test_examples_of_the_page() -> None:
    """Every example on the page gives what the page says."""
    result = doctest.testfile(str(ROOT / "docs" / "engine.md"), module_relative=False)
    assert result.attempted > 0
    assert result.failed == 0


def test_every_name_of_the_engine_can_be_imported() -> None:
    """Each name that `engine` promises is there, and is the one that its module holds."""
    for name in engine.__all__:
        assert getattr(engine, name) is not None
    assert set(engine.__all__) == set(engine._HOMES)


def test_drawing_cards_loads_no_rules() -> None:
    """A process that needs the cards alone does not wait for pydantic."""
    program = "import sys, engine.cards; print('pydantic' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"
