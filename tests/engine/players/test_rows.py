"""Boards kept line by line: a measurement that is stopped goes on, and files add up."""

import argparse
from pathlib import Path

import pytest

from tests.bench.players_rows import add, play, read

ASKED = argparse.Namespace(track="cards", player="random", against="random", tree=None)


def played(file: Path, seed: int, boards: int) -> None:
    """Play boards of two players that move at random."""
    play(argparse.Namespace(**vars(ASKED), file=file, seed=seed, boards=boards))


def test_a_measurement_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    """Boards that a file holds are not played again, and the others are the same as at once."""
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    played(whole, 0, 3)
    played(parts, 0, 1)
    first = parts.read_text()
    played(parts, 0, 3)
    assert parts.read_text().startswith(first)
    points = [[row.points for row in read([file]).values()] for file in (whole, parts)]
    assert points[0] == points[1]


def test_files_add_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each board counts once, and what is told is the mean of all."""
    one, two = tmp_path / "one", tmp_path / "two"
    played(one, 0, 2)
    played(two, 1, 2)
    add(argparse.Namespace(files=[one, two], seer=[two]))
    told = capsys.readouterr().out
    mean = sum(row.points for row in read([one, two]).values()) / 3
    assert f"3 boards: {mean:+.2f}" in told
    assert "the part won is 100 %" in told
