"""Settings of people and servers: kept between runs, and the usual where they cannot be read."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import URL

from bot.preferences import NEVER, PersonalSettings, Preferences, ServerSettings
from bot.tables.model import Pace
from bot.tables.ports import StoreError
from data.database import Database
from data.own_data import SqlOwnData
from data.remembered import SqlPreferences

ANN, BEN, GUILD = 101, 102, 101
USUAL = 45
MINE = PersonalSettings(four_color=True, order="low_first", mention_after=NEVER, language="de")
OURS = ServerSettings(pace=Pace.QUICK, pictures=False, language="fr")


async def started(database: Database) -> Preferences:
    """Give the settings as a new process reads them."""
    preferences = Preferences(SqlPreferences(database), USUAL)
    await preferences.start()
    return preferences


async def test_settings_are_kept_between_runs(place: Path | URL) -> None:
    """What a person and a server chose is there again; a server of the same number is another."""
    async with await Database.open(place) as database:
        preferences = await started(database)
        await preferences.set_person(ANN, MINE)
        await preferences.set_server(GUILD, OURS)
        assert (preferences.of_person(ANN), preferences.of_server(GUILD)) == (MINE, OURS)
    async with await Database.open(place) as database:
        preferences = await started(database)
        assert (preferences.of_person(ANN), preferences.of_server(GUILD)) == (MINE, OURS)
        assert preferences.of_person(BEN) == PersonalSettings()
        assert preferences.of_server(BEN) == ServerSettings()


async def test_the_last_choice_holds(database: Database) -> None:
    """Another choice takes the place of the one before, for the same person alone."""
    preferences = await started(database)
    await preferences.set_person(ANN, MINE)
    await preferences.set_person(BEN, MINE)
    await preferences.set_person(ANN, PersonalSettings())
    again = await started(database)
    assert (again.of_person(ANN), again.of_person(BEN)) == (PersonalSettings(), MINE)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"order": "sideways"}', '{"language": "tlh"}', '{"pace": "hasty"}']
)
async def test_what_cannot_be_read_is_the_usual(database: Database, text: str) -> None:
    """Settings of another version that make no sense here are as if nothing had been chosen."""
    store = SqlPreferences(database)
    await store.keep("person", ANN, text)
    await store.keep("server", GUILD, text)
    preferences = await started(database)
    assert preferences.of_person(ANN) == PersonalSettings()
    assert preferences.of_server(GUILD) == ServerSettings()


async def test_settings_of_other_versions_are_read_as_far_as_they_go(database: Database) -> None:
    """A setting that is new is the usual, and one that is gone is passed over."""
    store = SqlPreferences(database)
    await store.keep("person", ANN, '{"four_color": true, "sound": "loud"}')
    await store.keep("server", GUILD, '{"pictures": false}')
    preferences = await started(database)
    assert preferences.of_person(ANN) == PersonalSettings(four_color=True)
    assert preferences.of_server(GUILD) == ServerSettings(pictures=False)


@pytest.mark.parametrize(("stored", "read"), [("false", NEVER), ("true", None)])
async def test_a_choice_not_to_be_mentioned_was_forgotten(
    database: Database, stored: str, read: int | None
) -> None:
    """Who switched mentions off in an older version is not mentioned, the others as usual."""
    await SqlPreferences(database).keep("person", ANN, f'{{"pings": {stored}}}')
    preferences = await started(database)
    assert preferences.of_person(ANN) == PersonalSettings(mention_after=read)


@pytest.mark.parametrize(
    ("person", "server", "after"),
    [(None, None, USUAL), (None, 120, 120), (15, 120, 15), (NEVER, 120, NEVER), (60, NEVER, 60)],
)
async def test_when_a_person_is_mentioned(
    database: Database, person: int | None, server: int | None, after: int
) -> None:
    """The person's choice goes before the server's, and that before the operator's."""
    preferences = await started(database)
    await preferences.set_person(ANN, PersonalSettings(mention_after=person))
    await preferences.set_server(GUILD, ServerSettings(mention_after=server))
    assert preferences.mention_after(GUILD, ANN) == after


async def until(done: Callable[[], bool]) -> None:
    """Wait until settings were read again."""
    async with asyncio.timeout(5):
        while not done():  # noqa: ASYNC110 - nothing tells
            await asyncio.sleep(0.01)


async def test_what_another_process_changes_is_read_again(database: Database) -> None:
    """Settings are read again when another process tells of them; what else it tells is ignored."""
    preferences, other = await started(database), await started(database)
    await other.set_person(ANN, MINE)
    await other.set_server(GUILD, OURS)
    for told in ("", "leases", "person:", "person:x", f"server:{BEN}", f"person:{ANN}"):
        preferences.heard(told)
    await until(lambda: preferences.of_person(ANN) == MINE)
    assert preferences.of_server(GUILD) == ServerSettings()
    preferences.missed()
    await until(lambda: preferences.of_server(GUILD) == OURS)


async def test_who_is_forgotten_elsewhere_has_the_defaults_here(database: Database) -> None:
    """Told of a person without settings, or after a cut, a process drops what it had."""
    preferences = await started(database)
    for cut in (False, True):
        await preferences.set_person(ANN, MINE)
        await SqlOwnData(database).forget(ANN)
        if cut:
            preferences.missed()
        else:
            preferences.heard(f"person:{ANN}")
        await until(lambda: preferences.of_person(ANN) == PersonalSettings())


class Away(SqlPreferences):
    """A store that cannot be read again."""

    async def load(self, kind: str, owner: int) -> str | None:
        """Say that it is away."""
        raise StoreError


async def test_settings_that_cannot_be_read_again(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    """A database that is away for the moment costs the news, and a line in the log."""
    preferences = Preferences(Away(database), USUAL)
    await preferences.set_person(ANN, MINE)
    preferences.heard(f"person:{ANN}")
    await until(lambda: "preferences_not_read" in caplog.text)
    assert preferences.of_person(ANN) == MINE
