"""The lobby: sitting down, changing seats, leaving, computer players, ready and start."""

import pytest

from bot.tables import lifecycle, seating, votes
from bot.tables.errors import (
    AlreadySeated,
    HostOnly,
    NobodySeated,
    NotInLobby,
    NotSeated,
    SeatTaken,
    TableEnded,
    TableFull,
)
from bot.tables.model import Chair, Status
from engine.presets import HERO_SOLO, ONE_PAGE
from engine.seats import SEATS
from tests.tables.harness import ANN, BEN, CAT, DAN, EVE, Harness, names


async def test_the_host_sits_in_the_first_seat(harness: Harness) -> None:
    """A table opens as a lobby with its host in the first seat and the other three empty."""
    table = await harness.open()
    assert table.status is Status.LOBBY
    assert table.host == ANN.id
    assert table.chairs == (Chair(ANN), Chair(), Chair(), Chair())


async def test_computers_are_seated_in_a_new_table(harness: Harness) -> None:
    """As many computer players as asked for, at most three, sit beside the host by other names."""
    table = await harness.open(computers=9)
    computers = [chair.computer for chair in table.chairs]
    assert computers[0] is None
    assert len({name for name in computers if name}) == 3


async def test_people_sit_in_the_first_free_seat(harness: Harness) -> None:
    """Who asks for no seat gets the first that nobody holds."""
    table = await harness.lobby(BEN, CAT)
    assert names(table) == ["Ann", "Ben", "Cat", None]


async def test_people_sit_where_they_ask_to(harness: Harness) -> None:
    """Who asks for a seat gets that one."""
    table = await harness.sit(await harness.lobby(BEN), CAT, 3)
    assert names(table) == ["Ann", "Ben", None, "Cat"]


async def test_an_empty_seat_goes_before_a_computers(harness: Harness) -> None:
    """A person is seated in an empty seat rather than in place of a computer player."""
    table = await harness.open(computers=2)
    table = await harness.sit(table, BEN)
    assert names(table) == ["Ann", None, None, "Ben"]
    table = await harness.sit(table, CAT)
    assert names(table) == ["Ann", "Cat", None, "Ben"]


async def test_a_taken_seat_is_refused(harness: Harness) -> None:
    """A seat that a person holds is refused, with that person's name."""
    table = await harness.lobby(BEN)
    with pytest.raises(SeatTaken) as refusal:
        await harness.sit(table, CAT, 1)
    assert (refusal.value.seat, refusal.value.name) == (1, "Ben")
    assert harness.now(table) == table


async def test_a_full_table_is_refused(harness: Harness) -> None:
    """A fifth person is told that the table is full."""
    table = await harness.lobby(BEN, CAT, DAN)
    with pytest.raises(TableFull):
        await harness.sit(table, EVE)


async def test_sitting_down_twice_is_refused(harness: Harness) -> None:
    """Who sits already is told where."""
    table = await harness.lobby(BEN)
    for wanted in (None, 1):
        with pytest.raises(AlreadySeated) as refusal:
            await harness.sit(table, BEN, wanted)
        assert refusal.value.seat == 1


async def test_a_person_changes_seats(harness: Harness) -> None:
    """A change of seat frees the old one, moves nobody else, and takes back the ready."""
    table = await harness.lobby(BEN, CAT)
    await harness.ready(table, BEN)
    table = await harness.sit(table, BEN, 3)
    assert names(table) == ["Ann", None, "Cat", "Ben"]
    assert not table.chairs[3].ready


async def test_a_host_who_changes_seats_stays_host(harness: Harness) -> None:
    """The host is the host in any seat."""
    table = await harness.sit(await harness.lobby(BEN), ANN, 2)
    assert names(table) == [None, "Ben", "Ann", None]
    assert table.host == ANN.id


async def test_nobody_is_renumbered_when_someone_leaves(harness: Harness) -> None:
    """BUG49: when B of A, B, C, D leaves, the seats are A, none, C, D."""
    table = await harness.leave(await harness.lobby(BEN, CAT, DAN), BEN)
    assert names(table) == ["Ann", None, "Cat", "Dan"]


async def test_the_host_passes_on(harness: Harness) -> None:
    """When the host leaves the lobby, the first person left is the host."""
    table = await harness.leave(await harness.lobby(BEN, CAT), ANN)
    assert table.host == BEN.id
    assert names(table) == [None, "Ben", "Cat", None]


async def test_an_empty_lobby_goes_to_the_next_who_comes(harness: Harness) -> None:
    """When everyone has left, the next person to sit down is the host; the old one is not."""
    table = await harness.leave(await harness.lobby(), ANN)
    with pytest.raises(NobodySeated):
        await harness.start(table)
    table = await harness.sit(table, BEN, 2)
    assert table.host == BEN.id
    with pytest.raises(HostOnly):
        await harness.start(table)


async def test_leaving_without_a_seat_is_refused(harness: Harness) -> None:
    """Who holds no seat cannot leave one, nor say ready."""
    table = await harness.lobby()
    with pytest.raises(NotSeated):
        await harness.leave(table, EVE)
    with pytest.raises(NotSeated):
        await harness.ready(table, EVE)


async def test_the_host_adds_and_removes_computers(harness: Harness) -> None:
    """The host seats computer players and sends them away again; nobody else moves."""
    table = await harness.lobby(BEN)
    table = await harness.change(table, lambda t: seating.add_computer(t, ANN.id, None), ANN)
    table = await harness.change(table, lambda t: seating.add_computer(t, ANN.id, SEATS[3]), ANN)
    assert [bool(chair.computer) for chair in table.chairs] == [False, False, True, True]
    table = await harness.change(table, lambda t: seating.remove_computer(t, ANN.id, SEATS[2]), ANN)
    assert [bool(chair.computer) for chair in table.chairs] == [False, False, False, True]
    assert names(table)[:2] == ["Ann", "Ben"]


async def test_the_computer_that_came_last_goes_first(harness: Harness) -> None:
    """Without a seat named, the computer player of the highest seat is sent away, if any."""
    table = await harness.open(computers=2)
    for left in ([1], [], []):
        table = await harness.change(table, lambda t: seating.remove_last_computer(t, ANN.id), ANN)
        assert [seat for seat in SEATS if table.chairs[seat].computer] == left
    with pytest.raises(HostOnly):
        seating.remove_last_computer(table, BEN.id)


async def test_computers_take_only_empty_seats(harness: Harness) -> None:
    """A computer player gets no seat that is held, and a person is not removed as one."""
    table = await harness.lobby(BEN, CAT, DAN)
    with pytest.raises(SeatTaken):
        seating.add_computer(table, ANN.id, SEATS[1])
    with pytest.raises(TableFull):
        seating.add_computer(table, ANN.id, None)
    with pytest.raises(SeatTaken):
        seating.remove_computer(table, ANN.id, SEATS[1])


async def test_only_the_host_arranges_the_lobby(harness: Harness) -> None:
    """Computer players, rules and start are the host's, who is named to others."""
    table = await harness.lobby(BEN)
    with pytest.raises(HostOnly) as refusal:
        seating.add_computer(table, BEN.id, None)
    assert refusal.value.host == ANN.id
    with pytest.raises(HostOnly):
        seating.remove_computer(table, BEN.id, SEATS[2])
    with pytest.raises(HostOnly):
        lifecycle.change_rules(table, BEN.id, HERO_SOLO)
    with pytest.raises(HostOnly):
        await harness.start(table, BEN)


async def test_other_rules_ask_for_ready_again(harness: Harness) -> None:
    """When the host changes the rules in the lobby, everyone has to say ready again."""
    table = await harness.ready(await harness.lobby(BEN), BEN)
    assert table.chairs[1].ready
    table = await harness.change(table, lambda t: lifecycle.change_rules(t, ANN.id, ONE_PAGE), ANN)
    assert table.rules == ONE_PAGE
    assert not any(chair.ready for chair in table.chairs)
    assert names(table) == ["Ann", "Ben", None, None]


async def test_four_who_are_ready_begin(harness: Harness) -> None:
    """The game begins by itself with the fourth ready, not before."""
    table = await harness.lobby(BEN, CAT, DAN)
    for person in (DAN, ANN, CAT):
        table = await harness.ready(table, person)
        assert table.status is Status.LOBBY
    table = await harness.ready(table, BEN)
    assert table.status is Status.PLAYING
    assert table.version == 1
    assert not any(chair.ready for chair in table.chairs)


async def test_three_who_are_ready_wait_for_a_fourth(harness: Harness) -> None:
    """An empty seat is not ready; a computer player is."""
    table = await harness.lobby(BEN, CAT)
    for person in (ANN, BEN, CAT):
        table = await harness.ready(table, person)
    assert table.status is Status.LOBBY
    table = await harness.change(table, lambda t: seating.add_computer(t, ANN.id, None), ANN)
    table = await harness.ready(table, CAT)
    assert table.status is Status.PLAYING


async def test_computers_fill_the_gaps_at_the_start(harness: Harness) -> None:
    """The host starts at any time; computer players of four names take the empty seats."""
    table = await harness.start(await harness.lobby(CAT))
    assert table.status is Status.PLAYING
    assert names(table) == ["Ann", "Cat", None, None]
    filled = [chair.computer for chair in table.chairs[2:]]
    assert len(set(filled)) == 2
    assert all(filled)


async def test_a_moderator_starts_any_table(harness: Harness) -> None:
    """A moderator of the server may start in the host's place."""
    table = await harness.lobby(BEN)
    step = lifecycle.start(table, EVE.id, "press", moderator=True)
    assert step.table.status is Status.PLAYING


async def test_the_lobby_is_over_once_the_game_begins(harness: Harness) -> None:
    """Nothing of the lobby can be done any more in a game that has begun."""
    table = await harness.four()
    with pytest.raises(NotInLobby):
        await harness.start(table)
    with pytest.raises(NotInLobby):
        await harness.ready(table, BEN)
    with pytest.raises(NotInLobby):
        lifecycle.change_rules(table, ANN.id, HERO_SOLO)
    with pytest.raises(NotInLobby):
        seating.add_computer(table, ANN.id, None)
    with pytest.raises(NotInLobby):
        seating.remove_computer(table, ANN.id, SEATS[1])


async def test_a_closed_lobby_is_over(harness: Harness) -> None:
    """Nothing at all can be done at a table that has ended, and it is carried along to say how."""
    table = await harness.change(await harness.lobby(), lambda t: votes.end(t, ANN.id), ANN)
    assert table.status is Status.CLOSED
    for attempt in (
        harness.sit(table, BEN),
        harness.leave(table, ANN),
        harness.back(table, ANN),
        harness.ready(table, ANN),
        harness.start(table),
        harness.bid(table, ANN, 3),
        harness.change(table, lambda t: votes.end(t, ANN.id), ANN),
        harness.change(table, lambda t: lifecycle.change_rules(t, ANN.id, HERO_SOLO), ANN),
        harness.change(table, lambda t: seating.add_computer(t, ANN.id, None), ANN),
    ):
        with pytest.raises(TableEnded) as refusal:
            await attempt
        assert refusal.value.table.status is Status.CLOSED


async def test_a_lobby_in_which_nothing_happens_is_closed(harness: Harness) -> None:
    """An hour after the last change a lobby is closed; each change begins the hour anew."""
    table = await harness.lobby()
    await harness.clock.passes(3500)
    table = await harness.sit(table, BEN)
    await harness.clock.passes(3599)
    assert harness.now(table).status is Status.LOBBY
    await harness.clock.passes(1)
    assert (await harness.ended(table)).status is Status.CLOSED
