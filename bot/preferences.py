"""What people and servers have chosen for themselves: looks, language, pace.

All settings are kept in memory, since every answer needs them; only those that differ from the
defaults are stored.
"""

import asyncio
from collections.abc import Coroutine, Mapping
from typing import Any, Final, Literal, Protocol, TypeVar

import structlog
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from bot.tables.absence import Patience
from bot.tables.model import Pace
from bot.tables.ports import StoreError

log = structlog.get_logger(__name__)

PERSON: Final = "person"
SERVER: Final = "server"
"""The kinds of settings, by whose they are."""

CardOrder = Literal["high_first", "low_first"]

Language = Literal["en", "de", "es", "fr", "pt"]
"""The languages with complete translations."""

NEVER: Final = 0
"""The value of `mention_after` that turns mentions off."""

MENTION_SECONDS: Final = (15, 30, 45, 60, 120, 300, NEVER)
"""The choices of `mention_after`, in seconds."""


class PersonalSettings(BaseModel):
    """What one person has chosen, in every server.

    Attributes:
        four_color: clubs green and diamonds blue, instead of two colors.
        order: whether the hand begins with the high or the low cards of a suit.
        playable_first: whether suits with a playable card come first; otherwise every card keeps
            its place.
        confirm: ask before a card is played.
        confirm_costly: ask before nil and blind nil, and before cards are passed.
        hints: offer hints in the hand.
        mention_after: seconds that a table waits for the person before it mentions them, or
            `NEVER`; None for the server's choice.
        tips: show tips on each step until the first game is finished.
        text_only: show cards by rank and suit, without faces on buttons and in texts.
        language: the language of what only this person sees; None for that of their Discord.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    four_color: bool = False
    order: CardOrder = "high_first"
    playable_first: bool = False
    confirm: bool = False
    confirm_costly: bool = True
    hints: bool = True
    mention_after: int | None = Field(None, ge=0)
    tips: bool = True
    text_only: bool = False
    language: Language | None = None

    @model_validator(mode="before")
    @classmethod
    def _without_pings(cls, stored: Any) -> Any:  # noqa: ANN401 - what was stored may be anything
        """Read what an older version stored: a switch for mentions."""
        if isinstance(stored, dict) and stored.get("pings") is False:
            return {"mention_after": NEVER, **stored}
        return stored


class ServerSettings(BaseModel):
    """What the managers of one server have chosen.

    Attributes:
        pace: how long people may think at new tables.
        pictures: whether tables and cards are shown as pictures, or as text alone.
        language: of public messages; None for that of the server's Discord.
        absent_hours: until a computer player may take over for the person whom a table without a
            clock waits for.
        abandoned_days: until a table without a clock is closed because nobody acts.
        last_card: whether the last card of a hand plays itself.
        claims: whether tricks that are certain may be claimed.
        mention_after: seconds that a table waits for a person before it mentions them, or `NEVER`;
            None for the operator's choice.
        call_role: the id of the role that a lobby may call to it once; None for none.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    pace: Pace = Pace.RULES
    pictures: bool = True
    language: Language | None = None
    absent_hours: int = Field(12, ge=1, le=168)
    abandoned_days: int = Field(7, ge=2, le=90)
    last_card: bool = True
    claims: bool = True
    mention_after: int | None = Field(None, ge=0)
    call_role: int | None = None

    @property
    def patience(self) -> Patience:
        """How long its tables wait for people."""
        return Patience(
            absent=self.absent_hours * 3600,
            abandoned=self.abandoned_days * 86400,
            last_card=self.last_card,
            claims=self.claims,
        )


S = TypeVar("S", PersonalSettings, ServerSettings)


class PreferenceStore(Protocol):
    """Keeps settings as texts."""

    async def load_all(self) -> Mapping[tuple[str, int], str]:
        """Give all stored settings, by kind and owner.

        Raises:
            StoreError: it cannot be read now.
        """
        ...

    async def load(self, kind: str, owner: int) -> str | None:
        """Give the stored settings of a person or server; None if there are none.

        Raises:
            StoreError: it cannot be read now.
        """
        ...

    async def keep(self, kind: str, owner: int, text: str) -> None:
        """Store the settings of a person or server, in place of the previous ones.

        Raises:
            StoreError: it cannot be written now.
        """
        ...


class Preferences:
    """The settings of everyone."""

    def __init__(self, store: PreferenceStore, mention_after: float) -> None:
        """Start with the defaults for all; `start` reads the stored settings.

        Args:
            store: keeps them.
            mention_after: seconds that a table waits for a person before it mentions them, or
                `NEVER`, unless the server or the person has chosen.
        """
        self._store = store
        self.usual_mention_after = mention_after
        self._people: dict[int, PersonalSettings] = {}
        self._servers: dict[int, ServerSettings] = {}
        self._reading: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Read what is stored.

        Raises:
            StoreError: it cannot be read now.
        """
        stored = await self._store.load_all()
        self._people.clear()
        self._servers.clear()
        for (kind, owner), text in stored.items():
            self._note(kind, owner, text)

    def _note(self, kind: str, owner: int, text: str) -> None:
        if kind == PERSON:
            self._people[owner] = _read(PersonalSettings(), text)
        elif kind == SERVER:
            self._servers[owner] = _read(ServerSettings(), text)

    def heard(self, told: str) -> None:
        """Read settings again that another process has changed.

        Args:
            told: `person:ID` or `server:ID`; anything else is ignored.
        """
        kind, _, owner = told.partition(":")
        if kind in {PERSON, SERVER} and owner.isdecimal():
            self._begin(self._reload(kind, int(owner)))

    def missed(self) -> None:
        """Read all settings again, since something may have been told unheard."""
        self._begin(self.start())

    async def _reload(self, kind: str, owner: int) -> None:
        text = await self._store.load(kind, owner)
        if text is not None:
            self._note(kind, owner, text)
        elif kind == PERSON:
            self.drop_person(owner)

    def _begin(self, reading: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(self._read_in_time(reading))
        self._reading.add(task)
        task.add_done_callback(self._reading.discard)

    async def _read_in_time(self, reading: Coroutine[Any, Any, None]) -> None:
        try:
            await reading
        except StoreError:
            # The next connection to the database says that something was missed.
            log.warning("preferences_not_read")

    def of_person(self, user_id: int) -> PersonalSettings:
        """Give a person's settings, or the defaults."""
        return self._people.get(user_id, PersonalSettings())

    def of_server(self, guild_id: int) -> ServerSettings:
        """Give a server's settings, or the defaults."""
        return self._servers.get(guild_id, ServerSettings())

    def mention_after(self, guild_id: int, user_id: int | None = None) -> float:
        """Give the seconds that a server's table waits for a person before it mentions them.

        Args:
            guild_id: the server.
            user_id: the person, or None for whoever has not chosen.

        Returns:
            The seconds, or `NEVER`.
        """
        mine = None if user_id is None else self.of_person(user_id).mention_after
        if mine is not None:
            return mine
        ours = self.of_server(guild_id).mention_after
        return self.usual_mention_after if ours is None else ours

    async def set_person(self, user_id: int, settings: PersonalSettings) -> None:
        """Change a person's settings.

        Raises:
            StoreError: it cannot be written now; nothing has changed.
        """
        await self._store.keep(PERSON, user_id, settings.model_dump_json())
        self._people[user_id] = settings

    def drop_person(self, user_id: int) -> None:
        """Go back to the defaults for a person whose settings are no longer stored."""
        self._people.pop(user_id, None)

    async def set_server(self, guild_id: int, settings: ServerSettings) -> None:
        """Change a server's settings.

        Raises:
            StoreError: it cannot be written now; nothing has changed.
        """
        await self._store.keep(SERVER, guild_id, settings.model_dump_json())
        self._servers[guild_id] = settings


def _read(usual: S, text: str) -> S:
    """Read stored settings; those that this version cannot read become the defaults."""
    try:
        return type(usual).model_validate_json(text)
    except ValidationError:
        return usual
