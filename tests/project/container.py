"""The container as its files describe it: Dockerfile, compose.yaml, .env.example, README."""

import json
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

from tests.project.checkout import ROOT


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction of the Dockerfile: its name in capitals, and the rest of it."""

    name: str
    rest: str

    @property
    def words(self) -> list[str]:
        """The rest, as a shell splits it."""
        return shlex.split(self.rest)


def stages() -> list[list[Instruction]]:
    """Give the instructions of the Dockerfile by stage, each stage with its FROM."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    joined = re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ")
    found: list[list[Instruction]] = []
    for line in filter(None, map(str.strip, joined.splitlines())):
        name, _, rest = line.partition(" ")
        if name == "FROM":
            found.append([])
        found[-1].append(Instruction(name, rest.strip()))
    return found


def last(name: str) -> str:
    """Give what follows an instruction that the stage that runs has once."""
    (rest,) = [each.rest for each in stages()[-1] if each.name == name]
    return rest


def command() -> list[str]:
    """Give the command that the container runs."""
    words: list[str] = json.loads(last("CMD"))
    return words


def health_command() -> list[str]:
    """Give the command that tells whether the container is healthy."""
    words: list[str] = json.loads(last("HEALTHCHECK").partition("CMD ")[2])
    return words


def environment() -> dict[str, str]:
    """Give the variables that the image sets."""
    return dict(word.split("=", 1) for word in shlex.split(last("ENV")))


def example() -> dict[str, str]:
    """Give the variables that a copy of .env.example sets, as Docker reads such a file."""
    lines = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def copied() -> list[Path]:
    """Give what the stage that runs has of the checkout, as paths within it."""
    sources = [each.words for each in stages()[-1] if each.name == "COPY"]
    ours = [words[1] for words in sources if words[1].startswith("/app/")]
    return [Path(source.removeprefix("/app/")) for source in ours]
