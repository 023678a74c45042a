"""The texts of a review: accuracy, the dearest decisions, and the good finds."""

from collections.abc import Sequence
from typing import Final

from bot.tables.model import Table
from bot.texts.cards import card_text, hand_text
from bot.texts.names import seat_name
from bot.texts.sheet import bid_text
from bot.texts.standing import DOT
from bot.texts.translator import Translator
from bot.texts.why import why_text
from engine.actions import Bid, Play, SeatAction
from engine.players.review import Judgement, Review
from engine.rules import Rules
from engine.turns import Turn

SHOWN: Final = 3
"""How many of the dearest decisions are shown."""

FINDS_SHOWN: Final = 2


def review_text(table: Table, review: Review, words: Translator) -> str:
    """Give the whole review of a round."""
    head = words(
        "### {name}'s play: table {id}, deal {deal}",
        name=seat_name(table, review.seat, words),
        id=table.id,
        deal=review.number,
    )
    if review.accuracy is None:
        return f"{head}\n" + words("There was nothing to decide in this deal.")
    said = [head, words("Accuracy: **{n} of 100**", n=round(review.accuracy))]
    if not review.mistakes:
        said.append(words("No decision cost much."))
    for number, mistake in enumerate(review.mistakes[:SHOWN], start=1):
        said.append(f"**{number}.** {mistake_text(table, mistake, words)}")
    said += [find_text(find, words) for find in review.finds[:FINDS_SHOWN]]
    said.append(
        words(
            "-# Judged by what you could know then, over many deals that fit what you had seen. A "
            "strong player decides otherwise only where it says so."
        )
    )
    return "\n".join(said)


def mistake_text(table: Table, mistake: Judgement, words: Translator) -> str:
    """Say what a decision cost, what is better, and why."""
    return "\n".join(
        [
            words(
                "{when}: you chose {done}, which loses {n} more games in a hundred than {best}.",
                when=_when(mistake.turn, words),
                done=action_text(mistake.turn.action, words),
                n=words.decimal(100 * mistake.chance),
                best=action_text(mistake.best, words),
            ),
            f"-# {situation(mistake.turn, _names(table, words), table.rules, words)}",
            words(
                "-# {best}: {why}",
                best=action_text(mistake.best, words),
                why=why_text(mistake.why, words),
            ),
        ]
    )


def find_text(find: Judgement, words: Translator) -> str:
    """Name a good find."""
    return words(
        "\N{SPARKLES} {when}: {done} was a good find, {n} games in a hundred better than the "
        "obvious choice.",
        when=_when(find.turn, words),
        done=action_text(find.turn.action, words),
        n=words.decimal(100 * find.gain),
    )


def action_text(action: SeatAction, words: Translator) -> str:
    """Name a bid or a card."""
    if isinstance(action, Bid):
        return words("a bid of {bid}", bid=bid_text(action, words))
    return card_text(action.card, words) if isinstance(action, Play) else ""


def _when(turn: Turn, words: Translator) -> str:
    if isinstance(turn.action, Bid):
        return words("Bidding")
    return words("Trick {n}", n=len(turn.view.public.tricks) + 1)


def situation(turn: Turn, names: Sequence[str], rules: Rules, words: Translator) -> str:
    """Give what a seat saw: the bids or the trick, and its hand.

    Args:
        turn: the decision.
        names: what the seats are called.
        rules: the rules of the table.
        words: the language.
    """
    public = turn.view.public
    hand = hand_text(turn.view.hand or (), rules.deck_in_play, words)
    if isinstance(turn.action, Bid):
        said = [
            f"{names[seat]} {bid_text(public.bids[seat], words)}"
            for seat in public.order
            if public.bids[seat] is not None
        ]
        before = ", ".join(said) or words("you bid first")
    else:
        before = " ".join(card_text(play.card, words) for play in public.trick) or words("you lead")
    return DOT.join([before, hand])


def position_text(table: Table, turn: Turn, words: Translator) -> str:
    """Set a decision as a question: what everyone had bid and taken, and what lies."""
    head = words("### What would you do? {when}", when=_when(turn, words))
    names = _names(table, words)
    said = [head, "" if isinstance(turn.action, Bid) else stands(turn, names, words)]
    return "\n".join(filter(None, [*said, situation(turn, names, table.rules, words)]))


def stands(turn: Turn, names: Sequence[str], words: Translator) -> str:
    """Give every seat's tricks and bid."""
    public = turn.view.public
    return DOT.join(
        words(
            "{name}: {taken} of {bid}",
            name=names[seat],
            taken=public.taken[seat],
            bid=bid_text(public.bids[seat], words),
        )
        for seat in public.rules.seats
    )


def _names(table: Table, words: Translator) -> list[str]:
    return [seat_name(table, seat, words) for seat in table.rules.seats]


def tried_text(done: SeatAction, judged: Judgement | None, words: Translator) -> str:
    """Say what another choice at the same position was worth."""
    chosen = action_text(done, words)
    if judged is None or judged.best == done or not judged.chance:
        return words("\N{WHITE HEAVY CHECK MARK} {done}: nothing better was found.", done=chosen)
    if not judged.is_mistake:
        return words(
            "\N{WHITE HEAVY CHECK MARK} {done} is about as good as {best}.",
            done=chosen,
            best=action_text(judged.best, words),
        )
    return words(
        "\N{CROSS MARK} {done} loses {n} more games in a hundred than {best}: {why}",
        done=chosen,
        n=words.decimal(100 * judged.chance),
        best=action_text(judged.best, words),
        why=why_text(judged.why, words),
    )


def no_review(words: Translator) -> str:
    """Say that no review can be made now."""
    return words("There is no review right now: the computer players are busy. Try again later.")


def not_yours(words: Translator) -> str:
    """Say that a review is for those who played."""
    return words("You did not play at this table, so there is nothing of yours to review.")
