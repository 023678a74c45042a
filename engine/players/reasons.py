"""Why a card is played, in one word that the texts make a sentence of."""

from engine.cards import Card
from engine.players.player import Reason, Why
from engine.players.reading import Reading


def why_card(facts: Reading, card: Card, margin: int = 0) -> Why:
    """Give the reason of a card.

    Args:
        facts: the turn.
        card: what is played.
        margin: by how many points it was better than the next card, where that was compared.
    """
    return Why(_reason(facts, card), needs=max(0, facts.need), margin=margin)


def _reason(facts: Reading, card: Card) -> Reason:
    if len(facts.legal) == 1:
        return Reason.ONLY_CHOICE
    if facts.keeps_nil(facts.seat):
        risky = facts.led is not None and facts.wins(card)
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
    return facts.still_to_play(partner) or facts.public.winning == partner


def _of_lead(facts: Reading, card: Card) -> Reason:
    if facts.is_master(card):
        return Reason.LEADS_MASTER
    if facts.hunts_nil:
        return Reason.ATTACKS_NIL
    lowest = next(each for each in facts.legal if facts.deck.suit_of[each.index]
                  is facts.deck.suit_of[card.index])  # fmt: skip
    return Reason.LEADS_LOW if lowest == card else Reason.PLAYS_HIGH


def _of_winner(facts: Reading, card: Card) -> Reason:
    if facts.need <= 0 and facts.sets_somebody:
        return Reason.SETS_CONTRACT
    if facts.is_trump(card) and facts.led is not None and not facts.is_trump(facts.led):
        return Reason.TRUMPS
    sure = facts.is_last or facts.is_master(card)
    return Reason.TAKES_TRICK if sure else Reason.PLAYS_HIGH


def _of_loser(facts: Reading, card: Card) -> Reason:
    if facts.hunts_nil:
        return Reason.ATTACKS_NIL
    if facts.partner is not None and facts.public.winning == facts.partner:
        return Reason.PARTNER_WINS
    if facts.need <= 0:
        return Reason.AVOIDS_BAG
    follows = facts.led is not None and facts.deck.same_suit[facts.led.index] >> card.index & 1
    return Reason.PLAYS_LOW if follows else Reason.THROWS_AWAY
