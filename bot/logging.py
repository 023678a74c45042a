"""One log for the bot and its libraries, which can show no card and no secret.

Three guards protect the log from a careless call: keys that could carry a card or a secret are
blanked; a value of any but the plain types is logged as its type, since its repr could show a hand;
and text that reads like a card is blanked. Libraries that log request bodies or SQL parameters at
DEBUG are kept at higher levels. A repeated fault is written once in full, and then counted
(`bot.repeats`).

Use it as `log = structlog.get_logger(__name__)` and `log.info("trick won", seat=2)`. Bind what
belongs to several lines with `structlog.contextvars.bound_contextvars(table=..., interaction=...)`.
"""

import datetime as dt
import logging
import re
import sys
import traceback
import uuid
from collections.abc import Iterator, MutableMapping
from functools import lru_cache
from pathlib import PurePath
from typing import Final, TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from bot.hiding import HIDDEN, without_cards
from bot.repeats import CountingHandler
from bot.settings import LogFormat, LogLevel

_PRIVATE_WORDS: Final = frozenset({
    "action", "actions", "authorization", "bits", "card", "cards", "deal", "dealt", "deals",
    "hand", "hands", "held", "passed", "password", "payload", "playable", "secret", "secrets",
    "seed", "seeds", "token", "tokens",
})  # fmt: skip
_PRIVATE_KEYS: Final = frozenset({"custom_id"})
_OWN_KEYS: Final = frozenset({"_from_structlog", "_record", "exc_info", "level", "logger"})

_PLAIN_TYPES: Final = frozenset({bool, float, int, type(None)})
_COLLECTIONS: Final = frozenset({frozenset, list, set, tuple})
_TEXT_TYPES: Final = (uuid.UUID, PurePath, dt.date, dt.timedelta)

_WORDY: Final = frozenset({"asyncpg", "engine", "pydantic", "pydantic_core", "sqlalchemy"})
"""Packages whose errors quote their input: a card, a row with its ids and names, a model."""

_LIBRARY_LEVELS: Final = {
    # At DEBUG they log request bodies, SQL parameters and the like, which can contain hands.
    "aiohttp.access": logging.WARNING,
    "aiosqlite": logging.WARNING,
    "alembic": logging.WARNING,
    "discord": logging.INFO,
    "sqlalchemy": logging.WARNING,
}

_HANDLER_NAME: Final = "spades"


def configure(level: LogLevel, log_format: LogFormat, stream: TextIO | None = None) -> None:
    """Send the log of the bot and of its libraries to `stream`, standard error by default.

    Calling it again replaces the earlier settings; other handlers are left alone.
    """
    route_structlog()
    target = stream or sys.stderr
    handler = CountingHandler(target)
    handler.set_name(_HANDLER_NAME)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=_common_processors(),
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                render_exception,
                _renderer(log_format, colors=target.isatty()),
            ],
        )
    )
    root = logging.getLogger()
    for earlier in [each for each in root.handlers if each.get_name() == _HANDLER_NAME]:
        root.removeHandler(earlier)
        earlier.close()
    root.addHandler(handler)
    root.setLevel(level)
    for name, quietest in _LIBRARY_LEVELS.items():
        logging.getLogger(name).setLevel(max(quietest, root.level))


def route_structlog() -> None:
    """Route structlog's loggers through the standard library's, guards included."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_common_processors(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )


def _common_processors() -> list[Processor]:
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        hide_private,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]


def _renderer(log_format: LogFormat, *, colors: bool) -> Processor:
    if log_format == "json":
        return structlog.processors.JSONRenderer()
    return structlog.dev.ConsoleRenderer(
        colors=colors, exception_formatter=structlog.dev.plain_traceback
    )


def hide_private(
    _logger: WrappedLogger, _method: str, event_dict: EventDict
) -> MutableMapping[str, object]:
    """Blank what could carry a card or a secret; a structlog processor."""
    return {
        key: value if key in _OWN_KEYS else _hidden_or_plain(key, value)
        for key, value in event_dict.items()
    }


def _hidden_or_plain(key: str, value: object) -> object:
    return HIDDEN if _is_private(key) else _plain(value)


@lru_cache(maxsize=1024)
def _is_private(key: str) -> bool:
    lowered = key.lower()
    words = re.split(r"[^a-z]+", lowered)
    return lowered in _PRIVATE_KEYS or not _PRIVATE_WORDS.isdisjoint(words)


def _plain(value: object) -> object:
    kind = type(value)
    if kind in _PLAIN_TYPES:
        return value
    if kind is str or isinstance(value, _TEXT_TYPES):
        return without_cards(str(value))
    if isinstance(value, dict) and kind is dict:
        return {str(key): _hidden_or_plain(str(key), each) for key, each in value.items()}
    if isinstance(value, list | tuple | set | frozenset) and kind in _COLLECTIONS:
        return [_plain(each) for each in value]
    return f"<{kind.__name__}>"


def render_exception(
    _logger: WrappedLogger, _method: str, event_dict: EventDict
) -> MutableMapping[str, object]:
    """Turn `exc_info` into the text of a traceback without values; a structlog processor."""
    exc_info = event_dict.pop("exc_info", None)
    error = exc_info[1] if isinstance(exc_info, tuple) else exc_info
    if error is True:
        error = sys.exception()
    if isinstance(error, BaseException):
        event_dict["exception"] = "\n".join(_described(error, set()))
    return event_dict


def _described(error: BaseException, seen: set[int]) -> Iterator[str]:
    seen.add(id(error))
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if cause is not None and id(cause) not in seen:
        yield from _described(cause, seen)
        yield "which led to:"
    if error.__traceback__ is not None:
        yield "Traceback (most recent call last):"
        yield "".join(traceback.format_tb(error.__traceback__)).rstrip()
    yield f"{type(error).__module__}.{type(error).__qualname__}: {_message(error)}"
    if isinstance(error, BaseExceptionGroup):
        for number, each in enumerate(error.exceptions, start=1):
            if id(each) not in seen:
                yield f"part {number} of {len(error.exceptions)}:"
                yield from _described(each, seen)


def _message(error: BaseException) -> str:
    if type(error).__module__.partition(".")[0] in _WORDY:
        code = getattr(error, "code", None) or getattr(error, "sqlstate", None)
        return f"{code or 'message'} {HIDDEN}"
    return without_cards(str(error))
