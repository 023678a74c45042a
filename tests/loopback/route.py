"""A route: a parsed request, an answer, and the function between them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from .backend import Backend
from .errors import INVALID_FORM, UNKNOWN_CHANNEL, ApiError
from .journal import Upload
from .normalize import normalized_object
from .problems import Problem, as_tree
from .wire import JsonBody, JsonObject


@dataclass(frozen=True, slots=True)
class Call:
    """One request, its body parsed. `parameters` are the steps of the path that vary.

    `run` is the mark of the process that sent it, empty for a bot in this process.
    """

    method: str
    path: str
    parameters: Mapping[str, str]
    query: Mapping[str, str]
    body: JsonBody | None
    files: tuple[Upload, ...]
    arrived: float
    run: str = ""

    def snowflake(self, name: str) -> int:
        """A parameter as an id; raises `ApiError` where it is none."""
        text = self.parameters[name]
        if not text.isdecimal():
            raise ApiError(UNKNOWN_CHANNEL)
        return int(text)

    @property
    def form(self) -> JsonObject:
        """The body as an object, its ids as strings; raises `ApiError` 50035 where it is none."""
        if isinstance(self.body, dict):
            return normalized_object(self.body)
        if self.body is None and not self.files:
            return {}
        problem = Problem((), "DICT_TYPE_CONVERT", "Only dictionaries may be used.")
        raise ApiError(INVALID_FORM, as_tree([problem]))


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer; `schema` is its name in Discord's description, empty if it is not checked."""

    payload: object = None
    schema: str = ""
    status: int = 200


NO_CONTENT = Answer(status=204)

Handler = Callable[[Backend, Call], Answer]


@dataclass(frozen=True, slots=True)
class Route:
    """One path and method. `schema` names the body, empty where there is none or it depends."""

    method: str
    template: str
    handle: Handler
    schema: str = ""
    needs_token: bool = True
    audience: Callable[[Backend, Call], int | None] = field(default=lambda _backend, _call: None)
