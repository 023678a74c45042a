"""Nothing acknowledged is lost, and nothing happens twice, whichever process dies or stops."""

from sqlalchemy import URL

from tests.data.lease_kills import tried


async def test_processes_that_are_killed_stopped_and_ended(url: URL) -> None:
    """Each save that a process told of is in the log, told by one, and no version is missing."""
    report = await tried(url, faults=6, seed=2)
    assert report.told
    assert (report.missing, report.twice, report.gaps) == (0, 0, 0), str(report)
