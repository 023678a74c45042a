"""The outcome of an interaction, for tests."""

from collections.abc import Callable
from typing import Self

from .errors import NoAnswer
from .interactions import Attempt, Interaction
from .model import Message
from .pulse import Pulse
from .wire import JsonObject


class InteractionResult:
    """A live view of one interaction; it keeps up with what the bot does later."""

    def __init__(self, interaction: Interaction, pulse: Pulse) -> None:
        self.interaction = interaction
        self._pulse = pulse

    @property
    def id(self) -> int:
        """Its id."""
        return self.interaction.id

    @property
    def token(self) -> str:
        """Its token."""
        return self.interaction.token

    @property
    def callback(self) -> Attempt | None:
        """The accepted first answer."""
        return self.interaction.callback

    @property
    def attempts(self) -> list[Attempt]:
        """Every POST of a first answer that reached its route, refused ones included."""
        return self.interaction.attempts

    @property
    def answered(self) -> bool:
        """Whether a first answer was accepted."""
        return self.interaction.callback is not None

    @property
    def abandoned(self) -> bool:
        """Whether it was given up because the bot died."""
        return self.interaction.abandoned

    @property
    def latency(self) -> float | None:
        """Seconds from the event's start into the socket to the arrival of the answering POST."""
        began = self.interaction.dispatched
        if began is None or not self.attempts:
            return None
        return self.attempts[0].arrived - began

    @property
    def original(self) -> Message | None:
        """The message of the first answer: the new one, or the one that was pressed."""
        return self.interaction.original

    @property
    def message(self) -> Message:
        """`original` where there must be one; raises `NoAnswer` else, telling what there was."""
        if self.interaction.original is None:
            raise NoAnswer(f"no message; first answers: {self.attempts or 'none'}")
        return self.interaction.original

    @property
    def followups(self) -> list[Message]:
        """Messages sent after the first answer, oldest first, deleted ones left out."""
        return [message for message in self.interaction.followups if not message.deleted]

    @property
    def modal(self) -> JsonObject:
        """The form that it opened; raises `NoAnswer` where it opened none."""
        if self.interaction.modal is None:
            raise NoAnswer(f"no form; first answers: {self.attempts or 'none'}")
        return self.interaction.modal

    @property
    def choices(self) -> list[JsonObject]:
        """The suggestions of an autocompletion, each with `name` and `value`; raises `NoAnswer`."""
        if self.interaction.callback is None:
            raise NoAnswer("no suggestions came")
        return list(self.interaction.callback.data.get("choices") or [])

    async def wait(self, within: float = 3.0) -> Self:
        """Wait until it is answered, refused or given up; raises `WaitedTooLong`."""
        await self.until(
            lambda: self.answered or self.attempts or self.abandoned, within, "a first answer"
        )
        return self

    async def finished(self, within: float = 3.0) -> Self:
        """Wait until the deferral has become a message; raises `WaitedTooLong`."""
        await self.until(
            lambda: self.original is not None and not self.original.loading, within, "its message"
        )
        return self

    async def until(
        self, condition: Callable[[], object], within: float = 3.0, what: str = "the condition"
    ) -> Self:
        """Wait until `condition()` is true; raises `WaitedTooLong`."""
        await self._pulse.until(condition, within, f"interaction {self.id}: {what}")
        return self
