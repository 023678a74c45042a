"""What `make` promises: the documented targets, and installs that are whole or begun again."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.project.checkout import ROOT

TARGETS = {"play", "run", "test", "check", "bench", "lock", "format"}
DOCUMENTS = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", ".env.example", "docs/performance.md")
TOOLS = ("make", "sh", "awk", "touch", "mkdir", "chmod", "cat", "rm")


def make(*arguments: str, cwd: Path, path: Path) -> subprocess.CompletedProcess[str]:
    """Run make with `path` as the only folder of programs, and no word of an outer make."""
    program = shutil.which("make")
    assert program is not None
    environment = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    environment.pop("MFLAGS", None)
    return subprocess.run(
        [program, *arguments],
        cwd=cwd,
        env=environment | {"PATH": str(path)},
        check=False,
        capture_output=True,
        text=True,
    )


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """Return a folder with the programs that make needs, and no Python."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in TOOLS:
        program = shutil.which(name)
        assert program is not None, name
        (folder / name).symlink_to(program)
    return folder


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a folder with the Makefile and the pinned files."""
    folder = tmp_path / "spades"
    folder.mkdir()
    for file in ("Makefile", *(each.name for each in ROOT.glob("requirements*.txt"))):
        shutil.copy(ROOT / file, folder)
    return folder


def script(path: Path, text: str) -> None:
    """Write an executable shell script."""
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def test_every_target_is_told(tools: Path) -> None:
    """Plain `make` lists each target with a sentence, those of the README among them."""
    listed = make(cwd=ROOT, path=tools).stdout
    assert set(re.findall(r"^  make ([a-z]+) +\S", listed, re.MULTILINE)) >= TARGETS


def test_every_target_that_is_written_about_exists() -> None:
    """No document names a target that the Makefile does not have."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    existing = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    for name in DOCUMENTS:
        document = ROOT / name
        text = document.read_text(encoding="utf-8") if document.exists() else ""
        named = set(re.findall(r"(?:`|^\s*\$? ?)make ([a-z]+)", text, re.MULTILINE))
        assert named <= existing, name


def test_a_machine_without_python_is_told_so(tools: Path, checkout: Path) -> None:
    """Without Python 3.11 or newer, make says so in one sentence and leaves nothing behind."""
    script(tools / "python3", "exit 1")
    answer = make("--silent", "play", cwd=checkout, path=tools)
    assert answer.returncode != 0
    assert "Spades needs Python 3.11 or newer" in answer.stderr
    assert not (checkout / ".venv").exists()


def test_an_install_that_broke_off_is_begun_again(tools: Path, checkout: Path) -> None:
    """A failed install leaves no stamp; the next call installs, the one after does not."""
    script(
        tools / "python3",
        'if [ "$2" = venv ]; then mkdir -p .venv/bin; '
        "printf '#!/bin/sh\\necho \"$@\" >>calls\\nexit $(cat answer)\\n' >.venv/bin/python; "
        "chmod +x .venv/bin/python; fi",
    )
    stamp, calls = checkout / ".venv/.installed-play", checkout / "calls"

    (checkout / "answer").write_text("1")
    assert make(".venv/.installed-play", cwd=checkout, path=tools).returncode != 0
    assert not stamp.exists()

    (checkout / "answer").write_text("0")
    for _ in range(2):
        assert make(".venv/.installed-play", cwd=checkout, path=tools).returncode == 0
    assert stamp.exists()
    installs = calls.read_text().splitlines()
    assert len(installs) == 2
    assert all("--require-hashes -r requirements.txt" in line for line in installs)
