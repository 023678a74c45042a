"""A decision of a round that is over, set as a question: what a seat knew, and what it chose."""

from dataclasses import replace

from bot.tables.model import Chair, Person, Table
from bot.texts.cards import card_text, hand_text
from bot.texts.names import seat_name
from bot.texts.sheet import bid_text
from bot.texts.standing import DOT, standings
from bot.texts.translator import Translator
from engine.actions import Bid, Play, SeatAction
from engine.seats import Seat
from engine.turns import Turn


def position_text(table: Table, turn: Turn, words: Translator) -> str:
    """Set a decision as a question: points, bids and tricks of all, what lies, and the hand."""
    lines = [
        words("### What would you do? {when}", when=when_text(turn, words)),
        position_lines(table, turn, words),
    ]
    return "\n".join(lines)


def position_lines(table: Table, turn: Turn, words: Translator) -> str:
    """Give what a seat knew, its own side first."""
    lines = [
        standings(table, turn.view.public, words, turn.view.seat),
        _before(table, turn, words, named=True),
        _hand(table, turn, words),
    ]
    return "\n".join(lines)


def situation(table: Table, turn: Turn, words: Translator) -> str:
    """Give what lay before a seat and its hand, in one line."""
    return DOT.join([_before(table, turn, words, named=False), _hand(table, turn, words)])


def _before(table: Table, turn: Turn, words: Translator, *, named: bool) -> str:
    """Give the bids so far, or the trick in the order of play."""
    public = turn.view.public
    if isinstance(turn.action, Bid):
        said = [
            f"{seat_name(table, seat, words)} {bid_text(public.bids[seat], words)}"
            for seat in public.order
            if public.bids[seat] is not None
        ]
        return words("Bids: {bids}", bids=", ".join(said)) if said else words("You bid first")
    if not public.trick:
        return words("You lead")
    if not named:
        cards = " ".join(card_text(play.card, words) for play in public.trick)
    else:
        cards = ", ".join(
            f"{seat_name(table, play.seat, words)} {card_text(play.card, words)}"
            for play in public.trick
        )
    return words("On the table: {cards}", cards=cards)


def _hand(table: Table, turn: Turn, words: Translator) -> str:
    cards = hand_text(turn.view.hand or (), table.rules.deck_in_play, words)
    return words("Your hand: {cards}", cards=cards)


def when_text(turn: Turn, words: Translator) -> str:
    """Say at which point of a deal a decision stood."""
    if isinstance(turn.action, Bid):
        return words("Bidding")
    return words("Trick {n}", n=len(turn.view.public.tricks) + 1)


def action_text(action: SeatAction, words: Translator) -> str:
    """Name a bid or a card."""
    if isinstance(action, Bid):
        return words("a bid of {bid}", bid=bid_text(action, words))
    return card_text(action.card, words) if isinstance(action, Play) else ""


def sentence(text: str) -> str:
    """Begin a text with a capital letter."""
    return text[:1].upper() + text[1:]


def without_names(table: Table, seat: Seat, words: Translator) -> Table:
    """Give a table whose seats are called by where they are, seen from one of them."""
    seats = table.rules.seats
    around = {
        2: [words("Opponent")],
        3: [words("Left"), words("Right")],
        4: [words("Left"), words("Opposite"), words("Right")],
    }[len(seats)]
    chairs = list(table.chairs)
    for steps, name in enumerate(around, start=1):
        at = seats[(seat + steps) % len(seats)]
        partner = table.rules.partner_of(seat) == at
        chairs[at] = Chair(Person(0, words("Partner") if partner else name))
    return replace(table, chairs=tuple(chairs))
