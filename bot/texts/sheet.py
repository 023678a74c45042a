"""Score sheets: every point explained."""

from bot.tables.model import Table
from bot.texts.names import seat_name, side_name
from bot.texts.words import Words
from engine.actions import Bid
from engine.scoring import Item, Line, Outcome, RoundScore, SideScore


def bid_text(bid: Bid | None, words: Words) -> str:
    """Give a bid as people say it, or a dash where there is none yet."""
    if bid is None:
        return "\N{EN DASH}"
    if bid.blind:
        return words("blind nil")
    return words("nil") if bid.is_nil else str(bid.tricks)


def signed(points: int) -> str:
    """Give points with their sign and a real minus."""
    return f"+{points}" if points >= 0 else f"\N{MINUS SIGN}{-points}"


def number(points: int) -> str:
    """Give a total, with a real minus where it is below zero."""
    return str(points) if points >= 0 else f"\N{MINUS SIGN}{-points}"


def sheet_text(table: Table, sheet: RoundScore, words: Words) -> str:
    """Explain the score of a round, side by side."""
    return "\n".join(_side_text(table, sheet, side, words) for side in sheet.sides)


def _side_text(table: Table, sheet: RoundScore, side: SideScore, words: Words) -> str:
    total = words(
        "{before} \N{RIGHTWARDS ARROW} **{after}**",
        before=number(side.before.points),
        after=number(side.after.points),
    )
    head = f"**{side_name(table, side.side, words)}** {signed(side.points)} ({total})"
    lines = [f"-# {_line_text(table, sheet, side, line, words)}" for line in side.lines]
    return "\n".join([head, *lines])


def _line_text(table: Table, sheet: RoundScore, side: SideScore, line: Line, words: Words) -> str:
    return f"{_reason(table, sheet, side, line, words)}: {signed(line.points)}"


def _reason(  # noqa: PLR0911 - one sentence an item
    table: Table, sheet: RoundScore, side: SideScore, line: Line, words: Words
) -> str:
    name = "" if line.seat is None else seat_name(table, line.seat, words)
    match line.item:
        case Item.CONTRACT_MADE:
            return words(
                "bid {bid}, took {took}", bid=line.count, took=_towards(sheet, side, table)
            )
        case Item.CONTRACT_SET:
            return words(
                "bid {bid}, took {took}: set", bid=line.count, took=_towards(sheet, side, table)
            )
        case Item.NIL_MADE:
            return words("{name} made nil", name=name)
        case Item.NIL_FAILED:
            return _failed(words("{name} bid nil", name=name), line, words)
        case Item.BLIND_NIL_MADE:
            return words("{name} made blind nil", name=name)
        case Item.BLIND_NIL_FAILED:
            return _failed(words("{name} bid blind nil", name=name), line, words)
        case Item.DOUBLE_NIL_MADE:
            return words("both made nil")
        case Item.DOUBLE_NIL_FAILED:
            return _failed(words("both bid nil"), line, words)
        case Item.BAGS | Item.BAG_PENALTY | Item.BAG_POINTS_TAKEN_BACK:
            return _bags(side, line, words)


def _failed(start: str, line: Line, words: Words) -> str:
    took = words.plural("took {count} trick", "took {count} tricks", line.count)
    return f"{start}, {took}"


def _bags(side: SideScore, line: Line, words: Words) -> str:
    running = side.before.bags + side.bags
    if line.item is Item.BAGS:
        return words.plural(
            "{count} bag ({before} to {running})",
            "{count} bags ({before} to {running})",
            line.count,
            before=side.before.bags,
            running=running,
        )
    if line.item is Item.BAG_PENALTY:
        return words(
            "bags reached {running}: {removed} are paid for, {left} stay",
            running=running,
            removed=line.count,
            left=side.after.bags,
        )
    return words("points of those bags taken back")


def _towards(sheet: RoundScore, side: SideScore, table: Table) -> int:
    """Count the tricks that counted towards the contract of a side."""
    rules = table.rules
    return sum(
        sheet.taken[seat]
        for seat in rules.seats_of(side.side)
        if not sheet.bids[seat].is_nil or rules.failed_nil_tricks == "help_partner"
    )


def standing_text(table: Table, words: Words) -> str:
    """Say the totals, bags and what is left to the target and to the penalty, side by side."""
    game = table.game
    if game is None:
        return words("The game has not begun yet.")
    lines = []
    for side, tally in zip(table.rules.sides, game.tallies, strict=True):
        bags = _bags_so_far(table, tally.bags, words)
        lines.append(
            f"**{side_name(table, side, words)}** {number(tally.points)} \N{MIDDLE DOT} {bags}"
        )
    return "\n".join(lines)


def _bags_so_far(table: Table, bags: int, words: Words) -> str:
    limit = table.rules.bag_limit
    if limit is None:
        return words.plural("{count} bag", "{count} bags", bags)
    return words("bags {bags}/{limit}", bags=bags, limit=limit)


def outcome_text(table: Table, outcome: Outcome, words: Words) -> str:
    """Say who won, with every total, and places where the rules give them."""
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
        bags = _bags_so_far(table, tally.bags, words)
        name = side_name(table, side, words)
        rows.append(f"{place}{name}: **{number(tally.points)}** \N{MIDDLE DOT} {bags}")
    return "\n".join([f"### {head}", *rows])


def _rank(table: Table, outcome: Outcome, side: int) -> tuple[int, int]:
    if outcome.places:
        return outcome.places[side], side
    game = table.game
    return (-game.tallies[side].points if game else 0), side
