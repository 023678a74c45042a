"""The fast core is used only where it was built from the very source that lies beside it."""

import importlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from bot import core as choosing
from bot.app import _players
from bot.core import fingerprint, leave_outdated_out
from bot.settings import Settings
from engine.players import core, kernel, sampling

MODULES = {"engine.players._kernel": kernel, "engine.players._sampling": sampling}


@pytest.fixture(autouse=True)
def _restored(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    yield
    monkeypatch.undo()
    core.use_compiled()
    leave_outdated_out()


def build(monkeypatch: pytest.MonkeyPatch, sources: dict[str, str | None]) -> None:
    """Pretend that a fast core was built, from these sources."""

    def built(name: str) -> ModuleType:
        module = ModuleType(name)
        if sources[name] is not None:
            module.SOURCE = sources[name]  # type: ignore[attr-defined]
        return module

    monkeypatch.setattr(core, "import_module", built)
    monkeypatch.setattr(choosing, "import_module", built)
    core.use_compiled()
    assert core.compiled


def test_a_core_of_this_source_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that carries the fingerprint of both sources stays."""
    build(monkeypatch, {name: fingerprint(source) for name, source in MODULES.items()})
    assert not leave_outdated_out()
    assert core.compiled


@pytest.mark.parametrize("suffix", [".py", ".pxd"])
def test_a_core_of_an_earlier_source_is_left_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, suffix: str
) -> None:
    """After a change of the source, or of its types, the interpreted core goes on."""
    build(monkeypatch, {name: fingerprint(source) for name, source in MODULES.items()})
    original = Path(kernel.__file__)
    for each in (".py", ".pxd"):
        text = original.with_suffix(each).read_text("utf-8")
        changed = f"{text}\n# changed\n" if each == suffix else text
        (tmp_path / f"kernel{each}").write_text(changed, "utf-8")
    monkeypatch.setattr(kernel, "__file__", str(tmp_path / "kernel.py"))
    assert leave_outdated_out()
    assert not core.compiled
    assert core.kernel is kernel


def test_a_core_that_says_nothing_of_its_source_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So is one from before cores carried their source."""
    build(monkeypatch, dict.fromkeys(MODULES))
    assert leave_outdated_out()
    assert not core.compiled


def test_without_a_core_there_is_nothing_to_leave_out() -> None:
    """The interpreted core is no fault and needs no line in the log."""
    core.use_interpreted()
    assert not leave_outdated_out()
    assert importlib.import_module("engine.players.kernel") is core.kernel


@pytest.mark.parametrize("processes", [0, 1])
def test_a_bot_without_processes_used_an_outdated_core(
    monkeypatch: pytest.MonkeyPatch, processes: int
) -> None:
    """Whether computer players think in processes or go by rule here, an outdated core is out."""
    build(monkeypatch, dict.fromkeys(MODULES))
    _players(Settings(_env_file=None, computer_processes=processes))
    assert not core.compiled
