"""The page shows the person's own time."""

from pathlib import Path

import pytest

from bot.local.timezone import timezone_name

NOWHERE = Path("nowhere")


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
