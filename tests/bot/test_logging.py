"""The log: one for everyone, and closed to cards and secrets."""

import json
import logging
import uuid
from dataclasses import dataclass
from enum import Enum
from io import StringIO
from pathlib import Path

import pytest
import structlog

from bot.hiding import HIDDEN
from bot.logging import configure
from engine.cards import CARDS, CardSet
from engine.errors import (
    BadBid,
    BadDeal,
    BadNotation,
    BadPosition,
    BadRules,
    CardNotHeld,
    LowestClubOpens,
    RuleError,
)

pytestmark = pytest.mark.usefixtures("logging_restored")


def written(stream: StringIO) -> list[dict[str, object]]:
    """Return the lines of a JSON log."""
    return [json.loads(line) for line in stream.getvalue().splitlines()]


@pytest.fixture
def stream() -> StringIO:
    """Return the text to which a JSON log at DEBUG is written."""
    text = StringIO()
    configure("DEBUG", "json", text)
    return text


def test_a_line_carries_what_is_bound(stream: StringIO) -> None:
    """Table and interaction, once bound, stand in every line, with level, logger and time."""
    with structlog.contextvars.bound_contextvars(table="k7x2", interaction=17):
        structlog.get_logger("spades.test").info("trick won", seat=2)
        logging.getLogger("library").warning("slow by %d ms", 40)
    ours, theirs = written(stream)
    assert ours.pop("timestamp")
    assert ours == {
        "event": "trick won",
        "interaction": 17,
        "level": "info",
        "logger": "spades.test",
        "seat": 2,
        "table": "k7x2",
    }
    assert (theirs["event"], theirs["table"]) == ("slow by 40 ms", "k7x2")


@pytest.mark.parametrize(
    "key",
    ["hand", "hands", "card", "cards", "dealt", "deal", "action", "token", "secret", "custom_id",
     "player_hand", "cards-left", "DISCORD_TOKEN", "seed"],
)  # fmt: skip
def test_private_keys_are_blanked(key: str, stream: StringIO) -> None:
    """A key that could carry a card or a secret loses its value, however it is written."""
    structlog.get_logger().info("event", **{key: "something"}, nested={"x": {key: [1, 2]}})
    (line,) = written(stream)
    assert line[key] == HIDDEN
    assert line["nested"] == {"x": {key: HIDDEN}}


def test_bound_values_are_guarded_too(stream: StringIO) -> None:
    """What is bound to the context passes the same guards as what is logged."""
    with structlog.contextvars.bound_contextvars(token="abc"):
        logging.getLogger("library").warning("hello")
    assert written(stream)[0]["token"] == HIDDEN


class Suit(Enum):
    """Stands for the engine's: an enum whose repr is its name."""

    SPADES = "spades"


@dataclass(frozen=True)
class Secretive:
    """Stands for a state that holds cards."""

    north: str = "QH"


def test_objects_are_named_by_their_type(stream: StringIO) -> None:
    """Only plain values are printed; a repr could show what nobody may see."""
    structlog.get_logger().info(
        "event", state=Secretive(), suit=Suit.SPADES, mixed=[1, "a", Secretive()], error=KeyError(4)
    )
    (line,) = written(stream)
    assert line["state"] == "<Secretive>"
    assert line["suit"] == "<Suit>"
    assert line["mixed"] == [1, "a", "<Secretive>"]
    assert line["error"] == "<KeyError>"


def test_plain_values_stay(stream: StringIO) -> None:
    """Numbers, truth values, texts, paths and ids are printed as they are."""
    identity = uuid.UUID(int=5)
    structlog.get_logger().info(
        "event", a=1, b=2.5, c=None, d=True, e="word", f=Path("x/y"), g=identity, h={"i": (1,)}
    )
    (line,) = written(stream)
    assert [line[key] for key in "abcdefgh"] == [
        1, 2.5, None, True, "word", "x/y", str(identity), {"i": [1]},
    ]  # fmt: skip


def test_cards_in_messages_are_blanked(stream: StringIO) -> None:
    """A card in the text of a library's message is blanked like any other."""
    logging.getLogger("library").warning("got %s and %r", "QH", ["T♠", "BJ"])
    structlog.get_logger().info("played AS")
    assert [line["event"] for line in written(stream)] == [
        f"got {HIDDEN} and ['{HIDDEN}', '{HIDDEN}']",
        f"played {HIDDEN}",
    ]


def fail() -> None:
    """Raise a chain and a group of errors that all name a card."""
    try:
        raise KeyError("QH")
    except KeyError as error:
        group = ExceptionGroup("both 2C", [ValueError("3C and more"), OSError("disk full")])
        raise group from error


@pytest.mark.logs_errors
def test_tracebacks_keep_places_and_lose_cards(stream: StringIO) -> None:
    """The whole chain is told with its places and types, and without a card or a local value."""
    north = "a hand of 13"
    try:
        fail()
    except ExceptionGroup:
        structlog.get_logger().exception("failed")
    (line,) = written(stream)
    text = str(line["exception"])
    for expected in ("KeyError", "ExceptionGroup", "ValueError", "disk full", "in fail", "led to"):
        assert expected in text
    assert north not in text
    assert f"{HIDDEN} and more" in text
    assert "QH" not in text.replace('KeyError("QH")', "")


@pytest.mark.logs_errors
def test_errors_that_quote_their_input_lose_their_message(stream: StringIO) -> None:
    """An error of a package that quotes rows or models is told by its type and code alone."""
    error = type("QuotingError", (Exception,), {"__module__": "sqlalchemy.exc", "code": "gkpj"})
    logging.getLogger("library").error("failed", exc_info=error("[parameters: (51, 12)]"))
    (line,) = written(stream)
    assert line["exception"] == f"sqlalchemy.exc.QuotingError: gkpj {HIDDEN}"


@pytest.mark.parametrize("name", ["discord.http", "discord.webhook.async_", "aiosqlite",
                                  "sqlalchemy.engine"])  # fmt: skip
def test_libraries_are_not_asked_for_details(name: str, stream: StringIO) -> None:
    """At DEBUG libraries would print bodies and parameters, so they are kept above it."""
    logging.getLogger(name).debug("a body with a hand in it")
    assert stream.getvalue() == ""


def test_the_level_holds(stream: StringIO) -> None:
    """What is less important than the level is not written, by us or by libraries."""
    configure("WARNING", "json", stream)
    structlog.get_logger().info("quiet")
    logging.getLogger("discord").info("quiet")
    structlog.get_logger().warning("loud")
    assert [line["event"] for line in written(stream)] == ["loud"]


def test_configuring_twice_writes_once(stream: StringIO) -> None:
    """A second configuration replaces the first."""
    configure("INFO", "json", stream)
    structlog.get_logger().info("once")
    assert len(written(stream)) == 1


@pytest.mark.logs_errors
def test_the_console_is_for_people() -> None:
    """The console format is one readable line, without colors where there is no terminal."""
    stream = StringIO()
    configure("INFO", "console", stream)
    structlog.get_logger("spades").info("trick won", seat=2)
    try:
        raise RuntimeError("odd")
    except RuntimeError:
        structlog.get_logger("spades").exception("failed")
    text = stream.getvalue()
    assert "trick won" in text
    assert "seat=2" in text
    assert "RuntimeError: odd" in text
    assert "\x1b[" not in text


HAND = CardSet.of(CARDS[5:18])
REFUSALS = [
    BadDeal(),
    BadNotation("a hand without doubles", f"deal {HAND}/{HAND}"),
    BadPosition(f"seat 2 holds {HAND!r}"),
    BadBid(f"play 2 {CARDS[7]}"),
    CardNotHeld(CARDS[7]),
    LowestClubOpens(CARDS[7]),
    BadRules(f"the deck {HAND} is unknown", (str(HAND),)),
]


@pytest.mark.logs_errors
@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda each: type(each).__name__)
def test_a_refusal_of_the_engine_is_logged_by_its_code(
    refusal: RuleError, stream: StringIO
) -> None:
    """What the engine quotes of an action stays out: the line has the type and code alone."""
    logging.getLogger("library").error("failed", exc_info=refusal)
    (line,) = written(stream)
    kind = type(refusal)
    named = f"{kind.__module__}.{kind.__name__}"
    assert line["exception"] == f"{named}: {refusal.code} {HIDDEN}"


@pytest.mark.logs_errors
@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda each: type(each).__name__)
def test_a_refusal_quoted_by_another_error_shows_no_card(
    refusal: RuleError, stream: StringIO
) -> None:
    """A library that puts the refusal's words into its own error, or a message, shows no card."""
    error = RuntimeError(f"Command 'spades hand' raised an exception: {refusal} ({refusal!r})")
    logging.getLogger("library").error("failed: %s", refusal, exc_info=error)
    text = stream.getvalue()
    assert "raised an exception" in text
    for sign in (str(HAND), str(HAND)[:20], str(CARDS[7]), repr(CARDS[7]), str(HAND.bits)):
        assert sign not in text


@pytest.mark.logs_errors
def test_a_full_disk_fills_no_log(stream: StringIO) -> None:
    """A thousand saves that fail alike leave one traceback and a number, not a thousand."""
    ours = structlog.get_logger("spades.test")
    for table in range(1000):
        try:
            raise OSError("database or disk is full")
        except OSError:
            ours.exception("table_not_saved", table=table)
    configure("INFO", "json", StringIO())
    first, last = written(stream)
    assert "database or disk is full" in str(first["exception"])
    assert "again 999 times" in str(last["event"])
