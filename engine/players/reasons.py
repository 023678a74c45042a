"""The reason for a card, which the texts turn into a sentence.

What can be seen in the turn comes first; then what the search has found in the deals; where there
was no search, or hardly one, that is said. Each reason has a condition that a test works out again.
"""

from typing import Final

from engine.cards import Card, CardSet
from engine.players.blunders import allowed
from engine.players.findings import Findings
from engine.players.marks import Mark
from engine.players.player import Reason, Why
from engine.players.reading import Reading
from engine.players.rule_reasons import of_a_set, of_an_over, scores_by_itself

_HIGH: Final = 10
"""The lowest rank that is worth keeping for later."""
_DANGEROUS: Final = 9
"""The lowest rank that a nil is glad to be rid of."""
_NEAR: Final = 2
"""How far above its lowest card a nil leads at most."""
_MOST: Final = 5
"""Tenths of the deals from which something is a reason by itself."""
_CHANCE: Final = 4
"""Points up to which a difference may come from the deals that were drawn."""
_SURE: Final = 8
"""Points from which on their number is told: in 19 of 20 comparisons two runs differ by less."""

_OF_MARK: Final = {
    Mark.OWN_NIL: Reason.NIL_HOLDS,
    Mark.PARTNERS_NIL: Reason.PARTNERS_NIL_HOLDS,
    Mark.THEIR_NIL: Reason.NIL_FALLS,
    Mark.THEIR_CONTRACT: Reason.SETS_OFTEN,
}


def why_card(facts: Reading, card: Card, found: Findings | None = None) -> Why:
    """Give the reason of a card.

    Args:
        facts: the turn.
        card: the card played.
        found: what the search says of it, if there was one.
    """
    told = found if found is not None and found.enough else None
    why = _seen(facts, card, told)
    if why is not None:
        return why
    if told is not None:
        return _compared(told)
    few = found is not None and found.margin >= 0
    return Why(Reason.FEW_DEALS if few else Reason.BY_RULE)


def _seen(facts: Reading, card: Card, found: Findings | None) -> Why | None:
    """Give the reason that the turn shows, or None where there is none."""
    if len(facts.legal) == 1:
        return Why(Reason.ONLY_CHOICE)
    if facts.keeps_nil(facts.seat):
        return _of_nil(facts, card, found)
    if facts.partner is not None and facts.keeps_nil(facts.partner) and _covers(facts, card):
        return Why(Reason.COVERS_NIL)
    if facts.led is None:
        return _of_lead(facts, card, found)
    return _of_winner(facts, card, found) if facts.wins(card) else _of_loser(facts, card)


def _of_nil(facts: Reading, card: Card, found: Findings | None) -> Why | None:
    if facts.led is not None and not facts.wins(card):
        under = [each for each in facts.legal if not facts.wins(each)]
        rid = card.rank >= _DANGEROUS and all(each.rank <= card.rank for each in under)
        return Why(Reason.KEEPS_NIL if rid else Reason.STAYS_UNDER)
    if found is not None:
        return None if found.all_alike else Why(Reason.NIL_HOLDS, tenths=found.met())
    if facts.led is not None:
        return Why(Reason.NIL_IN_DANGER)
    low = card.rank < _DANGEROUS or card.rank <= facts.legal[0].rank + _NEAR
    return Why(Reason.NIL_LEADS) if low else None


def _covers(facts: Reading, card: Card) -> bool:
    partner = facts.partner
    if partner is None or not facts.wins(card):
        return False
    if facts.led is None and not facts.is_master(card):
        return False
    return facts.still_to_play(partner) or facts.public.winning == partner


def _of_lead(facts: Reading, card: Card, found: Findings | None) -> Why | None:
    if facts.is_master(card):
        fallen, tenths = (None, 0) if found is None else found.falls()
        if tenths >= _MOST:
            return Why(Reason.FALLS, tenths=tenths, card=fallen)
        return Why(Reason.LEADS_MASTER)
    return Why(Reason.ATTACKS_NIL) if facts.hunts_nil else _of_low_lead(facts, card, found)


def _of_low_lead(facts: Reading, card: Card, found: Findings | None) -> Why | None:
    partner = facts.partner
    if found is not None and partner is not None and not facts.keeps_nil(partner):
        held, tenths = found.partner_holds()
        if tenths >= _MOST and facts.need > 0:
            return Why(Reason.PARTNER_HOLDS, tenths=tenths, card=held)
    if _voids(facts, card):
        return Why(Reason.SHORTENS)
    if found is None and not any(map(facts.is_master, facts.legal)):
        return Why(Reason.NO_SURE_LEAD)
    return None


def _voids(facts: Reading, card: Card) -> bool:
    """Say whether a card is the last of its suit, which can be trumped from then on."""
    suit = facts.deck.same_suit[card.index]
    return (
        not facts.is_trump(card)
        and facts.hand.bits & suit == card.bit
        and bool(facts.hand.bits & facts.deck.trumps)
        and bool(facts.unseen & suit)
    )


def _of_winner(facts: Reading, card: Card, found: Findings | None) -> Why | None:
    if facts.is_last:
        by_itself = scores_by_itself(facts)
        if by_itself is not None:
            return Why(by_itself[0], rule=by_itself[1])
    if facts.need <= 0 and facts.sets_somebody:
        return Why(of_a_set(facts))
    trumps = facts.is_trump(card) and facts.led is not None and not facts.is_trump(facts.led)
    if facts.is_last:
        lowest = next(each for each in facts.legal if facts.wins(each))
        if trumps and card == lowest:
            return Why(Reason.TRUMPS)
        return Why(Reason.TAKES_TRICK, needs=max(0, facts.need) if facts.helps else 0)
    return _of_winner_so_far(facts, card, found, trumps=trumps)


def _of_winner_so_far(
    facts: Reading, card: Card, found: Findings | None, *, trumps: bool
) -> Why | None:
    if facts.is_master(card) and not trumps:
        over = facts.best if facts.public.winning == facts.partner else None
        if over is None:
            return Why(Reason.LEADS_MASTER)
        if not facts.is_master(over):
            return Why(Reason.OVERTAKES)
    if found is None:
        return Why(Reason.TRUMPS_SO_FAR if trumps else Reason.WINS_SO_FAR)
    holds = found.holds()
    return Why(Reason.HOLDS, tenths=holds) if holds >= _MOST else None


def _of_loser(facts: Reading, card: Card) -> Why | None:
    partner, could_win = facts.partner, any(facts.wins(each) for each in facts.legal)
    if facts.hunts_nil and could_win:
        return Why(Reason.ATTACKS_NIL)
    if partner is not None and facts.public.winning == partner and not facts.keeps_nil(partner):
        return Why(Reason.PARTNER_WINS if _has_the_trick(facts) else Reason.PARTNER_SO_FAR)
    over = of_an_over(facts) if facts.need <= 0 else None
    if over is not None and could_win:
        return Why(over[0], rule=over[1])
    if facts.follows(card):
        return _of_low_card(facts, card, could_win=could_win)
    return _of_discard(facts, card, could_win=could_win)


def _of_discard(facts: Reading, card: Card, *, could_win: bool) -> Why | None:
    if _voids(facts, card):
        return Why(Reason.SHORTENS)
    if not facts.is_trump(card):
        if not facts.is_master(card):
            return Why(Reason.THROWS_AWAY)
        if facts.need <= 0 and of_an_over(facts) is not None:
            return Why(Reason.SHEDS)
    return None if could_win else Why(Reason.CANNOT_WIN)


def _of_low_card(facts: Reading, card: Card, *, could_win: bool) -> Why | None:
    """Say what a low card of the suit keeps, or that none would do better."""
    kept = facts.legal[-1]
    strength = facts.deck.strength
    between = CardSet(facts.unseen & facts.deck.same_suit[card.index])
    apart = any(strength[card.index] < strength[e.index] < strength[kept.index] for e in between)
    worth_it = kept.rank >= _HIGH or facts.is_master(kept)
    if kept != card and apart and worth_it:
        return Why(Reason.PLAYS_LOW, card=kept)
    return None if could_win else Why(Reason.CANNOT_WIN)


def _has_the_trick(facts: Reading) -> bool:
    """Say whether nobody can beat the card that wins so far."""
    best = facts.best
    return facts.is_last or (best is not None and facts.is_trump(best) and facts.is_master(best))


def _compared(found: Findings) -> Why:
    """Say what the search found: where the card and the next one differ most plainly."""
    other, margin = found.other, found.margin
    if found.all_alike:
        # A card that nobody would forgive was not compared, and may make a difference.
        every = allowed(found.facts) == found.facts.legal
        return Why(Reason.NO_DIFFERENCE) if every else Why(Reason.AS_GOOD, card=other)
    if margin < 0:
        doubted = margin <= -_CHANCE
        told = Why(Reason.TOO_LITTLE, margin=_told(-margin), card=other)
        return told if doubted else Why(Reason.AS_GOOD, card=other)
    for reason, shares in (
        (Reason.MAKES_CONTRACT, found.made()),
        (_OF_MARK[found.compared.mark], found.marked()),
    ):
        if shares is not None and not found.facts.public.bids_itself:
            return Why(reason, tenths=shares.of_card, others=shares.of_other, card=other)
    if margin < _CHANCE:
        return Why(Reason.AS_GOOD, card=other)
    return Why(Reason.BETTER_BY, margin=_told(margin), card=other)


def _told(margin: int) -> int:
    """Give the points to tell; 0 where they are so few that another run would give other ones."""
    return margin if margin >= _SURE else 0
