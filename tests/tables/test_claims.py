"""Tricks that nobody can prevent are claimed: by whoever has them, the partner or a computer."""

import pytest

from bot.tables.absence import Patience
from bot.tables.model import Person, Table
from engine.actions import Claim
from engine.errors import NothingToClaim, NotYourTurn
from engine.seats import Seat
from tests.tables.harness import TIMING, Harness, game_of


async def certain(harness: Harness, table: Table) -> tuple[Table, Seat]:
    """Let four people play until a seat may claim the tricks that are left."""
    while (claimant := game_of(table).claimant) is None:
        if table.turn is None:
            await harness.clock.passes(TIMING.between_rounds)
            table = harness.now(table)
        table = await harness.turn(table)
    return table, claimant


def holder(table: Table, seat: int) -> Person:
    """Give the person in a seat, counted on from the last one to the first."""
    person = table.chairs[seat % 4].person
    assert person is not None
    return person


@pytest.mark.parametrize("by_partner", [False, True])
async def test_a_side_claims_what_is_certain(harness: Harness, by_partner: bool) -> None:
    """With one entry of the log the round is over and scored; a restart tells the same."""
    table, claimant = await certain(harness, await harness.four())
    rounds = len(game_of(table).sheets)
    person = holder(table, claimant + 2 * by_partner)
    acted = await harness.press(table, person, Claim, turn_key=table.turn_key)
    after = acted.table
    assert after.version == table.version + 1
    assert len(game_of(after).sheets) == rounds + 1
    assert harness.store.rows[table.id].log[-1][1] == f"claim {claimant}"
    again = await harness.restart()
    assert game_of(again.now(table)) == game_of(after)
    await again.close()


async def test_nothing_else_is_claimed(harness: Harness) -> None:
    """Not by the other side, and not before it is certain."""
    table = await harness.bidding(await harness.four())
    with pytest.raises(NothingToClaim):
        await harness.press(table, harness.actor(table), Claim)
    table, claimant = await certain(harness, table)
    with pytest.raises(NotYourTurn):
        await harness.press(table, holder(table, claimant + 1), Claim)


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
