"""What Discord refuses although its description allows it."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import TypeAlias

from .components import (
    ACTION_ROW,
    ATTACHMENT_SCHEME,
    BUTTON,
    LABEL,
    SELECTS,
    STRING_SELECT,
    TEXT_DISPLAY,
    Path,
    media_of,
    walk,
)
from .lengths import modal_text_problems
from .problems import Problem
from .wire import JsonObject

MOST_COMPONENTS = 40
MOST_TEXT = 4000
MOST_ROWS = 5
MOST_IN_ROW = 5
MOST_IN_MODAL = 5
MOST_EMBED_TEXT = 6000
LINK_STYLE = 5
PREMIUM_STYLE = 6

Components: TypeAlias = Sequence[tuple[Path, JsonObject]]
"""Every component of a message or a form, with its path."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A message as it would be after the request."""

    content: str
    embeds: Sequence[JsonObject]
    components: Sequence[JsonObject]
    layout: bool
    file_names: AbstractSet[str] = field(default_factory=frozenset)
    knows_emoji: Callable[[int], bool] = lambda _: True
    allowed_mentions: JsonObject | None = None


def message_problems(draft: Draft) -> list[Problem]:
    """Everything that Discord would refuse in this message."""
    every = walk(draft.components)
    return [
        *(_v2_problems(draft, every) if draft.layout else _plain_problems(draft)),
        *_component_problems(draft, every),
        *_uniqueness_problems(every),
        *_file_problems(draft, every),
        *_mention_problems(draft.allowed_mentions),
        *_embed_problems(draft.embeds),
    ]


def modal_problems(data: JsonObject) -> list[Problem]:
    """Everything that Discord would refuse in this form."""
    components: list[JsonObject] = data.get("components") or []
    every = walk(components)
    problems = [*modal_text_problems(data), *_uniqueness_problems(every)]
    if len(components) > MOST_IN_MODAL:
        problems.append(
            Problem(("components",), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5.")
        )
    for path, component in every:
        if component.get("type") == LABEL and not component.get("component"):
            problems.append(
                Problem(("components", *path), "BASE_TYPE_REQUIRED", "A label needs one.")
            )
    return problems


def _v2_problems(draft: Draft, every: Components) -> Iterator[Problem]:
    for key, used in (("content", draft.content), ("embeds", draft.embeds)):
        if used:
            text = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            yield Problem((key,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", text)
    at = ("components",)
    if not every:
        yield Problem(at, "BASE_TYPE_REQUIRED", "A layout needs components.")
    if len(every) > MOST_COMPONENTS:
        text = f"{len(every)} components are too many, at most {MOST_COMPONENTS} fit."
        yield Problem(at, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", text)
    size = sum(len(c.get("content") or "") for _, c in every if c.get("type") == TEXT_DISPLAY)
    if size > MOST_TEXT:
        text = f"{size} characters are too many, at most {MOST_TEXT} fit."
        yield Problem(at, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", text)


def _plain_problems(draft: Draft) -> Iterator[Problem]:
    for index, component in enumerate(draft.components):
        if component.get("type") != ACTION_ROW:
            text = "This component needs MessageFlags.IS_COMPONENTS_V2."
            yield Problem(("components", str(index)), "UNION_TYPE_CHOICES", text)
    if len(draft.components) > MOST_ROWS:
        text = f"Must be {MOST_ROWS} or fewer in length."
        yield Problem(("components",), "BASE_TYPE_BAD_LENGTH", text)


def _component_problems(draft: Draft, every: Components) -> Iterator[Problem]:
    for path, component in every:
        at = ("components", *path)
        kind = component.get("type")
        if kind == ACTION_ROW:
            yield from _row_problems(at, component)
        elif kind == BUTTON:
            yield from _button_problems(at, component)
        elif kind in SELECTS:
            yield from _select_problems(at, component)
        for emoji_at, emoji in _emojis(component):
            known = emoji.get("id")
            if known is not None and not draft.knows_emoji(int(known)):
                yield Problem(
                    (*at, *emoji_at, "id"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji"
                )


def _emojis(component: JsonObject) -> Iterator[tuple[Path, JsonObject]]:
    if isinstance(component.get("emoji"), dict):
        yield ("emoji",), component["emoji"]
    for index, option in enumerate(component.get("options") or []):
        if isinstance(option.get("emoji"), dict):
            yield ("options", str(index), "emoji"), option["emoji"]


def _row_problems(at: Path, row: JsonObject) -> Iterator[Problem]:
    inner: list[JsonObject] = row.get("components") or []
    selects = sum(1 for component in inner if component.get("type") in SELECTS)
    if len(inner) > MOST_IN_ROW or (selects and len(inner) > 1):
        yield Problem(
            (*at, "components"),
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
            "A row holds five buttons or one select.",
        )


def _button_problems(at: Path, button: JsonObject) -> Iterator[Problem]:
    style = button.get("style")
    if style == PREMIUM_STYLE:
        return
    if not (button.get("label") or "").strip() and not button.get("emoji"):
        yield Problem(at, "BUTTON_COMPONENT_MISSING_LABEL", "A button needs a label or an emoji.")
    is_link = style == LINK_STYLE
    if is_link != bool(button.get("url")) or is_link == bool(button.get("custom_id")):
        yield Problem(
            at,
            "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED",
            "A link needs a url and no custom_id, any other button the opposite.",
        )


def _select_problems(at: Path, select: JsonObject) -> Iterator[Problem]:
    least = _number(select, "min_values")
    most = _number(select, "max_values")
    if least > most:
        yield Problem((*at, "min_values"), "BASE_TYPE_MAX", "More than max_values.")
    if select.get("type") != STRING_SELECT:
        return
    values = [option.get("value") for option in select.get("options") or []]
    if most > len(values):
        yield Problem((*at, "max_values"), "BASE_TYPE_MAX", "More than there are options.")
    if len(set(values)) != len(values):
        yield Problem(
            (*at, "options"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "A value is used twice."
        )


def _number(select: JsonObject, key: str) -> int:
    value = select.get(key)
    return 1 if value is None else int(value)


def _uniqueness_problems(every: Components) -> Iterator[Problem]:
    for key, code in (
        ("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"),
        ("id", "COMPONENT_ID_DUPLICATED"),
    ):
        places = [(path, c[key]) for path, c in every if c.get(key)]
        used = Counter(value for _, value in places)
        seen: set[object] = set()
        for path, value in places:
            if used[value] > 1 and value in seen:
                yield Problem(("components", *path, key), code, f"{key} is used twice.")
            seen.add(value)


def _file_problems(draft: Draft, every: Components) -> Iterator[Problem]:
    for path, component in every:
        for media in media_of(component):
            url = str(media.get("url") or "")
            name = url.removeprefix(ATTACHMENT_SCHEME)
            if url.startswith(ATTACHMENT_SCHEME) and name not in draft.file_names:
                yield Problem(
                    ("components", *path),
                    "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                    "The referenced attachment was not found.",
                )


def _mention_problems(allowed: JsonObject | None) -> Iterator[Problem]:
    for kind in ("users", "roles"):
        if allowed and allowed.get(kind) and kind in (allowed.get("parse") or []):
            yield Problem(
                ("allowed_mentions",),
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f"parse:['{kind}'] and {kind}: [ids...] are mutually exclusive.",
            )


def _embed_problems(embeds: Sequence[JsonObject]) -> Iterator[Problem]:
    total = 0
    for embed in embeds:
        parts = [embed.get("title"), embed.get("description")]
        parts += [
            (embed.get(key) or {}).get(inner)
            for key, inner in (("footer", "text"), ("author", "name"))
        ]
        for one in embed.get("fields") or []:
            parts += [one.get("name"), one.get("value")]
        total += sum(len(part) for part in parts if part)
    if total > MOST_EMBED_TEXT:
        yield Problem(
            ("embeds",),
            "MAX_EMBED_SIZE_EXCEEDED",
            f"Embed size exceeds maximum of {MOST_EMBED_TEXT}.",
        )
