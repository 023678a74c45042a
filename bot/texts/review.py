"""The texts of a review: accuracy, the dearest decisions, and the good finds."""

from dataclasses import replace
from typing import Final

from bot.tables.model import Table
from bot.texts.names import seat_name
from bot.texts.positions import action_text, sentence, situation, when_text
from bot.texts.room import MOST
from bot.texts.translator import Translator
from bot.texts.why import why_text
from engine.actions import SeatAction
from engine.players.review import Judgement, Review

SHOWN: Final = 3
"""How many of the dearest decisions are shown."""

FINDS_SHOWN: Final = 2


def review_text(table: Table, review: Review, words: Translator) -> str:
    """Give the whole review of a round; without faces of cards where these take too much room."""
    said = _review_text(table, review, words)
    return said if len(said) <= MOST else _review_text(table, review, replace(words, faces={}))


def _review_text(table: Table, review: Review, words: Translator) -> str:
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
                when=when_text(mistake.turn, words),
                done=action_text(mistake.turn.action, words),
                n=words.decimal(100 * mistake.chance),
                best=action_text(mistake.best, words),
            ),
            f"-# {situation(table, mistake.turn, words)}",
            words(
                "-# {best}: {why}",
                best=sentence(action_text(mistake.best, words)),
                why=why_text(mistake.why, words),
            ),
        ]
    )


def find_text(find: Judgement, words: Translator) -> str:
    """Name a good find."""
    return words(
        "\N{SPARKLES} {when}: {done} was a good find, {n} games in a hundred better than the "
        "obvious choice.",
        when=when_text(find.turn, words),
        done=action_text(find.turn.action, words),
        n=words.decimal(100 * find.gain),
    )


def tried_text(done: SeatAction, judged: Judgement | None, words: Translator) -> str:
    """Say what another choice at the same position was worth."""
    chosen = sentence(action_text(done, words))
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


def not_yours(words: Translator, *, table: bool) -> str:
    """Say that a review is for those who played.

    Args:
        words: the language of the person.
        table: whether the person has played other rounds at the table.
    """
    if table:
        return words("Someone else held your seat in this deal, so it is not yours to review.")
    return words("You did not play at this table, so there is nothing of yours to review.")
