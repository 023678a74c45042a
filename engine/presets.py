"""The named rule sets: the three published ones, exactly, and other well-known ones."""

from functools import lru_cache
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

_SHEET: Final = Rules(nil="none", minimum_contract=4, bag_points=0, bag_limit=None)
"""What most sheets that hang on a wall share: no nil, a board of four, overs worth nothing."""

COOKOUT: Final = _SHEET.changed(
    target=350,
    side_bid="second_closes",
    possibles=True,
    bid_order="by_side",
    ten_made=150,
    ten_missed=150,
    boston="bonus",
    boston_bonus=70,
    sets_lose=2,
    spade_leads="any_time",
)
"""Cookout Spades, ace high, as its Saturday sheet says: one partner opens, the other closes,
and two sets lose. The sheet is silent on nil, bags and the order of bids."""

COOKOUT_JOKERS: Final = COOKOUT.changed(deck="jokers_deuce_ace")
"""Cookout Spades of Charlotte: the same with both jokers and the deuce of spades above the ace."""

LODGE: Final = _SHEET.changed(
    target=350,
    deck="jokers_deuce_ace",
    contract_of_nine=False,
    table_minimum=11,
    throw_in="no_spade_no_face",
    first_round="bids_itself",
    first_round_least=4,
    bid_order="by_side",
    ten_contracts="ten_or_more",
    ten_made=200,
)
"""Buckhorn Masonic Lodge 354: the first hand bids itself and four tricks of it must be taken;
nine is not bid, and both sides reach eleven or the cards are thrown in. The sheet is silent on
bags."""

CAMPUS: Final = _SHEET.changed(
    target=350,
    deck="jokers_red_out",
    table_minimum=11,
    throw_in="no_spade_or_no_face",
    first_round_least=4,
    bid_order="by_side",
    ten_contracts="ten_or_more",
    ten_made=200,
    opening="lowest_club",
)
"""The homecoming tournament of Alabama: as a lodge plays, with another deck, the lowest club to
open and a first round that is bid. The sheet is silent on target, nil and bags."""

ROUND_ROBIN: Final = _SHEET.changed(
    target=350,
    deck="jokers_deuce_ace",
    first_round="bids_itself",
    bid_order="by_side",
    ten_made=200,
    sets_lose=2,
)
"""The round robin of rta3: the first hand bids itself, ten is 200, two sets lose. Its bids may be
raised until the others bid, which is not played here; it is silent on nil and bags."""

JOKERS_WILD: Final = Rules(
    target=300,
    deck="deuces",
    nil="none",
    minimum_contract=4,
    table_minimum=11,
    table_short="last_raises",
    blind_bid=6,
    blind_bid_deficit=100,
    ten_made=200,
    boston="wins",
    bag_points=0,
    sets_lose=3,
)
"""Jokers Wild Spades, the app: eleven must be bid, blind six when 100 behind, a Boston wins, three
sets lose. How eleven is reached it does not say: here the last to bid makes it up."""

HALF_HOUR: Final = _SHEET.changed(
    target=300, minutes=30, deck="deuces_spade_high", bid_order="by_side"
)
"""The Man 2 Man forum of Elmira: to 300, or whoever leads after half an hour. It is silent on
nil."""

CONTEST: Final = Rules(
    target=350,
    minutes=40,
    deck="deuces",
    blind_nil=True,
    blind_bid=6,
    sets_lose=3,
    sets_in_a_row_lose=2,
)
"""A contest of 2017: forty minutes, nil, blind nil and blind six, three sets or two in a row
lose. Its minimum of three rounds is not played here, and its deck is not told."""

KINGS_LEAGUE: Final = _SHEET.changed(
    target=350,
    maximum_contract=10,
    side_bid="second_closes",
    bid_order="by_side",
    double_taken="set",
    spade_leads="any_time",
)
"""The Kings of Spades league: ten at most, closed by the second partner, and twice the bid is a
set. A tie is another round here, not the higher bid's; the league is silent on bags."""

BARRACKS: Final = _SHEET.changed(
    deck="jokers_deuce_ace",
    side_bid="second_closes",
    possibles=True,
    bid_order="by_side",
    blind_bid=6,
    blind_bid_deficit=100,
    ten_made=200,
    boston="wins",
)
"""As a veteran tells it at formerforce: an opening and a possible, closed by the partner; blind six
by spadesformoney. It is silent on nil, bags and the order of bids."""

TRICKSTER_JJDD: Final = Rules(deck="deuces", nil="zero", minimum_contract=4, ten_made=200)
"""Trickster's own test table: jokers and deuces, a bid of 0 that is no nil, a board of four,
ten for 200. Its defaults are not public."""

TWO_HANDED: Final = Rules(mode="solo", players=2, target=300, places="points_then_bags")
"""For two, as askalink tells it: each draws a hand from the pack, one of every two cards. Whether
the other card is seen its kin do not agree: here who draws sees it."""

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
    "cookout": COOKOUT,
    "cookout_jokers": COOKOUT_JOKERS,
    "lodge": LODGE,
    "campus": CAMPUS,
    "round_robin": ROUND_ROBIN,
    "jokers_wild": JOKERS_WILD,
    "half_hour": HALF_HOUR,
    "contest": CONTEST,
    "kings_league": KINGS_LEAGUE,
    "barracks": BARRACKS,
    "trickster_jjdd": TRICKSTER_JJDD,
    "two_handed": TWO_HANDED,
}
"""The rule sets by the name that commands and stored games use; the first four are published."""

PUBLISHED: Final = ("cardcouch", "one_page", "hero_solo", "hero_partners")
"""The names of the published presets, which must stay exact."""

_REMEMBERED: Final = 256
"""Rule sets to remember the names of, which every message of a table needs."""


@lru_cache(_REMEMBERED)
def preset_name(rules: Rules) -> str | None:
    """Give the name of the preset with these rules, or None."""
    return next((name for name, preset in PRESETS.items() if preset == rules), None)


def differences(rules: Rules, preset: Rules) -> tuple[str, ...]:
    """Name the fields where two rule sets differ, in order."""
    return tuple(
        name for name in Rules.model_fields if getattr(rules, name) != getattr(preset, name)
    )


@lru_cache(_REMEMBERED)
def nearest_preset(rules: Rules) -> str:
    """Give the name of the preset closest to a rule set, by the number of different fields."""
    return min(PRESETS, key=lambda name: len(differences(rules, PRESETS[name])))
