"""Save, then show: what the store refuses has not happened, and what it took has happened once."""

import asyncio
from itertools import pairwise

import pytest

from bot.tables import seating, votes
from bot.tables.errors import NoSuchTable, NotSaved, TableEnded
from bot.tables.model import Status
from bot.tables.opening import NewTable
from bot.tables.ports import LeaseLostError, StoreError
from engine.actions import Bid
from engine.errors import NotYourTurn
from engine.presets import CARDCOUCH, ONE_PAGE
from tests.tables.harness import ANN, BEN, CAT, PLACE, Harness, names

NEW_TABLE = NewTable(PLACE, ANN, CARDCOUCH)


@pytest.mark.logs_errors
async def test_an_unsaved_new_table_opens_nothing(harness: Harness) -> None:
    """A table that the store does not take does not exist, and nobody hears of it."""
    with harness.store.failure(), pytest.raises(NotSaved):
        await harness.open()
    assert harness.tables.open_tables == ()
    assert harness.publisher.news == []
    assert harness.timers == 0


@pytest.mark.logs_errors
async def test_an_unsaved_change_changes_nothing(harness: Harness) -> None:
    """A change that the store does not take leaves the table as it was, and nobody hears of it."""
    table = await harness.lobby(BEN)
    told = len(harness.publisher.news)
    with harness.store.failure():
        with pytest.raises(NotSaved):
            await harness.sit(table, CAT)
        with pytest.raises(NotSaved):
            await harness.start(table)
    assert harness.now(table) == table
    assert len(harness.publisher.news) == told
    assert harness.store.log_of(table.id) == []


@pytest.mark.logs_errors
async def test_an_unsaved_bid_can_be_made_again(harness: Harness) -> None:
    """A bid that the store did not take is made by the same press again, once the disk is well."""
    table = await harness.four()
    with harness.store.failure(), pytest.raises(NotSaved):
        await harness.press(table, ANN, lambda seat: Bid(seat, 4), command="bid")
    assert harness.now(table) == table
    await harness.press(table, ANN, lambda seat: Bid(seat, 4), command="bid")
    assert harness.store.log_of(table.id)[1:] == ["bid 0 4"]


async def test_a_table_that_another_process_serves(harness: Harness) -> None:
    """A press on it changes nothing here, and the person is asked to press again: no error of ours.

    The process that serves the table hears the next press.
    """
    table = await harness.four()
    told = len(harness.publisher.news)
    with harness.store.failure(LeaseLostError("another process serves this table")):
        with pytest.raises(NotSaved):
            await harness.press(table, ANN, lambda seat: Bid(seat, 4), command="bid")
        with pytest.raises(NotSaved):
            await harness.open()
    assert harness.now(table) == table
    assert len(harness.publisher.news) == told


async def test_a_refused_change_is_not_saved(harness: Harness) -> None:
    """What the rules or the table refuse writes nothing and tells nobody."""
    table = await harness.four()
    writes, told = harness.store.writes, len(harness.publisher.news)
    with pytest.raises(NotYourTurn):
        await harness.bid(table, BEN, 3)
    assert (harness.store.writes, len(harness.publisher.news)) == (writes, told)


async def test_a_change_of_nothing_is_not_saved(harness: Harness) -> None:
    """What leaves a table as it is writes nothing and tells nobody."""
    table = await harness.lobby()
    writes, told = harness.store.writes, len(harness.publisher.news)
    assert await harness.change(table, lambda t: t, ANN) == table
    assert (harness.store.writes, len(harness.publisher.news)) == (writes, told)


async def test_news_tell_before_after_and_who(harness: Harness) -> None:
    """News carry the table before and after, what happened, and the user who did it."""
    table = await harness.four()
    after = await harness.bid(table, ANN, 4)
    news = harness.publisher.last
    assert (news.before, news.after, news.actor) == (table, after, ANN.id)
    assert [type(event).__name__ for event in news.events] == ["BidMade", "TurnPassed"]


async def test_news_come_in_the_order_of_the_log(harness: Harness) -> None:
    """Whatever comes at one moment, each news begins where the last one ended."""
    table = await harness.four()
    await asyncio.gather(
        harness.bid(table, ANN, 4),
        harness.leave(table, BEN),
        harness.sit(table, BEN),
        return_exceptions=True,
    )
    told = harness.news_of(table)
    assert all(now.before == earlier.after for earlier, now in pairwise(told))


async def test_a_command_delivered_twice_opens_one_table(harness: Harness) -> None:
    """The same command opens one table, which both deliveries are given."""
    tables = await asyncio.gather(*(harness.tables.open(NEW_TABLE, "same") for _ in range(2)))
    again = await harness.tables.open(NEW_TABLE, "same")
    assert tables[0] == tables[1] == again
    assert harness.tables.open_tables == (again,)
    assert len(harness.publisher.news) == 1


async def test_a_command_delivered_late_opens_nothing(harness: Harness) -> None:
    """The command of a table that has ended gives that table, and does not open it again."""
    table = await harness.tables.open(NEW_TABLE, "same")
    await harness.change(table, lambda t: votes.end(t, ANN.id), ANN)
    told = len(harness.publisher.news)
    again = await harness.tables.open(NEW_TABLE, "same")
    assert again.status is Status.CLOSED
    assert harness.tables.open_tables == ()
    assert (harness.timers, len(harness.publisher.news)) == (0, told)


async def test_a_start_delivered_twice_starts_once(harness: Harness) -> None:
    """The same start twice begins one game, and both deliveries are given the table."""
    table = await harness.lobby(BEN)
    both = await asyncio.gather(*(harness.start(table, command="go") for _ in range(2)))
    assert both[0] == both[1]
    assert harness.store.commands_of(table.id) == ["go"]
    assert await harness.start(table, command="go") == both[0]


async def test_a_ready_delivered_twice_counts_once(harness: Harness) -> None:
    """The same ready twice is one, whether or not it begins the game."""
    table = await harness.lobby(BEN)
    first = await asyncio.gather(*(harness.ready(table, BEN, command="one") for _ in range(2)))
    assert first[0] == first[1]
    table = await harness.change(table, lambda t: seating.add_computer(t, ANN.id, None), ANN)
    table = await harness.change(table, lambda t: seating.add_computer(t, ANN.id, None), ANN)
    last = await asyncio.gather(*(harness.ready(table, ANN, command="two") for _ in range(2)))
    assert last[0] == last[1]
    assert last[0].status is Status.PLAYING
    assert harness.store.commands_of(table.id) == ["two"]


async def test_sitting_down_delivered_twice_seats_once(harness: Harness) -> None:
    """A change that carries its command has one effect and the same answer twice."""
    table = await harness.lobby()
    twice = [
        await harness.tables.change(table.id, lambda t: seating.sit(t, BEN, None), BEN.id, "same")
        for _ in range(2)
    ]
    assert twice[0] == twice[1]
    assert names(twice[0]) == ["Ann", "Ben", None, None]


async def test_a_press_delivered_twice_acts_once(harness: Harness) -> None:
    """The same bid twice is one, at one moment or later, and all deliveries are answered alike."""
    table = await harness.four()
    key = table.turn_key
    both = await asyncio.gather(
        *(
            harness.press(table, ANN, lambda seat: Bid(seat, 4), command="bid", turn_key=key)
            for _ in range(2)
        )
    )
    later = await harness.press(table, ANN, lambda seat: Bid(seat, 4), command="bid", turn_key=key)
    assert both[0] == both[1] == later
    assert not later.stale
    assert harness.store.log_of(table.id)[1:] == ["bid 0 4"]


async def test_the_last_press_of_a_game_delivered_twice(harness: Harness) -> None:
    """The press that ends a game is answered alike twice, not refused because the game is over."""
    table = await harness.last_card(await harness.four(rules=ONE_PAGE.changed(target=50)))
    person, card = harness.actor(table), harness.view(table).legal[0]
    answers = [
        *await asyncio.gather(
            *(harness.press(table, person, lambda _: card, command="last") for _ in range(2))
        ),
        await harness.press(table, person, lambda _: card, command="last"),
    ]
    assert [answer.table.status for answer in answers] == [Status.FINISHED] * 3
    assert [answer.stale for answer in answers] == [False] * 3
    assert harness.store.commands_of(table.id).count("last") == 1


async def test_a_press_delivered_across_a_restart_acts_once(harness: Harness) -> None:
    """A press that comes again after a restart finds its turn gone by, and does nothing."""
    table = await harness.four()
    await harness.press(
        table, ANN, lambda seat: Bid(seat, 4), command="bid", turn_key=table.turn_key
    )
    again = await harness.restart()
    answer = await again.press(
        table, ANN, lambda seat: Bid(seat, 4), command="bid", turn_key=table.turn_key
    )
    assert answer.stale
    assert answer.table.turn == 1
    assert again.store.log_of(table.id)[1:] == ["bid 0 4"]
    await again.close()


async def test_an_unknown_table_is_refused(harness: Harness) -> None:
    """A table that was never there is refused by its number."""
    with pytest.raises(NoSuchTable) as refusal:
        await harness.tables.get(99)
    assert refusal.value.table_id == 99


async def test_a_table_that_ended_can_be_read(harness: Harness) -> None:
    """The last state of a table that has ended comes from the store, its game replayed."""
    table = await harness.four()
    await harness.end(table, ANN)
    ended = await harness.ended(table)
    assert ended.status is Status.CLOSED
    assert ended.game == table.game
    with pytest.raises(TableEnded):
        await harness.bid(table, ANN, 4)
    again = await harness.restart()
    assert (await again.tables.get(table.id)).game == table.game
    with again.store.failure(), pytest.raises(NotSaved):
        await again.tables.get(table.id)
    await again.close()


async def test_an_answer_lost_on_its_way_is_found_in_the_log(harness: Harness) -> None:
    """A press that was written, but broken off before it was shown, is shown by the next one.

    The table then stands where its log does, its clock runs, and play goes on.
    """
    table = await harness.four()
    harness.store.lost_answers = [asyncio.CancelledError()]
    lost = asyncio.create_task(harness.bid(table, ANN, 4))
    await asyncio.wait([lost])
    assert lost.cancelled()
    with pytest.raises(NotSaved):
        await harness.bid(table, ANN, 5)
    found = harness.now(table)
    assert found == harness.publisher.last.after
    assert harness.store.log_of(table.id)[1:] == ["bid 0 4"]
    assert found.turn == 1
    assert (await harness.bid(found, BEN, 3)).turn == 2


async def test_the_same_press_again_finds_that_it_was_written(harness: Harness) -> None:
    """A press whose answer was lost is answered as done when it is pressed again."""
    table = await harness.four()
    harness.store.lost_answers = [asyncio.CancelledError()]
    lost = asyncio.create_task(harness.press(table, ANN, lambda seat: Bid(seat, 4), command="bid"))
    await asyncio.wait([lost])
    answer = await harness.press(table, ANN, lambda seat: Bid(seat, 4), command="bid")
    assert answer.table.turn == 1
    assert answer.table == harness.publisher.last.after == harness.now(table)
    assert harness.store.log_of(table.id)[1:] == ["bid 0 4"]


async def test_a_new_table_whose_answer_was_lost_has_one_queue(harness: Harness) -> None:
    """A table that only the store knows is taken up once, and has its clock like any other."""
    harness.store.lost_answers = [asyncio.CancelledError()]
    lost = asyncio.create_task(harness.tables.open(NEW_TABLE, "same"))
    await asyncio.wait([lost])
    assert harness.tables.open_tables == ()
    table = await harness.tables.get(1)
    await asyncio.gather(harness.sit(table, BEN), harness.sit(table, CAT))
    assert names(harness.now(table)) == ["Ann", "Ben", "Cat", None]
    assert await harness.tables.open(NEW_TABLE, "same") == harness.now(table)
    assert harness.timers == 1


@pytest.mark.logs_errors
@pytest.mark.parametrize("command", [None, "someone-else"])
async def test_the_clock_finds_what_the_log_has(harness: Harness, command: str | None) -> None:
    """A computer player whose table is behind its log takes the state from there, and plays on.

    It makes no difference whether the log holds the same command or another one.
    """
    table = await harness.playing()
    before = await harness.bid(table, ANN, 3)
    harness.store.lost_answers = [StoreError("the power failed after the write")]
    await harness.clock.passes(1)
    assert harness.now(table) == before
    log = harness.store.rows[table.id].log
    log[-1] = (command or log[-1][0], log[-1][1])
    await harness.clock.passes(30)
    assert harness.now(table).turn == 0
    assert harness.now(table).version == before.version + 3
    assert harness.now(table).game == harness.store.stored(table.id).game


async def test_an_automatic_action_that_the_log_claims_to_know_is_tried_again(
    harness: Harness,
) -> None:
    """Refused as logged already though it is not there, it does not stop the clock of its table."""
    table = await harness.bid(await harness.playing(), ANN, 3)
    other = await harness.lobby()
    foreign = harness.store.rows[other.id].log
    foreign.append((f"auto:{table.id}:{table.version + 1}", "of another table"))
    await harness.clock.passes(3)
    assert harness.now(table) == table
    foreign.clear()
    await harness.clock.passes(10)
    assert harness.now(table).version > table.version


async def test_a_repeated_command_that_the_log_knows_is_answered_as_done(harness: Harness) -> None:
    """A command older than this process remembers has no second effect: the log knows it."""
    table = await harness.four()
    row = harness.store.rows[table.id]
    row.log[0] = ("bid", row.log[0][1])
    answer = await harness.press(table, ANN, lambda seat: Bid(seat, 4), command="bid")
    assert answer.table == table == harness.now(table)
    assert len(row.log) == 1


async def test_the_message_of_a_table_is_remembered(harness: Harness) -> None:
    """Which message shows a table is saved, without a word to anyone and without its clock."""
    table = await harness.lobby()
    told = len(harness.publisher.news)
    await harness.clock.passes(5)
    await harness.tables.note_message(table.id, 77, 2)
    after = harness.now(table)
    assert (after.message_id, after.message_round) == (77, 2)
    assert after.due == table.due
    assert harness.store.stored(table.id).message_id == 77
    assert len(harness.publisher.news) == told


async def test_the_message_of_a_table_that_is_gone_is_left_alone(harness: Harness) -> None:
    """A message of a table that has ended, even while the note waited, is not remembered."""
    table = await harness.lobby()
    harness.store.gate.clear()
    ending = asyncio.create_task(harness.change(table, lambda t: votes.end(t, ANN.id), ANN))
    noting = asyncio.create_task(harness.tables.note_message(table.id, 77, 0))
    await harness.clock.passes(1)
    harness.store.gate.set()
    await asyncio.gather(ending, noting)
    assert (await harness.ended(table)).message_id is None
    await harness.tables.note_message(table.id, 78, 0)
    await harness.tables.note_message(99, 78, 0)
    assert (await harness.ended(table)).message_id is None
