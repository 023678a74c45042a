"""House rules at a table: a seat that comes and goes, the exchange with its clock, whole games."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.tables import lifecycle, seating
from bot.tables.computers import ComputerPlayers
from bot.tables.errors import SeatTaken
from bot.tables.model import Chair, DueKind, Pace, Status, Table
from engine.actions import Bid, Pass
from engine.cards import CardSet
from engine.errors import BadExchange, NotYourTurn, WrongPhase
from engine.notation import parse_action
from engine.phases import Phase
from engine.presets import CARDCOUCH, CUTTHROAT, HERO_SOLO, SUICIDE
from engine.rules import Rules
from engine.seats import SEATS, Seat
from engine.views import public_view, seat_view
from tests.engine.hidden import cards_in
from tests.engine.mixtures import random_rules
from tests.tables.harness import ANN, BEN, CAT, DAN, Harness, due_kind, game_of, names, turn_of

EXCHANGE = CARDCOUCH.changed(exchange=2, bid_seconds=40, play_seconds=10)
COMPUTERS = CARDCOUCH.changed(exchange=3, bidding="suicide")


async def to_three(harness: Harness, table: Table, rules: Rules = CUTTHROAT) -> Table:
    """Let the host change to a rule set for three."""
    return await harness.change(table, lambda t: lifecycle.change_rules(t, ANN.id, rules), ANN)


async def test_the_fourth_seat_goes(harness: Harness) -> None:
    """Three players leave three seats; nobody is moved, and everyone is asked for ready again."""
    table = await harness.ready(await harness.lobby(BEN, CAT), BEN)
    table = await to_three(harness, table)
    assert names(table) == ["Ann", "Ben", "Cat"]
    assert not any(chair.ready for chair in table.chairs)
    assert [table.seat_of(person.id) for person in (ANN, BEN, CAT, DAN)] == [0, 1, 2, None]


async def test_a_person_in_the_fourth_seat_is_not_moved(harness: Harness) -> None:
    """Who sits there is named, and nothing has changed; from another seat it works."""
    table = await harness.sit(await harness.lobby(BEN), DAN, 3)
    with pytest.raises(SeatTaken) as caught:
        await to_three(harness, table)
    assert (caught.value.seat, caught.value.name) == (3, "Dan")
    assert harness.now(table) == table
    table = await to_three(harness, await harness.sit(table, DAN, 2))
    assert names(table) == ["Ann", "Ben", "Dan"]


async def test_a_computer_player_in_the_fourth_seat_goes_with_it(harness: Harness) -> None:
    """A computer player holds no claim to a seat; the others stay."""
    table = await harness.open(computers=3)
    kept = [chair.computer for chair in table.chairs[:3]]
    table = await to_three(harness, table)
    assert [chair.computer for chair in table.chairs] == kept


async def test_the_fourth_seat_comes_back_empty(harness: Harness) -> None:
    """Four players again have four seats, of which the last is free to anyone."""
    table = await to_three(harness, await harness.lobby(BEN, CAT))
    table = await to_three(harness, table, HERO_SOLO)
    assert names(table) == ["Ann", "Ben", "Cat", None]
    assert table.chairs[3] == Chair()
    table = await harness.sit(table, DAN)
    assert names(table) == ["Ann", "Ben", "Cat", "Dan"]


async def test_three_who_are_ready_begin_a_game_of_three(harness: Harness) -> None:
    """Where three play, the third ready begins, and the fourth person finds no seat."""
    table = await to_three(harness, await harness.lobby(BEN, CAT))
    for person in (ANN, BEN, CAT):
        table = await harness.ready(table, person)
    assert table.status is Status.PLAYING
    assert len(public_view(game_of(table)).held) == 3
    assert sum(public_view(game_of(table)).held) == 51


async def test_a_table_of_three_survives_a_restart() -> None:
    """Three seats, and a game of three, are there again after the process was replaced."""
    harness = Harness()
    table = await harness.lobby(BEN, CAT)
    table = await harness.start(await to_three(harness, table))
    table = await harness.turns(table, 5)
    second = await harness.restart()
    assert replace(second.now(table), due=None) == replace(table, due=None)
    await second.close()


async def exchanging(harness: Harness) -> Table:
    """Begin a game of four people in which Ann has bid nil, so that she and Cat pass two cards."""
    table = await harness.four(EXCHANGE)
    while game_of(table).phase == Phase.BIDDING:
        tricks = 0 if harness.actor(table) == ANN else 3
        table = await harness.bid(table, harness.actor(table), tricks)
    assert game_of(table).phase == Phase.EXCHANGING
    return table


def lowest(table: Table, count: int = 2) -> CardSet:
    """Give the lowest cards of the seat to act."""
    hand = seat_view(game_of(table), turn_of(table)).hand
    assert hand is not None
    return CardSet.of(list(hand)[:count])


def passing(cards: CardSet) -> Callable[[Seat], Pass]:
    """Give the press that passes some cards."""
    return lambda seat: Pass(seat, cards)


async def test_who_passes_has_the_time_of_a_bid(harness: Harness) -> None:
    """Each of the two has a clock of its own, as long as that for a bid; then cards are played."""
    table = await exchanging(harness)
    for person in (ANN, CAT):
        assert harness.actor(table) == person
        assert due_kind(table) is DueKind.TURN
        assert table.due is not None
        assert (table.due.at - harness.clock.now()).total_seconds() == 40
        await harness.clock.passes(25)
        chosen = lowest(table)
        table = (await harness.press(table, person, passing(chosen))).table
    assert game_of(table).phase == Phase.PLAYING
    assert table.due is not None
    assert (table.due.at - harness.clock.now()).total_seconds() == 10


async def test_time_that_runs_out_passes_cards(harness: Harness) -> None:
    """Whose time runs out passes as many cards as the table wants, and has missed a turn."""
    table = await exchanging(harness)
    await harness.clock.passes(40)
    table = harness.now(table)
    assert table.chairs[0].misses == 1
    assert harness.actor(table) == CAT
    action = parse_action(harness.store.log_of(table.id)[-1])
    assert isinstance(action, Pass)
    assert len(action.cards) == 2
    await harness.clock.passes(40)
    assert game_of(harness.now(table)).phase == Phase.PLAYING


async def test_computer_players_pass_cards() -> None:
    """A table of computer players gets through the exchange of every round."""
    harness = Harness(players=ComputerPlayers())
    table = await harness.start(await harness.open(COMPUTERS))
    while not harness.now(table).game or not game_of(harness.now(table)).sheets:
        current = harness.now(table)
        if current.turn == 0:
            await harness.turn(current)
        else:
            await harness.clock.passes(1)
    log = [parse_action(line) for line in harness.store.log_of(table.id)]
    assert [len(action.cards) for action in log if isinstance(action, Pass)] == [3] * 4
    await harness.close()


async def test_who_leaves_during_the_exchange_is_stood_in_for(harness: Harness) -> None:
    """The computer player that takes the seat passes the cards in its place."""
    table = await harness.leave(await exchanging(harness), ANN)
    assert due_kind(table) is DueKind.COMPUTER
    await harness.clock.passes(1)
    table = harness.now(table)
    assert game_of(table).phase == Phase.EXCHANGING
    assert harness.actor(table) == CAT


async def test_a_wrong_choice_changes_nothing(harness: Harness) -> None:
    """Too few cards, another's turn, a bid or a card instead: refused, and nothing has changed."""
    table = await exchanging(harness)
    one, two = lowest(table, 1), lowest(table)
    with pytest.raises(BadExchange):
        await harness.press(table, ANN, passing(one))
    with pytest.raises(NotYourTurn):
        await harness.press(table, CAT, passing(two))
    with pytest.raises(WrongPhase):
        await harness.press(table, ANN, lambda seat: Bid(seat, 3))
    assert harness.now(table) == table


async def test_news_never_tell_which_cards_pass(harness: Harness) -> None:
    """What is told about a table while cards pass holds none of them, but for the log."""
    table = await exchanging(harness)
    for person in (ANN, CAT):
        chosen = lowest(table)
        table = (await harness.press(table, person, passing(chosen))).table
    for news in harness.news_of(table)[-2:]:
        assert news.events
        assert not [card for event in news.events for card in cards_in(event)]


async def test_suicide_out_of_time_bids_what_is_left(harness: Harness) -> None:
    """Where only nil is left, time that runs out bids nil; where a number is, a number."""
    rules = SUICIDE.changed(bid_seconds=30)
    table = await harness.four(rules)
    first = harness.actor(table)
    for bids in ((first, 4),):
        table = await harness.bid(table, *bids)
    await harness.clock.passes(30)
    table = harness.now(table)
    await harness.clock.passes(30)
    made = [bid for bid in public_view(game_of(harness.now(table))).bids if bid is not None]
    by_seat = {bid.seat: bid.tricks for bid in made}
    assert len(made) == 3
    seat = table.seat_of(first.id)
    assert seat is not None
    assert by_seat[SEATS[(seat + 2) % 4]] == 0
    assert by_seat[SEATS[(seat + 1) % 4]] > 0


@pytest.mark.parametrize("seed", range(12))
async def test_a_game_of_any_rules_is_played_at_a_table(seed: int) -> None:
    """One person and computer players play a game of rules drawn at random to its end."""
    rules = random_rules(random.Random(seed)).changed(target=50, losing_score=-50)
    harness = Harness(players=ComputerPlayers())
    table = await harness.playing(rules=rules, pace=Pace.NONE)
    turns = 0
    while not table.status.ended and turns < 2000:
        turns += 1
        if table.turn == 0:
            table = await harness.turn(table)
        else:
            await harness.clock.passes(10 if due_kind(table) is DueKind.DEAL else 1)
            table = await harness.tables.get(table.id)
    assert table.status is Status.FINISHED
    assert game_of(table).outcome is not None
    assert len(table.chairs) == rules.players
    await harness.close()


async def test_the_host_leaves_a_lobby_of_three_to_the_next(harness: Harness) -> None:
    """At a table of three, too, the host's place goes to the first person who is left."""
    table = await to_three(harness, await harness.lobby(BEN, CAT))
    table = await harness.leave(table, ANN)
    assert table.host == BEN.id
    table = await harness.change(table, lambda t: seating.add_computer(t, BEN.id, None), BEN)
    assert [bool(chair.computer) for chair in table.chairs] == [True, False, False]
