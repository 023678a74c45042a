"""The container's layout without Docker: its files, its user, its variables, its commands.

The files that the Dockerfile copies are in a folder that the user may not write to; the volume is a
folder beside it. The image's own Python is not available here: this one is used, without the
packages that the image does not install.
"""

import asyncio
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Final

from packaging.utils import canonicalize_name

from tests.loopback.api import BotProcess, LoopbackDiscord
from tests.loopback.launch import API_VARIABLE, GATEWAY_VARIABLE
from tests.project.checkout import ROOT
from tests.project.container import command, copied, environment, example, health_command, last
from tests.project.test_requirements import pinned

RUN: Final = "container"
"""Marks the connections of this bot."""

USER: Final = int(last("USER").partition(":")[0])

_AT_ITS_START: Final = """
import os
import sys

sys.modules.update(dict.fromkeys({missing!r}))
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

Route.BASE = os.environ["{api}"]
DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["{gateway}"])
"""
"""What Python does first there: it finds the loopback Discord, and no package but the image's."""


@dataclass(frozen=True, slots=True)
class Container:
    """A layout in which the commands of the image can be run.

    Attributes:
        discord: where the bot connects to.
        app: the folder of the program, which the user may not write to.
        volume: the folder that is kept.
        site: the folder of what Python does at its start.
    """

    discord: LoopbackDiscord
    app: Path
    volume: Path
    site: Path

    @property
    def database(self) -> Path:
        """The file, as the image names it, in the volume."""
        return self.volume / Path(environment()["DATABASE_PATH"]).name

    async def start(self) -> BotProcess:
        """Run the image's command."""
        return await BotProcess.start(
            (),
            self._environment(),
            self.discord.backend,
            RUN,
            command=_as_the_user(command()),
            folder=self.app,
        )

    async def health(self) -> tuple[int, str]:
        """Run the command of the health check; give its exit code and what it said."""
        process = await asyncio.create_subprocess_exec(
            *_as_the_user(health_command()),
            env=self._environment(),
            cwd=self.app,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        output, _ = await process.communicate()
        assert process.returncode is not None
        return process.returncode, output.decode().strip()

    def _environment(self) -> Mapping[str, str]:
        """Give the image's variables, then those of a filled copy of .env.example, and no other."""
        image = environment() | {"DATABASE_PATH": str(self.database)}
        path = image.pop("PATH").replace("$PATH", os.defpath)
        return {
            **image,
            **example(),
            "PATH": path,
            "DISCORD_TOKEN": self.discord.token,
            API_VARIABLE: self.discord.server.api_url,
            GATEWAY_VARIABLE: self.discord.gateway_url(RUN),
            "PYTHONPATH": str(self.site),
        }


@contextmanager
def laid_out(discord: LoopbackDiscord, *, volume_is_ours: bool = True) -> Iterator[Container]:
    """Lay out the image's files, and remove them in the end.

    Args:
        discord: where the bot will connect to.
        volume_is_ours: whether the volume belongs to the user, as Docker makes it.
    """
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        app, volume, site = root / "app", root / "data", root / "site"
        for folder in (app, volume, site):
            folder.mkdir()
        for path in copied():
            _copy(ROOT / path, app / path)
        site.joinpath("sitecustomize.py").write_text(
            _AT_ITS_START.format(
                missing=_not_in_the_image(), api=API_VARIABLE, gateway=GATEWAY_VARIABLE
            )
        )
        if os.getuid() == 0 and volume_is_ours:
            os.chown(volume, USER, USER)
        root.chmod(0o755)
        app.chmod(0o555)
        volume.chmod(0o700 if volume_is_ours else 0o555)
        try:
            yield Container(discord, app, volume, site)
        finally:
            app.chmod(0o755)
            volume.chmod(0o755)


def _copy(source: Path, target: Path) -> None:
    """Copy a file or folder with what Python has compiled of it, which the image has as well."""
    if source.is_dir():
        shutil.copytree(source, target)
    else:
        shutil.copy(source, target)


def _not_in_the_image() -> list[str]:
    """Name what can be imported here and not there."""
    installed = pinned("requirements-run.txt").keys()
    return sorted(
        package
        for package, sources in packages_distributions().items()
        if installed.isdisjoint(map(canonicalize_name, sources)) and package.isidentifier()
    )


def _as_the_user(words: list[str]) -> list[str]:
    """Give a command of the image as one of this machine; where this user is root, as the image's.

    A Python in root's home can be read by root alone, so the user keeps the right to read.
    """
    python, *arguments = words
    assert python == "python"
    if os.getuid() != 0:
        return [sys.executable, *arguments]
    user = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups", "--no-new-privs"]
    if not _open_to_all(Path(sys.executable).resolve()):
        user += ["--inh-caps=-all,+dac_read_search", "--ambient-caps=-all,+dac_read_search"]
    return [*user, sys.executable, *arguments]


def _open_to_all(file: Path) -> bool:
    return all(folder.stat().st_mode & 0o001 for folder in (file, *file.parents))
