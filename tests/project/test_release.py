"""What a release consists of fits together."""

import os
import re
import subprocess

from bot import __version__
from tests.project.checkout import ROOT, pyproject


def test_one_version_everywhere() -> None:
    """The package, its metadata and `--version` speak of the same version."""
    assert pyproject()["project"]["version"] == __version__


def test_the_changelog_knows_what_comes() -> None:
    """The changelog has a place for what is not released yet, and dates for what is."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    first, *released = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert first == "Unreleased"
    assert all(re.fullmatch(r"\d+\.\d+\.\d+ - \d{4}-\d{2}-\d{2}", each) for each in released)


def test_everything_that_runs_is_shipped() -> None:
    """Each package of the design is in the wheel, and in the container's image."""
    packages = pyproject()["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    assert set(packages) == {"bot", "cogs", "data", "engine"}
    allowed = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert {f"!{name}" for name in packages} <= set(allowed)


def test_ci_is_a_script_that_can_run() -> None:
    """The script of the CI is executable, and bash can read it."""
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    subprocess.run(["bash", "-n", str(script)], check=True)
