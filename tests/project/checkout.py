"""Where the project's own files are, and which of them git keeps."""

import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


def tracked_files() -> list[Path]:
    """Return every file that is in git, or would be with the next `git add`."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        message = "these tests look at what git keeps: run them in a clone, with git installed"
        raise RuntimeError(message)
    listed = subprocess.run(
        [git, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    paths = (ROOT / name for name in sorted(set(listed.split("\0"))) if name)
    return [path for path in paths if path.is_file()]


def pyproject() -> dict[str, Any]:
    """Return what pyproject.toml says."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
