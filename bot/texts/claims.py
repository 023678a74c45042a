"""Claiming the remaining tricks once they are certain, whatever anyone plays."""

from collections.abc import Sequence

from bot.tables.model import Table
from bot.texts.cards import hand_text
from bot.texts.names import seat_name, side_name
from bot.texts.translator import Translator
from engine.claim_search import MOST_HELD
from engine.views import PublicView

_DOT = " \N{MIDDLE DOT} "


def offer(table: Table, tricks: Sequence[int], words: Translator) -> str:
    """Say which side takes how many of the remaining tricks for certain.

    Args:
        table: the table.
        tricks: the remaining tricks by side.
        words: the language of the reader.
    """
    whose = _only(table, tricks, words)
    if whose:
        return words(
            "The remaining {count} tricks are certain for {side}, whatever anyone plays.",
            count=sum(tricks),
            side=whose,
        )
    return words(
        "The remaining {count} tricks are certain, whatever anyone plays: {tricks}.",
        count=sum(tricks),
        tricks=_by_side(table, tricks, words),
    )


def public_offer(table: Table, words: Translator) -> str:
    """Offer everyone at a table to claim the tricks that are certain; nothing before."""
    tricks = None if table.game is None else table.game.certain
    if tricks is None:
        return ""
    how = words("Anyone who plays here can claim them in their hand.")
    return f"{offer(table, tricks, words)} {how}"


def claimed(table: Table, view: PublicView, words: Translator) -> str:
    """Say who claimed the remaining tricks for whom, and show the cards; nothing without a claim.

    Of more cards than a search goes through, one hand takes them all, and is shown alone.
    """
    if view.claimer is None:
        return ""
    count = len(view.claimed[0])
    winners = [trick.winner for trick in view.tricks[-count:]]
    sides = [table.rules.side_of(seat) for seat in winners]
    tricks = [sides.count(side) for side in table.rules.sides]
    name, whose = seat_name(table, view.claimer, words), _only(table, tricks, words)
    said = (
        words(
            "{name} claimed the last {count} tricks, which were certain for {side}:",
            name=name,
            count=count,
            side=whose,
        )
        if whose
        else words(
            "{name} claimed the last {count} tricks, which were certain: {tricks}.",
            name=name,
            count=count,
            tricks=_by_side(table, tricks, words),
        )
    )
    deck = table.rules.deck_in_play
    shown = table.rules.seats if count <= MOST_HELD else winners[:1]
    hands = (
        f"-# {seat_name(table, seat, words)}{_DOT}{hand_text(view.claimed[seat], deck, words)}"
        for seat in shown
    )
    return "\n".join((said, *hands))


def _only(table: Table, tricks: Sequence[int], words: Translator) -> str:
    """Name the side that takes all tricks, if one does."""
    takers = [side for side in table.rules.sides if tricks[side]]
    return side_name(table, takers[0], words) if len(takers) == 1 else ""


def _by_side(table: Table, tricks: Sequence[int], words: Translator) -> str:
    return _DOT.join(
        f"{side_name(table, side, words)}\N{NO-BREAK SPACE}{tricks[side]}"
        for side in table.rules.sides
        if tricks[side]
    )
