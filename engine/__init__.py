"""Spades itself: rules, rounds, scores, views and notation.

Everything here is pure and synchronous. A `Game` is an immutable value; `Game.apply` gives the next
one; the caller passes in time and randomness. All that a program needs to run games can be imported
from here; see docs/engine.md. Names are loaded on first use, so that a process that only draws
cards does not load the rules.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engine.actions import (
        Action,
        Bid,
        Claim,
        Deal,
        Keep,
        Look,
        Pass,
        Play,
        Resign,
        SeatAction,
        Toss,
    )
    from engine.cards import Card, CardSet, Deck, Suit
    from engine.deals import Seeds, commitment, deal, first_dealer
    from engine.errors import RuleError
    from engine.events import Event, what_happened
    from engine.game import Game, replay
    from engine.game_notation import parse_game, print_game
    from engine.notation import parse_action, print_action
    from engine.phases import Phase
    from engine.presets import PRESETS
    from engine.rules import Rules
    from engine.seats import SEATS, Seat, Side
    from engine.views import PublicView, SeatView, public_view, seat_view

__all__ = [
    "PRESETS",
    "SEATS",
    "Action",
    "Bid",
    "Card",
    "CardSet",
    "Claim",
    "Deal",
    "Deck",
    "Event",
    "Game",
    "Keep",
    "Look",
    "Pass",
    "Phase",
    "Play",
    "PublicView",
    "Resign",
    "RuleError",
    "Rules",
    "Seat",
    "SeatAction",
    "SeatView",
    "Seeds",
    "Side",
    "Suit",
    "Toss",
    "commitment",
    "deal",
    "first_dealer",
    "parse_action",
    "parse_game",
    "print_action",
    "print_game",
    "public_view",
    "replay",
    "seat_view",
    "what_happened",
]

_NAMES: Final = {
    "actions": (
        "Action",
        "Bid",
        "Claim",
        "Deal",
        "Keep",
        "Look",
        "Pass",
        "Play",
        "Resign",
        "SeatAction",
        "Toss",
    ),
    "cards": ("Card", "CardSet", "Deck", "Suit"),
    "deals": ("Seeds", "commitment", "deal", "first_dealer"),
    "errors": ("RuleError",),
    "events": ("Event", "what_happened"),
    "game": ("Game", "replay"),
    "notation": ("parse_action", "print_action"),
    "game_notation": ("parse_game", "print_game"),
    "phases": ("Phase",),
    "presets": ("PRESETS",),
    "rules": ("Rules",),
    "seats": ("SEATS", "Seat", "Side"),
    "views": ("PublicView", "SeatView", "public_view", "seat_view"),
}
_HOMES: Final = {name: module for module, names in _NAMES.items() for name in names}


def __getattr__(name: str) -> object:
    """Load a name of `__all__` from its module on first use."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
