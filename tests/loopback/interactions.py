"""Interactions: their tokens, their deadlines and what became of them."""

import secrets
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from enum import IntEnum

from .clock import Clock, Snowflakes
from .errors import (
    ALREADY_ACKNOWLEDGED,
    INVALID_WEBHOOK_TOKEN,
    UNKNOWN_INTERACTION,
    UNKNOWN_WEBHOOK,
    ApiError,
)
from .model import Channel, Message, User
from .wire import JsonObject

FIRST_ANSWER_WITHIN = 3.0
"""Seconds in which an interaction must be answered for the first time."""

TOKEN_LIFETIME = 15 * 60.0
"""Seconds for which its token works."""


class InteractionKind(IntEnum):
    """Kinds of interactions; values are Discord's."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL_SUBMIT = 5


class CallbackKind(IntEnum):
    """Kinds of first answers; values are Discord's."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


@dataclass(frozen=True, slots=True)
class Attempt:
    """One POST of a first answer. `arrived` is `perf_counter`, `code` Discord's error code or 0.

    `run` is the mark of the process that sent it, empty for a bot in this process.
    """

    kind: int
    data: JsonObject
    arrived: float
    status: int
    code: int
    run: str = ""


@dataclass(slots=True, eq=False)
class Interaction:
    """One press, command or form on its way.

    `created` is server time in seconds; `dispatched` is `perf_counter` just before the event went
    into the socket, None while it has not; `heard_by` are the runs of the bot that it went to.
    `original` is the message of the first answer.
    """

    id: int
    token: str
    kind: InteractionKind
    user: User
    channel: Channel
    created: float
    data: JsonObject
    message: Message | None = None
    payload: JsonObject = field(default_factory=dict)
    dispatched: float | None = None
    heard_by: set[str] = field(default_factory=set)
    attempts: list[Attempt] = field(default_factory=list)
    callback: Attempt | None = None
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    abandoned: bool = False

    @property
    def modal(self) -> JsonObject | None:
        """The form it was answered with."""
        answered = self.callback
        return answered.data if answered and answered.kind == CallbackKind.MODAL else None


class Interactions:
    """Every interaction of this run, by id and by token."""

    def __init__(self, clock: Clock, ids: Snowflakes) -> None:
        self._clock = clock
        self._ids = ids
        self._by_id: dict[int, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}

    def open(
        self,
        kind: InteractionKind,
        user: User,
        channel: Channel,
        data: JsonObject,
        *,
        message: Message | None = None,
        age: float = 0.0,
        id_age: float | None = None,
    ) -> Interaction:
        """A new interaction with a fresh token, begun `age` seconds ago.

        Its id may claim another age (`id_age`): that is all that a bot can see of it.
        """
        interaction = Interaction(
            id=self._ids.next(age=age if id_age is None else id_age),
            token=f"loopback-{secrets.token_urlsafe(48)}",
            kind=kind,
            user=user,
            channel=channel,
            created=self._clock.now() - age,
            data=data,
            message=message,
        )
        self._by_id[interaction.id] = interaction
        self._by_token[interaction.token] = interaction
        return interaction

    def age(self, interaction: Interaction) -> float:
        """Seconds since it began."""
        return self._clock.now() - interaction.created

    def to_answer(self, interaction_id: int, token: str) -> Interaction:
        """The interaction that a first answer is for.

        Raises `ApiError`: 40060 where it has one, 10062 where it is unknown or the 3 s are over.
        """
        interaction = self._by_id.get(interaction_id)
        if interaction is None or interaction.token != token:
            raise ApiError(UNKNOWN_INTERACTION)
        if interaction.callback is not None:
            raise ApiError(ALREADY_ACKNOWLEDGED)
        if self.age(interaction) > FIRST_ANSWER_WITHIN:
            raise ApiError(UNKNOWN_INTERACTION)
        return interaction

    def by_token(self, token: str) -> Interaction:
        """The interaction that a webhook call is for.

        Raises `ApiError`: 50027 where the token is unknown or its 15 minutes are over, 10015 before
        the first answer and where there is nothing to edit.
        """
        interaction = self._by_token.get(token)
        if interaction is None or self.age(interaction) > TOKEN_LIFETIME:
            raise ApiError(INVALID_WEBHOOK_TOKEN)
        if interaction.callback is None or interaction.callback.kind == CallbackKind.CHOICES:
            raise ApiError(UNKNOWN_WEBHOOK)
        return interaction

    def find(self, *, interaction_id: int = 0, token: str = "") -> Interaction | None:
        """An interaction by its id or its token, whatever its state."""
        return self._by_id.get(interaction_id) or self._by_token.get(token)

    def abandon(self, alive: AbstractSet[str] = frozenset()) -> list[Interaction]:
        """Give up every unanswered interaction that none of the runs `alive` has heard of."""
        given_up = [
            one
            for one in self._by_id.values()
            if one.callback is None and not one.abandoned and not one.heard_by & alive
        ]
        for interaction in given_up:
            interaction.abandoned = True
        return given_up
