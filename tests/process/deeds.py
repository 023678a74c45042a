"""What people did, to be compared with the log."""

from dataclasses import dataclass, field

from bot.texts import hand as hand_texts
from bot.texts.translator import ENGLISH
from tests.loopback.components import TEXT_DISPLAY, walk
from tests.loopback.interactions import CallbackKind
from tests.loopback.model import User
from tests.loopback.results import InteractionResult
from tests.process.faces import Offer


@dataclass(slots=True, eq=False)
class Deed:
    """One command or press of a person.

    Attributes:
        person: who.
        result: its outcome.
        offer: the button that acts in the game, if it was one.
        deals: whether it begins a game, so that a deal is logged under it.
        opens: whether it opens a table.
        seat: the table and seat that the person wanted to take, if so.
        left: the bot was killed before it answered.
    """

    person: User
    result: InteractionResult
    offer: Offer | None = None
    deals: bool = False
    opens: bool = False
    seat: tuple[int, int] | None = None
    left: bool = False

    @property
    def command_id(self) -> str:
        """Its command id in the log."""
        return str(self.result.id)

    @property
    def in_flight(self) -> bool:
        """Whether it is unanswered."""
        return not self.result.answered

    @property
    def done(self) -> bool:
        """Whether it was acknowledged as done."""
        if self.offer is not None:
            return self.updated and not self.note
        if self.seat is not None:
            return self.updated
        shown = self.result.original
        if shown is None or not self.result.answered:
            return False
        return shown.text.startswith("### Your hand") if self.deals else not shown.ephemeral

    @property
    def stale(self) -> bool:
        """Whether the answer was that the table had moved on."""
        return self.updated and self.note == hand_texts.stale(ENGLISH)

    @property
    def updated(self) -> bool:
        """Whether the pressed message was updated."""
        callback = self.result.callback
        return callback is not None and callback.kind == CallbackKind.UPDATE

    @property
    def note(self) -> str:
        """The answer below its heading."""
        callback = self.result.callback
        components = [] if callback is None else callback.data.get("components") or []
        texts = (str(c["content"]) for _, c in walk(components) if c["type"] == TEXT_DISPLAY)
        return next(texts, "").partition("\n")[2]

    def __str__(self) -> str:
        """Say what it was, for a failing test."""
        what = self.offer.line if self.offer is not None else "a command or a button of the lobby"
        answer = self.note if self.result.answered else "no answer"
        return f"{self.person.name}: {what} (interaction {self.command_id}; {answer!r})"


@dataclass(slots=True)
class Diary:
    """Everything that people did, in order."""

    deeds: list[Deed] = field(default_factory=list)

    def write(self, deed: Deed) -> None:
        """Note something that was just sent."""
        self.deeds.append(deed)
