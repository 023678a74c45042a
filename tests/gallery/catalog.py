"""The list of all states: each scene says which it shows, and what can be seen in it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final

from tests.gallery.stage import Stage

Play = Callable[[Stage], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class State:
    """Something that people see.

    Attributes:
        name: of its pictures.
        says: what can be seen, in one line.
        drawn_by: the functions whose layout it is, by name.
    """

    name: str
    says: str
    drawn_by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """A piece of play in which states are to be seen, in a channel of its own.

    Attributes:
        name: of the scene, from which its cards follow.
        title: heading of its pictures.
        states: what it shows, in this order.
        play: plays it.
        settings: what the operator has set otherwise.
    """

    name: str
    title: str
    states: tuple[State, ...]
    play: Play
    settings: dict[str, Any] = field(default_factory=dict)


SCENES: Final[list[Scene]] = []
"""Every scene, in the order of the index."""


def state(name: str, says: str, *drawn_by: str) -> State:
    """Describe a state."""
    return State(name, says, drawn_by)


def scene(title: str, *states: State, **settings: Any) -> Callable[[Play], Play]:  # noqa: ANN401
    """Make a function a scene that shows these states."""

    def register(play: Play) -> Play:
        name = getattr(play, "__name__", title)
        SCENES.append(Scene(name, title, states, play, settings))
        return play

    return register
