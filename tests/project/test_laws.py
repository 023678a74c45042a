"""Laws of the engine that import-linter cannot say: what is allowed, instead of what is not."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.project.checkout import ROOT

MODULES = sorted((ROOT / "engine").rglob("*.py"))
DOORS = {"open", "print", "input", "eval", "exec", "compile", "breakpoint", "__import__"}


def imported(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield each imported package and module, wherever in the file the import stands."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name.partition(".")[0], alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            yield module.partition(".")[0], module


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_engine_needs_only_the_standard_library(path: Path) -> None:
    """An engine module imports the standard library and the engine; the rules, pydantic too."""
    allowed = {"engine", *sys.stdlib_module_names}
    if path in {*(ROOT / "engine" / "rule_fields").glob("*.py"), ROOT / "engine" / "rules.py"}:
        allowed.add("pydantic")
    foreign = {name for package, name in imported(ast.parse(path.read_text("utf-8")))
               if package not in allowed}  # fmt: skip
    assert foreign == set()


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_engine_opens_no_door(path: Path) -> None:
    """No engine module calls a built-in that reads, writes or runs, or draws a number itself."""
    tree = ast.parse(path.read_text("utf-8"))
    doors = {
        node.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in DOORS
    }
    draws = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "random"
        and node.attr != "Random"
    }
    from_random = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "random"
        for alias in node.names
        if alias.name != "Random"
    }
    assert (doors, draws, from_random) == (set(), set(), set())
