"""What is known of one table's public message."""

from dataclasses import dataclass
from typing import Final

from bot.tables.model import Table
from cogs.base.outgoing import Priority

LIVELY_SECONDS: Final = 60.0
"""How long after someone has acted at a table people are taken to be looking at it."""

REFUSALS_BEFORE_WORDS: Final = 2
"""How often Discord may refuse to show a table before that is tried in words, without a picture."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A message that shows a table.

    Attributes:
        id: the message.
        place: the channel that it is in.
        number: the round that it belongs to; 0 is the lobby.
    """

    id: int
    place: int
    number: int


@dataclass(slots=True)
class Shown:
    """What is known of one table's public message.

    Whatever is heard of a message counts only while that message is still the table's own: it may
    have been replaced while the request was under way.

    Attributes:
        table: the table, as it is to be shown.
        standing: the message that shows it, or that a fresh one is to take the place of.
        news: there is something to show that no request has taken up.
        stray: a fresh message is wanted, where people are now.
        doubtful: a message may have been sent of which nothing was heard, by this process or by
            the one before.
        burnt: how many fresh messages were deleted before anything was heard of them.
        lost: the message that was deleted, which no fresh one has replaced yet.
        refusals: how often in a row Discord has refused to show the table, for good as it seems.
        acted: when someone acted at the table last, by the event loop's clock.
        components: what the message is known to look like.
        restarted: the bot was restarted, which the message is to say.
    """

    table: Table
    standing: Standing | None
    news: bool = False
    stray: bool = False
    doubtful: bool = False
    burnt: int = 0
    lost: int | None = None
    refusals: int = 0
    acted: float = float("-inf")
    components: object = None
    restarted: bool = False

    @classmethod
    def of(cls, table: Table) -> "Shown":
        """Begin with what the store knows."""
        left = table.left
        if left is not None:
            # The process before has not come to replace it, as far as anybody knows.
            standing = Standing(left.message_id, left.channel_id, table.message_round)
            return cls(table, standing, stray=True)
        if table.message_id is None:
            return cls(table, None)
        standing = Standing(table.message_id, table.place.channel_id, table.message_round)
        return cls(table, standing)

    @property
    def number(self) -> int:
        """The round that the table is in; 0 is the lobby."""
        return 0 if self.table.game is None else self.table.game.number

    @property
    def wants_fresh(self) -> bool:
        """Whether a fresh message is to be sent."""
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
        """Whether the table is to be shown without a picture, which may be what is refused."""
        return self.refusals >= REFUSALS_BEFORE_WORDS

    def priority(self, now: float) -> Priority:
        """Say how urgent it is to show the table, at a moment of the event loop's clock."""
        return Priority.PLAY if now - self.acted < LIVELY_SECONDS else Priority.TABLE

    def take(self) -> Table:
        """Give the table to be shown now; what comes later is news again."""
        self.news = False
        return self.table

    def replaced(self, standing: Standing | None, components: object = None) -> None:
        """Note that another message shows the table from now on."""
        self.standing, self.components = standing, components
        if standing is not None:
            self.stray, self.lost, self.refusals = False, None, 0

    def looks(self, standing: Standing, components: object) -> None:
        """Note what a message looks like, if it is still the table's own."""
        if self.standing == standing:
            self.components = components

    def was_deleted(self, standing: Standing) -> bool:
        """Note that a message has been deleted; say whether that was the table's own."""
        if self.standing != standing:
            return False
        self.replaced(None)
        self.lost = standing.id
        return True
