"""The texts of two hands that are drawn from the pack."""

from bot.tables.model import Table
from bot.texts.cards import card_text, hand_text
from bot.texts.names import seat_name
from bot.texts.translator import Translator
from engine.actions import Keep, Toss
from engine.seats import Seat
from engine.views import PublicView, SeatView


def draws(table: Table, view: PublicView, words: Translator, reader: Seat | None = None) -> str:
    """Say of each seat how many cards it has drawn, and what it did with the last top card.

    Args:
        table: the table.
        view: the game as anyone may see it.
        words: the language of the reader.
        reader: the seat of the reader, who is called "you", or None.
    """
    return "\n".join(_draws_of(table, view, seat, words, reader) for seat in view.order)


def _draws_of(
    table: Table, view: PublicView, seat: Seat, words: Translator, reader: Seat | None
) -> str:
    fields: dict[str, object] = {
        "name": words("You") if seat == reader else seat_name(table, seat, words),
        "n": view.held[seat],
        "all": table.rules.hand_size,
    }
    kept = view.last_draw_of(seat)
    if kept is None:
        return words("{name}: {n} of {all}", **fields)
    if kept:
        return words("{name}: {n} of {all}, kept the top card", **fields)
    return words("{name}: {n} of {all}, tossed the top card", **fields)


def draw_call(view: SeatView, words: Translator) -> str:
    """Ask a person to keep or toss the top card; nothing out of turn."""
    if view.offered is None:
        return ""
    return words(
        "**Card {n} of {all}:** on top lies **{card}**. Keep it, and the next card goes out of "
        "play; or toss it, and take the next card.",
        n=len(view.drawn) + 1,
        all=view.public.rules.hand_size,
        card=card_text(view.offered, words),
    )


def last_drawn(view: SeatView, words: Translator) -> str:
    """Say which card the person has taken last, and which is out for that; nothing before."""
    if not view.drawn:
        return ""
    taken, put_away = view.drawn[-1]
    return words(
        "You took {taken}, and {away} is out of play.",
        taken=card_text(taken, words),
        away=card_text(put_away, words),
    )


def out_of_play(view: SeatView, words: Translator) -> str:
    """List the cards that only the person knows to be out; nothing without."""
    if not view.drawn:
        return ""
    deck = view.public.rules.deck_in_play
    cards = hand_text([turn.put_away for turn in view.drawn], deck, words)
    return "-# " + words("Out of play, as only you know: {cards}", cards=cards)


def was_out(view: PublicView, words: Translator) -> str:
    """List the cards that nobody could play in the round that is over; nothing without."""
    if not view.dead:
        return ""
    cards = hand_text(view.dead, view.rules.deck_in_play, words)
    return "-# " + words("Out of play in that round: {cards}", cards=cards)


def draw_label(action: Keep | Toss, words: Translator) -> str:
    """Label the button of a draw."""
    return words("Keep it") if isinstance(action, Keep) else words("Toss it")


def how_to_draw(words: Translator) -> str:
    """Advise a newcomer who draws."""
    return words(
        "Keep spades and high cards. Any other card is worth less than the next one is on average."
    )
