"""The real bot with hardly any pause between edits, for the process tests."""

from collections.abc import Sequence
from typing import Final

from bot import app
from bot.__main__ import Commands
from bot.__main__ import main as bot_main
from bot.settings import Settings

MAIN: Final = "tests.process.quick:main"
"""For `LoopbackDiscord.process(main=...)`."""

QUICK: Final = app.Pacing(between_edits=0.02, before_edit=0.0, between_hands=0.02)


def main(arguments: Sequence[str]) -> int:
    """Do what `python -m bot` does, with shorter pauses."""
    return bot_main(arguments, commands=Commands(run=_run))


def _run(settings: Settings) -> int:
    return app.run(settings, QUICK)
