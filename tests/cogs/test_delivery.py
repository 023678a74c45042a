"""Interactions that come twice, at once, or too late."""

import pytest

from tests.cogs.forging import deliver, deliver_again, prepare
from tests.cogs.player import Player
from tests.cogs.reading import text_of
from tests.cogs.server import Server


async def test_a_card_delivered_twice_is_played_once(server: Server, ada: Player) -> None:
    """The second delivery of a press changes nothing and is not answered again."""
    await server.four(rules="cardcouch")
    await server.bidding()
    actor = await server.turn()
    version, shown = server.table().version, text_of(actor.hand())
    requests = len(server.journal.requests)
    await deliver_again(server)
    assert server.table().version == version
    assert text_of(actor.hand()) == shown
    assert len(server.journal.requests) == requests


async def test_a_computer_added_twice_by_one_press_sits_down_once(
    server: Server, ada: Player
) -> None:
    """A press on "Add computer" that Discord delivers twice adds one computer player."""
    await server.lobby()
    await ada.press_table("Add computer")
    await deliver_again(server)
    assert [chair.computer for chair in server.table().chairs] == [None, "Wren", None, None]


async def test_a_seat_taken_twice_by_one_press_is_answered_once(
    server: Server, ben: Player
) -> None:
    """The person who sat down is not told by the second delivery to sit there already."""
    table_id = await server.lobby()
    said = await ben.press(server.message(table_id), label="2 sit here")
    requests = len(server.journal.requests)
    await deliver_again(server)
    assert len(server.journal.requests) == requests
    assert "Ben" in said.text


@pytest.mark.parametrize("thread", [None, "public"])
async def test_a_command_delivered_twice_opens_one_table(
    server: Server, ada: Player, thread: str | None
) -> None:
    """`/spades new` that comes twice opens one table, and one thread where that was asked for."""
    options = {} if thread is None else {"thread": thread}
    await ada.slash("new", **options)
    await deliver_again(server)
    assert len(server.tables.open_tables) == 1
    assert len(server.channel.threads) == (thread is not None)


async def test_of_two_presses_at_once_one_is_played(server: Server) -> None:
    """Two cards pressed at one turn: the first is played, the second shows the hand as it is."""
    await server.four(rules="cardcouch")
    await server.bidding()
    actor = server.actor()
    first, second = [b for b in actor.of_verb("play") if not b.disabled][:2]
    version = server.table().version
    presses = [prepare(server, actor, actor.hand(), each.custom_id) for each in (first, second)]
    _, late = await deliver(server, *presses)
    assert server.table().version == version + 1
    assert first.last not in actor.cards()
    assert second.last in actor.cards()
    assert late.result.acknowledged


async def test_of_two_people_at_once_one_gets_the_seat(
    server: Server, ben: Player, chidi: Player
) -> None:
    """Two people who press the same seat at once: one sits there, the other is told who does."""
    table_id = await server.lobby()
    lobby = server.message(table_id)
    presses = [prepare(server, each, lobby, f"s:sit:{table_id}:1") for each in (ben, chidi)]
    _, late = await deliver(server, *presses)
    assert server.table().people[1].name == "Ben"
    assert late.private
    assert "Ben sits there" in late.text


async def test_everybody_presses_at_once(server: Server) -> None:
    """Four presses of four hands at once: one person's turn it is, and three are told so."""
    table_id = await server.four(rules="cardcouch")
    await server.bidding()
    version = server.table().version
    actor = server.actor()
    turn = actor.of_verb("play")[0].custom_id.split(":")[3]
    presses = [
        prepare(
            server,
            server.at(seat),
            server.at(seat).hand(),
            f"s:play:{table_id}:{turn}:{seat}:{_playable(server.at(seat))}",
        )
        for seat in range(4)
    ]
    await deliver(server, *presses)
    assert server.table().version == version + 1
    told = [server.at(s).hand_text() for s in range(4) if server.at(s) is not actor]
    assert all("not your turn" in text or "moved on" in text for text in told)


def _playable(person: Player) -> str:
    return next(iter(person.cards(enabled=True) or person.cards()))


async def test_an_answer_that_comes_too_late_is_no_fault(server: Server, ada: Player) -> None:
    """Discord's "unknown interaction" for a late answer is noted; the effect stays."""
    await server.lobby()
    server.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    await ada.press_table("Add computer")
    assert sum(chair.computer is not None for chair in server.table().chairs) == 1
    assert "Wren" in server.says()
