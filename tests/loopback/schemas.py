"""Validation of bodies against Discord's own OpenAPI description."""

import os
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import jsonschema_rs

from .problems import Problem
from .wire import JsonObject, load

VARIABLE: Final = "DISCORD_OPENAPI"
"""The environment variable with the path of the description."""

_REPOSITORY = Path(__file__).resolve().parents[2]
_BESIDE = _REPOSITORY.parent / "shared" / "discord" / "openapi.json"
_LONGEST_SENTENCE = 300

_COMPONENT_SCHEMAS: Mapping[int, str] = {
    1: "ActionRowComponentForMessageRequest",
    2: "ButtonComponentForMessageRequest",
    3: "StringSelectComponentForMessageRequest",
    5: "UserSelectComponentForMessageRequest",
    6: "RoleSelectComponentForMessageRequest",
    7: "MentionableSelectComponentForMessageRequest",
    8: "ChannelSelectComponentForMessageRequest",
    9: "SectionComponentForMessageRequest",
    10: "TextDisplayComponentForMessageRequest",
    11: "ThumbnailComponentForMessageRequest",
    12: "MediaGalleryComponentForMessageRequest",
    13: "FileComponentForMessageRequest",
    14: "SeparatorComponentForMessageRequest",
    17: "ContainerComponentForMessageRequest",
}


def description() -> Path | None:
    """The path of Discord's description, None if it is missing."""
    named = os.environ.get(VARIABLE)
    path = Path(named) if named else _BESIDE
    return path if path.is_file() else None


@cache
def _specification(path: Path) -> JsonObject:
    parsed = load(path.read_bytes())
    if not isinstance(parsed, dict):
        raise TypeError(f"{path.name} is not an OpenAPI description")
    return parsed


@cache
def _compiled(_: Path | None) -> dict[str, jsonschema_rs.Validator]:
    """The validators of a description by schema, for every server of this process.

    Those of one server take some 40 MB.
    """
    return {}


class Schemas:
    """Validators by the name of a schema; without a `path`, `enabled` is false and all passes.

    Validators are compiled on first use: there are more than a thousand schemas and a bot uses few.
    """

    def __init__(self, path: Path | None) -> None:
        self.enabled = path is not None
        self._specification: JsonObject = _specification(path) if path else {}
        self._compiled = _compiled(path)

    def problems(self, schema: str, body: object) -> list[Problem]:
        """What is wrong with `body`.

        `schema` is the name of a schema, of a list of them (`NAME[]`), or of the body of an
        operation (`PUT /applications/{application_id}/commands`).
        """
        if not self.enabled:
            return []
        return [
            problem
            for error in self._validator(schema).iter_errors(body)
            for problem in self._explain(error, depth=0)
        ]

    def _validator(self, schema: str) -> jsonschema_rs.Validator:
        if schema not in self._compiled:
            self._compiled[schema] = jsonschema_rs.validator_for(
                {**self._schema(schema), "components": self._specification["components"]}
            )
        return self._compiled[schema]

    def _schema(self, name: str) -> JsonObject:
        method, space, path = name.partition(" ")
        if space:
            operation = self._specification["paths"][path][method.lower()]
            found: JsonObject = operation["requestBody"]["content"]["application/json"]["schema"]
            return found
        if name.endswith("[]"):
            return {"type": "array", "items": self._schema(name.removesuffix("[]"))}
        return {"$ref": f"#/components/schemas/{name}"}

    def _explain(self, error: jsonschema_rs.ValidationError, depth: int) -> Iterator[Problem]:
        """Look behind "fits none of these" where the kind of the component says which was meant."""
        path = tuple(str(step) for step in error.instance_path)
        instance = error.instance
        kind = instance.get("type") if isinstance(instance, dict) else None
        meant = _COMPONENT_SCHEMAS.get(kind) if isinstance(kind, int) else None
        is_choice = isinstance(error.kind, jsonschema_rs.ValidationErrorKind.OneOfNotValid)
        if is_choice and meant and depth < len(_COMPONENT_SCHEMAS):
            inner = list(self._validator(meant).iter_errors(instance))
            for deeper in inner:
                for problem in self._explain(deeper, depth + 1):
                    yield Problem((*path, *problem.path), problem.code, problem.message)
            if inner:
                return
        yield Problem(path, str(error.schema_path[-1]).upper(), error.message[:_LONGEST_SENTENCE])
