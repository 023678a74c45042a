"""What the page takes from this computer: a browser where one is seen, and its time zone."""

import webbrowser
from pathlib import Path

import pytest

from bot.local.desktop import has_display, open_page, timezone_name

NOWHERE = Path("nowhere")


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


@pytest.mark.parametrize(
    ("environment", "link", "name"),
    [
        ({"TZ": "Asia/Tokyo"}, NOWHERE, "Asia/Tokyo"),
        ({}, Path("/usr/share/zoneinfo/Europe/Berlin"), "Europe/Berlin"),
        ({"TZ": ":/etc/nonsense"}, Path("/usr/share/zoneinfo/Europe/Berlin"), "Europe/Berlin"),
        ({"TZ": "../../etc/passwd"}, NOWHERE, "UTC"),
        ({}, NOWHERE, "UTC"),
    ],
)
def test_the_name_of_the_time_zone(environment: dict[str, str], link: Path, name: str) -> None:
    """TZ wins over the system's link, and what is no time zone counts for nothing."""
    assert timezone_name(environment, link) == name
