"""The checker of recorded rounds: it names each kind of move that makes a partner wince."""

from engine.cards import Card
from tests.bench import players_blunders
from tests.bench.players_blunders import Turn, winces


def turn(hand: str, trick: str, best: int, others: str = "", **changes: object) -> Turn:
    """Give a turn of seat 0 whose side needs tricks; the other cards are in seat 1."""
    mine, seen, out = (tuple(map(Card.parse, text.split())) for text in (hand, trick, others))
    follows = tuple(card for card in mine if seen and card.suit is seen[0].suit)
    fields = {"need": 3, "helps": True, "nils": (False, False, False, False)} | changes
    return Turn(0, (mine, out, (), ()), follows or mine, seen, best, **fields)  # type: ignore[arg-type]


def found(one: Turn, card: str) -> list[str]:
    """Name what is wrong with a card."""
    return list(winces(one, Card.parse(card)))


def test_high_cards_under_higher_ones() -> None:
    """A king under an ace and an ace under a trump are named while a low card is there."""
    under = turn("KD 7D 3D", "2D AD 4D", 1, "QD")
    assert found(under, "KD") == [players_blunders.HONOR]
    assert found(under, "3D") == []
    assert found(turn("AC 6C", "KC 5S", 1), "AC") == [players_blunders.RUFFED]
    assert found(turn("KD 7D", "2D AD 4D", 1, need=0), "KD") == []


def test_sure_cards_thrown_away() -> None:
    """A discarded ace is named where a loser is at hand, and not for a seat that bid nil."""
    void = turn("AC 3C 5H", "KD", 0, "KC 9H")
    assert found(void, "AC") == [players_blunders.DISCARD]
    assert found(void, "5H") == []
    assert found(turn("AC 3C 5H", "KD", 0, "KC 9H", helps=False), "AC") == []


def test_the_partners_trick_and_a_needed_one() -> None:
    """Going over the partner's best card is named, and leaving the others a trick in last seat."""
    assert found(turn("AH 2H", "KH TH", 0, "9H"), "AH") == [players_blunders.OVER]
    assert found(turn("AH 2H", "QH TH", 0, "KH"), "AH") == []
    assert found(turn("9H 2H", "7H 3H 8H", 2), "2H") == [players_blunders.LEAVES]
    beside = turn("9H 2H", "7H 3H 8H", 2, nils=(False, True, False, False))
    assert found(beside, "2H") == []


def test_leads_beside_a_nil() -> None:
    """A nil that leads high with low cards in hand is named."""
    nil = turn("TH 2H 3C", "", -1, helps=False, nils=(True, False, False, False))
    assert found(nil, "TH") == [players_blunders.HIGH_LEAD]
    assert found(nil, "3C") == []
