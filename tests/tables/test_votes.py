"""Ending a game takes the people of the table; the next round comes when all want it."""

import pytest

from bot.tables import lifecycle, seating, votes
from bot.tables.errors import HostOnly, NotPlaying, NotSeated, NotYourSide, TableEnded
from bot.tables.model import Person, Status, Table
from engine.ending import Outcome
from engine.errors import CannotResign
from engine.presets import CARDCOUCH, HERO_SOLO
from tests.tables.harness import ANN, BEN, CAT, DAN, ELSEWHERE, EVE, Harness, game_of

SIDES = CARDCOUCH.sides


async def vote(harness: Harness, table: Table, who: Person, *, moderator: bool = False) -> Table:
    """Let someone vote for the end of a game."""
    return await harness.end(table, who, moderator=moderator)


async def next_round(harness: Harness, table: Table, who: Person, number: int = 1) -> Table:
    """Let someone ask for the next round."""
    given = harness.command()
    return await harness.tables.step(
        table.id, lambda t: lifecycle.next_round(t, who.id, number, given), who.id, given
    )


async def scored(harness: Harness, table: Table) -> Table:
    """Let four people play until the round is over."""
    while table.turn is not None:
        table = await harness.turn(table)
    return table


async def test_one_of_four_ended_the_game_of_all(harness: Harness) -> None:
    """Ending a game that four play takes three of them; one slip of the host ends nothing."""
    table = await harness.four()
    for who, many in ((ANN, 1), (ANN, 1), (BEN, 2)):
        table = await vote(harness, table, who)
        assert table.status is Status.PLAYING
        assert len(table.end_votes) == many < votes.votes_needed(table) == 3
    ended = await vote(harness, table, DAN)
    assert ended.status is Status.CLOSED
    assert ended.end_votes == {ANN.id, BEN.id, DAN.id}


async def test_two_end_their_game_together(harness: Harness) -> None:
    """Where two play with computers, both must want the end."""
    table = await vote(harness, await harness.playing(BEN), ANN)
    assert table.status is Status.PLAYING
    assert (await vote(harness, table, BEN)).status is Status.CLOSED


async def test_who_plays_alone_ends_the_game_alone(harness: Harness) -> None:
    """Nobody else is asked where computers hold the other seats."""
    ended = await vote(harness, await harness.playing(), ANN)
    assert (ended.status, ended.end_votes) == (Status.CLOSED, frozenset({ANN.id}))


async def test_who_is_away_has_no_vote(harness: Harness) -> None:
    """People for whom computers stand in keep nobody at a table; who votes is there."""
    table = await harness.four()
    for who in (CAT, DAN):
        table = await harness.change(table, lambda t, w=who: _away(t, w), who)  # type: ignore[misc]
    assert votes.votes_needed(table) == 2
    table = await vote(harness, table, CAT)
    assert table.status is Status.PLAYING
    assert (await vote(harness, table, ANN)).status is Status.PLAYING
    assert (await vote(harness, table, BEN)).status is Status.CLOSED


def _away(table: Table, who: Person) -> Table:
    seat = table.seat_of(who.id)
    assert seat is not None
    chair = table.chairs[seat]
    return table.with_chair(seat, type(chair)(person=who, computer=f"Computer {who.name}"))


async def test_a_vote_can_be_taken_back(harness: Harness) -> None:
    """Whoever thinks again plays on, and the others see no vote any more."""
    table = await vote(harness, await harness.four(), ANN)
    table = await harness.change(table, lambda t: votes.go_on(t, ANN.id), ANN)
    assert table.end_votes == frozenset()
    assert votes.go_on(table, EVE.id) == table


async def test_votes_survive_a_restart(harness: Harness) -> None:
    """They are stored with the table."""
    table = await vote(harness, await harness.four(), ANN)
    again = await harness.restart()
    assert again.now(table).end_votes == {ANN.id}
    await again.close()


async def test_votes_end_with_whoever_comes_or_goes(harness: Harness) -> None:
    """When someone leaves or sits down the vote begins afresh, since it is of other people."""
    table = await vote(harness, await harness.four(), ANN)
    table = await harness.leave(table, BEN)
    assert table.end_votes == frozenset()
    table = await vote(harness, table, ANN)
    assert (await harness.sit(table, BEN)).end_votes == frozenset()


async def test_who_does_not_play_ends_no_game(harness: Harness) -> None:
    """A guest has no vote; a moderator needs no other, and is remembered as who ended it."""
    table = await vote(harness, await harness.four(), ANN)
    with pytest.raises(NotSeated):
        await vote(harness, table, EVE)
    ended = await vote(harness, table, EVE, moderator=True)
    assert (ended.status, ended.end_votes) == (Status.CLOSED, frozenset({EVE.id}))
    for late in (votes.end, votes.go_on):
        with pytest.raises(TableEnded):
            late(ended, ANN.id)


async def test_a_lobby_is_closed_by_its_host(harness: Harness) -> None:
    """Before the game there is nothing to vote about."""
    table = await harness.lobby(BEN)
    with pytest.raises(HostOnly):
        await vote(harness, table, BEN)
    ended = await vote(harness, table, ANN)
    assert (ended.status, ended.end_votes) == (Status.CLOSED, frozenset())


async def test_a_game_that_nobody_ended_has_no_enders(harness: Harness) -> None:
    """Votes of a game that is closed because everyone has gone count for nobody."""
    table = await vote(harness, await harness.playing(BEN), ANN)
    assert lifecycle.close(table).end_votes == frozenset()


async def test_next_by_all_deals_at_once(harness: Harness) -> None:
    """The last of those who are there to press Next gets the cards; the next round votes anew."""
    table = await vote(harness, await scored(harness, await harness.four()), ANN)
    due = table.due
    for who in (ANN, BEN, CAT, CAT):
        table = await next_round(harness, table, who)
        assert table.turn is None
        assert table.due == due
    assert [chair.ready for chair in table.chairs] == [True, True, True, False]
    table = await next_round(harness, table, DAN)
    assert game_of(table).number == 2
    assert not any(chair.ready for chair in table.chairs)
    assert table.end_votes == frozenset()


async def test_next_waits_for_nobody_who_is_away(harness: Harness) -> None:
    """A table of one person and computers goes on at one press; who is away is not waited for."""
    table = await scored(harness, await harness.four())
    for who in (BEN, CAT, DAN):
        table = await harness.change(table, lambda t, w=who: _away(t, w), who)  # type: ignore[misc]
    assert game_of(await next_round(harness, table, ANN)).number == 2


async def test_a_late_next_changes_nothing(harness: Harness) -> None:
    """Pressed when the next round is on, or in mid-round, it is no wish for the round after."""
    table = await harness.four()
    assert await next_round(harness, table, ANN) == table
    table = await scored(harness, table)
    for who in (ANN, BEN, CAT, DAN):
        table = await next_round(harness, table, who)
    assert await next_round(harness, table, ANN) == table


async def test_next_asks_for_a_table_that_plays(harness: Harness) -> None:
    """At a parked table nothing is dealt, and a guest asks for nothing."""
    table = await scored(harness, await harness.four())
    with pytest.raises(NotSeated):
        await next_round(harness, table, EVE)
    table = await harness.change(table, lifecycle.park, ANN)
    with pytest.raises(NotPlaying):
        await next_round(harness, table, ANN)
    table = await harness.resume(table, ANN, ELSEWHERE)
    assert (await next_round(harness, table, ANN)).chairs[0].ready


async def resign(harness: Harness, table: Table, who: Person) -> Table:
    """Let someone want their side to give the game up."""
    given = harness.command()
    return await harness.tables.step(
        table.id, lambda t: votes.resign(t, who.id, given), who.id, given
    )


async def test_both_partners_give_a_game_up(harness: Harness) -> None:
    """One alone only asks; with the partner's word the other side has won, by one log entry."""
    table = await resign(harness, await harness.four(), ANN)
    assert table.status is Status.PLAYING
    assert table.resign_votes == {ANN.id}
    assert (await resign(harness, table, ANN)).status is Status.PLAYING
    table = await resign(harness, table, BEN)
    assert table.resign_votes == {ANN.id, BEN.id}
    version = table.version
    ended = await resign(harness, table, CAT)
    assert (ended.status, ended.version, ended.due) == (Status.FINISHED, version + 1, None)
    assert game_of(ended).outcome == Outcome(SIDES[1], None, SIDES[0])
    assert ended.resign_votes == frozenset()
    with pytest.raises(TableEnded):
        await resign(harness, ended, BEN)


async def test_a_computer_agrees_with_its_partner(harness: Harness) -> None:
    """Beside a computer player, or one that stands in for somebody away, one word is enough."""
    for table in (await harness.playing(BEN), await harness.four()):
        if table.seat_of(CAT.id) is not None:
            table = await harness.change(table, lambda t: _away(t, CAT), CAT)  # noqa: PLW2901
        assert (await resign(harness, table, ANN)).status is Status.FINISHED


async def test_a_wish_to_resign_is_taken_back_and_survives_a_restart(harness: Harness) -> None:
    """It is stored with the table; going on, a new partner and a deal each end it."""
    table = await resign(harness, await harness.four(), ANN)
    again = await harness.restart()
    assert again.now(table).resign_votes == {ANN.id}
    await again.close()
    gone_on = votes.go_on(table, ANN.id)
    assert gone_on.resign_votes == frozenset()
    assert seating.leave(table, CAT.id).resign_votes == frozenset()


async def test_who_may_not_resign(harness: Harness) -> None:
    """A guest, someone of the other side, and anyone in a lobby, in solo or at a parked table."""
    table = await harness.four()
    assert votes.own_side(table, ANN.id) == votes.own_side(table, CAT.id, SIDES[0]) == SIDES[0]
    assert votes.may_resign(table, ANN.id)
    lobby = await harness.lobby(BEN)
    solo = await harness.four(HERO_SOLO)
    for refused, who, side, error in (
        (table, EVE, None, NotSeated),
        (table, BEN, SIDES[0], NotYourSide),
        (lobby, ANN, None, NotPlaying),
        (lifecycle.park(table), ANN, None, NotPlaying),
        (solo, ANN, None, CannotResign),
    ):
        with pytest.raises(error):
            votes.own_side(refused, who.id, side)
    assert not votes.may_resign(solo, ANN.id)
    assert not votes.may_resign(lobby, ANN.id)
