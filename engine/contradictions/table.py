"""Contradictions in seats, deck and end."""

from typing import Final

from engine.contradictions.kinds import Contradiction
from engine.rule_fields import RuleFields


def _draw(rules: RuleFields) -> bool:
    return rules.players == 2 and rules.two_seat_deal == "draw"  # noqa: PLR2004 - two players


TABLE: Final[tuple[Contradiction, ...]] = (
    (
        lambda r: r.players == 3 and r.mode == "partners",  # noqa: PLR2004 - three players
        "Three players cannot play as partners: choose solo, or four players.",
    ),
    (
        lambda r: r.players == 2 and r.mode == "partners",  # noqa: PLR2004 - two players
        "Two players cannot play as partners: choose solo, or four players.",
    ),
    (
        lambda r: r.players != 2 and r.two_seat_deal == "dealt",  # noqa: PLR2004 - two players
        "How two players get their cards makes no sense for three or four.",
    ),
    (
        lambda r: _draw(r) and r.blind_nil,
        "Who draws a hand card by card has seen it, so nobody can bid blind nil.",
    ),
    (
        lambda r: _draw(r) and r.blind_bid is not None,
        "Who draws a hand card by card has seen it, so nobody can bid a blind number.",
    ),
    (
        lambda r: _draw(r) and r.throw_in != "none",
        "A hand drawn card by card is its holder's choice, so it cannot be thrown in.",
    ),
    (
        lambda r: r.players == 2 and r.opening in {"lowest_club", "lowest_clubs_all"},  # noqa: PLR2004 - two players
        "Two players leave half of the pack out, so the lowest club may be in no hand.",
    ),
    (
        lambda r: r.target is None and r.rounds is None and r.minutes is None,
        "A game needs an end: a target, a number of rounds or a number of minutes.",
    ),
    (
        lambda r: r.sets_lose is not None and (r.sets_in_a_row_lose or 0) >= r.sets_lose,
        "The sets in a row that lose must be fewer than the sets that lose in all.",
    ),
    (
        lambda r: r.mode == "solo" and r.first_round_least > 0,
        "In solo nobody need take a number of tricks in the first round.",
    ),
    (
        lambda r: r.mode == "solo" and r.first_round_wins is not None,
        "Tricks of the first round win for partners, and in solo nobody has one.",
    ),
    (
        lambda r: r.first_round_least == 0 and r.first_round_short == "set",
        "What too few tricks in the first round cost makes no sense while none are asked for.",
    ),
    (
        lambda r: r.first_round == "bid" and r.first_round_short == "set",
        "A first round that is bid has its own sets, so too few tricks cannot be one besides.",
    ),
)
