"""The pinned files hold what pyproject.toml declares, and nothing about where it came from."""

import re

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.project.checkout import ROOT, pyproject

FILES = (
    "requirements.txt",
    "requirements-run.txt",
    "requirements-dev.txt",
    "requirements-bench.txt",
    "requirements-core.txt",
)
LINE = re.compile(r"^(?P<name>[a-z0-9-]+)==(?P<version>\S+)")


def entries(file: str) -> list[str]:
    """Return the entries of a pinned file, each with its hashes in one line."""
    text = (ROOT / file).read_text(encoding="utf-8").replace("\\\n", " ")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def pinned(file: str) -> dict[str, set[Version]]:
    """Return each package of a pinned file with its versions: there may be one for each Python."""
    versions: dict[str, set[Version]] = {}
    for entry in entries(file):
        match = LINE.match(entry)
        assert match is not None, entry
        versions.setdefault(match["name"], set()).add(Version(match["version"]))
    return versions


def declared(file: str) -> list[str]:
    """Return the requirements that pyproject.toml declares for a pinned file."""
    metadata = pyproject()
    bench: list[str] = metadata["dependency-groups"]["bench"]
    run: list[str] = metadata["project"]["dependencies"]
    play: list[str] = [
        *run,
        *metadata["project"]["optional-dependencies"]["play"],
    ]
    core: list[str] = metadata["dependency-groups"]["core"]
    development: list[str] = [*play, *metadata["dependency-groups"]["dev"]]
    return {
        "requirements.txt": play,
        "requirements-run.txt": run,
        "requirements-dev.txt": development,
        "requirements-bench.txt": bench,
        "requirements-core.txt": core,
    }[file]


@pytest.mark.parametrize("file", FILES)
def test_every_declared_dependency_is_pinned(file: str) -> None:
    """Each dependency has a version there, and one that the declaration allows."""
    versions = pinned(file)
    for text in declared(file):
        requirement = Requirement(text)
        found = versions.get(canonicalize_name(requirement.name), set())
        assert found, f"{text} is not in {file}: run `make lock`"
        assert all(requirement.specifier.contains(version) for version in found), text


@pytest.mark.parametrize("file", FILES)
def test_every_pin_has_a_hash_and_no_source(file: str) -> None:
    """A pin is checked by its hash, and names no place that only some machines can reach."""
    for entry in entries(file):
        assert " --hash=sha256:" in entry, entry
        assert "//" not in entry, entry
        assert not entry.startswith("-"), entry


def test_the_tests_run_with_what_people_play_with() -> None:
    """The development set contains the runtime set, version for version."""
    development = pinned("requirements-dev.txt")
    for name, versions in pinned("requirements.txt").items():
        assert development[name] == versions, name


def test_the_image_has_what_a_server_needs_and_no_more() -> None:
    """The image's set is the runtime set, version for version, without the simulated Discord."""
    everything = pinned("requirements.txt")
    image = pinned("requirements-run.txt")
    assert image.items() <= everything.items()
    assert everything.keys() - image.keys() >= {"simcord", "av"}
