"""Filters moves that people would call stupid before the search.

A search over sampled deals sometimes prefers such a move by a small margin, which a human partner
does not forgive. Some are forbidden; the others are doubted, and played only if they are better by
a margin in points. Each rule gives the remaining cards; one that would leave none is ignored.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.cards import Card
from engine.players.reading import Reading, counts, need_of

_JACK: Final = 11
_NEAR: Final = 2
"""How many places above its lowest card a nil may lead."""


def allowed(facts: Reading) -> tuple[Card, ...]:
    """Give the legal cards without the forbidden ones, weakest first; never empty."""
    return _left(facts, facts.legal, FORBIDDEN)


def sensible(facts: Reading) -> tuple[Card, ...]:
    """Give the legal cards without the forbidden and doubted ones, weakest first; never empty."""
    return _left(facts, allowed(facts), tuple(DOUBTED))


def doubts(facts: Reading) -> Mapping[Card, float]:
    """Give the margin in points by which each allowed card must be better; 0 for most."""
    cards = allowed(facts)
    margins = dict.fromkeys(cards, 0.0)
    for rule, margin in DOUBTED.items():
        good = rule(facts, cards) or cards
        for card in cards:
            if card not in good:
                margins[card] = max(margins[card], margin)
    return margins


def _left(facts: Reading, cards: tuple[Card, ...], rules: "tuple[Rule, ...]") -> tuple[Card, ...]:
    for rule in rules:
        cards = tuple(rule(facts, cards)) or cards
    return cards


def _winners(facts: Reading, cards: Sequence[Card]) -> list[Card]:
    return [card for card in cards if facts.wins(card)]


def _losers(facts: Reading, cards: Sequence[Card]) -> list[Card]:
    return [] if facts.led is None else [card for card in cards if not facts.wins(card)]


def keeps_own_nil(facts: Reading, cards: Sequence[Card]) -> Sequence[Card]:
    """A nil hand takes no trick that it can duck."""
    return _losers(facts, cards) if facts.keeps_nil(facts.seat) else cards


def spares_partner(facts: Reading, cards: Sequence[Card]) -> Sequence[Card]:
    """Nobody trumps the partner's sure winner."""
    partner = facts.partner
    if partner is None or facts.public.winning != partner or facts.best is None:
        return cards
    if facts.keeps_nil(partner) or not counts(facts.public, partner):
        return cards
    sure = facts.is_last or facts.is_master(facts.best)
    if facts.is_trump(facts.best) or not sure:
        return cards
    return [card for card in cards if not facts.is_trump(card)]


def leaves_partners_trick(facts: Reading, cards: Sequence[Card]) -> Sequence[Card]:
    """In last seat nobody takes a trick that the partner is winning."""
    partner = facts.partner
    if partner is None or not facts.is_last or facts.public.winning != partner:
        return cards
    if facts.keeps_nil(partner) or not counts(facts.public, partner):
        return cards
    return _losers(facts, cards)


def covers_partners_nil(facts: Reading, cards: Sequence[Card]) -> Sequence[Card]:
    """In last seat the partner's nil is saved if possible."""
    partner = facts.partner
    if partner is None or not facts.is_last or facts.public.winning != partner:
        return cards
    return _winners(facts, cards) if facts.keeps_nil(partner) else cards


def goes_up_for_nil(facts: Reading, cards: Sequence[Card]) -> Sequence[Card]:
    """Before the partner's nil has played, a sure winner of the suit led is played."""
    partner = facts.partner
    if partner is None or facts.led is None or not facts.still_to_play(partner):
        return cards
    if not facts.keeps_nil(partner) or not _follows(facts, cards[0]):
        return cards
    return [card for card in _winners(facts, cards) if facts.is_master(card)]


def wins_cheaply(facts: Reading, cards: Sequence[Card]) -> Sequence[Card]:
    """In last seat the lowest winning card is enough, unless a high one should be discarded."""
    winners = _winners(facts, cards)
    if not facts.is_last or len(winners) < 2:  # noqa: PLR2004 - two to choose from
        return cards
    losers = _losers(facts, cards)
    dumps = not losers and facts.need <= 0 and not facts.is_trump(winners[0])
    return cards if dumps else [card for card in cards if card not in winners[1:]]


def leaves_bags(facts: Reading, cards: Sequence[Card]) -> Sequence[Card]:
    """In last seat nobody takes a bag once every contract is settled."""
    rules = facts.public.rules
    if not facts.is_last or facts.need > 0 or rules.bag_limit is None or facts.public.bids_itself:
        return cards
    settled = all(need_of(facts.public, side) <= 0 for side in rules.sides)
    partner = facts.partner
    covers = partner is not None and facts.public.winning == partner and facts.keeps_nil(partner)
    return _losers(facts, cards) if settled and not covers else cards


def lets_a_nil_fall(facts: Reading, cards: Sequence[Card]) -> Sequence[Card]:
    """In last seat a trick that another side's nil is losing is left to it, unless needed."""
    winning = facts.public.winning
    if not facts.is_last or winning is None or winning == facts.partner:
        return cards
    spares = facts.keeps_nil(winning) and facts.need < facts.left
    return _losers(facts, cards) if spares else cards


def holds_the_king(facts: Reading, cards: Sequence[Card]) -> Sequence[Card]:
    """Nobody leads the second-best spade into the best one, unless it covers the partner's nil."""
    partner = facts.partner
    if facts.led is not None or (partner is not None and facts.keeps_nil(partner)):
        return cards
    strength = facts.deck.strength
    out = [index for index in range(54) if facts.unseen >> index & 1]
    return [
        card
        for card in cards
        if not facts.is_trump(card)
        or sum(strength[other] > strength[card.index] for other in out) != 1
    ]


def keeps_winners(facts: Reading, cards: Sequence[Card]) -> Sequence[Card]:
    """A side that needs tricks discards no sure winner, and plays no honor under a higher card."""
    if facts.led is None or facts.need <= 0 or facts.keeps_nil(facts.seat) or not facts.helps:
        return cards
    losers = _losers(facts, cards)
    modest = [card for card in losers if not facts.is_master(card)] or losers
    if losers and _follows(facts, losers[0]):
        modest = [card for card in losers if card.rank < _JACK] or modest
    return [*modest, *_winners(facts, cards)]


def leaves_partners_best(facts: Reading, cards: Sequence[Card]) -> Sequence[Card]:
    """Nobody goes over the partner's card if no other hand can beat it in its suit."""
    partner, best = facts.partner, facts.best
    if partner is None or best is None or facts.led is None or facts.public.winning != partner:
        return cards
    if facts.keeps_nil(partner) or not counts(facts.public, partner):
        return cards
    leads = facts.deck.suit_of[best.index] is facts.deck.suit_of[facts.led.index]
    return _losers(facts, cards) if leads and facts.is_master(best) else cards


def leads_high_for_nil(facts: Reading, cards: Sequence[Card]) -> Sequence[Card]:
    """The partner of a nil leads sure winners of the side suits first."""
    partner = facts.partner
    if facts.led is not None or partner is None or not facts.keeps_nil(partner):
        return cards
    return [card for card in cards if facts.is_master(card) and not facts.is_trump(card)]


def throws_aces(facts: Reading, cards: Sequence[Card]) -> Sequence[Card]:
    """A nil hand that cannot follow suit discards an unbeatable card of a side suit.

    Such a card is a danger only while lower cards of the suit are out, and a spade that loses this
    trick may be a greater one: the search weighs the two.
    """
    if facts.led is None or not facts.keeps_nil(facts.seat) or _follows(facts, cards[0]):
        return cards
    if any(facts.is_trump(card) for card in cards):
        return cards
    return [
        card
        for card in cards
        if facts.is_master(card) and facts.unseen & facts.deck.same_suit[card.index]
    ]


def takes_for_contract(facts: Reading, cards: Sequence[Card]) -> Sequence[Card]:
    """In last seat a needed trick is taken: with any card where no nil is alive.

    Beside a nil it is taken with a card that would otherwise win nothing.
    """
    partner, winning = facts.partner, facts.public.winning
    if not facts.is_last or facts.need <= 0 or not facts.helps or facts.keeps_nil(facts.seat):
        return cards
    if winning == partner or (winning is not None and facts.keeps_nil(winning)):
        return cards
    winners = _winners(facts, cards)
    free = not any(map(facts.keeps_nil, facts.public.rules.seats))
    return winners if winners and (free or not facts.is_master(winners[0])) else cards


def leads_low_as_nil(facts: Reading, cards: Sequence[Card]) -> Sequence[Card]:
    """A nil leads hardly above its lowest card."""
    if facts.led is not None or not facts.keeps_nil(facts.seat):
        return cards
    strength = facts.deck.strength
    lowest = min(strength[card.index] for card in cards)
    return [card for card in cards if strength[card.index] <= lowest + _NEAR]


def leads_over_nil(facts: Reading, cards: Sequence[Card]) -> Sequence[Card]:
    """Nobody with a high spade leads a low one to the partner's nil."""
    partner = facts.partner
    if facts.led is not None or partner is None or not facts.keeps_nil(partner):
        return cards
    if not any(facts.is_trump(card) and card.rank > _JACK for card in cards):
        return cards
    return [card for card in cards if not facts.is_trump(card) or card.rank >= _JACK]


def _follows(facts: Reading, card: Card) -> bool:
    return facts.led is not None and bool(facts.deck.same_suit[facts.led.index] >> card.index & 1)


Rule = Callable[[Reading, Sequence[Card]], Sequence[Card]]

FORBIDDEN: Final[tuple[Rule, ...]] = (
    keeps_own_nil,
    throws_aces,
    spares_partner,
    leaves_partners_trick,
    leaves_bags,
    wins_cheaply,
    leads_high_for_nil,
    holds_the_king,
)

DOUBTED: Final[Mapping[Rule, float]] = {
    covers_partners_nil: 4.0,
    goes_up_for_nil: 4.0,
    lets_a_nil_fall: 4.0,
    takes_for_contract: 12.0,
    keeps_winners: 25.0,
    leaves_partners_best: 15.0,
    leads_low_as_nil: 10.0,
    leads_over_nil: 10.0,
}
"""The margins in points."""
