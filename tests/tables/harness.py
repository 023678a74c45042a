"""A harness full of tables over fakes, and the people who come to play."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from itertools import count

from bot.tables import lifecycle, seating, votes
from bot.tables.absence import PatienceOf, usual_patience
from bot.tables.deadlines import Timing
from bot.tables.model import Chair, DueKind, Pace, Person, Place, Status, Table
from bot.tables.opening import NewTable
from bot.tables.ports import News, Players
from bot.tables.service import Acted, Tables
from engine.actions import Bid, Play, RoundAction, SeatAction
from engine.cards import Card
from engine.game import Game
from engine.phases import Phase
from engine.presets import CARDCOUCH
from engine.rules import Rules
from engine.seats import SEATS, Seat
from engine.views import SeatView, seat_view
from tests.tables.fakes import FirstLegalPlayers, FixedSecrets, MemoryStore, RecordingPublisher
from tests.tables.virtual import LoopClock

ANN, BEN, CAT, DAN, EVE = PEOPLE = tuple(
    Person(id=100 + number, name=name)
    for number, name in enumerate(("Ann", "Ben", "Cat", "Dan", "Eve"), start=1)
)
"""Ann opens the tables; the first four sit in their order; Eve comes later."""

PLACE = Place(guild_id=1, channel_id=10)
ELSEWHERE = Place(guild_id=1, channel_id=11)

TIMING = Timing(
    computer_delay=1.0, between_rounds=10.0, lobby=3600.0, empty=600.0, parked=100_000.0
)
"""Round numbers, so that a test can say when something must happen."""


def game_of(table: Table) -> Game:
    """Give the game of a table that has begun."""
    assert table.game is not None
    return table.game


def turn_of(table: Table) -> Seat:
    """Give the seat to act of a table at which one is."""
    assert table.turn is not None
    return table.turn


def names(table: Table) -> list[str | None]:
    """Give the names of the people by seat; None where no person holds it."""
    return [None if chair.person is None else chair.person.name for chair in table.chairs]


def bare(chair: Chair) -> Chair:
    """Give a chair without the note of when its person was there."""
    return replace(chair, acted_at=None)


class Harness:
    """The service over fakes. `restart` gives a second life to what was stored."""

    def __init__(
        self,
        *,
        players: Players | None = None,
        timing: Timing = TIMING,
        store: MemoryStore | None = None,
        patience: PatienceOf = usual_patience,
    ) -> None:
        self.store = store or MemoryStore()
        self.clock = LoopClock()
        self.publisher = RecordingPublisher(self.store, self.clock.now)
        self.secrets = FixedSecrets()
        self.players = players or FirstLegalPlayers()
        self.timing = timing
        self.tables = Tables(
            store=self.store,
            players=self.players,
            publisher=self.publisher,
            clock=self.clock,
            secrets=self.secrets,
            timing=timing,
            patience=patience,
        )
        self._commands = count(1)

    def command(self) -> str:
        """Give the id of the next interaction."""
        return f"press-{next(self._commands)}"

    async def close(self) -> None:
        """End the process in good order."""
        await self.tables.close()

    async def restart(self, players: Players | None = None) -> "Harness":
        """End the process and begin another over the same store."""
        await self.close()
        again = Harness(players=players or self.players, timing=self.timing, store=self.store)
        again._commands = self._commands
        await again.tables.start()
        await again.tables.brought_up()
        return again

    async def open(
        self, rules: Rules = CARDCOUCH, pace: Pace = Pace.RULES, computers: int = 0
    ) -> Table:
        """Let Ann open a table."""
        new = NewTable(PLACE, ANN, rules, pace, computers)
        return await self.tables.open(new, self.command())

    async def lobby(self, *people: Person, rules: Rules = CARDCOUCH) -> Table:
        """Let Ann open a table, and others sit down in their order."""
        table = await self.open(rules)
        for person in people:
            table = await self.sit(table, person)
        return table

    async def playing(
        self, *people: Person, rules: Rules = CARDCOUCH, pace: Pace = Pace.RULES
    ) -> Table:
        """Let Ann open a table, others sit down, and Ann start; computers fill the gaps."""
        table = await self.open(rules, pace)
        for person in people:
            table = await self.sit(table, person)
        return await self.start(table)

    async def four(self, rules: Rules = CARDCOUCH, pace: Pace = Pace.RULES) -> Table:
        """Begin a game of four people."""
        return await self.playing(BEN, CAT, DAN, rules=rules, pace=pace)

    def now(self, table: Table) -> Table:
        """Give the present state of an open table, in memory or not."""
        assert self.tables.is_open(table.id), "the table has ended"
        return self.tables.open_table(table.id) or self.store.stored(table.id)

    async def ended(self, table: Table) -> Table:
        """Give the last state of a table that has ended."""
        assert not self.tables.is_open(table.id)
        return await self.tables.get(table.id)

    async def change(self, table: Table, make: Callable[[Table], Table], who: Person) -> Table:
        """Let a person change something about a table."""
        return await self.tables.change(table.id, make, who.id)

    async def sit(self, table: Table, person: Person, seat: int | None = None) -> Table:
        """Let a person sit down."""
        wanted = None if seat is None else SEATS[seat]
        added = self.tables.addition(person, self.command())
        return await self.change(table, lambda t: seating.sit(t, person, wanted, added), person)

    async def leave(self, table: Table, person: Person) -> Table:
        """Let a person leave."""
        return await self.change(table, lambda t: seating.leave(t, person.id), person)

    async def back(self, table: Table, person: Person) -> Table:
        """Let a person say "I'm back"."""
        return await self.change(table, lambda t: seating.back(t, person.id), person)

    async def end(self, table: Table, who: Person, *, moderator: bool = True) -> Table:
        """Let someone end a table, as one who may do so alone unless it is said otherwise."""
        return await self.change(table, lambda t: votes.end(t, who.id, moderator=moderator), who)

    async def resume(
        self, table: Table, who: Person, place: Place, *, guarded: bool = False
    ) -> Table:
        """Let someone bring a table to another channel."""
        return await self.change(
            table, lambda t: lifecycle.resume(t, who, place, guarded=guarded), who
        )

    async def ready(self, table: Table, person: Person, command: str | None = None) -> Table:
        """Let a person say ready."""
        given = command or self.command()
        return await self.tables.step(
            table.id, lambda t: lifecycle.ready(t, person.id, given), person.id, given
        )

    async def start(self, table: Table, who: Person = ANN, command: str | None = None) -> Table:
        """Let the host start."""
        given = command or self.command()
        return await self.tables.step(
            table.id, lambda t: lifecycle.start(t, who.id, given), who.id, given
        )

    async def press(
        self,
        table: Table,
        person: Person,
        make: Callable[[Seat], RoundAction],
        *,
        command: str | None = None,
        seat: Seat | None = None,
        turn_key: tuple[int, int] | None = None,
    ) -> Acted:
        """Let a person press a button of a hand."""
        return await self.tables.act(
            table.id, person.id, command or self.command(), make, seat=seat, turn_key=turn_key
        )

    async def bid(self, table: Table, person: Person, tricks: int) -> Table:
        """Let a person bid."""
        return (await self.press(table, person, lambda seat: Bid(seat, tricks))).table

    async def play(self, table: Table, person: Person, card: Card) -> Table:
        """Let a person play a card."""
        return (await self.press(table, person, lambda seat: Play(seat, card))).table

    def actor(self, table: Table) -> Person:
        """Give the person whose turn it is."""
        person = table.chairs[turn_of(table)].person
        assert person is not None, "a computer player is to act"
        return person

    def view(self, table: Table) -> SeatView:
        """Give what the seat to act sees."""
        return seat_view(game_of(table), turn_of(table))

    async def turn(self, table: Table, action: SeatAction | None = None) -> Table:
        """Let the person to act do something: the first legal thing, where nothing is said."""
        chosen = action or self.players.automatic(self.view(table), "turn")
        person = self.actor(table)
        return (await self.press(table, person, lambda _: chosen, turn_key=table.turn_key)).table

    async def turns(self, table: Table, many: int) -> Table:
        """Let the people act one after the other."""
        for _ in range(many):
            table = await self.turn(table)
        return table

    async def bidding(self, table: Table) -> Table:
        """Let all four people bid."""
        while game_of(table).phase == Phase.BIDDING:
            table = await self.turn(table)
        return table

    async def last_card(self, table: Table) -> Table:
        """Let four people play until the next card ends the game."""
        while True:
            if table.turn is None:
                await self.clock.passes(self.timing.between_rounds)
                table = self.now(table)
            if _ends(game_of(table), self.view(table).legal[0]):
                return table
            table = await self.turn(table)

    def news_of(self, table: Table) -> list[News]:
        """Give all news of one table."""
        return [news for news in self.publisher.news if news.after.id == table.id]

    @property
    def timers(self) -> int:
        """Count the deadlines that are set."""
        return self.tables.deadlines

    async def until_ended(self, table: Table, within: float = 1e7) -> Table:
        """Let time pass until a table has ended."""
        end = asyncio.get_running_loop().time() + within
        while self.tables.is_open(table.id):
            assert asyncio.get_running_loop().time() < end, "the table never ends"
            await self.clock.passes(60)
        return await self.ended(table)


def _ends(game: Game, action: SeatAction) -> bool:
    held = () if game.round is None else game.round.hands
    return sum(map(int.bit_count, held)) == 1 and game.apply(action).outcome is not None


def due_kind(table: Table) -> DueKind | None:
    """Say what happens next at a table by itself."""
    return None if table.due is None else table.due.kind


def still_open(table: Table) -> bool:
    """Say whether a table goes on."""
    return table.status not in {Status.FINISHED, Status.CLOSED}
