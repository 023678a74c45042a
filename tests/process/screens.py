"""Checks the screens against the database."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bot.preferences import ServerSettings
from bot.tables.model import DueKind, Table
from bot.texts.table import restarted
from bot.texts.translator import ENGLISH
from cogs.base.appearance import Appearance
from cogs.hand.view import hand_view
from cogs.table_message.view import message_view
from engine.phases import Phase
from tests.loopback.api import Channel, LoopbackDiscord, Message
from tests.loopback.errors import WaitedTooLong
from tests.process.books import message_of
from tests.process.faces import countdown, drawn, face
from tests.process.group import Group

_SHOWN_WITHIN: Final = 5.0

_CLAIMS: Final = ServerSettings().claims
"""No server has chosen anything."""


@dataclass(frozen=True, slots=True)
class Screens:
    """Checks every screen.

    Attributes:
        discord: where the screens are.
        groups: whose screens.
        database: says which message shows a table.
    """

    discord: LoopbackDiscord
    groups: Sequence[Group]
    database: Path

    async def check(self, tables: Sequence[Table], started: float) -> int:
        """Check the message of every table and the hand of everyone who sits at one.

        Args:
            tables: as they are on disk; nothing happens at them now.
            started: when the bot was started (Unix seconds), after which every clock began.

        Returns:
            How many tables and hands were checked.

        Raises:
            AssertionError: something else is shown.
        """
        seen = 0
        for table in tables:
            message = await self._shown(table, started)
            seen += 1 + await self._check_hands(table, message)
        return seen

    async def check_ends(self, tables: Iterable[Mapping[str, Any]]) -> None:
        """Check that an ended table offers only what comes after a game.

        Args:
            tables: rows of such tables.

        Raises:
            AssertionError: it looks as if it went on, or its result is not shown once.
        """
        for row in tables:
            channel = self.discord.world.channels[row["channel_id"]]
            wanted = int(row["status"] == "finished")

            def shown(mark: str, table_id: int = row["id"], place: Channel = channel) -> int:
                messages = self.discord.messages(place)
                return sum(f"s:{mark}:{table_id}" in one.custom_ids for one in messages)

            def right(seen: Callable[[str], int] = shown, results: int = wanted) -> bool:
                return not seen("start") and not seen("hand") and seen("rematch") == results

            await self.discord.until(right, _SHOWN_WITHIN, f"the end of table {row['id']}")

    async def _shown(self, table: Table, started: float) -> Message:
        """Give the only message of a table, once it shows the stored state.

        The previous bot's message may differ only in the clock: the new bot's edit waits for its
        turn.
        """
        possible = [
            drawn(message_view(table, ENGLISH, note, claims=_CLAIMS))
            for note in ("", restarted(table, ENGLISH))
        ]
        channel = self.discord.world.channels[table.place.channel_id]

        def standing() -> list[Message]:
            mark = f"s:{'start' if table.game is None else 'hand'}:{table.id}"
            return [one for one in self.discord.messages(channel) if mark in one.custom_ids]

        def wrong() -> str:
            shown = {one.id: one for one in standing()}
            noted = message_of(self.database, table.id)
            if list(shown) != [noted]:
                return f"table {table.id} has message {noted}, shown is {list(shown)}"
            [message] = shown.values()
            seen = face(message)
            if seen not in possible:
                return f"shown is {seen}, on disk is {possible[0]}"
            return _wrong_clock(table, message, started)

        try:
            await self.discord.until(lambda: not wrong(), _SHOWN_WITHIN)
        except WaitedTooLong:
            raise AssertionError(wrong()) from None
        return standing()[0]

    async def _check_hands(self, table: Table, message: Message) -> int:
        if table.game is None:
            return 0
        group = next(g for g in self.groups if g.channel.id == table.place.channel_id)
        for person in group.people:
            seat = table.seat_of(person.id)
            assert seat is not None, f"{person.name} has lost a seat"
            deed = await group.press(person, message, f"s:hand:{table.id}")
            # With a line for newcomers, until the person has finished a game.
            possible = [Appearance(tips=tips, claims=_CLAIMS) for tips in (True, False)]
            seen = face(deed.result.message)
            drawn_hands = [drawn(hand_view(table, seat, each)) for each in possible]
            assert seen in drawn_hands, f"shown is {seen}, on disk is {drawn_hands}"
        return len(group.people)


def _wrong_clock(table: Table, message: Message, started: float) -> str:
    """Report a turn's clock that did not restart in full with the bot."""
    if table.game is None or table.due is None or table.due.kind is not DueKind.TURN:
        return ""
    to_bid, to_play = table.clocks
    seconds = to_bid if table.game.phase == Phase.BIDDING else to_play
    ends = countdown(message)
    if seconds is None or ends is None:
        return f"table {table.id} has no clock"
    missing = int(started + seconds) - ends
    return f"{missing} s are missing" if missing > 0 else ""
