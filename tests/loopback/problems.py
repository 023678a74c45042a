"""What is wrong with the body of a request, and the tree in which Discord tells it."""

from collections.abc import Sequence
from dataclasses import dataclass

from .wire import JsonObject


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of a body: the keys and indexes that lead to it, a code, a sentence."""

    path: tuple[str, ...]
    code: str
    message: str

    def __str__(self) -> str:
        return f"{'.'.join(self.path) or 'body'}: {self.code}: {self.message}"


def as_tree(problems: Sequence[Problem]) -> JsonObject:
    """The `errors` object of an answer with code 50035."""
    tree: JsonObject = {}
    for problem in problems:
        node = tree
        for key in problem.path:
            node = node.setdefault(key, {})
        told = node.setdefault("_errors", [])
        told.append({"code": problem.code, "message": problem.message})
    return tree
