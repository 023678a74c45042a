"""A computer's clock is set while the bot runs: clocks of tables go on as if nothing had been."""

import time
from pathlib import Path

import pytest

from tests.loopback.api import BotProcess, Channel, LoopbackDiscord, Message, User
from tests.process.books import read_books
from tests.process.faces import countdown, offers
from tests.process.group import SOON
from tests.process.host import Host, check_output
from tests.process.jumping import FILE_VARIABLE, MAIN, set_ahead

HOUR = 3600


async def start(host: Host, clock: Path) -> BotProcess:
    """Start the bot on a computer whose clock is ahead by the number in a file."""
    extra = host.environment({FILE_VARIABLE: str(clock), "COMPUTER_DELAY_SECONDS": "0.7"})
    process = await host.discord.process("run", main=MAIN, extra=extra)
    return await process.ready(SOON)


@pytest.fixture
def channel(discord: LoopbackDiscord) -> Channel:
    """Where people play."""
    return discord.add_channel(discord.add_guild("Community"), "table")


async def hand_of(discord: LoopbackDiscord, person: User, channel: Channel) -> Message:
    """Give a person's hand, as the button of the table shows it."""
    await discord.idle()
    table = discord.messages(channel)[-1]
    return (await discord.press(person, table, "s:hand:1")).message


async def end(process: BotProcess) -> None:
    """Stop the bot, which has logged no error."""
    assert await process.terminate() == 0
    check_output(process)


@pytest.mark.parametrize("ahead", [-HOUR, HOUR])
async def test_a_clock_that_was_set_stopped_the_table(
    host: Host, discord: LoopbackDiscord, channel: Channel, tmp_path: Path, ahead: int
) -> None:
    """Set back or ahead by an hour while a computer player thinks, the table plays on at once."""
    clock, ana = tmp_path / "clock", discord.add_user("Ana")
    process = await start(host, clock)
    opened = await discord.slash(ana, channel, "spades new", options={"computers": 3})
    hand = (await discord.press(ana, opened.message, "s:start:1")).message
    bid = offers(hand.custom_ids)[2].custom_id
    before = read_books(host.database).tables[1]["version"]
    await discord.press(ana, hand, bid)
    set_ahead(clock, ahead)
    await discord.until(
        lambda: read_books(host.database).tables[1]["version"] == before + 4, SOON, "all bids"
    )
    await end(process)


async def test_a_clock_set_ahead_ran_all_time_out(
    host: Host, discord: LoopbackDiscord, channel: Channel, tmp_path: Path
) -> None:
    """With the clock an hour ahead, a person who has half a minute keeps it."""
    clock, ana, ben = tmp_path / "clock", discord.add_user("Ana"), discord.add_user("Ben")
    process = await start(host, clock)
    opened = await discord.slash(
        ana, channel, "spades new", options={"computers": 2, "pace": "quick"}
    )
    await discord.press(ben, opened.message, "s:sit:1:1")
    hand = (await discord.press(ana, opened.message, "s:start:1")).message
    set_ahead(clock, HOUR)
    asked = await discord.slash(ben, channel, "spades leave")
    await discord.press(ben, asked.message, "s:leave_sure:1")
    await discord.slash(ben, channel, "spades join")
    await discord.idle(quiet=0.5)
    assert [entry.version for entry in read_books(host.database).log[1]] == [1], "only the deal"
    bid = await discord.press(ana, hand, offers(hand.custom_ids)[2].custom_id)
    assert str(bid.id) in read_books(host.database).by_command
    await end(process)


async def test_open_hands_were_lost_on_a_computer_that_is_ahead(
    host: Host, discord: LoopbackDiscord, channel: Channel, tmp_path: Path
) -> None:
    """With a clock 20 minutes ahead, an open hand still follows what others do at the table."""
    clock, ana, ben = tmp_path / "clock", discord.add_user("Ana"), discord.add_user("Ben")
    set_ahead(clock, 1200)
    process = await start(host, clock)
    opened = await discord.slash(ana, channel, "spades new", options={"computers": 2})
    await discord.press(ben, opened.message, "s:sit:1:1")
    begun = await discord.press(ana, opened.message, "s:start:1")
    hand = await hand_of(discord, ben, channel)
    assert offers(hand.custom_ids) == []
    await discord.press(ana, begun.message, offers(begun.message.custom_ids)[2].custom_id)
    await discord.until(lambda: offers(hand.custom_ids), SOON, "the hand of whoever is next")
    await end(process)


async def test_countdowns_follow_discord_on_a_computer_that_is_ahead(
    host: Host, discord: LoopbackDiscord, channel: Channel, tmp_path: Path
) -> None:
    """With a clock 20 minutes ahead, the half minute to bid is shown as half a minute."""
    clock, ana = tmp_path / "clock", discord.add_user("Ana")
    set_ahead(clock, 1200)
    process = await start(host, clock)
    opened = await discord.slash(
        ana, channel, "spades new", options={"computers": 3, "pace": "quick"}
    )
    await discord.press(ana, opened.message, "s:start:1")
    await discord.idle()
    ends = countdown(discord.messages(channel)[-1])
    assert ends is not None
    assert abs(ends - time.time()) < 60
    await end(process)
