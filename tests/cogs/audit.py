"""Looks through everything that was sent: leaks, Discord's limits and form, mentions."""

import logging
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from bot.tables import practice
from tests.cogs.journal import Sent
from tests.cogs.logbook import Cards, TableLog
from tests.loopback.normalize import normalize
from tests.loopback.routes_interactions import callback_schema
from tests.loopback.rules import Draft, message_problems, modal_problems
from tests.loopback.schemas import Schemas, description

LAYOUT: Final = 1 << 15
"""Discord's flag for a message that is a layout."""

_GLYPHS: Final = {"\u2660": "S", "\u2665": "H", "\u2666": "D", "\u2663": "C"}
_SHOWN: Final = re.compile(r"(10|[2-9JQKA])([\u2660\u2665\u2666\u2663])")
_CODED: Final = re.compile(r"(?<![A-Za-z0-9])([2-9TJQKA])([SHDC])(?![A-Za-z0-9])")
_JOKER: Final = re.compile(r"(Big|Little) Joker|(?<![A-Za-z0-9])([BL])J(?![A-Za-z0-9])")
_NAMED: Final = re.compile(r"(?:[Tt]able|Tisch|[Mm]esa) (\d+)")
_OWN: Final = re.compile(r"m?s:(\w+):(\d+)(?::.*)?", re.ASCII)
_HAND_VERBS: Final = frozenset(
    {"bid", "possible", "throw", "play", "look", "pass", "sure", "keep", "hint", "practice"}
)

_PRACTICE: Final = "s:practice"
"""What the buttons begin with that begin a practice round, or go on with one."""

_REMEMBERED: Final = 8192
"""Texts whose cards are remembered: most stand in many messages."""

SCHEMAS: Final = Schemas(description())

_BY_ROUTE: Final = (
    ("POST", re.compile(r"/channels/\d+/messages"), "MessageCreateRequest"),
    ("PATCH", re.compile(r"/channels/\d+/messages/\d+"), "MessageEditRequestPartial"),
    ("POST", re.compile(r"/webhooks/\d+/[^/]+"), "IncomingWebhookRequestPartial"),
    (
        "PATCH",
        re.compile(r"/webhooks/\d+/[^/]+/messages/[^/]+"),
        "IncomingWebhookUpdateRequestPartial",
    ),
    ("POST", re.compile(r"/channels/\d+/threads"), "POST /channels/{channel_id}/threads"),
    (
        "PUT",
        re.compile(r"/applications/\d+/commands"),
        "PUT /applications/{application_id}/commands",
    ),
    (
        "PUT",
        re.compile(r"/applications/\d+/guilds/\d+/commands"),
        "PUT /applications/{application_id}/guilds/{guild_id}/commands",
    ),
)


def cards_in(texts: Iterable[str]) -> Cards:
    """Find everything that reads like a card, on a face or in notation."""
    return frozenset().union(*map(_cards_of, texts))


@lru_cache(_REMEMBERED)
def _cards_of(text: str) -> Cards:
    found = set()
    for rank, glyph in _SHOWN.findall(text):
        found.add(("T" if rank == "10" else rank) + _GLYPHS[glyph])
    found.update(rank + suit for rank, suit in _CODED.findall(text))
    found.update((size[:1] or letter) + "J" for size, letter in _JOKER.findall(text))
    return frozenset(found)


def leaks(sent: Iterable[Sent], logs: dict[int, TableLog]) -> Iterator[str]:
    """Find every card that its reader may not know, and every secret told too early."""
    for one in sent:
        texts = one.texts
        for table_id in one.open_tables:
            if table_id in logs and any(logs[table_id].secret in text for text in texts):
                yield f"{one.method} {one.path} tells the secret of table {table_id}"
        if one.reader is None and _hand_buttons(texts):
            yield f"{one.method} {one.path} shows everybody the buttons of a hand"
        found = cards_in(text for text in texts if not text.startswith(_PRACTICE))
        if found and not _may_know(one, found, logs):
            where = "everybody" if one.reader is None else f"user {one.reader}"
            yield f"{one.method} {one.path} shows {where} hidden cards: {one.texts}"


def _hand_buttons(texts: Iterable[str]) -> list[str]:
    found = (_OWN.fullmatch(text) for text in texts)
    return [each[0] for each in found if each and each[1] in _HAND_VERBS]


def _may_know(sent: Sent, found: Cards, logs: dict[int, TableLog]) -> bool:
    tables = _tables_of(sent.texts)
    if not tables and sent.reader is not None:
        return _may_learn(sent.texts, found)
    if len(tables) != 1:
        return False
    (table_id,) = tables
    log, stamp = logs[table_id], sent.open_tables.get(table_id)
    if stamp is None:
        return found <= log.states[-1].public
    seat = next((s for s, user in enumerate(stamp.holders) if user == sent.reader), None)
    if sent.reader is None:
        seat = None
    # What is on its way while the next round is dealt shows the round before.
    states = (log.at(stamp.version), log.before_deal(stamp.version))
    return any(found <= state.known_to(seat) for state in states)


def _may_learn(texts: Iterable[str], found: Cards) -> bool:
    """Say whether the help, or a practice round, may show these cards to whoever reads it.

    The help shows examples, and a finished round hides nothing: both lead to another round.
    """
    buttons = [text for text in texts if text.startswith(_PRACTICE)]
    hints = [text.split(":")[3:] for text in buttons if text.startswith(f"{_PRACTICE}_hint:")]
    if not hints:
        return f"{_PRACTICE}:0" in buttons
    view = practice.read(hints[0]).view
    public = view.public
    played = [card for trick in public.tricks for card in trick.cards]
    played += [play.card for play in public.trick]
    return found <= {str(card) for card in (*played, *(view.hand or ()))}


def _tables_of(texts: Iterable[str]) -> set[int]:
    named = set()
    for text in texts:
        own = _OWN.fullmatch(text)
        if own:
            named.add(int(own[2]))
        else:
            named.update(map(int, _NAMED.findall(text)))
    return named - {0}


def cards_in_log(records: Iterable[logging.LogRecord]) -> Iterator[str]:
    """Find log records that show anything like a card, or an entry of a table's log."""
    for record in records:
        said = f"{record.msg} {record.args}"
        if cards_in([said]) or re.search(r"\b(?:deal|play|bid|look|pass) \d", said):
            yield f"the log of {record.name} says: {said}"


def refusals(sent: Iterable[Sent]) -> Iterator[str]:
    """Find what Discord would refuse: by its rules, and by its description where that is there."""
    for one in sent:
        if one.is_message:
            yield from (f"{one.path}: {each}" for each in message_problems(_draft(one)))
        if one.is_form:
            yield from (f"{one.path}: {each}" for each in modal_problems(one.body))
        schema = schema_of(one)
        if schema and SCHEMAS.enabled:
            problems = SCHEMAS.problems(schema, normalize(one.request))
            yield from (f"{one.path}: {each}" for each in problems)


def _draft(sent: Sent) -> Draft:
    return Draft(
        content=sent.body.get("content") or "",
        embeds=sent.body.get("embeds") or [],
        components=sent.body.get("components") or [],
        layout=bool(int(sent.body.get("flags") or 0) & LAYOUT),
        file_names=sent.files,
        allowed_mentions=sent.body.get("allowed_mentions"),
    )


def schema_of(sent: Sent) -> str:
    """Name the schema of Discord's description that a request must fit; empty where none must."""
    if sent.path.endswith("/callback"):
        return callback_schema(sent.request)
    fits = (
        schema
        for method, path, schema in _BY_ROUTE
        if method == sent.method and path.fullmatch(sent.path)
    )
    return next(fits, "")


def mentions(sent: Iterable[Sent]) -> Iterator[str]:
    """Find new messages that could notify anyone, or a role, whom they do not mention by name."""
    for one in sent:
        if one.method != "POST" or not one.is_message:
            continue
        allowed = one.body.get("allowed_mentions")
        if allowed is None or allowed.get("parse"):
            yield f"{one.path} may mention anyone: {allowed}"
            continue
        called = [f"<@{user}>" for user in allowed.get("users") or []]
        called += [f"<@&{role}>" for role in allowed.get("roles") or []]
        if any(each not in one.body.get("content", "") for each in called):
            yield f"{one.path} may mention {called}"


def formatted_labels(sent: Iterable[Sent]) -> Iterator[str]:
    """Find emojis written into labels and menus, where Discord shows them as bare letters."""
    for one in sent:
        if not one.is_message:
            continue
        for part in one.parts:
            said = [part, *part.get("options", ())]
            plain = [str(each.get(key) or "") for each in said for key in ("label", "placeholder")]
            yield from (f"{one.path}: {text} is on a label" for text in plain if "<:" in text)


def too_long(sent: Iterable[Sent]) -> Iterator[str]:
    """Find labels and custom ids that are longer than Discord allows, or empty."""
    for one in sent:
        if not one.is_message:
            continue
        for part in one.parts:
            label, custom_id = part.get("label"), part.get("custom_id")
            if label is not None and not 0 < len(label) <= 80:
                yield f"{one.path}: a label of {len(label)} characters"
            if custom_id is not None and not 0 < len(custom_id) <= 100:
                yield f"{one.path}: a custom id of {len(custom_id)} characters"
