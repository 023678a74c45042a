"""The commands for whoever looks after the database, as they are given at a prompt."""
# ruff: noqa: ASYNC240 - nothing else runs in the loop meanwhile

import asyncio
import json
import random
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import URL

from bot.processes import Processes
from bot.startup import ExitCode
from bot.upkeep import made_by
from data.database import Database
from data.rebuilt import Begun, StoredGame, make
from data.rows import Sitting
from data.store import SqlStore
from engine.presets import PRESETS
from engine.seats import SEATS
from tests.data.cluster import Cluster
from tests.data.games import GUILD, USERS, TickingClock, begun, finished, lobby, played
from tests.project.checkout import ROOT


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give where the database is; nothing is there yet."""
    return tmp_path / "spades.sqlite"


def command(place: Path | URL, *words: str | Path) -> tuple[int, str, str]:
    """Run `python -m bot` in a process of its own; give its code, and what it said where."""
    if isinstance(place, Path):
        own = {"DATABASE_PATH": str(place)}
    else:
        own = {"DATABASE_URL": place.render_as_string(hide_password=False)}
    done = subprocess.run(
        [sys.executable, "-m", "bot", *map(str, words)],
        cwd=ROOT,
        env={**own, "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout, done.stderr


async def one_finished_game(path: Path) -> None:
    """Make a database with a game that has ended."""
    async with await Database.open(path) as database:
        await finished(SqlStore(database, TickingClock()), PRESETS["hero_solo"], "one", USERS)


async def test_the_commands_at_a_server(cluster: Cluster) -> None:
    """At a PostgreSQL server they say the same, and no sentence shows the password."""
    url = (await cluster.new()).set(password="secret")
    assert command(url, "db", "upgrade")[1].endswith("was upgraded.\n")
    async with await Database.open(url) as database:
        await finished(SqlStore(database, TickingClock()), PRESETS["hero_solo"], "one", USERS)
        code, said, _ = command(url, "verify", "1")
        assert (code, "deals follow from the secret" in said) == (0, True)
        code, said, _ = command(url, "rebuild")
        assert (code, "1 finished game," in said) == (0, True)
    assert command(url, "db", "upgrade")[1].endswith("is already up to date.\n")
    for words in (("db", "backup", "file"), ("db", "restore", "file")):
        code, said, complaint = command(url, *words)
        assert (code, said) == (ExitCode.CONFIGURATION, "")
        assert "pg_dump" in complaint
        assert "secret" not in complaint
    wrong = url.set(database="nowhere")
    code, _, complaint = command(wrong, "verify", "1")
    assert (code, "createdb" in complaint) == (ExitCode.NOT_FOUND, True)


async def test_a_file_is_copied_to_a_server(path: Path, cluster: Cluster) -> None:
    """The command says how much was copied and compared, where to copy to, and no password."""
    await one_finished_game(path)
    url = (await cluster.new()).set(password="secret")
    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    code, said, _ = command(path, "db", "copy", path, address)
    assert code == 0
    assert "1 table, " in said
    assert "each compared" in said
    assert "secret" not in said
    assert command(url, "verify", "1")[0] == 0
    code, _, complaint = command(path, "db", "copy", path, address)
    assert (code, "nothing was copied" in complaint) == (ExitCode.CONFIGURATION, True)
    code, _, complaint = command(path, "db", "copy", path)
    assert (code, "where to copy to" in complaint) == (ExitCode.CONFIGURATION, True)


async def test_verify_only_reads(path: Path) -> None:
    """It finds a table while the bot serves it and another program writes, and changes nothing."""
    async with await Database.open(path) as database:
        store = SqlStore(database, TickingClock())
        await finished(store, PRESETS["hero_solo"], "one", USERS)
        left = {each.name for each in path.parent.iterdir()}
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            code, said, complaint = command(path, "verify", "1")
            assert (code, complaint) == (0, "")
            assert "deals follow from the secret" in said
        assert {each.name for each in path.parent.iterdir()} == left
    content = path.read_bytes()
    assert command(path, "verify", "1")[0] == 0
    assert path.read_bytes() == content
    assert [each.name for each in path.parent.iterdir()] == [path.name]


async def test_verify_computes_the_pack_of_two(path: Path) -> None:
    """Where two draw their hands the stock follows from the secret, and from no other."""
    async with await Database.open(path) as database:
        store = SqlStore(database, TickingClock())
        await finished(store, PRESETS["two_handed"], "one", USERS[:2])
    assert command(path, "verify", "1")[0] == 0
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE tables SET secret = zeroblob(32)")
        connection.commit()
    code, _, complaint = command(path, "verify", "1")
    assert code == ExitCode.NOT_VERIFIED
    assert "does not follow from the seeds" in complaint


async def test_verify_looks_at_nothing_else(path: Path) -> None:
    """A fault elsewhere in the file is not looked for: to look through gigabytes takes long."""
    await one_finished_game(path)
    with closing(sqlite3.connect(path)) as connection:
        [(page,)] = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'facts'")
    content = bytearray(path.read_bytes())
    content[(page - 1) * 4096 : page * 4096] = b"\xa5" * 4096
    path.write_bytes(content)
    assert command(path, "verify", "1")[0] == 0


def test_verify_makes_no_database(path: Path) -> None:
    """Without a database there is a sentence, and still no database."""
    code, _, complaint = command(path, "verify", "1")
    assert code == ExitCode.NOT_FOUND
    assert complaint == (f"There is no database at {path}. Set DATABASE_PATH to the bot's file.\n")
    assert list(path.parent.iterdir()) == []


async def test_rebuild_says_what_it_did(path: Path) -> None:
    """A person reads how many games there are, and nothing of the program's own."""
    await one_finished_game(path)
    code, said, _ = command(path, "rebuild")
    assert code == 0
    with closing(sqlite3.connect(path)) as connection:
        [(rounds,)] = connection.execute("SELECT rounds FROM results")
    assert said == (
        "Rebuilt results, totals and leaderboards from 1 table: 1 finished game, "
        f"{rounds} rounds.\n"
    )


async def test_rebuild_runs_beside_the_bot(path: Path) -> None:
    """While another process serves the file, a rebuild puts right what was wrong."""
    await one_finished_game(path)
    async with await Database.open(path) as database:
        store = SqlStore(database, TickingClock())
        table = await begun(store, lobby("meanwhile"))
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("UPDATE person_totals SET wins = 77")
        code, _, complaint = await asyncio.to_thread(command, path, "rebuild")
        assert (code, complaint) == (0, "")
        await played(store, table, random.Random(1), 9)
    with closing(sqlite3.connect(path)) as connection:
        [(wins,)] = connection.execute("SELECT max(wins) FROM person_totals")
    assert wins == 1


async def test_a_rebuild_needs_no_other_process() -> None:
    """Where none can be started, what follows from games is computed in this one."""
    start = "[[0, 0], [0, 0]]"
    table = Begun(1, GUILD, PRESETS["cardcouch"].model_dump_json(), 3, start, "closed", "[]", None)
    game = StoredGame(table, None, [], [Sitting(SEATS[0], 7, 0)], {7})
    none = Processes(count=1, niceness=0, warm_up=int)
    made = await made_by(none, [game])
    assert made == make([game])
    assert (made.ids, made.totals[7]["unfinished"]) == ([1], 1)


async def test_a_person_is_given_out_and_forgotten(path: Path, tmp_path: Path) -> None:
    """The operator writes a file for a person, and forgets them while the bot is stopped."""
    await one_finished_game(path)
    target = tmp_path / "mine.json"
    code, said, _ = command(path, "db", "export", str(USERS[0]), str(target))
    assert (code, str(target) in said) == (0, True)
    found = json.loads(target.read_text(encoding="utf-8"))
    assert (found["user"], len(found["games"])) == (USERS[0], 1)
    assert command(path, "db", "export", str(USERS[0]), str(target))[0] == ExitCode.CONFIGURATION
    code, said, _ = command(path, "db", "forget", "person", str(USERS[0]))
    assert (code, said) == (0, f"The person {USERS[0]} is forgotten.\n")
    with closing(sqlite3.connect(path)) as connection:
        known = {user for (user,) in connection.execute("SELECT user_id FROM people")}
    assert USERS[0] not in known
    code, said, _ = command(path, "db", "forget", "server", str(GUILD))
    assert (code, said) == (0, f"The server {GUILD} is forgotten, with 1 of its tables.\n")
    assert command(path, "db", "forget", "person", "Ann")[0] == ExitCode.NOT_FOUND


async def test_rebuild_says_what_is_broken_and_where(path: Path) -> None:
    """Each table that cannot be read is named, with the place and the reason."""
    async with await Database.open(path) as database:
        store = SqlStore(database, TickingClock())
        table = await played(store, await begun(store, lobby("one")), random.Random(1), 9)
        await begun(store, lobby("two"))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "INSERT INTO log VALUES (1, ?, 'x', 'dance', 0, '')", (table.version + 1,)
        )
        connection.execute("UPDATE tables SET rules = '' WHERE id = 2")
    code, said, _ = command(path, "rebuild")
    assert code == ExitCode.UNEXPECTED
    summary, first, second = said.splitlines()
    assert summary.endswith("from 2 tables: 0 finished games, 0 rounds.")
    assert first == (
        f"Table 1 cannot be read from entry {table.version + 1} of its log on (bad_notation). "
        "What comes before that was counted; report the rest as a bug, with this line."
    )
    assert second.startswith("Table 2 cannot be read from its first entry on (bad_rules).")


async def test_backup_and_restore_say_what_they_did(path: Path, tmp_path: Path) -> None:
    """Each names the files, and where that is kept which was there before."""
    await one_finished_game(path)
    copy = tmp_path / "copy.sqlite"
    code, said, _ = command(path, "db", "backup", copy)
    assert code == 0
    assert said.startswith(f"Backed up {path} to {copy} (0.")
    code, said, _ = command(path, "db", "restore", copy)
    assert code == 0
    holds, kept = said.splitlines()
    assert holds == f"Restored {path} from {copy}."
    assert kept.startswith(f"The previous database is kept as {path}.before-")
    code, _, complaint = command(path, "db", "backup", copy)
    assert code == ExitCode.CONFIGURATION
    assert complaint == f"{copy} already exists. Choose another name for the backup.\n"


def test_no_table_has_such_an_id(path: Path) -> None:
    """What is no number is refused in a sentence, digits of other scripts too."""
    code, _, complaint = command(path, "verify", "\N{ARABIC-INDIC DIGIT ONE}")
    assert code == ExitCode.NOT_FOUND
    assert "is not a table's id" in complaint
