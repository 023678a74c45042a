"""Everything that the bot has sent: what, to whom, and what was public by then."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from simcord.backend.models import Interaction
from simcord.backend.models import Message as StoredMessage
from simcord.types import HttpLogEntry

from tests.loopback.components import walk
from tests.loopback.wire import JsonObject

if TYPE_CHECKING:
    from bot.tables.model import Table
    from tests.cogs.server import Server

EPHEMERAL: Final = 64
CHOICES: Final = 8
FORM: Final = 9
IN_PLACE: Final = frozenset({6, 7})
"""Kinds of first answers that concern the message whose button was pressed."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """How an open table stood when something was sent.

    Attributes:
        version: the entries of its log.
        holders: by seat, the user that holds it.
    """

    version: int
    holders: tuple[int | None, ...]


@dataclass(frozen=True)
class Sent:
    """One request of the bot that carries something for people.

    Attributes:
        method: of the request.
        path: of the request, without what comes before the version of the API.
        request: the whole body of the request.
        reader: the one user who can see it, or None where everybody can.
        open_tables: the tables that were open then, by their ids.
        standing: the names of the files that the message had before.
    """

    method: str
    path: str
    request: Any
    reader: int | None
    open_tables: dict[int, Stamp]
    standing: frozenset[str] = frozenset()

    @property
    def files(self) -> frozenset[str]:
        """The names of the files that the message has afterwards."""
        listed = self.body.get("attachments")
        return self.standing if listed is None else frozenset(each["filename"] for each in listed)

    @property
    def body(self) -> Any:  # noqa: ANN401
        """What stands in the message, or in the list of choices."""
        if isinstance(self.request, dict) and self.path.endswith("/callback"):
            return self.request.get("data") or {}
        return self.request

    @property
    def is_message(self) -> bool:
        """Whether it makes or changes a message."""
        shows = isinstance(self.body, dict) and bool({"content", "components"} & self.body.keys())
        return shows and not self.is_form

    @property
    def is_form(self) -> bool:
        """Whether it opens a form."""
        return self.path.endswith("/callback") and self.request["type"] == FORM

    @cached_property
    def parts(self) -> list[JsonObject]:
        """Every component of the message."""
        return [component for _, component in walk(self.body.get("components") or [])]

    @cached_property
    def texts(self) -> list[str]:
        """Every text anywhere in the body."""
        found: list[str] = []
        _gather(found, self.request)
        return found


def _gather(texts: list[str], value: object) -> None:
    if isinstance(value, str):
        texts.append(value)
    elif isinstance(value, dict):
        for inner in value.values():
            _gather(texts, inner)
    elif isinstance(value, list):
        for inner in value:
            _gather(texts, inner)


class _Stamped(list[HttpLogEntry]):
    """The list in which simcord notes requests; it notes as well how the tables stood."""

    def __init__(self, journal: "Journal") -> None:
        super().__init__()
        self._journal = journal

    def append(self, entry: HttpLogEntry) -> None:
        super().append(entry)
        self._journal.note(entry)


class Journal:
    """Notes every request of the bot at the moment in which it arrives at Discord."""

    def __init__(self, server: "Server") -> None:
        """Begin to listen."""
        self._server = server
        self.sent: list[Sent] = []
        server.env.backend.http_requests = _Stamped(self)

    @property
    def requests(self) -> list[HttpLogEntry]:
        """Every request, oldest first."""
        return self._server.env.http_requests

    def note(self, entry: HttpLogEntry) -> None:
        """Note a request."""
        if entry.json is None:
            return
        tables: tuple[Table, ...] = ()
        if hasattr(self._server.bot, "services"):
            tables = self._server.tables.open_tables
        stamps = {
            table.id: Stamp(
                table.version,
                tuple(None if chair.person is None else chair.person.id for chair in table.chairs),
            )
            for table in tables
        }
        reader, standing = self._reader(entry), self._standing(entry)
        self.sent.append(Sent(entry.method, entry.path, entry.json, reader, stamps, standing))

    def _standing(self, entry: HttpLogEntry) -> frozenset[str]:
        """Name the files of the message that a request changes."""
        match entry.path.strip("/").split("/"):
            case ["channels", channel, "messages", message]:
                return self._files_of(int(channel), int(message))
            case ["interactions", number, *_]:
                record = self._server.env.backend.interactions[int(number)]
                return self._files_of(record.channel_id, record.source_message_id)
            case _:
                return frozenset()

    def _files_of(self, channel_id: int, message_id: int | None) -> frozenset[str]:
        message = self._message(channel_id, message_id)
        files = [] if message is None else message.attachments
        return frozenset(str(file["filename"]) for file in files)

    def _message(self, channel_id: int, message_id: int | None) -> StoredMessage | None:
        messages = self._server.env.backend.messages.get(channel_id, {})
        return None if message_id is None else messages.get(message_id)

    def _reader(self, entry: HttpLogEntry) -> int | None:
        """Say who alone will see what a request carries."""
        backend = self._server.env.backend
        body = entry.json if isinstance(entry.json, dict) else {}
        match entry.path.strip("/").split("/"):
            case ["interactions", number, *_]:
                return self._reader_of_callback(backend.interactions[int(number)], body)
            case ["webhooks", _, token, "messages", named]:
                record = backend.interactions[backend.interaction_tokens[token]]
                message_id = record.message_id if named == "@original" else int(named)
                return self._reader_of(record.channel_id, message_id)
            case ["webhooks", _, token]:
                record = backend.interactions[backend.interaction_tokens[token]]
                private = record.ephemeral if record.loading else _is_private(body)
                return record.user_id if private else None
            case _:
                return None

    def _reader_of_callback(self, record: Interaction, body: dict[str, Any]) -> int | None:
        if body["type"] in {CHOICES, FORM}:
            return record.user_id
        if body["type"] in IN_PLACE:
            return self._reader_of(record.channel_id, record.source_message_id)
        return record.user_id if _is_private(body.get("data") or {}) else None

    def _reader_of(self, channel_id: int, message_id: int | None) -> int | None:
        message = self._message(channel_id, message_id)
        if message is None or not message.is_ephemeral:
            return None
        return int((message.interaction_metadata or {})["user"]["id"])


def _is_private(message: dict[str, Any]) -> bool:
    return bool(int(message.get("flags") or 0) & EPHEMERAL)
