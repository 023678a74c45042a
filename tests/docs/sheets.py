"""The sheets of real tables whose rules the bot plays, each as what differs from the defaults."""

from typing import Any, Final

from engine.presets import PRESETS

SHEET: Final[dict[str, Any]] = {
    "nil": "none",
    "minimum_contract": 4,
    "bag_points": 0,
    "bag_limit": None,
}
JOKERS_TO_350: Final = SHEET | {"target": 350, "deck": "jokers_deuce_ace"}

SHEETS: Final[dict[str, dict[str, Any] | str]] = {
    "clarksvillejuneteenth.com, spades tournament": SHEET
    | {"target": 350, "minutes": 40, "deck": "deuces", "blind_bid": 6},
    "cookoutspades.com, four pages": "cookout",
    "columbuswhist.com": SHEET
    | {"target": 350, "boston": "bonus", "boston_bonus": 250, "boston_unbid": True},
    "Buckhorn Masonic Lodge 354": "lodge",
    "homecoming.sl.ua.edu": "campus",
    "5starsportsleague.com": SHEET | {"deck": "jokers", "target": 350},
    "iluvdabluestour.com, blues bowl": JOKERS_TO_350
    | {"boston": "bonus", "boston_bonus": 90, "blind_bid": 13},
    "Man 2 Man forum, Elmira": "half_hour",
    "visithopkinsville.com": SHEET | {"target": 500, "opening": "lowest_clubs_all"},
    "bidsandblinds.com": SHEET | {"target": 350, "blind_bid": 6, "blind_bid_deficit": 100},
    "jokerswildspades.com": "jokers_wild",
    "oocities.org/humbleclyde, WFWF 2004": JOKERS_TO_350 | {"throw_in": "no_spade"},
    "the kitchen-table server": SHEET
    | {
        "target": 350,
        "first_round": "bids_itself",
        "first_round_wins": 10,
        "ten_contracts": "ten_or_more",
        "ten_made": 200,
        "bid_order": "by_side",
    },
    "SpadesKeeper": {"ten_contracts": "doubled"},
    "field-of-themes.com, playsite": {"side_bid": "second_closes"},
    "andro.io/app/picas": {"bag_penalty": 110},
    "goodsoft.biz": {"double_nil_bonus": 200},
    "holdingthecards.com, blind six and seven": {"blind_bid": 6, "blind_bid_deficit": 100},
    "games.rmwinslow.com": {"bag_limit": 7, "bag_penalty": 100, "boston": "bonus",
                            "boston_bonus": 70},
    "Bicycle, three with jokers": {"mode": "solo", "players": 3, "deck": "jokers"},
    "Bicycle, two with jokers": {"mode": "solo", "players": 2, "deck": "jokers"},
    "askalink.com, searchamateur.com, two people": "two_handed",
}  # fmt: skip
"""By name: a preset, or the fields that make it. Where a sheet is silent its nearest kin says."""

NOT_PLAYED: Final = {
    "rta3.com": "a bid may be raised until the others bid (the rest: Round robin)",
    "paperzz.com, contest of 2017": "three rounds at least (the rest: Contest)",
    "kingsofspades.cards": "a tie goes to the higher last bid (the rest: Kings' league)",
    "party sheet, DJ": "one blind bid a game, whose set is none",
    "House Rules app": "tricks taken are scored instead of bid",
    "Wild Style": "the first hand is bid from the cards, and its set loses",
    "scorer with two in a row or three sets": "a failed nil is a set",
    "softoware, without partnership bidding": "partners are judged apart",
    "old Mac rules dialog": "points to begin with",
    "babygurl599.tripod.com": "bemo",
    "learnthat.com": "a kitty, and bids that are raised",
    "spadesgame.net": "bemo, and a bonus for the last trick",
    "spades.co": "six people",
    "trioname": "two people who draw, and see each other's discards (the rest: Two-handed, to 500)",
}
"""By name: what of it is not played."""


def page() -> str:
    """Write the page."""
    lines = [
        "# Sheets of real tables",
        "",
        "What hangs on real walls, and whether the bot plays it. A test builds the rules of each",
        "that it plays; where a sheet is silent, its nearest kin is followed.",
        "",
        "| sheet | played | with |",
        "| --- | --- | --- |",
    ]
    for name, how in SHEETS.items():
        fields = f"the preset `{how}`" if isinstance(how, str) else _fields(how)
        lines.append(f"| {name} | yes | {fields} |")
    lines += [f"| {name} | no | {why} |" for name, why in NOT_PLAYED.items()]
    return "\n".join(lines) + "\n"


def _fields(fields: dict[str, Any]) -> str:
    words = {True: "yes", False: "no", None: "none"}
    return ", ".join(
        f"`{field}` {words[value] if value is None or value is True else value}"
        for field, value in fields.items()
    )


def fields_of(how: dict[str, Any] | str) -> dict[str, Any]:
    """Give the fields of a sheet; of a preset, all of them."""
    return PRESETS[how].model_dump() if isinstance(how, str) else how
