"""The standings: bids, tricks and contracts of the round, points and bags of the game."""

from bot.tables.model import Table
from bot.texts.names import seat_name, side_name
from bot.texts.near_the_end import end_lines
from bot.texts.sheet import bags_so_far, bid_text, number, sets_so_far
from bot.texts.translator import Translator
from engine.phases import Phase
from engine.seats import Seat, Side
from engine.views import PublicView, public_view

DOT = " \N{MIDDLE DOT} "
TOGETHER = "\N{NO-BREAK SPACE}"

_IN_ROUND = frozenset({Phase.BIDDING, Phase.EXCHANGING, Phase.PLAYING})


def standings(table: Table, view: PublicView, words: Translator, reader: Seat | None = None) -> str:
    """Give a small line for each side, the reader's own first.

    During the bidding a line has points and bags; after that also every seat's bid and tricks, and
    the side's contract.

    Args:
        table: the table.
        view: the game as anyone may see it.
        words: the language of the reader.
        reader: the seat of the reader, who is called "you", or None.
    """
    own = None if reader is None else table.rules.side_of(reader)
    sides = sorted(table.rules.sides, key=lambda side: side != own)
    return "\n".join(f"-# {_line(table, view, side, words, reader)}" for side in sides)


def _line(
    table: Table, view: PublicView, side: Side, words: Translator, reader: Seat | None
) -> str:
    points = words.plural(
        "{n} point", "{n} points", view.tallies[side].points, n=number(view.tallies[side].points)
    )
    tally = view.tallies[side]
    score = [points, bags_so_far(table, tally.bags, words), *sets_so_far(table.rules, tally, words)]
    if view.phase != Phase.PLAYING:
        names = [_name(table, seat, words, reader) for seat in _seats(table, side, reader)]
        contract = contract_text(table, view, side, words) if len(names) > 1 else ""
        return DOT.join(filter(None, [" & ".join(names), contract, *score]))
    return DOT.join([*in_round(table, view, side, words, reader), *score])


def in_round(
    table: Table, view: PublicView, side: Side, words: Translator, reader: Seat | None = None
) -> list[str]:
    """Give the bids and tricks of a side's seats, and its contract.

    Args:
        table: the table.
        view: the game as anyone may see it.
        side: the side.
        words: the language of the reader.
        reader: the seat of the reader, who is called "you", or None.
    """
    seats = _seats(table, side, reader)
    said = [_seat(table, view, seat, words, reader) for seat in seats]
    contract = contract_text(table, view, side, words)
    return [*said, contract] if contract and len(seats) > 1 else said


def _seats(table: Table, side: Side, reader: Seat | None) -> list[Seat]:
    return sorted(table.rules.seats_of(side), key=lambda seat: seat != reader)


def _name(table: Table, seat: Seat, words: Translator, reader: Seat | None) -> str:
    return words("You") if seat == reader else seat_name(table, seat, words)


def _seat(
    table: Table, view: PublicView, seat: Seat, words: Translator, reader: Seat | None
) -> str:
    name = _name(table, seat, words, reader)
    bid, took = view.own_bids[seat], view.taken[seat]
    if view.phase == Phase.BIDDING:
        waits = view.bids[seat] is None
        return f"{name}{TOGETHER}{bid_text(bid, words)}" if waits or bid else name
    if bid is None:
        return f"{name}{TOGETHER}{took}"
    if bid.is_nil or bid.blind:
        return words("{name} {bid}, took {took}", name=name, bid=bid_text(bid, words), took=took)
    return words("{name} {took} of {bid}", name=name, took=took, bid=bid.tricks)


def contract_text(table: Table, view: PublicView, side: Side, words: Translator) -> str:
    """Give the contract of a side and the tricks towards it; empty before there is one."""
    seats = table.rules.seats_of(side)
    bids = [(seat, bid) for seat in seats if (bid := view.bids[seat]) is not None]
    contract = view.contract_of(side)
    if len(bids) < len(seats) or not contract:
        return ""
    if view.phase != Phase.PLAYING:
        return words("contract {contract}", contract=contract)
    help_partner = table.rules.failed_nil_tricks == "help_partner"
    took = sum(view.taken[seat] for seat, bid in bids if help_partner or not bid.is_nil)
    return words("contract {took} of {contract}", took=took, contract=contract)


def standing_text(table: Table, words: Translator) -> str:
    """Give totals and bags by side; during a round also its contracts and tricks."""
    game = table.game
    if game is None:
        return words("The game has not begun yet.")
    view = public_view(game)
    lines = end_lines(table, view, words)
    for side, tally in zip(table.rules.sides, game.tallies, strict=True):
        if view.phase == Phase.PLAYING and len(table.rules.seats_of(side)) == 1:
            lines.append(_line(table, view, side, words, None))
            continue
        bags = bags_so_far(table, tally.bags, words)
        score = [number(tally.points), bags, *sets_so_far(table.rules, tally, words)]
        lines.append(f"**{side_name(table, side, words)}** {DOT.join(score)}")
        if view.phase in _IN_ROUND:
            lines.append("-# " + DOT.join(in_round(table, view, side, words)))
    return "\n".join(lines)
