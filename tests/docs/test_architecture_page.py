"""docs/architecture.md names what is there."""

import re

import pytest

from tests.project.checkout import ROOT

TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PATHS = sorted(set(re.findall(r"`((?:bot|cogs|data|engine|tests|docs)/[\w./]*)`", TEXT)))
FUNCTIONS = re.findall(r"`(?:\w+\.)?(\w+)` in\s+`([\w/]+\.py)`", TEXT)
PACKAGES = sorted(set(re.findall(r"`((?:bot|cogs|data|engine)(?:\.\w+)?)`", TEXT)))


@pytest.mark.parametrize("path", PATHS)
def test_every_path_exists(path: str) -> None:
    """A file or folder that the page names is there."""
    assert (ROOT / path).exists()


@pytest.mark.parametrize("package", PACKAGES)
def test_every_package_exists(package: str) -> None:
    """A package or module that the page names is there."""
    place = ROOT / package.replace(".", "/")
    assert place.is_dir() or place.with_suffix(".py").is_file()


@pytest.mark.parametrize(("name", "path"), FUNCTIONS)
def test_every_function_is_in_its_file(name: str, path: str) -> None:
    """A function or value is where the page says that it is."""
    text = (ROOT / path).read_text(encoding="utf-8")
    assert re.search(rf"\b(?:def|class) {name}\b|^{name}\b", text, re.MULTILINE)
