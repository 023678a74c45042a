"""A browser is opened only where a person would see it."""

import webbrowser

import pytest

from bot.local.browser import has_display, open_page


@pytest.mark.parametrize(
    ("platform", "environment", "visible"),
    [
        ("win32", {}, True),
        ("darwin", {}, True),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {"DISPLAY": ""}, False),
        ("linux", {}, False),
    ],
)
def test_a_screen_is_needed(platform: str, environment: dict[str, str], visible: bool) -> None:
    """On a server, Python would start a text browser that takes over the terminal."""
    assert has_display(platform, environment) is visible


async def test_no_browser_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """The address is printed anyway, so the person is only told to open it."""

    def refuse(_address: str) -> bool:
        raise webbrowser.Error

    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(webbrowser, "open", refuse)
    assert not await open_page("http://127.0.0.1/")
