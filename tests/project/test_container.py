"""README, Dockerfile, compose.yaml and .env.example speak of one and the same container."""

import re
from fnmatch import fnmatch
from pathlib import PurePosixPath

from tests.project.checkout import ROOT, pyproject
from tests.project.container import (
    command,
    copied,
    environment,
    example,
    health_command,
    last,
    stages,
)


def test_every_stage_is_one_release_of_python_pinned_by_its_digest() -> None:
    """What was tried is what is built: the base cannot change under its name."""
    bases = {stage[0].words[0] for stage in stages()}
    assert len(stages()) == 2
    (base,) = bases
    assert re.fullmatch(r"python:3\.\d+\.\d+-slim@sha256:[0-9a-f]{64}", base)


def test_the_volume_was_not_where_the_database_is() -> None:
    """The image, the README's command and the compose file mean one folder, the database's."""
    folder = last("VOLUME")
    assert PurePosixPath(environment()["DATABASE_PATH"]).parent == PurePosixPath(folder)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (mounted,) = re.findall(r"^docker run .* -v spades:(\S+) ", readme, re.MULTILINE)
    compose = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    (composed,) = re.findall(r"^ +- spades:(\S+)$", compose, re.MULTILINE)
    assert mounted == composed == folder
    assert re.search(r"^volumes:\n  spades:$", compose, re.MULTILINE)
    assert environment()["DATABASE_PATH"] in readme


def test_a_copy_of_the_example_overrides_nothing_of_the_image() -> None:
    """`--env-file` wins over the image, so the file sets nothing that the image sets."""
    assert example().keys().isdisjoint(environment())
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert re.search(r"^docker run .*--env-file \.env ", readme, re.MULTILINE)
    assert "env_file: .env\n" in (ROOT / "compose.yaml").read_text(encoding="utf-8")


def test_the_user_is_nobody_else_and_owns_the_volume_alone() -> None:
    """The bot runs as a user with a fixed number, which is the one that the README names."""
    user, _, group = last("USER").partition(":")
    assert user == group == "10001"
    (made,) = [each.rest for each in stages()[-1] if each.name == "RUN"]
    assert f"--uid {user}" in made
    assert f"--gid {group}" in made
    assert re.search(rf"install --directory --owner spades .* {last('VOLUME')}$", made)
    assert f"user {user}" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_bot_has_the_time_it_needs_to_end() -> None:
    """Signals reach the bot itself, and Docker kills it only after the ten seconds it may take."""
    assert command() == ["python", "-m", "bot", "run"]
    assert health_command() == ["python", "-m", "bot", "healthy"]
    compose = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (grace,) = re.findall(r"stop_grace_period: (\d+)s", compose)
    (timeout,) = re.findall(r"--stop-timeout (\d+)", readme)
    assert int(grace) == int(timeout) > 10
    assert "init: true" in compose
    assert "docker run --detach --init " in readme


def test_the_context_holds_what_the_build_copies_and_no_more() -> None:
    """.dockerignore lets through each file that is copied in, and nothing that was built here."""
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    assert rules[0] == "*"
    let_in = {rule.removeprefix("!") for rule in rules if rule.startswith("!")}
    needed = {source for each in stages()[0] if each.name == "COPY" for source in each.words[:-1]}
    assert let_in == needed
    assert all((ROOT / source).exists() for source in needed)
    assert any(fnmatch("engine/players/_kernel.cpython-311.so", rule) for rule in rules[1:])


def test_the_image_holds_every_package_and_the_fast_core() -> None:
    """All packages come from the stage that compiled them, which fails without the core."""
    packages = pyproject()["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    assert {str(path) for path in copied()} == {*packages, "LICENSE"}
    (built,) = [each.rest for each in stages()[0] if "make core" in each.rest]
    assert re.search(r"&& ls engine/players/_kernel\.\S*so engine/players/_sampling\.\S*so$", built)


def test_the_image_has_nothing_that_only_play_needs() -> None:
    """The image is installed from the runtime's own set, hashes checked."""
    (installed,) = [each.rest for each in stages()[0] if "pip --python" in each.rest]
    assert installed.endswith("install --require-hashes -r requirements-run.txt")
