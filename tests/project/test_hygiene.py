"""What must never be committed: hosts that only some machines reach, secrets, machines' paths."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.project.checkout import ROOT, tracked_files

# The patterns are put together from parts, so that this file does not match itself.
HOSTS = [
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        (f"python{'hosted'}", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("deb", "debian", "org"),
        ("security", "debian", "org"),
        ("crates", "io"),
        ("proxy", "golang", "org"),
        ("ghcr", "io"),
        ("quay", "io"),
        ("docker", "io"),
    )
]
REGISTRY_HOST = re.compile("|".join(map(re.escape, HOSTS)), re.IGNORECASE)

SECRET = re.compile(
    "|".join(
        (
            r"[MNO][\w-]{23,27}\.[\w-]{6,7}\.[\w-]{27,}",  # a bot's token
            "discord" + r"(?:app)?\.com/api/webhooks/\d+/[\w-]{20,}",
            "gh" + r"[pousr]_\w{30,}",
            "AK" + r"IA[0-9A-Z]{16}",
            "-----BEGIN" + r"[A-Z ]*PRIVATE KEY-----",
        )
    )
)

FOLDERS = ("root", "home", "Users", "work", "workspace", "tmp", "opt")
MACHINE_PATH = re.compile(r"(?<![\w./~*>)}])/(?:" + "|".join(FOLDERS) + r")/[\w.]")

PATTERNS = {"registry host": REGISTRY_HOST, "secret": SECRET, "machine's path": MACHINE_PATH}


def found_in(text: str) -> list[str]:
    """Return what is in `text` that must not be, with its line's number."""
    return [
        f"line {number}: a {kind}"
        for number, line in enumerate(text.splitlines(), start=1)
        for kind, pattern in PATTERNS.items()
        if pattern.search(line)
    ]


def text_of(path: Path) -> str:
    """Return the text of a file, or nothing for one that holds no text."""
    content = path.read_bytes()
    return "" if b"\0" in content[:8192] else content.decode("utf-8", errors="replace")


def test_no_file_holds_what_must_not_be_committed() -> None:
    """No tracked file names a registry's host, a secret, or a path of somebody's machine."""
    faults = {
        str(path.relative_to(ROOT)): faults
        for path in tracked_files()
        if (faults := found_in(text_of(path)))
    }
    assert faults == {}


def test_no_link_is_in_git() -> None:
    """A link leads to a place of one machine; one named like an ignored folder would replace it."""
    git = shutil.which("git")
    assert git is not None
    listed = subprocess.run(
        [git, "ls-files", "--stage"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    assert [line for line in listed.splitlines() if line.startswith("120000")] == []


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("registry host", "https://" + HOSTS[0] + "/simple"),
        ("registry host", "# from FILES." + HOSTS[1].upper()),
        ("secret", "DISCORD_TOKEN=M" + "a" * 25 + ".Gabcde." + "b" * 30),
        ("secret", "gh" + "p_" + "a1" * 18),
        ("machine's path", "open('/" + FOLDERS[1] + "/someone/x')"),
        ("machine's path", "/" + FOLDERS[0] + "/.cache"),
    ],
)
def test_the_patterns_find_what_they_are_for(kind: str, text: str) -> None:
    """Each pattern matches an example of its kind."""
    assert found_in(text) == [f"line 1: a {kind}"]


@pytest.mark.parametrize(
    "text",
    ["https://discord.com/oauth2/authorize", "tests/home/page", "/var/lib/spades", "#!/bin/sh"],
)
def test_the_patterns_leave_the_rest_alone(text: str) -> None:
    """Ordinary addresses and paths are no fault."""
    assert found_in(text) == []
