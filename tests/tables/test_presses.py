"""Presses on a hand: whose they may be, and what a late or a foreign one does."""

import asyncio

import pytest

from bot.tables.errors import NotPlaying, NotSeated, NotYourHand
from bot.tables.model import Chair, Status
from engine.actions import Bid, Look, Play
from engine.errors import BadBid, HandAlreadySeen, NotYourTurn, WrongPhase
from engine.notation import parse_card
from engine.presets import CARDCOUCH, HERO_PARTNERS, HERO_SOLO
from engine.seats import SEATS
from engine.views import seat_view
from tests.tables.fakes import ScriptedPlayers
from tests.tables.harness import ANN, BEN, CAT, DAN, EVE, Harness, bare, game_of, turn_of


async def test_a_press_acts_for_the_seat_of_its_person(harness: Harness) -> None:
    """A press makes the action for the seat that the person holds, and tells that seat."""
    table = await harness.four()
    answer = await harness.press(table, ANN, lambda seat: Bid(seat, 4), turn_key=table.turn_key)
    assert (answer.seat, answer.stale) == (0, False)
    current = game_of(answer.table).round
    assert current is not None
    assert current.bids == (Bid(SEATS[0], 4), None, None, None)


async def test_a_press_by_someone_without_a_seat_is_refused(harness: Harness) -> None:
    """Who holds no seat is told so, with the table to watch or join."""
    table = await harness.four()
    with pytest.raises(NotSeated) as refusal:
        await harness.bid(table, EVE, 4)
    assert refusal.value.table == table


async def test_a_press_on_another_seats_hand_is_refused(harness: Harness) -> None:
    """A button of the hand of another seat does nothing, in turn or out of turn."""
    table = await harness.four()
    with pytest.raises(NotYourHand):
        await harness.press(table, BEN, lambda _: Bid(SEATS[0], 4), seat=SEATS[0])
    with pytest.raises(NotYourHand):
        await harness.press(table, ANN, lambda _: Bid(SEATS[1], 4), seat=SEATS[1])
    assert harness.now(table) == table


async def test_a_hand_of_a_seat_that_was_left_is_closed_to_its_person(harness: Harness) -> None:
    """Who has left has no hand any more, though the buttons are still on the screen."""
    table = await harness.leave(await harness.four(), BEN)
    with pytest.raises(NotSeated):
        await harness.press(table, BEN, Look, seat=SEATS[1])


async def test_a_press_in_the_lobby_is_refused(harness: Harness) -> None:
    """Nothing can be bid before the game has begun."""
    table = await harness.lobby()
    with pytest.raises(NotPlaying) as refusal:
        await harness.bid(table, ANN, 4)
    assert refusal.value.status == Status.LOBBY


async def test_what_the_rules_refuse_changes_nothing(harness: Harness) -> None:
    """An illegal action is refused with the engine's reason, and the table stays as it is."""
    table = await harness.four(HERO_PARTNERS)
    person, other = harness.actor(table), table.chairs[(turn_of(table) + 1) % 4].person
    assert other is not None
    with pytest.raises(NotYourTurn):
        await harness.bid(table, other, 4)
    with pytest.raises(WrongPhase):
        await harness.play(table, person, parse_card("AS"))
    with pytest.raises(BadBid):
        await harness.bid(table, person, 14)
    assert harness.now(table) == table


async def test_a_look_gives_up_blind_nil_for_good(harness: Harness) -> None:
    """Who has looked cannot bid blind nil any more, not even after a restart."""
    table = await harness.four(HERO_PARTNERS)
    person = harness.actor(table)
    assert harness.view(table).hand is None
    table = (await harness.press(table, person, Look)).table
    assert len(harness.view(table).hand or ()) == 13
    again = await harness.restart()
    assert again.view(again.now(table)).hand == harness.view(table).hand
    with pytest.raises(HandAlreadySeen):
        await again.press(table, person, lambda seat: Bid(seat, 0, blind=True))
    await again.close()


async def test_a_hidden_hand_stays_hidden_across_a_restart(harness: Harness) -> None:
    """A hand that its seat has not looked at is hidden from it after a restart too."""
    table = await harness.four(HERO_PARTNERS)
    again = await harness.restart()
    restored = again.now(table)
    assert all(seat_view(game_of(restored), seat).hand is None for seat in SEATS)
    bid = await again.press(restored, again.actor(restored), lambda seat: Bid(seat, 0, blind=True))
    assert bid.table.version == table.version + 1
    await again.close()


async def test_a_stale_press_does_nothing_in_the_game(harness: Harness) -> None:
    """A press for a turn that has gone by is answered as stale with the present table.

    It does nothing, even where it would be legal now.
    """
    table = await harness.four()
    old = table.turn_key
    table = await harness.turns(table, 4)
    for person in (ANN, BEN, CAT, DAN):
        answer = await harness.press(
            table, person, lambda seat: Play(seat, parse_card("2C")), turn_key=old
        )
        assert answer.stale
        assert answer.table == table
        assert answer.seat == table.seat_of(person.id)
    assert harness.now(table) == table


async def test_a_press_from_the_last_round_is_stale(harness: Harness) -> None:
    """The buttons of the round before do nothing in this one."""
    table = await harness.four()
    old = table.turn_key
    table = await harness.turns(table, 56)
    await harness.clock.passes(10)
    table = harness.now(table)
    answer = await harness.press(table, ANN, lambda seat: Bid(seat, 4), turn_key=old)
    assert answer.stale
    assert harness.now(table) == table


async def test_two_presses_at_one_moment_are_two_turns(harness: Harness) -> None:
    """Two different presses of one person for one turn: the first acts, the second is stale."""
    table = await harness.four()
    key = table.turn_key
    first, second = await asyncio.gather(
        harness.press(table, ANN, lambda seat: Bid(seat, 4), turn_key=key),
        harness.press(table, ANN, lambda seat: Bid(seat, 5), turn_key=key),
    )
    assert (first.stale, second.stale) == (False, True)
    assert harness.store.log_of(table.id)[1:] == ["bid 0 4"]


async def test_an_away_person_acts_and_is_back(harness: Harness) -> None:
    """A person for whom a computer player stands in takes the seat back by acting."""
    harness = Harness(players=ScriptedPlayers())
    table = await harness.four(CARDCOUCH)
    away = await harness.change(
        table, lambda t: t.with_chair(SEATS[0], Chair(ANN, computer="Wren", misses=2)), ANN
    )
    answer = await harness.press(away, ANN, lambda seat: Bid(seat, 4), turn_key=away.turn_key)
    assert not answer.stale
    assert bare(answer.table.chairs[0]) == Chair(ANN)
    await harness.close()


async def test_a_stale_press_shows_that_a_person_is_there(harness: Harness) -> None:
    """A stale press of an away person gives the seat back; it does nothing in the game."""
    table = await harness.four(HERO_SOLO)
    person = harness.actor(table)
    held = turn_of(table)
    away = await harness.change(
        table, lambda t: t.with_chair(held, Chair(person, computer="Wren", misses=2)), person
    )
    answer = await harness.press(away, person, lambda seat: Bid(seat, 4), turn_key=(0, 0))
    assert answer.stale
    assert bare(answer.table.chairs[held]) == Chair(person)
    assert answer.table.version == table.version


async def test_an_away_person_who_may_not_act_stays_away(harness: Harness) -> None:
    """A refused press changes nothing about who plays the seat."""
    table = await harness.four(CARDCOUCH)
    away = await harness.change(
        table, lambda t: t.with_chair(SEATS[1], Chair(BEN, computer="Wren", misses=2)), BEN
    )
    with pytest.raises(NotYourTurn):
        await harness.bid(away, BEN, 4)
    assert harness.now(table) == away
