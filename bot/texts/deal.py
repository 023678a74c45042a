"""What has been bid and played in a deal, for everyone to read."""

from bot.tables.model import Table
from bot.texts.cards import card_text, hand_text
from bot.texts.names import seat_name
from bot.texts.sheet import bid_text
from bot.texts.table import DOT, TOGETHER
from bot.texts.translator import Translator
from engine.actions import Play
from engine.phases import Phase
from engine.round import Round
from engine.seats import Seat
from engine.views import PublicView

STAR = "\N{WHITE MEDIUM STAR}"
"""Marks the card that wins a trick."""


def openings(table: Table, view: PublicView, words: Translator) -> str:
    """Say who has opened and closed for a side; nothing where bids are added, or play has begun."""
    if view.rules.side_bid == "sum" or view.phase != Phase.BIDDING:
        return ""
    own = view.own_bids
    said = []
    for seat in view.order:
        bid, partner = view.bids[seat], table.rules.partner_of(seat)
        if bid is None or bid.is_nil or bid.blind or bid.covered or partner is None:
            continue
        name = seat_name(table, seat, words)
        first = view.order.index(seat) < view.order.index(partner)
        if first:
            said.append(words("{name} opens with {bid}.", name=name, bid=bid_text(bid, words)))
        elif own[seat] is None:
            said.append(words("{name} closes at {bid}.", name=name, bid=bid_text(bid, words)))
    return "\n".join(said)


def thrown_in(table: Table, view: PublicView, words: Translator) -> str:
    """Say why a deal was thrown in, and show the hand that was; nothing where none was."""
    current = None if table.game is None else table.game.round
    if current is None or not view.thrown_in:
        return ""
    return thrown_hand(table, current, words) or too_few_bid(table, view, words)


def thrown_hand(table: Table, deal: Round, words: Translator) -> str:
    """Show the hand that was thrown in; nothing where none was."""
    if deal.thrower is None:
        return ""
    return words(
        "**{name}** threw this hand in: {cards}",
        name=seat_name(table, deal.thrower, words),
        cards=hand_text(deal.shown, table.rules.deck_in_play, words),
    )


def too_few_bid(table: Table, view: PublicView, words: Translator) -> str:
    """Say that the bids did not come to what a table must bid; nothing where they did."""
    bid = sum(view.contract_of(side) or 0 for side in table.rules.sides)
    fields: dict[str, object] = {"bid": bid, "least": table.rules.table_minimum}
    if view.thrown_in:
        return words(
            "The bids came to {bid}, and at least {least} must be bid: the cards are thrown in.",
            **fields,
        )
    if view.to_act is None and view.sheets and not any(view.taken):
        return words(
            "The bids came to {bid}, and at least {least} must be bid: all of them count as made.",
            **fields,
        )
    return ""


def trick(table: Table, view: PublicView, words: Translator) -> str:
    """Show the trick on the table; between tricks, the one just taken."""
    if view.trick:
        head = words("**Trick {number}**", number=len(view.tricks) + 1)
        return f"{head}\n{plays(table, view.trick, view.winning, words)}"
    if view.last_trick is not None:
        return last_trick(table, view, words)
    return ""


def last_trick(table: Table, view: PublicView, words: Translator) -> str:
    """Show the last complete trick of this round."""
    last = view.last_trick
    if last is None:
        return words("No trick has been completed in this round yet.")
    head = words(
        "**Trick {number}** went to {name}",
        number=len(view.tricks),
        name=seat_name(table, last.winner, words),
    )
    return f"{head}\n{plays(table, last.plays, last.winner, words)}"


def plays(table: Table, cards: tuple[Play, ...], winning: Seat | None, words: Translator) -> str:
    """List the cards of a trick in order, the winning one marked."""
    shown = []
    for play in cards:
        card = card_text(play.card, words)
        card = f"**{card}**{TOGETHER}{STAR}" if play.seat == winning else card
        shown.append(f"{seat_name(table, play.seat, words)}{TOGETHER}{card}")
    return DOT.join(shown)
