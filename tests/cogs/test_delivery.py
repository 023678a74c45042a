"""Interactions that come twice, at once, or too late."""

import pytest

from tests.cogs.club import Club
from tests.cogs.forging import deliver, deliver_again, prepare
from tests.cogs.player import Player
from tests.cogs.reading import text_of


async def test_a_card_delivered_twice_is_played_once(club: Club, ada: Player) -> None:
    """The second delivery of a press changes nothing and is not answered again."""
    await club.four(rules="cardcouch")
    await club.bidding()
    actor = await club.turn()
    version, shown = club.table().version, text_of(actor.hand())
    requests = len(club.journal.requests)
    await deliver_again(club)
    assert club.table().version == version
    assert text_of(actor.hand()) == shown
    assert len(club.journal.requests) == requests


async def test_a_computer_added_twice_by_one_press_sits_down_once(club: Club, ada: Player) -> None:
    """A press on "Add computer" that Discord delivers twice adds one computer player."""
    await club.lobby()
    await ada.press_table("Add computer")
    await deliver_again(club)
    assert [chair.computer for chair in club.table().chairs] == [None, "Wren", None, None]


async def test_a_seat_taken_twice_by_one_press_is_answered_once(club: Club, ben: Player) -> None:
    """The person who sat down is not told by the second delivery to sit there already."""
    table_id = await club.lobby()
    said = await ben.press(club.message(table_id), label="2 sit here")
    requests = len(club.journal.requests)
    await deliver_again(club)
    assert len(club.journal.requests) == requests
    assert "Ben" in said.text


@pytest.mark.parametrize("thread", [None, "public"])
async def test_a_command_delivered_twice_opens_one_table(
    club: Club, ada: Player, thread: str | None
) -> None:
    """`/spades new` that comes twice opens one table, and one thread where that was asked for."""
    options = {} if thread is None else {"thread": thread}
    await ada.slash("new", **options)
    await deliver_again(club)
    assert len(club.tables.open_tables) == 1
    assert len(club.channel.threads) == (thread is not None)


async def test_of_two_presses_at_once_one_is_played(club: Club) -> None:
    """Two cards pressed at one turn: the first is played, the second shows the hand as it is."""
    await club.four(rules="cardcouch")
    await club.bidding()
    actor = club.actor()
    first, second = [b for b in actor.of_verb("play") if not b.disabled][:2]
    version = club.table().version
    presses = [prepare(club, actor, actor.hand(), each.custom_id) for each in (first, second)]
    _, late = await deliver(club, *presses)
    assert club.table().version == version + 1
    assert first.last not in actor.cards()
    assert second.last in actor.cards()
    assert late.result.acknowledged


async def test_of_two_people_at_once_one_gets_the_seat(
    club: Club, ben: Player, chidi: Player
) -> None:
    """Two people who press the same seat at once: one sits there, the other is told who does."""
    table_id = await club.lobby()
    lobby = club.message(table_id)
    presses = [prepare(club, each, lobby, f"s:sit:{table_id}:1") for each in (ben, chidi)]
    _, late = await deliver(club, *presses)
    assert club.table().people[1].name == "Ben"
    assert late.private
    assert "Ben sits there" in late.text


async def test_everybody_presses_at_once(club: Club) -> None:
    """Four presses of four hands at once: one person's turn it is, and three are told so."""
    table_id = await club.four(rules="cardcouch")
    await club.bidding()
    version = club.table().version
    actor = club.actor()
    turn = actor.of_verb("play")[0].custom_id.split(":")[3]
    presses = [
        prepare(
            club,
            club.at(seat),
            club.at(seat).hand(),
            f"s:play:{table_id}:{turn}:{seat}:{_playable(club.at(seat))}",
        )
        for seat in range(4)
    ]
    await deliver(club, *presses)
    assert club.table().version == version + 1
    told = [club.at(s).hand_text() for s in range(4) if club.at(s) is not actor]
    assert all("not your turn" in text or "moved on" in text for text in told)


def _playable(person: Player) -> str:
    return next(iter(person.cards(enabled=True) or person.cards()))


async def test_an_answer_that_comes_too_late_is_no_fault(club: Club, ada: Player) -> None:
    """Discord's "unknown interaction" for a late answer is noted; the effect stays."""
    await club.lobby()
    club.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    await ada.press_table("Add computer")
    assert sum(chair.computer is not None for chair in club.table().chairs) == 1
    assert "Wren" in club.says()
