"""How a new table begins."""

from dataclasses import dataclass
from datetime import datetime

from bot.tables import guests, seating
from bot.tables.model import Added, Chair, Level, Pace, Person, Place, Status, Table
from engine.deals import Seeds
from engine.rules import Rules
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class NewTable:
    """The options of a new table.

    Attributes:
        place: where it is.
        host: who opens it and sits down.
        rules: the rule set.
        pace: how long people may think.
        computers: how many computer players sit down at once.
        level: how well computer players play.
        seat: the host's seat, or None for the first.
        private: whether only people whom the host lets in may sit down.
        invited: the user ids of those already let in.
        ask_first: whether a computer player's seat takes somebody's yes during the game.
        removed: the user ids of those who are kept out.
        guests: the user ids of those for whom a seat is held, as far as there are seats.
    """

    place: Place
    host: Person
    rules: Rules
    pace: Pace = Pace.RULES
    computers: int = 0
    level: Level = Level.NORMAL
    seat: Seat | None = None
    private: bool = False
    invited: frozenset[int] = frozenset()
    removed: frozenset[int] = frozenset()
    ask_first: bool = False
    guests: tuple[int, ...] = ()

    def table(self, added: Added, secret: bytes, now: datetime) -> Table:
        """Give the table, with its host and computer players in their seats.

        Args:
            added: the interaction that opens it, and what the host adds to the deals by it.
            secret: what the deals are drawn from.
            now: the present moment.
        """
        table = Table(
            id=0,
            command_id=added.press,
            place=self.place,
            host=self.host.id,
            rules=self.rules,
            pace=self.pace,
            level=self.level,
            status=Status.LOBBY,
            chairs=(Chair(),) * len(self.rules.seats),
            seeds=Seeds(secret),
            created_at=now,
            private=self.private,
            invited=self.invited,
            removed=self.removed,
            ask_first=self.ask_first,
        )
        table = seating.sit(table, self.host, self.seat, added)
        for guest in self.guests:
            table = guests.invite(table, self.host.id, guest)
        for _ in range(min(self.computers, sum(chair.free for chair in table.chairs))):
            table = seating.add_computer(table, self.host.id, None)
        return table
