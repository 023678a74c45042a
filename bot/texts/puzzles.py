"""The texts of puzzles: the day's, yesterday's solution, and one's own mistakes."""

from datetime import UTC, date, datetime, time

from bot.tables.puzzles import Puzzle
from bot.texts.cards import card_text
from bot.texts.names import rules_title
from bot.texts.positions import position_lines, sentence, when_text, without_names
from bot.texts.translator import Translator
from bot.texts.why import why_text
from engine.cards import Card


def of_day(puzzle: Puzzle, day: date, words: Translator) -> str:
    """Set the puzzle of a day."""
    moment = int(datetime.combine(day, time(12), UTC).timestamp())
    return "\n".join(
        [
            words("### Puzzle of <t:{moment}:d>", moment=moment),
            words(
                "Which card do you play? {when}, {rules}",
                when=when_text(puzzle.turn, words),
                rules=rules_title(puzzle.table.rules, words),
            ),
            _position(puzzle, words),
        ]
    )


def _position(puzzle: Puzzle, words: Translator) -> str:
    """Give what the seat knew; a puzzle of the day names nobody."""
    table = without_names(puzzle.table, puzzle.turn.view.seat, words)
    return position_lines(table, puzzle.turn, words)


def no_puzzle(words: Translator) -> str:
    """Say that there is no puzzle of the day."""
    return words(
        "There is no puzzle today: none of the last games here makes one. Tomorrow may have one."
    )


def solution(puzzle: Puzzle, words: Translator) -> str:
    """Give yesterday's puzzle with its solution."""
    return "\n".join(
        [
            words("**Yesterday's solution**: {card}", card=card_text(puzzle.answer, words)),
            sentence(why_text(puzzle.judgement.why, words)),
            _position(puzzle, words),
            origin(puzzle, words),
        ]
    )


def answered(card: Card, words: Translator) -> str:
    """Say that an answer to the puzzle of the day was heard."""
    return words("You play {card}. The solution stands here tomorrow.", card=card_text(card, words))


def origin(puzzle: Puzzle, words: Translator) -> str:
    """Say where a puzzle comes from."""
    return words("-# From table {id}, deal {deal}.", id=puzzle.table.id, deal=puzzle.number)


def none_of_own(words: Translator, *, more: bool) -> str:
    """Say that no puzzle was found among one's own games."""
    if more:
        return words("No puzzle in these games. There are more to look through.")
    return words("No puzzle is left in your games here: play on, and come back.")
