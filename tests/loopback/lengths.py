"""How long the texts of a request may be, and which of them may not be blank."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from .components import (
    BUTTON,
    LABEL,
    MEDIA_GALLERY,
    SELECTS,
    TEXT_DISPLAY,
    TEXT_INPUT,
    THUMBNAIL,
    Path,
    walk,
)
from .problems import Problem
from .wire import JsonObject

MOST_CHOICES: Final = 25
MOST_FIELDS: Final = 25


@dataclass(frozen=True, slots=True)
class Text:
    """A text under `key`: of at most `longest` characters; blank ones are refused if `needed`."""

    key: str
    longest: int
    needed: bool = False


_CUSTOM_ID: Final = Text("custom_id", 100)
_SELECT: Final = (_CUSTOM_ID, Text("placeholder", 150))
_OPTION: Final = (
    Text("label", 100, needed=True),
    Text("value", 100, needed=True),
    Text("description", 100),
)
_COMPONENTS: Final[Mapping[int, Sequence[Text]]] = {
    BUTTON: (_CUSTOM_ID, Text("label", 80), Text("url", 512)),
    TEXT_INPUT: (
        _CUSTOM_ID,
        Text("label", 45, needed=True),
        Text("placeholder", 100),
        Text("value", 4000),
    ),
    TEXT_DISPLAY: (Text("content", 4000, needed=True),),
    LABEL: (Text("label", 45, needed=True), Text("description", 100)),
    THUMBNAIL: (Text("description", 1024),),
    **dict.fromkeys(SELECTS, _SELECT),
}
_MESSAGE: Final = (Text("content", 2000), Text("nonce", 25))
_MODAL: Final = (_CUSTOM_ID, Text("title", 45, needed=True))
_CHOICE: Final = (Text("name", 100, needed=True), Text("value", 100))
_NAMED: Final = (Text("name", 100, needed=True),)
_EMBED: Final = (Text("title", 256), Text("description", 4096))
_FIELD: Final = (Text("name", 256, needed=True), Text("value", 1024, needed=True))
_DESCRIBED: Final = (Text("description", 1024),)


def message_text_problems(body: JsonObject) -> list[Problem]:
    """What is wrong with the texts of a message that is sent or edited."""
    return [
        *_checked(body, _MESSAGE),
        *_each(body, "attachments", _DESCRIBED),
        *_embed_problems(body.get("embeds") or []),
        *_component_problems(body.get("components") or []),
    ]


def modal_text_problems(data: JsonObject) -> list[Problem]:
    """What is wrong with the texts of a form."""
    return [*_checked(data, _MODAL), *_component_problems(data.get("components") or [])]


def choice_problems(data: JsonObject) -> list[Problem]:
    """What is wrong with the suggestions of an autocompletion."""
    problems = list(_each(data, "choices", _CHOICE))
    if len(data.get("choices") or []) > MOST_CHOICES:
        problems.append(_too_long(("choices",), MOST_CHOICES))
    return problems


def name_problems(form: JsonObject) -> list[Problem]:
    """What is wrong with the name of a channel or a thread."""
    return list(_checked(form, _NAMED))


def _component_problems(components: Sequence[JsonObject]) -> Iterator[Problem]:
    for path, component in walk(components):
        at = ("components", *path)
        yield from _checked(component, _COMPONENTS.get(component.get("type") or 0, ()), at)
        if component.get("type") in SELECTS:
            yield from _each(component, "options", _OPTION, at)
        elif component.get("type") == MEDIA_GALLERY:
            yield from _each(component, "items", _DESCRIBED, at)


def _embed_problems(embeds: Sequence[JsonObject]) -> Iterator[Problem]:
    for index, embed in enumerate(embeds):
        at = ("embeds", str(index))
        yield from _checked(embed, _EMBED, at)
        yield from _checked(embed.get("footer") or {}, (Text("text", 2048),), (*at, "footer"))
        yield from _checked(embed.get("author") or {}, (Text("name", 256),), (*at, "author"))
        yield from _each(embed, "fields", _FIELD, at)
        if len(embed.get("fields") or []) > MOST_FIELDS:
            yield _too_long((*at, "fields"), MOST_FIELDS)


def _each(owner: JsonObject, key: str, texts: Sequence[Text], at: Path = ()) -> Iterator[Problem]:
    for index, one in enumerate(owner.get(key) or []):
        yield from _checked(one, texts, (*at, key, str(index)))


def _checked(owner: JsonObject, texts: Iterable[Text], at: Path = ()) -> Iterator[Problem]:
    for text in texts:
        value = owner.get(text.key)
        if not isinstance(value, str):
            continue
        if text.needed and not value.strip():
            yield Problem((*at, text.key), "BASE_TYPE_REQUIRED", "This field is required")
        elif len(value) > text.longest:
            yield _too_long((*at, text.key), text.longest)


def _too_long(at: Path, longest: int) -> Problem:
    return Problem(at, "BASE_TYPE_MAX_LENGTH", f"Must be {longest} or fewer in length.")
