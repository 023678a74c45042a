"""The state of one table's public message."""

from dataclasses import dataclass
from typing import Final

from bot.tables.model import Table
from cogs.base.outgoing import Priority

LIVELY_SECONDS: Final = 60.0
"""Seconds after an action during which people are assumed to look at the table."""

REFUSALS_BEFORE_WORDS: Final = 2
"""How often Discord may refuse a table's message before the picture is left out."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A message that shows a table.

    Attributes:
        id: the message.
        place: its channel.
        number: its round; 0 is the lobby.
    """

    id: int
    place: int
    number: int


@dataclass(slots=True)
class Shown:
    """The state of one table's public message.

    A response counts only while its message is still the table's own: it may have been replaced
    during the request.

    Attributes:
        table: the table to show.
        standing: the message that shows it, or that a new one is to replace.
        news: whether there is a change that no request shows yet.
        stray: whether a new message is wanted where people are now.
        doubtful: whether a message may have been sent without a response, by this process or the
            previous one.
        burnt: how many new messages were deleted before their response arrived.
        lost: the deleted message, until a new one replaces it.
        refusals: how often in a row Discord has refused to show the table, probably for good.
        late: how often in a row the picture was not there in time.
        acted: when someone last acted at the table, by the event loop's clock.
        components: the known content of the message.
        restarted: whether the message is to say that the bot was restarted.
    """

    table: Table
    standing: Standing | None
    news: bool = False
    stray: bool = False
    doubtful: bool = False
    burnt: int = 0
    lost: int | None = None
    refusals: int = 0
    late: int = 0
    acted: float = float("-inf")
    components: object = None
    restarted: bool = False

    @classmethod
    def of(cls, table: Table) -> "Shown":
        """Start from the stored state."""
        left = table.left
        if left is not None:
            # As far as is known, the previous process did not replace it.
            standing = Standing(left.message_id, left.channel_id, table.message_round)
            return cls(table, standing, stray=True)
        if table.message_id is None:
            return cls(table, None)
        standing = Standing(table.message_id, table.place.channel_id, table.message_round)
        return cls(table, standing)

    @property
    def number(self) -> int:
        """The table's round; 0 is the lobby."""
        return 0 if self.table.game is None else self.table.game.number

    @property
    def wants_fresh(self) -> bool:
        """Whether a new message is to be sent."""
        standing = self.standing
        here = self.table.place.channel_id
        return (
            standing is None
            or self.stray
            or standing.place != here
            or standing.number != self.number
        )

    @property
    def in_words(self) -> bool:
        """Whether to leave out the picture, which may be the reason for a refusal."""
        return self.refusals >= REFUSALS_BEFORE_WORDS

    def priority(self, now: float) -> Priority:
        """Give the urgency of showing the table, at a time of the event loop's clock."""
        return Priority.PLAY if now - self.acted < LIVELY_SECONDS else Priority.TABLE

    def take(self) -> Table:
        """Give the table to show now; later changes are news again."""
        self.news = False
        return self.table

    def replaced(self, standing: Standing | None, components: object = None) -> None:
        """Note the message that shows the table from now on."""
        self.standing, self.components = standing, components
        if standing is not None:
            self.stray, self.lost, self.refusals = False, None, 0

    def looks(self, standing: Standing, components: object) -> None:
        """Note the content of a message, if it is still the table's own."""
        if self.standing == standing:
            self.components = components

    def was_deleted(self, standing: Standing) -> bool:
        """Note that a message was deleted; say whether it was the table's own."""
        if self.standing != standing:
            return False
        self.replaced(None)
        self.lost = standing.id
        return True
