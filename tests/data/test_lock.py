"""One process serves a database, by whatever name it finds it."""

import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from data.errors import DatabaseInUseError
from data.lock import LockBesideFile, LockOfFile, ProcessLock, lock_of

HOLDER: Final = """
import sys
from pathlib import Path
from data.lock import lock_of
lock_of(Path(sys.argv[1])).acquire()
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def held_elsewhere(path: Path) -> Iterator[None]:
    """Let another process hold a database."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        yield


def symbolic(path: Path, other: Path) -> None:
    """Lead to a database by a symbolic link."""
    other.symlink_to(path)


def hard(path: Path, other: Path) -> None:
    """Give a database a second name."""
    other.hardlink_to(path)


def without_lock_files(path: Path, other: Path) -> None:
    """Delete whatever lies beside a database, and lead to it by a link as well."""
    for each in path.parent.glob(f"{path.name}.*"):
        each.unlink()
    symbolic(path, other)


@pytest.mark.parametrize("how", [symbolic, hard, without_lock_files])
def test_a_second_process_finds_it_held_by_any_name(
    path: Path, how: Callable[[Path, Path], None]
) -> None:
    """Through a link, or after the files beside it were deleted, the database is still held."""
    other = path.with_name("other.sqlite")
    with held_elsewhere(path):
        how(path, other)
        for name in (path, other):
            with pytest.raises(DatabaseInUseError):
                lock_of(name).acquire()
    lock = lock_of(other)
    lock.acquire()
    lock.release()


@pytest.mark.parametrize("kind", [LockOfFile, LockBesideFile])
def test_one_process_holds_it_once(path: Path, kind: Callable[[Path], ProcessLock]) -> None:
    """The same process is refused as well, through a symbolic link too, until it lets go."""
    link = path.with_name("link.sqlite")
    link.symlink_to(path)
    first = kind(path)
    first.acquire()
    for name in (path, link):
        with pytest.raises(DatabaseInUseError):
            kind(name).acquire()
    first.release()
    first.release()
    second = kind(link)
    second.acquire()
    second.release()


@pytest.mark.parametrize("kind", [LockOfFile, LockBesideFile])
def test_what_a_lock_makes_is_private(path: Path, kind: Callable[[Path], ProcessLock]) -> None:
    """The database and the lock file are for this user alone, whatever the umask allows."""
    before = os.umask(0)
    try:
        lock = kind(path)
        lock.acquire()
        lock.release()
    finally:
        os.umask(before)
    modes = {stat.S_IMODE(each.stat().st_mode) for each in path.parent.iterdir()}
    assert modes == {0o600}


def test_a_file_that_is_replaced_at_the_moment_of_locking_is_not_held_instead(path: Path) -> None:
    """Whoever gets the lock has it on what is at the path, not on what was there before."""
    first = lock_of(path)
    first.acquire()
    path.rename(path.with_name("aside"))
    second = lock_of(path)
    second.acquire()
    assert path.exists()
    first.release()
    with pytest.raises(DatabaseInUseError):
        lock_of(path).acquire()
    second.release()
