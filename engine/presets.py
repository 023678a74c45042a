"""The named rule sets: the three published ones, exactly, and other well-known ones."""

from typing import Final

from engine.rules import Rules

CARDCOUCH: Final = Rules(
    target=500,
    losing_score=-200,
    failed_nil_tricks="bags_only",
    breaking="any_spade",
    first_dealer="before_host",
)
"""CardCouch: to 500 or -200, a failed nil's tricks are only bags, any spade breaks spades."""

ONE_PAGE: Final = Rules(
    target=500,
    losing_score=None,
    failed_nil_tricks="help_partner",
    breaking="any_spade",
    first_dealer="random",
)
"""The one-page sheet: to 500 with no losing score; a failed nil's tricks help the partner."""

HERO_SOLO: Final = Rules(
    mode="solo",
    target=150,
    losing_score=-200,
    failed_nil_tricks="bags_only",
    breaking="trump_only",
    first_dealer="random",
    bid_seconds=30,
    play_seconds=15,
    places="points_then_bags",
)
"""Spades Hero, solo: to 150 or -200, 30 s to bid and 15 s to play, everyone gets a place."""

HERO_PARTNERS: Final = HERO_SOLO.changed(
    mode="partners", blind_nil=True, failed_nil_tricks="help_partner"
)
"""Spades Hero, partners: as solo, with blind nil for 200 and no deficit needed."""

JOKERS: Final = CARDCOUCH.changed(deck="jokers")
"""CardCouch's variation with jokers: big and little joker above the ace of spades, in place of
the two of clubs and the two of diamonds; its other numbers are CardCouch's."""

JOKER_DEUCE: Final = CARDCOUCH.changed(
    deck="deuces", blind_nil=True, blind_nil_deficit=100, minimum_contract=4
)
"""Joker-joker-deuce-deuce: both jokers, then the two of diamonds and the two of spades, in the most
common order. Such tables also play a board of 4 tricks (the usual number for "board"), and blind
nil for 200 when 100 behind (CardCouch's variation)."""

SUICIDE: Final = CARDCOUCH.changed(bidding="suicide")
"""Suicide: one partner of each side must bid nil, the other must not. To 500 or -200, and a failed
nil's tricks are bags, as the MSN Gaming Zone's rules of its variants say; the rest is CardCouch."""

MIRROR: Final = CARDCOUCH.changed(bidding="mirror")
"""Mirror: everyone bids the number of spades held. To 500 or -200, and no blind nil, as the MSN
Gaming Zone's rules of its variants say."""

WHIZ: Final = CARDCOUCH.changed(bidding="whiz")
"""Whiz: nil, or the number of spades held. To 500 or -200, as the MSN Gaming Zone's rules of its
variants say."""

CUTTHROAT: Final = Rules(
    mode="solo",
    players=3,
    target=300,
    losing_score=-200,
    failed_nil_tricks="bags_only",
    places="points_then_bags",
)
"""Cutthroat for three: the two of clubs out and 17 cards each, as the three-handed rules of the
Skullwink tournaments say; 300 is CardCouch's shorter target, -200 its losing score."""

QUICK: Final = CARDCOUCH.changed(target=200)
"""Quick: to 200, the shorter of the two short games that the one-page sheet offers (200 and 300);
the rest is CardCouch's."""

FIVE_BAGS: Final = CARDCOUCH.changed(bag_limit=5)
"""Five bags: each five cost 50, CardCouch's stricter variation."""

PRESETS: Final[dict[str, Rules]] = {
    "cardcouch": CARDCOUCH,
    "one_page": ONE_PAGE,
    "hero_solo": HERO_SOLO,
    "hero_partners": HERO_PARTNERS,
    "jokers": JOKERS,
    "joker_deuce": JOKER_DEUCE,
    "suicide": SUICIDE,
    "mirror": MIRROR,
    "whiz": WHIZ,
    "cutthroat": CUTTHROAT,
    "quick": QUICK,
    "five_bags": FIVE_BAGS,
}
"""The rule sets by the name that commands and stored games use; the first four are published."""

PUBLISHED: Final = ("cardcouch", "one_page", "hero_solo", "hero_partners")
"""The names of the published presets, which must stay exact."""


def preset_name(rules: Rules) -> str | None:
    """Give the name of the preset with these rules, or None."""
    return next((name for name, preset in PRESETS.items() if preset == rules), None)


def differences(rules: Rules, preset: Rules) -> tuple[str, ...]:
    """Name the fields where two rule sets differ, in order."""
    return tuple(
        name for name in Rules.model_fields if getattr(rules, name) != getattr(preset, name)
    )


def nearest_preset(rules: Rules) -> str:
    """Give the name of the preset closest to a rule set, by the number of different fields."""
    return min(PRESETS, key=lambda name: len(differences(rules, PRESETS[name])))
