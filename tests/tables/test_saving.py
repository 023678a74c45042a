"""Save, then show: what the store refuses has not happened, and what it took has happened once."""

import asyncio
from itertools import pairwise

import pytest

from bot.tables import seating, votes
from bot.tables.errors import NoSuchTable, NotSaved, TableEnded
from bot.tables.model import Status
from bot.tables.ports import StoreError
from bot.tables.service import NewTable
from engine.actions import Bid
from engine.errors import NotYourTurn
from engine.presets import CARDCOUCH, ONE_PAGE
from tests.tables.house import ANN, BEN, CAT, PLACE, House, names

NEW_TABLE = NewTable(PLACE, ANN, CARDCOUCH)


@pytest.mark.logs_errors
async def test_an_unsaved_opening_opens_nothing(house: House) -> None:
    """A table that the store does not take does not exist, and nobody hears of it."""
    with house.store.failure(), pytest.raises(NotSaved):
        await house.open()
    assert house.tables.open_tables == ()
    assert house.publisher.news == []
    assert house.timers == 0


@pytest.mark.logs_errors
async def test_an_unsaved_change_changes_nothing(house: House) -> None:
    """A change that the store does not take leaves the table as it was, and nobody hears of it."""
    table = await house.lobby(BEN)
    told = len(house.publisher.news)
    with house.store.failure():
        with pytest.raises(NotSaved):
            await house.sit(table, CAT)
        with pytest.raises(NotSaved):
            await house.start(table)
    assert house.now(table) == table
    assert len(house.publisher.news) == told
    assert house.store.log_of(table.id) == []


@pytest.mark.logs_errors
async def test_an_unsaved_bid_can_be_made_again(house: House) -> None:
    """A bid that the store did not take is made by the same press again, once the disk is well."""
    table = await house.four()
    with house.store.failure(), pytest.raises(NotSaved):
        await house.press(table, ANN, lambda seat: Bid(seat, 4), command="bid")
    assert house.now(table) == table
    await house.press(table, ANN, lambda seat: Bid(seat, 4), command="bid")
    assert house.store.log_of(table.id)[1:] == ["bid 0 4"]


async def test_a_refused_change_is_not_saved(house: House) -> None:
    """What the rules or the table refuse writes nothing and tells nobody."""
    table = await house.four()
    writes, told = house.store.writes, len(house.publisher.news)
    with pytest.raises(NotYourTurn):
        await house.bid(table, BEN, 3)
    assert (house.store.writes, len(house.publisher.news)) == (writes, told)


async def test_a_change_of_nothing_is_not_saved(house: House) -> None:
    """What leaves a table as it is writes nothing and tells nobody."""
    table = await house.lobby()
    writes, told = house.store.writes, len(house.publisher.news)
    assert await house.change(table, lambda t: t, ANN) == table
    assert (house.store.writes, len(house.publisher.news)) == (writes, told)


async def test_news_tell_before_after_and_who(house: House) -> None:
    """News carry the table before and after, what happened, and the user who did it."""
    table = await house.four()
    after = await house.bid(table, ANN, 4)
    news = house.publisher.last
    assert (news.before, news.after, news.actor) == (table, after, ANN.id)
    assert [type(event).__name__ for event in news.events] == ["BidMade", "TurnPassed"]


async def test_news_come_in_the_order_of_the_log(house: House) -> None:
    """Whatever comes at one moment, each news begins where the last one ended."""
    table = await house.four()
    await asyncio.gather(
        house.bid(table, ANN, 4),
        house.leave(table, BEN),
        house.sit(table, BEN),
        return_exceptions=True,
    )
    told = house.news_of(table)
    assert all(now.before == earlier.after for earlier, now in pairwise(told))


async def test_an_opening_delivered_twice_opens_one_table(house: House) -> None:
    """The same command opens one table, which both deliveries are given."""
    tables = await asyncio.gather(*(house.tables.open(NEW_TABLE, "same") for _ in range(2)))
    again = await house.tables.open(NEW_TABLE, "same")
    assert tables[0] == tables[1] == again
    assert house.tables.open_tables == (again,)
    assert len(house.publisher.news) == 1


async def test_an_opening_delivered_late_opens_nothing(house: House) -> None:
    """The command of a table that has ended gives that table, and does not open it again."""
    table = await house.tables.open(NEW_TABLE, "same")
    await house.change(table, lambda t: votes.end(t, ANN.id), ANN)
    told = len(house.publisher.news)
    again = await house.tables.open(NEW_TABLE, "same")
    assert again.status is Status.CLOSED
    assert house.tables.open_tables == ()
    assert (house.timers, len(house.publisher.news)) == (0, told)


async def test_a_start_delivered_twice_starts_once(house: House) -> None:
    """The same start twice begins one game, and both deliveries are given the table."""
    table = await house.lobby(BEN)
    both = await asyncio.gather(*(house.start(table, command="go") for _ in range(2)))
    assert both[0] == both[1]
    assert house.store.commands_of(table.id) == ["go"]
    assert await house.start(table, command="go") == both[0]


async def test_a_ready_delivered_twice_counts_once(house: House) -> None:
    """The same ready twice is one, whether or not it begins the game."""
    table = await house.lobby(BEN)
    first = await asyncio.gather(*(house.ready(table, BEN, command="one") for _ in range(2)))
    assert first[0] == first[1]
    table = await house.change(table, lambda t: seating.add_computer(t, ANN.id, None), ANN)
    table = await house.change(table, lambda t: seating.add_computer(t, ANN.id, None), ANN)
    last = await asyncio.gather(*(house.ready(table, ANN, command="two") for _ in range(2)))
    assert last[0] == last[1]
    assert last[0].status is Status.PLAYING
    assert house.store.commands_of(table.id) == ["two"]


async def test_sitting_down_delivered_twice_seats_once(house: House) -> None:
    """A change that carries its command has one effect and the same answer twice."""
    table = await house.lobby()
    twice = [
        await house.tables.change(
            table.id, lambda t: seating.sit(t, BEN, None, "luck"), BEN.id, "same"
        )
        for _ in range(2)
    ]
    assert twice[0] == twice[1]
    assert names(twice[0]) == ["Ann", "Ben", None, None]


async def test_a_press_delivered_twice_acts_once(house: House) -> None:
    """The same bid twice is one, at one moment or later, and all deliveries are answered alike."""
    table = await house.four()
    key = table.turn_key
    both = await asyncio.gather(
        *(
            house.press(table, ANN, lambda seat: Bid(seat, 4), command="bid", turn_key=key)
            for _ in range(2)
        )
    )
    later = await house.press(table, ANN, lambda seat: Bid(seat, 4), command="bid", turn_key=key)
    assert both[0] == both[1] == later
    assert not later.stale
    assert house.store.log_of(table.id)[1:] == ["bid 0 4"]


async def test_the_last_press_of_a_game_delivered_twice(house: House) -> None:
    """The press that ends a game is answered alike twice, not refused because the game is over."""
    table = await house.last_card(await house.four(rules=ONE_PAGE.changed(target=50)))
    person, card = house.actor(table), house.view(table).legal[0]
    answers = [
        *await asyncio.gather(
            *(house.press(table, person, lambda _: card, command="last") for _ in range(2))
        ),
        await house.press(table, person, lambda _: card, command="last"),
    ]
    assert [answer.table.status for answer in answers] == [Status.FINISHED] * 3
    assert [answer.stale for answer in answers] == [False] * 3
    assert house.store.commands_of(table.id).count("last") == 1


async def test_a_press_delivered_across_a_restart_acts_once(house: House) -> None:
    """A press that comes again after a restart finds its turn gone by, and does nothing."""
    table = await house.four()
    await house.press(table, ANN, lambda seat: Bid(seat, 4), command="bid", turn_key=table.turn_key)
    again = await house.restart()
    answer = await again.press(
        table, ANN, lambda seat: Bid(seat, 4), command="bid", turn_key=table.turn_key
    )
    assert answer.stale
    assert answer.table.turn == 1
    assert again.store.log_of(table.id)[1:] == ["bid 0 4"]
    await again.close()


async def test_an_unknown_table_is_refused(house: House) -> None:
    """A table that was never there is refused by its number."""
    with pytest.raises(NoSuchTable) as refusal:
        await house.tables.get(99)
    assert refusal.value.table_id == 99


async def test_a_table_that_ended_can_be_read(house: House) -> None:
    """The last state of a table that has ended comes from the store, its game replayed."""
    table = await house.four()
    await house.end(table, ANN)
    ended = await house.ended(table)
    assert ended.status is Status.CLOSED
    assert ended.game == table.game
    with pytest.raises(TableEnded):
        await house.bid(table, ANN, 4)
    again = await house.restart()
    assert (await again.tables.get(table.id)).game == table.game
    with again.store.failure(), pytest.raises(NotSaved):
        await again.tables.get(table.id)
    await again.close()


async def test_an_answer_lost_on_its_way_is_found_in_the_log(house: House) -> None:
    """A press that was written, but broken off before it was shown, is shown by the next one.

    The table then stands where its log does, its clock runs, and play goes on.
    """
    table = await house.four()
    house.store.lost_answers = [asyncio.CancelledError()]
    lost = asyncio.create_task(house.bid(table, ANN, 4))
    await asyncio.wait([lost])
    assert lost.cancelled()
    with pytest.raises(NotSaved):
        await house.bid(table, ANN, 5)
    found = house.now(table)
    assert found == house.publisher.last.after
    assert house.store.log_of(table.id)[1:] == ["bid 0 4"]
    assert found.turn == 1
    assert (await house.bid(found, BEN, 3)).turn == 2


async def test_the_same_press_again_finds_that_it_was_written(house: House) -> None:
    """A press whose answer was lost is answered as done when it is pressed again."""
    table = await house.four()
    house.store.lost_answers = [asyncio.CancelledError()]
    lost = asyncio.create_task(house.press(table, ANN, lambda seat: Bid(seat, 4), command="bid"))
    await asyncio.wait([lost])
    answer = await house.press(table, ANN, lambda seat: Bid(seat, 4), command="bid")
    assert answer.table.turn == 1
    assert answer.table == house.publisher.last.after == house.now(table)
    assert house.store.log_of(table.id)[1:] == ["bid 0 4"]


async def test_an_opening_whose_answer_was_lost_has_one_queue(house: House) -> None:
    """A table that only the store knows is taken up once, and has its clock like any other."""
    house.store.lost_answers = [asyncio.CancelledError()]
    lost = asyncio.create_task(house.tables.open(NEW_TABLE, "same"))
    await asyncio.wait([lost])
    assert house.tables.open_tables == ()
    table = await house.tables.get(1)
    await asyncio.gather(house.sit(table, BEN), house.sit(table, CAT))
    assert names(house.now(table)) == ["Ann", "Ben", "Cat", None]
    assert await house.tables.open(NEW_TABLE, "same") == house.now(table)
    assert house.timers == 1


@pytest.mark.logs_errors
@pytest.mark.parametrize("command", [None, "someone-else"])
async def test_the_clock_finds_what_the_log_has(house: House, command: str | None) -> None:
    """A computer player whose table is behind its log takes the state from there, and plays on.

    It makes no difference whether the log holds the same command or another one.
    """
    table = await house.playing()
    before = await house.bid(table, ANN, 3)
    house.store.lost_answers = [StoreError("the power failed after the write")]
    await house.clock.passes(1)
    assert house.now(table) == before
    log = house.store.rows[table.id].log
    log[-1] = (command or log[-1][0], log[-1][1])
    await house.clock.passes(30)
    assert house.now(table).turn == 0
    assert house.now(table).version == before.version + 3
    assert house.now(table).game == house.store.stored(table.id).game


async def test_an_automatic_action_that_the_log_claims_to_know_is_tried_again(
    house: House,
) -> None:
    """Refused as logged already though it is not there, it does not stop the clock of its table."""
    table = await house.bid(await house.playing(), ANN, 3)
    other = await house.lobby()
    foreign = house.store.rows[other.id].log
    foreign.append((f"auto:{table.id}:{table.version + 1}", "of another table"))
    await house.clock.passes(3)
    assert house.now(table) == table
    foreign.clear()
    await house.clock.passes(10)
    assert house.now(table).version > table.version


async def test_a_repeated_command_that_the_log_knows_is_answered_as_done(house: House) -> None:
    """A command older than this process remembers has no second effect: the log knows it."""
    table = await house.four()
    row = house.store.rows[table.id]
    row.log[0] = ("bid", row.log[0][1])
    answer = await house.press(table, ANN, lambda seat: Bid(seat, 4), command="bid")
    assert answer.table == table == house.now(table)
    assert len(row.log) == 1


async def test_the_message_of_a_table_is_remembered(house: House) -> None:
    """Which message shows a table is saved, without a word to anyone and without its clock."""
    table = await house.lobby()
    told = len(house.publisher.news)
    await house.clock.passes(5)
    await house.tables.note_message(table.id, 77, 2)
    after = house.now(table)
    assert (after.message_id, after.message_round) == (77, 2)
    assert after.due == table.due
    assert house.store.stored(table.id).message_id == 77
    assert len(house.publisher.news) == told


async def test_the_message_of_a_table_that_is_gone_is_left_alone(house: House) -> None:
    """A message of a table that has ended, even while the note waited, is not remembered."""
    table = await house.lobby()
    house.store.gate.clear()
    ending = asyncio.create_task(house.change(table, lambda t: votes.end(t, ANN.id), ANN))
    noting = asyncio.create_task(house.tables.note_message(table.id, 77, 0))
    await house.clock.passes(1)
    house.store.gate.set()
    await asyncio.gather(ending, noting)
    assert (await house.ended(table)).message_id is None
    await house.tables.note_message(table.id, 78, 0)
    await house.tables.note_message(99, 78, 0)
    assert (await house.ended(table)).message_id is None
