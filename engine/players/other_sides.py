"""How the other sides of a table may stand after a round, while it is bid."""

from typing import Final, TypeAlias

from engine.players.utility import NO_END, End, worth
from engine.rules import TWO, Rules
from engine.scoring import MISSED
from engine.seats import Side
from engine.tally import Tally
from engine.views import PublicView

USUAL_BID: Final = 3
USUAL_BID_OF_TWO: Final = 6
"""The bid expected of another seat that has not bid yet, plus or minus one; and that of one of two
seats."""
SET: Final = 0.2
"""The chance that a side misses a contract that decides the game: of 78 hands that could be saved
by that or by a hopeless nil, a number won 20."""

Ways: TypeAlias = tuple[tuple[float, list[Tally | None]], ...]
"""The possible scores of the sides after a round, each with its chance; None for the own side."""


def expected_worth(
    rules: Rules, others: Ways, own: Tally, side: Side, ended: End = NO_END
) -> float:
    """Average the utility of a tally over the possible scores of the other sides."""
    return sum(
        chance * worth(rules, [own if each is None else each for each in tallies], side, ended)
        for chance, tallies in others
    )


def others_after(public: PublicView, own: Side) -> Ways:
    """Give the possible scores of the other sides after the round, each with its chance.

    Every contract may be made or missed: a side that must win this round does not depend on its own
    bid alone.

    Args:
        public: what everyone sees during the bidding.
        own: the side to leave out, with None in its place.
    """
    rules = public.rules
    usual = USUAL_BID_OF_TWO if rules.players == TWO else USUAL_BID
    ways: list[tuple[float, list[Tally | None]]] = [(1.0, [])]
    for side in rules.sides:
        if side == own:
            ways = [(chance, [*tallies, None]) for chance, tallies in ways]
            continue
        before = public.tallies[side]
        bids = [public.counted[seat] for seat in rules.seats_of(side)]
        contract = sum(usual if bid is None else bid.tricks for bid in bids)
        unknown = sum(bid is None for bid in bids)
        contracts = [contract - unknown, contract + unknown] if unknown else [contract]
        results = [
            (
                (1 - SET) / len(contracts),
                Tally(before.points + 10 * each, before.bags + 1, before.sets),
            )
            for each in contracts
        ]
        missed = 10 * contract * MISSED[rules.missed_contract]
        sets, run = before.sets + 1, before.run + 1
        results.append((SET, Tally(before.points - missed, before.bags, sets, run)))
        ways = [
            (chance * share, [*tallies, tally])
            for chance, tallies in ways
            for share, tally in results
        ]
    return tuple(ways)
