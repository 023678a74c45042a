"""Message components: iteration, and conversion from request to response."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Protocol

from .wire import JsonObject

ACTION_ROW = 1
BUTTON = 2
STRING_SELECT = 3
TEXT_INPUT = 4
USER_SELECT = 5
TEXT_DISPLAY = 10
THUMBNAIL = 11
MEDIA_GALLERY = 12
FILE = 13
SEPARATOR = 14
CONTAINER = 17
LABEL = 18
SELECTS = frozenset({STRING_SELECT, USER_SELECT, 6, 7, 8})

ATTACHMENT_SCHEME = "attachment://"

Path = tuple[str, ...]


class NamedFile(Protocol):
    """An attachment, as components see it."""

    @property
    def id(self) -> int:
        """Snowflake of the attachment."""
        ...

    @property
    def filename(self) -> str:
        """The name that components refer to it by."""
        ...

    @property
    def url(self) -> str:
        """Its URL."""
        ...

    @property
    def content(self) -> bytes:
        """Its bytes."""
        ...

    @property
    def content_type(self) -> str:
        """Its media type."""
        ...


def walk(components: Sequence[JsonObject], at: Path = ()) -> list[tuple[Path, JsonObject]]:
    """Every component with its path, outer before inner, in reading order."""
    found: list[tuple[Path, JsonObject]] = []
    _gather(found, components, at)
    return found


def _gather(
    found: list[tuple[Path, JsonObject]], components: Sequence[JsonObject], at: Path
) -> None:
    for index, component in enumerate(components):
        here = (*at, str(index))
        found.append((here, component))
        if "components" in component:
            _gather(found, component["components"] or [], (*here, "components"))
        for key in ("accessory", "component"):
            inner = component.get(key)
            if isinstance(inner, dict):
                found.append(((*here, key), inner))
                if "components" in inner:
                    _gather(found, inner["components"] or [], (*here, key, "components"))


def media_of(component: JsonObject) -> list[JsonObject]:
    """The media items that a component shows, each an object with `url`."""
    kind = component.get("type")
    if kind == MEDIA_GALLERY:
        return [item["media"] for item in component.get("items") or [] if "media" in item]
    key = {THUMBNAIL: "media", FILE: "file"}.get(kind or 0)
    return [component[key]] if key and isinstance(component.get(key), dict) else []


_DEFAULTS: Mapping[int, JsonObject] = {
    THUMBNAIL: {"description": None, "spoiler": False},
    FILE: {"spoiler": False},
    SEPARATOR: {"spacing": 1, "divider": True},
    CONTAINER: {"accent_color": None, "spoiler": False},
    **{kind: {"min_values": 1, "max_values": 1} for kind in SELECTS},
}


def answer_form(
    components: Sequence[JsonObject], files: Sequence[NamedFile], new_id: Callable[[], int]
) -> list[JsonObject]:
    """Components as Discord sends them back: ids given, defaults filled in, files resolved."""
    taken = {component["id"] for _, component in walk(components) if component.get("id")}
    free = (number for number in count(1) if number not in taken)
    answering = _Answering({file.filename: file for file in files}, free, new_id)
    return [answering.component(component) for component in components]


@dataclass(frozen=True, slots=True)
class _Answering:
    named: Mapping[str, NamedFile]
    free: Iterator[int]
    new_id: Callable[[], int]

    def component(self, asked: JsonObject) -> JsonObject:
        kind = int(asked["type"])
        known = {**_DEFAULTS.get(kind, {}), **{k: v for k, v in asked.items() if v is not None}}
        known["id"] = asked.get("id") or next(self.free)
        if isinstance(known.get("emoji"), dict):
            known["emoji"] = {k: v for k, v in known["emoji"].items() if v is not None}
        if "components" in known:
            known["components"] = [self.component(inner) for inner in known["components"]]
        if isinstance(known.get("accessory"), dict):
            known["accessory"] = self.component(known["accessory"])
        return known | self._media_facts(kind, asked)

    def _media_facts(self, kind: int, asked: JsonObject) -> JsonObject:
        if kind == MEDIA_GALLERY:
            plain: JsonObject = {"description": None, "spoiler": False}
            items = [
                plain | item | {"media": self._media(item["media"])} for item in asked["items"]
            ]
            return {"items": items}
        if kind == THUMBNAIL:
            return {"media": self._media(asked["media"])}
        if kind == FILE:
            file = self._file(asked["file"])
            size = len(file.content) if file else None
            name = file.filename if file else None
            return {"file": self._media(asked["file"]), "name": name, "size": size}
        return {}

    def _media(self, item: JsonObject) -> JsonObject:
        file = self._file(item)
        if file is None:
            url = str(item["url"])
            return {"id": str(self.new_id()), "url": url, "proxy_url": url}
        return {
            "id": str(self.new_id()),
            "url": file.url,
            "proxy_url": file.url,
            "content_type": file.content_type,
            "attachment_id": str(file.id),
        }

    def _file(self, item: JsonObject) -> NamedFile | None:
        url = str(item["url"])
        name = url.removeprefix(ATTACHMENT_SCHEME)
        return self.named.get(name) if url.startswith(ATTACHMENT_SCHEME) else None
