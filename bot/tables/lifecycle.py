"""The life of a table: ready, start, actions of people and clocks, the end.

Pure changes; `service` queues, saves and publishes them.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from bot.tables import seating
from bot.tables.errors import NobodySeated, NotInLobby, NotPlaying, SeatTaken
from bot.tables.model import Chair, LeftMessage, Person, Place, Status, Table
from bot.tables.ports import Chosen
from bot.tables.step import Step
from engine.actions import Look, RoundAction, SeatAction
from engine.deals import deal, first_dealer
from engine.game import Game
from engine.phases import Phase
from engine.rules import Rules
from engine.seats import SEATS, Seat
from engine.views import SeatView, seat_view


def change_rules(table: Table, user_id: int, rules: Rules) -> Table:
    """Change the rules in the lobby; everyone has to be ready again.

    The third and fourth seat come or go with the number of players; nobody changes seats.

    Raises:
        TableEnded, NotInLobby, HostOnly: as their names say.
        SeatTaken: a person sits in the seat to be removed.
    """
    seating.require_open(table)
    if table.status is not Status.LOBBY:
        raise NotInLobby
    seating.require_host(table, user_id)
    seats = len(rules.seats)
    for seat, chair in enumerate(table.chairs[seats:], seats):
        if chair.person is not None:
            raise SeatTaken(SEATS[seat], chair.name)
    kept = tuple(replace(chair, ready=False) for chair in table.chairs[:seats])
    added = (Chair(),) * (seats - len(kept))
    return replace(table, rules=rules, chairs=kept + added)


def ready(table: Table, user_id: int, command_id: str) -> Step:
    """Mark a person as ready; the game begins once everyone is and no seat is empty.

    Raises:
        TableEnded, NotSeated, NotInLobby: as their names say.
    """
    seating.require_open(table)
    seat = seating.require_seat(table, user_id)
    if table.status is not Status.LOBBY:
        raise NotInLobby
    table = table.with_chair(seat, replace(table.chairs[seat], ready=True))
    if all(chair.ready or chair.computer for chair in table.chairs):
        return begin(table, command_id)
    return Step(table)


def start(table: Table, user_id: int, command_id: str, *, moderator: bool = False) -> Step:
    """Begin the game on the host's command; computer players fill the empty seats.

    Raises:
        TableEnded, NotInLobby, HostOnly, NobodySeated: as their names say.
    """
    seating.require_open(table)
    if table.status is not Status.LOBBY:
        raise NotInLobby
    seating.require_host(table, user_id, moderator=moderator)
    return begin(table, command_id)


def begin(table: Table, command_id: str) -> Step:
    """Begin the game and deal the first round.

    The command's id is mixed into the deals: it is unknown before the secret's hash is shown, even
    at a table with one person.

    Raises:
        NobodySeated: no person holds a seat.
    """
    if not table.people:
        raise NobodySeated
    table = seating.fill_with_computers(table)
    contributions = (*table.seeds.contributions, f"start:{command_id}")
    table = replace(table, seeds=replace(table.seeds, contributions=contributions))
    sat = frozenset(
        (chair.person.id, seat)
        for seat, chair in zip(table.rules.seats, table.chairs, strict=True)
        if chair.person is not None
    )
    game = Game.new(table.rules, _first_dealer(table))
    begun = replace(table, status=Status.PLAYING, game=game, sat=sat)
    return next_deal(begun, command_id)


def _first_dealer(table: Table) -> Seat:
    host = table.seat_of(table.host)
    seats = table.rules.seats
    if table.rules.first_dealer == "before_host" and host is not None:
        return seats[host - 1]
    return first_dealer(table.seeds, len(seats))


def next_deal(table: Table, command_id: str) -> Step:
    """Deal the next round from the seeds of the table."""
    game = _game(table)
    seated = tuple(replace(chair, ready=False) for chair in table.chairs)
    table = replace(table.without_votes(), chairs=seated)
    dealt = deal(table.seeds, game.number + 1, game.next_dealer, table.rules)
    return Step(table).then(command_id, dealt)


def next_round(table: Table, user_id: int, number: int, command_id: str) -> Step:
    """Mark a person as ready for the next round, which is dealt once all present people are.

    Args:
        table: the table.
        user_id: the person.
        number: the finished round; once another one has begun, nothing changes.
        command_id: the command id of the log entry.

    Raises:
        TableEnded, NotSeated, NotPlaying: as their names say.
    """
    seating.require_open(table)
    seat = seating.require_seat(table, user_id)
    table = seating.present(table, seat)
    if table.status is not Status.PLAYING:
        raise NotPlaying(table.status)
    if not needs_deal(table) or _game(table).number != number:
        return Step(table)
    table = table.with_chair(seat, replace(table.chairs[seat], ready=True))
    there = (chair for chair in table.chairs if chair.person is not None and not chair.away)
    return next_deal(table, command_id) if all(chair.ready for chair in there) else Step(table)


def act(table: Table, seat: Seat, action: RoundAction, command_id: str) -> Step:
    """Apply a person's action in that person's own seat.

    Raises:
        TableEnded, NotPlaying: as their names say.
        RuleError: the action is not legal now.
    """
    seating.require_open(table)
    table = seating.present(table, seat)
    if table.status is not Status.PLAYING:
        raise NotPlaying(table.status)
    return Step(table).then(command_id, action)


def computer_acts(table: Table, chosen: Chosen) -> Step:
    """Apply a computer player's choice for the seat to act."""
    return Step(table).then(_automatic_id(table), chosen.action, chosen.thought)


def run_out(table: Table, choose: Callable[[SeatView, str], SeatAction]) -> Step:
    """Act for a person whose time has run out: make a bid, or play a legal card.

    Args:
        table: the table; a person is to act.
        choose: the automatic action for a view; if the hand is hidden, it looks first and is called
            again.
    """
    seat = table.turn
    assert seat is not None  # noqa: S101 - the clock only runs while a seat is to act
    step = Step(table)
    acted = False
    while not acted:
        view = seat_view(_game(step.table), seat)
        command_id = _automatic_id(step.table)
        action = choose(view, command_id)
        step = step.then(command_id, action)
        acted = not isinstance(action, Look)
    return replace(step, table=seating.missed(step.table, seat))


def warn(table: Table, now: datetime) -> Table:
    """Warn the people of a table that it will be closed for inactivity."""
    return replace(table, warned_at=now)


def close(table: Table) -> Table:
    """Close a table without a result; a table that has ended stays unchanged."""
    if table.status.ended:
        return table
    return replace(table.without_votes(), status=Status.CLOSED)


def park(table: Table) -> Table:
    """Park a game whose channel cannot be used; close a lobby."""
    if table.status.ended or table.status is Status.PARKED:
        return table
    if table.status is Status.LOBBY:
        return close(table)
    return replace(table, status=Status.PARKED, warned_at=None)


def resume(table: Table, person: Person, place: Place, *, guarded: bool = False) -> Table:
    """Move a table to another channel, for anyone who holds a seat.

    Args:
        table: the table.
        person: the person.
        place: the new place.
        guarded: whether not everyone in the server sees its channel, so that only the host may move
            it.

    Raises:
        TableEnded, NotSeated: as their names say.
        HostOnly: it is guarded, and the person is not the host.
    """
    seating.require_open(table)
    seat = seating.require_seat(table, person.id)
    if guarded and place != table.place:
        seating.require_host(table, person.id)
    left = table.left
    if table.message_id is not None:
        left = LeftMessage(table.place.channel_id, table.message_id)
    table = replace(table, place=place, message_id=None, left=left)
    if table.status is Status.LOBBY:
        return table
    return seating.present(replace(table, status=Status.PLAYING), seat)


def needs_deal(table: Table) -> bool:
    """Whether a game waits for the next deal."""
    return table.game is not None and table.game.phase == Phase.DEALING


def _game(table: Table) -> Game:
    assert table.game is not None  # noqa: S101 - only a table that has begun gets here
    return table.game


def _automatic_id(table: Table) -> str:
    return f"auto:{table.id}:{table.version + 1}"
