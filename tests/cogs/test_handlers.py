"""Handlers are listed: none is left out, and no two answer to one verb."""

import importlib
import pkgutil

import cogs
from cogs.spades import HANDLERS


def test_every_handler_is_listed_once() -> None:
    """What the modules of the screens handle is what the bot lists, verb by verb."""
    modules = pkgutil.walk_packages(cogs.__path__, "cogs.")
    found = [
        verb
        for module in modules
        if module.name != "cogs.spades"
        for verb in getattr(importlib.import_module(module.name), "HANDLERS", {})
    ]
    assert sorted(found) == sorted(HANDLERS)
