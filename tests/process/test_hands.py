"""Edits of one hand that arrive at Discord in another order than they were sent."""

from tests.loopback.api import LoopbackDiscord, Message, delay
from tests.process.faces import offers
from tests.process.group import SOON
from tests.process.host import Host, check_output

HANDS = "/webhooks/**"
CALLBACK = "/interactions/*/*/callback"
NO_HURRY = {"COMPUTER_DELAY_SECONDS": "10"}
"""Nothing happens at the table that would bring a hand up to date by chance."""


async def test_a_late_refresh_won_over_a_newer_answer(discord: LoopbackDiscord, host: Host) -> None:
    """A refresh on its way while its person presses a bid does not bring the old hand back."""
    channel = discord.add_channel(discord.add_guild("Community"), "table")
    ana, ben = discord.add_user("Ana"), discord.add_user("Ben")
    process = await host.start(NO_HURRY)
    opened = await discord.slash(ana, channel, "spades new", options={"computers": 2})
    await discord.press(ben, opened.message, "s:sit:1:1")
    begun = await discord.press(ana, opened.message, "s:start:1")
    await discord.idle()
    table = discord.messages(channel)[-1]
    hand = (await discord.press(ben, table, "s:hand:1")).message
    await discord.press(ana, begun.message, _bid(begun.message))
    await discord.until(lambda: offers(hand.custom_ids), SOON)
    late = discord.faults.next("PATCH", HANDS, delay(0.5))
    asked = await discord.slash(ana, channel, "spades leave")
    await discord.press(ana, asked.message, "s:leave_sure:1")
    await discord.until(lambda: late.hits, SOON)
    await discord.press(ben, hand, _bid(hand))
    assert offers(hand.custom_ids) == []
    await discord.idle()
    await discord.until(lambda: not offers(hand.custom_ids), 3.0, "the hand after the bid")
    assert await process.terminate() == 0
    check_output(process)


async def test_a_press_was_answered_by_two_edits(discord: LoopbackDiscord, host: Host) -> None:
    """The hand that is pressed is not refreshed besides, however long the answer is on its way."""
    channel = discord.add_channel(discord.add_guild("Community"), "table")
    ana = discord.add_user("Ana")
    process = await host.start(NO_HURRY)
    opened = await discord.slash(ana, channel, "spades new", options={"computers": 3})
    begun = await discord.press(ana, opened.message, "s:start:1")
    await discord.idle()
    before = len(discord.everything_sent())
    discord.faults.next("POST", CALLBACK, delay(0.3))
    await discord.press(ana, begun.message, _bid(begun.message))
    await discord.idle()
    sent = discord.everything_sent()[before:]
    assert [each.method for each in sent if "/webhooks/" in each.path] == []
    assert await process.terminate() == 0
    check_output(process)


def _bid(hand: Message) -> str:
    return offers(hand.custom_ids)[2].custom_id
