"""One picture for every state that looks different, each the same at every run."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Final

from bot.render.picture import Played, SeatPicture, TablePicture, TrickPicture
from bot.render.showing import table_picture
from bot.tables.model import Chair, Status, Table
from engine.cards import Card
from engine.game import Game
from engine.phases import Phase
from engine.presets import PRESETS
from engine.rules import Rules
from engine.seats import SEATS
from engine.tally import Tally
from tests.render.tables import HUMANS, avatar_file, played, table_of

CARDCOUCH: Final = PRESETS["cardcouch"]
SOLO: Final = PRESETS["hero_solo"]
THREE: Final = PRESETS["cutthroat"]
TWO: Final = PRESETS["two_handed"].changed(target=500)
JOKERS: Final = PRESETS["jokers"]
NEAR_END: Final = CARDCOUCH.changed(rounds=1, sets_lose=3, target=None)
SETS: Final = (Tally(312, 6, 1), Tally(-40, 3, 2))
PASSING: Final = PRESETS["hero_partners"].changed(exchange=2)

TALLIES: Final = {
    2: (Tally(312, 6), Tally(-40, 3)),
    3: (Tally(212, 6), Tally(-40, 3), Tally(160, 0)),
    4: (Tally(112, 6), Tally(-40, 3), Tally(60, 0), Tally(-88, 9)),
}

GUESTS: Final = (
    Chair(person=HUMANS[0], ready=True),
    Chair(person=HUMANS[1]),
    Chair(),
    Chair(computer="Computer 4"),
)
STOOD_IN: Final = (
    Chair(person=HUMANS[0], computer="Computer 1"),
    Chair(person=HUMANS[1], computer="Computer 2"),
    Chair(computer="Computer 3"),
    Chair(computer="Computer 4"),
)

AVATARS: Final = {
    HUMANS[0].avatar: avatar_file((250, 190, 60), (120, 40, 160)),
    HUMANS[1].avatar: avatar_file((30, 90, 200), (240, 240, 240)),
    "avatars/1/broken": b"no picture at all",
}
"""The files of some avatars: two people have none, and a drawn face stands for them."""

Until = Callable[[Game], bool]


def bids_made(count: int) -> Until:
    """Stop when so many seats have bid."""
    return lambda game: (
        game.phase == Phase.BIDDING
        and game.round is not None
        and sum(bid is not None for bid in game.round.bids) == count
    )


def cards_lie(tricks: int, cards: int) -> Until:
    """Stop when so many tricks are complete and so many cards lie on the table."""
    return lambda game: (
        game.phase == Phase.PLAYING
        and game.round is not None
        and (len(game.round.tricks), len(game.round.trick)) == (tricks, cards)
    )


def cards_drawn(count: int) -> Until:
    """Stop when so many turns at the pack are over."""
    return lambda game: (
        game.phase == Phase.DRAWING
        and game.round is not None
        and game.round.drawing is not None
        and len(game.round.drawing.keeps) == count
    )


def joker_lies(game: Game) -> bool:
    """Stop when a joker lies on the table among others."""
    current = game.round
    return (
        game.phase == Phase.PLAYING
        and current is not None
        and len(current.trick) > 2
        and any(card.is_joker for card in current.trick)
    )


def passing(game: Game) -> bool:
    """Stop when one of two partners has passed cards."""
    return game.phase == Phase.EXCHANGING and game.round is not None and any(game.round.passed)


def round_over(game: Game) -> bool:
    """Stop between two rounds."""
    return game.phase == Phase.DEALING and bool(game.sheets)


def game_over(game: Game) -> bool:
    """Stop at the end."""
    return game.outcome is not None


def at(
    rules: Rules,
    until: Until,
    *,
    seed: int = 1,
    nil: int | None = None,
    status: Status = Status.PLAYING,
    chairs: tuple[Chair, ...] | None = None,
    tallies: tuple[Tally, ...] | None = None,
) -> Table:
    """Give a table whose game has come to a state."""
    game = played(
        rules,
        until,
        seed=seed,
        tallies=tallies or TALLIES[len(rules.sides)],
        nil=None if nil is None else SEATS[nil],
    )
    return table_of(rules, game, status=status, chairs=chairs)


@cache
def tables() -> dict[str, Table]:
    """Give a table in each state."""
    done = Status.FINISHED
    return {
        "lobby": table_of(CARDCOUCH, chairs=GUESTS),
        "lobby_three": table_of(THREE, chairs=GUESTS[1:]),
        "lobby_everything": table_of(PASSING.changed(deck="jokers", blind_nil=True), chairs=GUESTS),
        "lobby_two": table_of(TWO, chairs=GUESTS[:2]),
        "drawing_first": at(TWO, cards_drawn(0)),
        "drawing": at(TWO, cards_drawn(9)),
        "drawing_last": at(TWO, cards_drawn(25), seed=3),
        "bidding_first": at(CARDCOUCH, bids_made(0)),
        "bidding": at(CARDCOUCH, bids_made(2), nil=1),
        "bidding_three": at(THREE, bids_made(2)),
        "exchange": at(PASSING, passing, nil=1),
        "play_lead": at(CARDCOUCH, cards_lie(0, 0)),
        "play": at(CARDCOUCH, cards_lie(5, 3), nil=1, seed=3),
        "play_taken": at(CARDCOUCH, cards_lie(8, 0), seed=4),
        "play_late": at(CARDCOUCH, cards_lie(11, 2), seed=9),
        "play_jokers": at(JOKERS, joker_lies, seed=9),
        "play_solo": at(SOLO, cards_lie(7, 2), seed=5),
        "play_three": at(THREE, cards_lie(9, 2), seed=5),
        "play_two": at(TWO, cards_lie(6, 1), seed=5),
        "play_near_end": at(NEAR_END, cards_lie(5, 3), seed=3, tallies=SETS),
        "paused": at(CARDCOUCH, cards_lie(5, 3), status=Status.PAUSED, chairs=STOOD_IN),
        "round": at(CARDCOUCH, round_over, nil=1),
        "round_solo": at(SOLO, round_over, nil=1),
        "round_three": at(THREE, round_over, nil=1),
        "round_two": at(TWO, round_over),
        "final": at(CARDCOUCH, game_over, status=done),
        "final_solo": at(SOLO, game_over, status=done),
        "final_three": at(THREE, game_over, status=done),
    }


@cache
def pictures() -> dict[str, TablePicture]:
    """Give a picture of each state, the solo ones with four colors, and one of all extremes."""
    shown = {}
    for name, table in tables().items():
        picture = table_picture(table, "four" if "solo" in name else "two", AVATARS)
        assert picture is not None
        shown[name] = picture
    return shown | {
        "extremes": extremes(shown["play"]),
        "extremes_solo": extremes(shown["play_solo"]),
    }


def extremes(picture: TablePicture) -> TablePicture:
    """Give a picture in which every number is as long as it gets."""
    seats = tuple(_extreme_seat(seat) for seat in picture.seats)
    sides = tuple(
        replace(side, points=points, bags=12, contract=13, towards=13, over=13, state="made")
        for side, points in zip(picture.sides, (-1999, 1988, -1888, 1899), strict=False)
    )
    lies = tuple(
        Played(seat, Card.parse(card))
        for seat, card in zip((2, 3, 0), ("TH", "BJ", "LJ"), strict=True)
    )
    return replace(
        picture,
        seats=seats,
        sides=sides,
        round=88,
        rules=replace(picture.rules, target=2000, bag_limit=13),
        trick=TrickPicture(13, lies, 3, complete=False),
    )


def _extreme_seat(seat: SeatPicture) -> SeatPicture:
    if seat.seat == 1:
        return replace(seat, bid=0, blind=True, taken=0, holder="empty")
    if seat.seat == 2:
        return replace(seat, bid=0, blind=False, taken=13, holder="away")
    return replace(seat, bid=13, taken=12 if seat.seat else 10, holder="computer")
