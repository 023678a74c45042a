"""What is computed once for each kind of deck, so that the first choice is as quick as the rest."""

from engine.players.values import danger_and_worth
from engine.rules import Rules


def warm_up(rules: Rules) -> None:
    """Compute the tables that choices under these rules need, in about a tenth of a second.

    A worker process calls it once before its first choice, for each rule set that it may meet;
    it is never wrong to leave it out, only slow the first time.
    """
    danger_and_worth(rules.deck_in_play, rules.players, rules.mode)
