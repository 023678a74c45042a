"""Biddings at random: somebody can always go on, whatever the rules."""

from tests.engine.biddings import bid_many


def test_no_seat_is_ever_without_a_legal_bid() -> None:
    """Under mixtures of all rules a thousand biddings come to their end, in each of four ways."""
    found = bid_many(1000, seed=1)
    assert found.total() == 1000
    assert set(found) == {"played", "made unplayed", "thrown in", "a hand thrown in"}
