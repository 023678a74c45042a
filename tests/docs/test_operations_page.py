"""What docs/operations.md and its files name is there."""

import re
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.health import PATHS
from bot.serving import SECONDS_TO_EXIT, SECONDS_TO_LEAVE
from bot.settings import Settings
from tests.project.checkout import ROOT
from tests.project.container import environment, last

PAGE = ROOT / "docs" / "operations.md"
KUBERNETES = ROOT / "docs" / "operations" / "kubernetes.yaml"
COMPOSE = ROOT / "compose.postgresql.yaml"

SETTING = re.compile(r"\b[A-Z]+(?:_[A-Z]+)+\b")
COMMAND = re.compile(r"python -m bot ((?:[a-z]+ ?)+)")
LINK = re.compile(r"\]\(([^)#]+)\)")
OF_THE_SERVER = {"POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD", "POSTGRES_INITDB_ARGS"}
"""What the image of PostgreSQL reads."""

FILES = pytest.mark.parametrize("file", [PAGE, KUBERNETES, COMPOSE], ids=lambda each: each.name)


@FILES
def test_every_setting_that_is_named_is_read(file: Path) -> None:
    """Each name in capitals is a setting of the bot, or of PostgreSQL's image."""
    named = set(SETTING.findall(file.read_text(encoding="utf-8")))
    assert named
    assert named <= {each.upper() for each in Settings.model_fields} | OF_THE_SERVER


@FILES
def test_every_command_that_is_named_exists(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each command can be asked for its help; a list of words means the same."""
    text = file.read_text(encoding="utf-8").replace(", ", " ")
    named = {found.strip() for found in COMMAND.findall(text)}
    assert named
    for words in sorted(named):
        assert main([*words.split(), "--help"]) == 0, words
    capsys.readouterr()


def test_every_link_leads_somewhere() -> None:
    """Each file that the page names exists."""
    links = LINK.findall(PAGE.read_text(encoding="utf-8"))
    assert [each for each in links if not (PAGE.parent / each).exists()] == []


def test_kubernetes_knows_the_bot() -> None:
    """It asks where the bot answers, lets it end in time, and starts a new one before the old ends.

    The container's user and folder are the image's.
    """
    text = KUBERNETES.read_text(encoding="utf-8")
    assert set(re.findall(r"path: (\S+?),", text)) <= set(PATHS)
    (seconds,) = re.findall(r"terminationGracePeriodSeconds: (\d+)", text)
    assert int(seconds) > SECONDS_TO_LEAVE + SECONDS_TO_EXIT
    assert "rollingUpdate: {maxSurge: 1, maxUnavailable: 0}" in text
    user, _, group = last("USER").partition(":")
    assert f"runAsUser: {user}, runAsGroup: {group}" in text
    assert f"mountPath: {last('VOLUME')}" in text
    assert "DATABASE_PATH" not in text
    (count,) = re.findall(r"PROCESS_COUNT, value: \"(\d+)\"", text)
    assert f"replicas: {count}\n" in text


def test_compose_knows_the_bot() -> None:
    """Its processes are as many as they are told, and end in time; the schema comes first."""
    text = COMPOSE.read_text(encoding="utf-8")
    (seconds,) = re.findall(r"stop_grace_period: (\d+)s", text)
    assert int(seconds) > SECONDS_TO_LEAVE + SECONDS_TO_EXIT
    (count,) = re.findall(r"PROCESS_COUNT: (\d+)", text)
    assert f"replicas: {count}\n" in text
    assert "condition: service_completed_successfully" in text
    assert "DATABASE_URL" not in environment()
