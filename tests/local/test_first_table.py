"""Before the page is opened, one table stands there and the game is on."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from simcord import SetupError

from bot import app
from bot.client import SpadesBot
from bot.local.first_table import open_table
from bot.local.simulation import simulate
from bot.local.world import World, furnish
from bot.settings import PlayOptions, Settings
from bot.tables.model import Status, Table
from engine.presets import PRESETS
from tests.cogs.reading import text_of

SETTINGS = "spades-admin settings"


@asynccontextmanager
async def _opened(options: PlayOptions) -> AsyncIterator[tuple[SpadesBot, World, str]]:
    """Run the real bot, give what the opening leaves there, and end it in order."""
    settings = Settings(
        _env_file=None,
        database_path=options.database,
        card_emojis=False,
        table_pictures=False,
        computer_processes=0,
    )
    bot = app.build(settings)
    env = simulate(bot)
    world = furnish(env)
    with env.time_context():
        await env.start()
        await bot.tree.sync()
        try:
            yield bot, world, await open_table(bot, world, options)
        finally:
            await bot.close()
            await env.shutdown()
    env.raise_errors()


def _only_table(bot: SpadesBot) -> Table:
    tables: tuple[Table, ...] = bot.services.tables.open_tables
    assert len(tables) == 1
    return tables[0]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A file that is not there yet."""
    return tmp_path / "play.sqlite"


@pytest.mark.parametrize(
    ("computers", "seated"),
    [
        (3, ["Ada"]),
        (2, ["Ada", "Ben"]),
        (1, ["Ada", "Ben", "Chidi"]),
        (0, ["Ada", "Ben", "Chidi", "Dana"]),
    ],
)
async def test_people_take_the_seats_that_computers_leave(
    database: Path, computers: int, seated: list[str]
) -> None:
    """Four play, whatever the number of computer players."""
    async with _opened(PlayOptions(database=database, computers=computers)) as (bot, _, _):
        table = _only_table(bot)
        assert table.status is Status.PLAYING
        assert sorted(person.name for person in table.people) == seated
        assert sum(chair.computer is not None for chair in table.chairs) == computers


@pytest.mark.parametrize(
    ("computers", "seated"),
    [
        (3, ["Ada"]),
        (2, ["Ada"]),
        (1, ["Ada", "Ben"]),
        (0, ["Ada", "Ben", "Chidi"]),
    ],
)
async def test_three_play_where_the_rules_have_three_seats(
    database: Path, computers: int, seated: list[str]
) -> None:
    """Two computer players leave one seat of three, and so do three that are asked for."""
    options = PlayOptions(database=database, rules="cutthroat", computers=computers)
    async with _opened(options) as (bot, _, _):
        table = _only_table(bot)
        assert sorted(person.name for person in table.people) == seated
        assert len(table.chairs) == 3
        assert sum(chair.computer is not None for chair in table.chairs) == 3 - len(seated)


@pytest.mark.parametrize("rules", list(PRESETS))
@pytest.mark.parametrize("target", [None, 250])
async def test_the_table_is_as_it_was_asked_for(
    database: Path, rules: str, target: int | None
) -> None:
    """Rules and target of the command line are those of the table."""
    options = PlayOptions(database=database, rules=rules, target=target)
    async with _opened(options) as (bot, _, _):
        wanted = PRESETS[rules] if target is None else PRESETS[rules].changed(target=target)
        assert _only_table(bot).rules == wanted


async def test_a_target_is_no_other_game(database: Path) -> None:
    """CardCouch to 200 is called so, although a rule set named Quick is the same."""
    async with _opened(PlayOptions(database=database, target=200)) as (_, world, _):
        said = "\n".join(text_of(message) for message in world.channel.history(viewer=world.host))
        assert "CardCouch, to 200" in said
        assert "Quick" not in said


@pytest.mark.parametrize("rules", ["cardcouch", "cutthroat"])
@pytest.mark.parametrize("computers", [3, 2, 1])
async def test_a_game_goes_on_in_the_next_run(database: Path, rules: str, computers: int) -> None:
    """Who ends the program in the middle of a game finds it again, and the hand with it."""
    options = PlayOptions(database=database, rules=rules, computers=computers)
    async with _opened(options) as (bot, _, _):
        before = _only_table(bot)
    async with _opened(options) as (bot, world, said):
        after = _only_table(bot)
        assert (after.id, after.status) == (before.id, Status.PLAYING)
        assert said == f"Table {before.id} goes on where it was left."
        newest = world.channel.history(viewer=world.host)[-1]
        assert newest.flags.ephemeral


async def test_a_game_goes_on_from_which_a_guest_has_walked_away(database: Path) -> None:
    """The computer player in the guest's place is none that the command line asks for."""
    options = PlayOptions(database=database, computers=2)
    async with _opened(options) as (bot, world, _):
        before = _only_table(bot)
        asked = await world.people[1].slash(world.channel, "spades leave", table=before.id)
        assert asked.response is not None
        sure = f"s:leave_sure:{before.id}"
        assert (await world.people[1].click(asked.response, custom_id=sure)).acknowledged
        assert [person.name for person in _only_table(bot).people] == ["Ada"]
    async with _opened(options) as (bot, _, _):
        assert _only_table(bot).id == before.id


async def test_the_host_may_try_the_settings_of_the_server(database: Path) -> None:
    """Discord offers them to those who manage the server, and the guests do not."""
    async with _opened(PlayOptions(database=database)) as (_, world, _):
        answer = await world.host.slash(world.channel, SETTINGS)
        assert answer.response is not None
        with pytest.raises(SetupError):
            await world.people[1].slash(world.channel, SETTINGS)


async def test_another_wish_ends_the_old_game(database: Path) -> None:
    """The channel has one table, and it is the one that was asked for."""
    async with _opened(PlayOptions(database=database)) as (bot, _, _):
        before = _only_table(bot)
    async with _opened(PlayOptions(database=database, computers=1)) as (bot, _, said):
        after = _only_table(bot)
        assert after.id != before.id
        assert said == f"Table {after.id} is new."
        assert (await bot.services.tables.get(before.id)).status is Status.CLOSED
