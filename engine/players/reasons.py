"""The reason for a card, which the texts turn into a sentence."""

from typing import Final

from engine.cards import Card
from engine.players.player import Reason, Why
from engine.players.reading import Reading
from engine.players.rule_reasons import by_rule

_HIGH: Final = 10
"""The lowest rank that takes a high card to beat."""


def why_card(facts: Reading, card: Card, margin: int = 0, *, best: bool = False) -> Why:
    """Give the reason of a card.

    Args:
        facts: the turn.
        card: the card played.
        margin: by how many points it was better than the next card, if compared.
        best: whether cards were compared and none was better.
    """
    found = _reason(facts, card)
    if found is None:
        found = Reason.COMPARED if best else Reason.LEADS_LOW
    reason, rule = by_rule(facts, card, found)
    return Why(reason, needs=max(0, facts.need), margin=margin, rule=rule)


def _reason(facts: Reading, card: Card) -> Reason | None:
    """Give the reason that can be seen in the turn, or None where there is none."""
    if len(facts.legal) == 1:
        return Reason.ONLY_CHOICE
    if facts.keeps_nil(facts.seat):
        risky = facts.led is None or facts.wins(card)
        return Reason.NIL_IN_DANGER if risky else Reason.KEEPS_NIL
    if facts.partner is not None and facts.keeps_nil(facts.partner) and _covers(facts, card):
        return Reason.COVERS_NIL
    if facts.led is None:
        return _of_lead(facts, card)
    return _of_winner(facts, card) if facts.wins(card) else _of_loser(facts, card)


def _covers(facts: Reading, card: Card) -> bool:
    partner = facts.partner
    if partner is None or not facts.wins(card):
        return False
    if facts.led is None and not facts.is_master(card):
        return False
    return facts.still_to_play(partner) or facts.public.winning == partner


def _of_lead(facts: Reading, card: Card) -> Reason | None:
    if facts.is_master(card):
        return Reason.LEADS_MASTER
    if facts.hunts_nil:
        return Reason.ATTACKS_NIL
    if card.rank >= _HIGH:
        return Reason.PLAYS_HIGH
    return None if any(map(facts.is_master, facts.legal)) else Reason.NO_SURE_LEAD


def _of_winner(facts: Reading, card: Card) -> Reason:
    if facts.need <= 0 and facts.sets_somebody:
        return Reason.SETS_CONTRACT
    if facts.is_trump(card) and facts.led is not None and not facts.is_trump(facts.led):
        lowest = next(each for each in facts.legal if facts.wins(each))
        return Reason.TRUMPS if facts.is_last and card == lowest else Reason.TRUMPS_SO_FAR
    if facts.is_last:
        return Reason.TAKES_TRICK
    if facts.is_master(card):
        over = facts.public.winning == facts.partner and facts.best is not None
        unsure = over and facts.best is not None and not facts.is_master(facts.best)
        return Reason.OVERTAKES if unsure else Reason.LEADS_MASTER
    return Reason.PLAYS_HIGH if card.rank >= _HIGH else Reason.WINS_SO_FAR


def _of_loser(facts: Reading, card: Card) -> Reason | None:
    partner, could_win = facts.partner, any(facts.wins(each) for each in facts.legal)
    if facts.hunts_nil and could_win:
        return Reason.ATTACKS_NIL
    if partner is not None and facts.public.winning == partner and not facts.keeps_nil(partner):
        return Reason.PARTNER_WINS if _has_the_trick(facts) else Reason.PARTNER_SO_FAR
    if facts.need <= 0 and could_win:
        return Reason.AVOIDS_BAG
    if facts.led is not None and facts.deck.same_suit[facts.led.index] >> card.index & 1:
        return Reason.CANNOT_WIN if card == facts.legal[-1] else Reason.PLAYS_LOW
    if facts.need > 0 and facts.helps and facts.is_master(card):
        return None if could_win else Reason.CANNOT_WIN
    return Reason.THROWS_AWAY


def _has_the_trick(facts: Reading) -> bool:
    """Say whether nobody can beat the card that wins so far."""
    best = facts.best
    return facts.is_last or (best is not None and facts.is_trump(best) and facts.is_master(best))
