"""Makes the content of a table's picture, from the public view of the game."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal

from bot.render import layout, names
from bot.render.picture import (
    AvatarPicture,
    BidWay,
    Colors,
    Contract,
    Holder,
    NilResult,
    Played,
    RoundResult,
    RulesPicture,
    SeatPicture,
    SidePicture,
    Spades,
    Stage,
    TablePicture,
    TrickPicture,
)
from bot.tables.model import Chair, Status, Table
from engine.actions import Bid, Play
from engine.cards import BIG_JOKER
from engine.ending import places_of
from engine.phases import Phase
from engine.rules import Rules
from engine.score_sheet import Item, SideScore
from engine.scoring import bag_penalty, score_side
from engine.seats import Seat, Side
from engine.tally import Tally
from engine.views import PublicView, public_view

_NO_AVATARS: Final[Mapping[str, bytes]] = MappingProxyType({})


def table_picture(
    table: Table, colors: Colors = "two", avatars: Mapping[str, bytes] = _NO_AVATARS
) -> TablePicture | None:
    """Give the content of a table's picture; None for a table closed without a result.

    Args:
        table: the table; only the public view of its game is used.
        colors: the set of card faces.
        avatars: the available files of avatars, by path.
    """
    if table.status is Status.CLOSED:
        return None
    if table.game is None:
        return _lobby(table, colors, avatars)
    view = public_view(table.game)
    trick, last = tricks_of(view)
    return TablePicture(
        stage=_stage(view),
        colors=colors,
        partners=table.rules.mode == "partners",
        seats=tuple(seat_picture(table, view, seat, avatars) for seat in table.rules.seats),
        sides=tuple(_side(view, side) for side in table.rules.sides),
        rules=_rules(table.rules),
        paused=table.status in {Status.PAUSED, Status.PARKED},
        round=view.round_number,
        rounds=table.rules.rounds,
        last_round=_is_last(view),
        tricks=table.rules.hand_size,
        dealer=view.dealer,
        to_act=view.to_act,
        bids_itself=view.bids_itself,
        spades=spades_of(view),
        trick=trick,
        last=last,
        thrown=tuple(table.rules.deck_in_play.sorted(view.thrown_hand)),
        thrower=view.thrower,
        stock=_stock(view),
        put_away=len(view.keeps) if view.phase == Phase.DRAWING else 0,
    )


def _is_last(view: PublicView) -> bool:
    rounds = view.rules.rounds
    by_rounds = rounds is not None and view.round_number >= rounds
    return view.outcome is None and (by_rounds or view.time_out)


def _stock(view: PublicView) -> int:
    """Give what is left of the pack while hands are drawn; each turn takes two cards."""
    if view.phase != Phase.DRAWING:
        return 0
    return view.rules.deck_in_play.size - 2 * len(view.keeps)


def _lobby(table: Table, colors: Colors, avatars: Mapping[str, bytes]) -> TablePicture:
    rules = table.rules
    return TablePicture(
        stage="lobby",
        colors=colors,
        partners=rules.mode == "partners",
        seats=tuple(
            SeatPicture(
                seat=seat,
                side=rules.side_of(seat),
                name=_name(table, seat),
                avatar=_avatar(chair, avatars),
                holder=_holder(chair),
                host=chair.person is not None and chair.person.id == table.host,
                ready=chair.ready,
                bid=None,
                blind=False,
                taken=0,
                held=0,
                passing="no",
            )
            for seat, chair in zip(rules.seats, table.chairs, strict=True)
        ),
        sides=tuple(
            SidePicture(side, rules.seats_of(side), 0, 0, None, 0, 0, "none", None, None)
            for side in rules.sides
        ),
        rules=_rules(rules),
        paused=table.status in {Status.PAUSED, Status.PARKED},
        tricks=rules.hand_size,
        spades="free" if rules.spade_leads == "any_time" else "closed",
    )


def _stage(view: PublicView) -> Stage:
    if view.outcome is not None:
        return "final"
    if view.phase == Phase.DEALING:
        return "round" if view.sheets and not view.thrown_in else "bidding"
    if view.phase in {Phase.DRAWING, Phase.BIDDING}:
        return "drawing" if view.phase == Phase.DRAWING else "bidding"
    return "exchange" if view.phase == Phase.EXCHANGING else "play"


def _rules(rules: Rules) -> RulesPicture:
    return RulesPicture(
        target=rules.target,
        losing_score=rules.losing_score,
        bag_limit=rules.bag_limit,
        penalty=bag_penalty(rules),
        nil=rules.nil_value if rules.nil == "allowed" else None,
        blind_nil=rules.blind_nil_value if rules.blind_nil else None,
        exchange=rules.exchange,
        jokers=bool(rules.deck_in_play.cards & BIG_JOKER.bit),
    )


def _holder(chair: Chair) -> Holder:
    if chair.empty:
        return "empty"
    if chair.away:
        return "away"
    return "person" if chair.person is not None else "computer"


def _name(table: Table, seat: Seat) -> str:
    """Give a name as drawn: cut to its space, and empty if the font lacks a letter."""
    width = layout.PLACES[len(table.rules.seats)][seat].name_width
    return names.drawn(table.chairs[seat].name, width)


def _avatar(chair: Chair, avatars: Mapping[str, bytes]) -> AvatarPicture | None:
    path = "" if chair.person is None else chair.person.avatar
    return AvatarPicture(path, avatars[path]) if path in avatars else None


def seat_picture(
    table: Table, view: PublicView, seat: Seat, avatars: Mapping[str, bytes]
) -> SeatPicture:
    """Give what is shown of a seat."""
    bid, own = view.bids[seat], view.own_bids[seat]
    passing: Literal["no", "to_choose", "chosen"] = "no"
    if view.phase == Phase.EXCHANGING and seat in view.to_pass:
        passing = "chosen" if view.passed[seat] else "to_choose"
    return SeatPicture(
        seat=seat,
        side=table.rules.side_of(seat),
        name=_name(table, seat),
        avatar=_avatar(table.chairs[seat], avatars),
        holder=_holder(table.chairs[seat]),
        host=False,
        ready=False,
        bid=None if own is None else own.tricks,
        blind=bid is not None and bid.blind,
        taken=view.taken[seat],
        held=view.held[seat],
        passing=passing,
        way=_way(bid, own),
        drew=_drew(view, seat),
    )


def _drew(view: PublicView, seat: Seat) -> Literal["", "kept", "tossed"]:
    kept = view.last_draw_of(seat) if view.phase == Phase.DRAWING else None
    if kept is None:
        return ""
    return "kept" if kept else "tossed"


def _way(bid: Bid | None, own: Bid | None) -> BidWay:
    if own is None:
        return "own" if bid is None else "with_side"
    if own.zero:
        return "zero"
    return "possible" if own.possible else "own"


def spades_of(view: PublicView) -> Spades:
    """Say whether spades may be led."""
    if view.rules.spade_leads == "any_time":
        return "free"
    return "broken" if view.broken else "closed"


def tricks_of(view: PublicView) -> tuple[TrickPicture | None, TrickPicture | None]:
    """Give the trick in the middle, and the previous one."""
    done = [
        TrickPicture(number, _played(trick.plays), trick.winner, complete=True)
        for number, trick in enumerate(view.tricks, start=1)
    ][-2:]
    if view.trick and view.winning is not None:
        number = len(view.tricks) + 1
        current = TrickPicture(number, _played(view.trick), view.winning, complete=False)
        return current, done[-1] if done else None
    if not done:
        return None, None
    return done[-1], done[-2] if len(done) > 1 else None


def _played(plays: Sequence[Play]) -> tuple[Played, ...]:
    return tuple(Played(play.seat, play.card) for play in plays)


def _side(view: PublicView, side: Side) -> SidePicture:
    rules, tally = view.rules, view.tallies[side]
    seats = rules.seats_of(side)
    finished = (view.phase == Phase.DEALING and not view.thrown_in) or (
        view.outcome is not None and view.outcome.resigned is None
    )
    sheet = view.sheets[-1] if finished and view.sheets else None
    score = sheet.sides[side] if sheet is not None else _so_far(view, side)
    state: Contract = "none"
    if score is not None and score.contract is not None:
        left = rules.hand_size - sum(view.taken)
        state = _contract(score.contract, score.towards, left)
    return SidePicture(
        side=side,
        seats=seats,
        points=tally.points,
        bags=tally.bags,
        contract=None if score is None else score.contract,
        towards=0 if score is None else score.towards,
        over=0 if score is None else score.bags,
        state=state,
        result=None
        if sheet is None
        else _result(
            sheet.sides[side], [sheet.bids[seat] for seat in seats], boston=sheet.boston == side
        ),
        place=_place(view, side),
        sets=_sets(rules, tally),
    )


def _sets(rules: Rules, tally: Tally) -> tuple[int, int] | None:
    """Give the sets that count towards a loss, those in a row where the others do not."""
    if rules.sets_lose is not None:
        return tally.sets, rules.sets_lose
    if rules.sets_in_a_row_lose is not None:
        return tally.run, rules.sets_in_a_row_lose
    return None


def _so_far(view: PublicView, side: Side) -> SideScore | None:
    """Score a round as if it ended now, once every seat of the side has bid."""
    results = [(view.counted[seat], view.taken[seat]) for seat in view.rules.seats_of(side)]
    if view.bids_itself or any(bid is None for bid, _ in results):
        return None
    return score_side(view.rules, side, results, Tally())


def _contract(contract: int, towards: int, left: int) -> Contract:
    if not contract:
        return "none"
    if towards >= contract:
        return "made"
    return "set" if towards + left < contract else "open"


_MADE: Final = frozenset({Item.NIL_MADE, Item.BLIND_NIL_MADE, Item.DOUBLE_NIL_MADE})
_NILS: Final = _MADE | {Item.NIL_FAILED, Item.BLIND_NIL_FAILED, Item.DOUBLE_NIL_FAILED}
_PENALTIES: Final = frozenset({Item.BAG_PENALTY, Item.BAG_POINTS_TAKEN_BACK})


def _result(score: SideScore, bids: Sequence[Bid | None], *, boston: bool) -> RoundResult:
    nils = [
        NilResult(bid.seat, bid.blind, line.item in _MADE)
        for line in score.lines
        if line.item in _NILS
        for bid in bids
        if bid is not None and bid.is_nil and line.seat in {None, bid.seat}
    ]
    penalty = -sum(line.points for line in score.lines if line.item in _PENALTIES)
    return RoundResult(score.points, score.bags, penalty, tuple(nils), boston)


def _place(view: PublicView, side: Side) -> int | None:
    outcome = view.outcome
    if outcome is None:
        return None
    if outcome.places is not None:
        return outcome.places[side]
    if len(view.rules.sides) == 2:  # noqa: PLR2004 - of two sides, one has won and one has lost
        return places_of(view.tallies, outcome.winner)[side]
    return 1 if side == outcome.winner else None
