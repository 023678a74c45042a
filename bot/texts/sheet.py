"""Score sheets: every point explained."""

from collections.abc import Callable
from typing import Final

from bot.tables.model import Table
from bot.texts.names import seat_name, side_name
from bot.texts.translator import Translator
from engine.actions import Bid
from engine.ending import Outcome
from engine.rules import Rules
from engine.score_sheet import Item, Line, RoundScore, SideScore
from engine.seats import Side
from engine.tally import Tally


def bid_text(bid: Bid | None, words: Translator) -> str:
    """Give a bid as people say it, or a dash before the bid."""
    if bid is None:
        return "\N{EN DASH}"
    if bid.covered:
        return words("with the partner")
    if bid.blind:
        return words("blind {n}", n=bid.tricks) if bid.tricks else words("blind nil")
    if bid.possible:
        return words("{n} and a possible", n=bid.tricks)
    return words("nil") if bid.is_nil else str(bid.tricks)


def signed(points: int) -> str:
    """Give points with their sign, using a real minus."""
    return f"+{points}" if points >= 0 else f"\N{MINUS SIGN}{-points}"


def number(points: int) -> str:
    """Give a total, using a real minus."""
    return str(points) if points >= 0 else f"\N{MINUS SIGN}{-points}"


def sheet_text(table: Table, sheet: RoundScore, words: Translator) -> str:
    """Explain the score of a round, side by side."""
    return "\n".join(_side_text(table, side, words) for side in sheet.sides)


def _side_text(table: Table, side: SideScore, words: Translator) -> str:
    total = words(
        "{before} \N{RIGHTWARDS ARROW} **{after}**",
        before=number(side.before.points),
        after=number(side.after.points),
    )
    head = f"**{side_name(table, side.side, words)}** {signed(side.points)} ({total})"
    lines = [f"-# {_line_text(table, side, line, words)}" for line in side.lines]
    return "\n".join([head, *lines])


def _line_text(table: Table, side: SideScore, line: Line, words: Translator) -> str:
    name = "" if line.seat is None else seat_name(table, line.seat, words)
    return f"{_REASONS[line.item](side, line, name, words)}: {signed(line.points)}"


def _failed(start: str, line: Line, words: Translator) -> str:
    took = words.plural("took {count} trick", "took {count} tricks", line.count)
    return f"{start}, {took}"


def _bid_and_took(side: SideScore, line: Line, words: Translator) -> str:
    return words("bid {bid}, took {took}", bid=line.count, took=side.towards)


def _set(side: SideScore, line: Line, words: Translator) -> str:
    return words("bid {bid}, took {took}: set", bid=line.count, took=side.towards)


def _bags(side: SideScore, line: Line, words: Translator) -> str:
    return words.plural(
        "{count} bag ({before} to {running})",
        "{count} bags ({before} to {running})",
        line.count,
        before=side.before.bags,
        running=side.before.bags + side.bags,
    )


def _penalty(side: SideScore, line: Line, words: Translator) -> str:
    return words(
        "bags reached {running}: {removed} are paid for, {left} stay",
        running=side.before.bags + side.bags,
        removed=line.count,
        left=side.after.bags,
    )


_REASONS: Final[dict[Item, Callable[[SideScore, Line, str, Translator], str]]] = {
    Item.CONTRACT_MADE: lambda side, line, _, w: _bid_and_took(side, line, w),
    Item.CONTRACT_SET: lambda side, line, _, w: _set(side, line, w),
    Item.TEN_MADE: lambda side, line, _, w: w(
        "{bid}, and a ten counts more", bid=_bid_and_took(side, line, w)
    ),
    Item.TEN_SET: lambda side, line, _, w: _set(side, line, w),
    Item.BLIND_BID_MADE: lambda side, line, _, w: w(
        "{bid}, blind", bid=_bid_and_took(side, line, w)
    ),
    Item.BLIND_BID_SET: lambda side, line, _, w: w("{bid}, blind", bid=_set(side, line, w)),
    Item.MADE_UNPLAYED: lambda _s, line, _n, w: w("bid {bid}, made without play", bid=line.count),
    Item.TWICE_THE_BID: lambda side, line, _, w: w(
        "{bid}, twice the bid", bid=_bid_and_took(side, line, w)
    ),
    Item.BOSTON: lambda side, _l, _n, w: (
        w("Boston: bid and took every trick")
        if side.contract == side.taken
        else w("Boston: took every trick")
    ),
    Item.TRICKS: lambda _s, line, _n, w: w.plural(
        "{count} trick in a round that bids itself",
        "{count} tricks in a round that bids itself",
        line.count,
    ),
    Item.FIRST_ROUND_SHORT: lambda _s, line, _n, w: w.plural(
        "only {count} trick in the first round",
        "only {count} tricks in the first round",
        line.count,
    ),
    Item.NIL_MADE: lambda _s, _l, name, w: w("{name} made nil", name=name),
    Item.NIL_FAILED: lambda _s, line, name, w: _failed(w("{name} bid nil", name=name), line, w),
    Item.BLIND_NIL_MADE: lambda _s, _l, name, w: w("{name} made blind nil", name=name),
    Item.BLIND_NIL_FAILED: lambda _s, line, name, w: _failed(
        w("{name} bid blind nil", name=name), line, w
    ),
    Item.DOUBLE_NIL_MADE: lambda _s, _l, _n, w: w("both made nil"),
    Item.DOUBLE_NIL_FAILED: lambda _s, line, _n, w: _failed(w("both bid nil"), line, w),
    Item.DOUBLE_NIL_BONUS: lambda _s, _l, _n, w: w("both nils held"),
    Item.BAGS: lambda side, line, _, w: _bags(side, line, w),
    Item.BAG_PENALTY: lambda side, line, _, w: _penalty(side, line, w),
    Item.BAG_POINTS_TAKEN_BACK: lambda _s, _l, _n, w: w("points of those bags taken back"),
}
"""The explanation of each kind of line."""


def bags_so_far(table: Table, bags: int, words: Translator) -> str:
    """Give a side's bags and the limit."""
    limit = table.rules.bag_limit
    if limit is None:
        return words.plural("{count} bag", "{count} bags", bags)
    return words("bags {bags}/{limit}", bags=bags, limit=limit)


def sets_so_far(rules: Rules, tally: Tally, words: Translator) -> list[str]:
    """Say how often a side was set, and that the next set loses; nothing where none does."""
    said = []
    if rules.sets_lose is not None:
        said.append(words("sets {sets}/{limit}", sets=tally.sets, limit=rules.sets_lose))
    if rules.sets_in_a_row_lose is not None:
        limit = rules.sets_in_a_row_lose
        said.append(words("sets in a row {run}/{limit}", run=tally.run, limit=limit))
    last = tally.sets + 1 == rules.sets_lose or tally.run + 1 == rules.sets_in_a_row_lose
    return [*said, words("one more set loses")] if last else said


def outcome_text(table: Table, outcome: Outcome, words: Translator) -> str:
    """Say who won, with every total, and the places if the rules give them."""
    game = table.game
    if game is None:
        return ""
    winner = side_name(table, outcome.winner, words)
    head = words("\N{TROPHY} **{winner}** won", winner=winner)
    order = sorted(table.rules.sides, key=lambda side: _rank(table, outcome, side))
    rows = []
    for side in order:
        place = f"{outcome.places[side]}. " if outcome.places else ""
        tally = game.tallies[side]
        bags = bags_so_far(table, tally.bags, words)
        name = side_name(table, side, words)
        sets = sets_so_far(table.rules, tally, words)[:1]
        score = " \N{MIDDLE DOT} ".join([f"**{number(tally.points)}**", bags, *sets])
        rows.append(f"{place}{name}: {score}")
    gave_up = []
    if outcome.resigned is not None:
        loser = side_name(table, outcome.resigned, words)
        gave_up.append(words("\N{WAVING WHITE FLAG} {loser} resigned.", loser=loser))
    return "\n".join([f"### {head}", *gave_up, *rows])


def _rank(table: Table, outcome: Outcome, side: Side) -> tuple[int, int]:
    if outcome.places:
        return outcome.places[side], side
    game = table.game
    return side != outcome.winner, -game.tallies[side].points if game else 0
