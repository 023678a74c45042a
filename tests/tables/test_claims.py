"""Certain tricks are claimed: by anyone who plays, or by a computer player."""

import pytest

from bot.tables.absence import Patience
from bot.tables.model import Person, Table
from engine.actions import Claim
from engine.errors import NothingToClaim
from tests.tables.harness import TIMING, Harness, game_of


async def certain(harness: Harness, table: Table) -> Table:
    """Let four people play until the tricks that are left are certain."""
    while game_of(table).certain is None:
        if table.turn is None:
            await harness.clock.passes(TIMING.between_rounds)
            table = harness.now(table)
        table = await harness.turn(table)
    return table


def holder(table: Table, seat: int) -> Person:
    """Give the person in a seat, counted on from the last one to the first."""
    person = table.chairs[seat % 4].person
    assert person is not None
    return person


@pytest.mark.parametrize("after_leader", range(4))
async def test_anyone_claims_what_is_certain(harness: Harness, after_leader: int) -> None:
    """With one entry of the log the round is over and scored; a restart tells the same."""
    table = await certain(harness, await harness.four())
    assert table.turn is not None
    rounds, seat = len(game_of(table).sheets), (table.turn + after_leader) % 4
    acted = await harness.press(table, holder(table, seat), Claim, turn_key=table.turn_key)
    after = acted.table
    assert after.version == table.version + 1
    assert len(game_of(after).sheets) == rounds + 1
    assert harness.store.rows[table.id].log[-1][1] == f"claim {seat}"
    again = await harness.restart()
    assert game_of(again.now(table)) == game_of(after)
    await again.close()


async def test_nothing_else_is_claimed(harness: Harness) -> None:
    """Not before it is certain."""
    table = await harness.bidding(await harness.four())
    with pytest.raises(NothingToClaim):
        await harness.press(table, harness.actor(table), Claim)


async def claims_of_computers(harness: Harness) -> list[str]:
    """Let computer players play a round around a person who runs out of time."""
    table = await harness.playing()
    for person in table.people:
        table = await harness.change(table, lambda t, p=person: _away(t, p), person)  # type: ignore[misc]
    return await _claims(harness, table)


def _away(table: Table, who: Person) -> Table:
    seat = table.seat_of(who.id)
    assert seat is not None
    return table.with_chair(seat, type(table.chairs[seat])(person=who, computer="Stand-in"))


async def _claims(harness: Harness, table: Table) -> list[str]:
    while len(game_of(harness.now(table)).sheets) < 3:
        await harness.clock.passes(TIMING.between_rounds)
    lines = [line for _, line in harness.store.rows[table.id].log]
    return [line for line in lines if line.startswith("claim")]


async def test_computers_claim_where_the_server_wants_it() -> None:
    """Their own seats and those they stand in for; where it is switched off, no seat does."""
    wanted = Harness()
    assert await claims_of_computers(wanted)
    await wanted.close()
    unwanted = Harness(patience=lambda _: Patience(claims=False))
    assert await claims_of_computers(unwanted) == []
    await unwanted.close()
