"""The file under a running bot: backed up, deleted, served twice, and put back."""

import shutil

import pytest

from bot.startup import ExitCode
from tests.loopback.api import BotProcess
from tests.process.books import open_tables, read_books, unsound
from tests.process.community import Community
from tests.process.group import SOON
from tests.process.host import Host, check_output
from tests.process.test_startup import QUIET, said


async def test_a_backup_while_people_play(community: Community, bot: BotProcess) -> None:
    """It has every action that was acknowledged before, is sound, and disturbs nobody."""
    copy = community.host.folder / "copy.sqlite"
    async with community.playing():
        await community.until_done(40)
        done = [
            deed.command_id for deed in community.ground.diary.deeds if deed.offer and deed.done
        ]
        ended = await community.host.command("db", "backup", str(copy))
        assert (ended.code, ended.stderr) == (0, "")
        await community.until_done(20)
    await community.settle()
    await community.check()
    assert unsound(copy) == ""
    backed_up = read_books(copy).by_command
    assert done
    assert all(command_id in backed_up for command_id in done)


async def test_a_backup_is_put_back(community: Community) -> None:
    """A running bot refuses it; after a kill it is what the next start finds, and play goes on."""
    host, copy = community.host, community.host.folder / "copy.sqlite"
    process = await host.start()
    async with community.playing():
        await community.until_done(30)
    await community.settle()
    assert (await host.command("db", "backup", str(copy))).code == 0
    as_it_was = await open_tables(host.database, community.copies)
    async with community.playing():
        await community.until_done(20)
    refused = await host.command("db", "restore", str(copy))
    assert refused.code == ExitCode.ALREADY_RUNNING
    assert "Stop that process first" in said(refused)
    await process.kill()
    assert f"{host.database.name}-wal" in {each.name for each in host.folder.iterdir()}
    assert (await host.command("db", "restore", str(copy))).code == 0
    assert await open_tables(host.database, community.copies) == as_it_was
    process = await host.start()
    assert await process.terminate() == 0
    check_output(process)


@pytest.mark.parametrize("how", ["deleted", "another one copied over it"])
async def test_a_file_that_goes_is_noticed(community: Community, how: str) -> None:
    """From then on nothing is acknowledged, people get an answer, the log says once what is so."""
    host, discord = community.host, community.host.discord
    process = await host.start()
    async with community.playing():
        await community.until_done(20)
    group, person, hand, offer = await community.someone_to_act()
    if how == "deleted":
        host.database.unlink()
    else:
        copy = host.folder / "copy.sqlite"
        assert (await host.command("db", "backup", str(copy))).code == 0
        shutil.copyfile(copy, host.database)
    for _ in range(2):
        deed = await group.press(person, hand, offer.custom_id, offer=offer)
        assert deed.result.answered
        assert not deed.done
    await discord.until(lambda: "database_gone" in process.output, SOON, "word of the file")
    assert host.database.exists() == (how != "deleted"), "no empty database has taken its place"
    assert process.connected
    await process.terminate()
    assert process.output.count("database_gone") == 1


@pytest.mark.parametrize("how", ["a symbolic link", "a hard link", "no lock files"])
async def test_a_second_process_by_another_way(host: Host, how: str) -> None:
    """A second bot finds the first through any name of the file, whatever lies beside it."""
    first = await host.start()
    other = host.folder / "other.sqlite"
    match how:
        case "a symbolic link":
            other.symlink_to(host.database)
        case "a hard link":
            other.hardlink_to(host.database)
        case _:
            for each in host.folder.glob("*.lock"):
                each.unlink()
            other = host.database
    ended = await host.run({"DATABASE_PATH": str(other), **QUIET})
    assert ended.code == ExitCode.ALREADY_RUNNING
    assert "Another process" in said(ended)
    assert await first.terminate() == 0
    check_output(first)
