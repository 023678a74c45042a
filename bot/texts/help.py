"""The help for beginners: a page about the game, and one about each topic."""

from collections.abc import Callable
from enum import StrEnum
from typing import Final

from bot.texts.cards import cards_text
from bot.texts.names import rules_title
from bot.texts.translator import Translator
from engine.cards import Card
from engine.presets import CARDCOUCH
from engine.rules import PENALTY_PER_BAG, POINTS_PER_TRICK, Rules


class Page(StrEnum):
    """The pages of the help, in order."""

    GAME = "game"
    BIDS = "bids"
    NIL = "nil"
    BAGS = "bags"
    COMMANDS = "commands"


_USUAL: Final = CARDCOUCH
"""The rules that the pages take their numbers from."""


def page_label(page: Page, words: Translator) -> str:
    """Name a page on its button."""
    return {
        Page.GAME: words("The game"),
        Page.BIDS: words("Bids"),
        Page.NIL: words("Nil"),
        Page.BAGS: words("Bags"),
        Page.COMMANDS: words("Commands"),
    }[page]


def page_text(page: Page, rules: Rules, words: Translator) -> str:
    """Give the text of a page.

    Args:
        page: the page.
        rules: the server's default rules.
        words: the language of the reader, with the card faces for the examples.
    """
    return "\n".join(_PARAGRAPHS[page](rules, words))


def _cards(cards: str, words: Translator) -> str:
    return cards_text(map(Card.parse, cards.split()), words)


def _game(_: Rules, words: Translator) -> list[str]:
    return [
        words("### Spades in one minute"),
        words(
            "Two play against two, and partners sit opposite each other. Everyone has 13 cards "
            "and plays one in turn. Four cards are a trick, and the best of them takes it."
        ),
        words(
            "1. **Bid.** Before the play you say how many tricks you will take. Your bid and "
            "your partner's together are your contract."
        ),
        words(
            "2. **Follow suit.** If you hold the suit that was led, you must play it. Here "
            "{queen} was led, and the highest heart takes the trick: {cards}",
            queen=_cards("QH", words),
            cards=_cards("QH 5H KH 9H", words),
        ),
        words(
            "3. **Spades win.** If you have none of that suit, you may play any card, and a "
            "spade beats every other suit: here {spade} takes the trick: {cards}",
            spade=_cards("2S", words),
            cards=_cards("QH 5H 2S KH", words),
        ),
        words(
            "4. **Score.** A contract made scores {each} points for each trick bid; a contract "
            "missed costs as much. Each extra trick is a **bag**: 1 point, but {limit} of them "
            "cost {cost}.",
            each=POINTS_PER_TRICK,
            limit=_USUAL.bag_limit,
            cost=_bags_cost(),
        ),
        words(
            "5. **Nil** is a bid of no tricks: it scores {value} points if you take none, and "
            "costs as much if you do.",
            value=_USUAL.nil_value,
        ),
        "",
        words("The first side with {target} points wins.", target=_USUAL.target),
    ]


def _bags_cost() -> int:
    return (_USUAL.bag_limit or 0) * PENALTY_PER_BAG


def _bids(_: Rules, words: Translator) -> list[str]:
    return [
        words("### Bids"),
        words("Count what should take a trick:"),
        words(
            "- an ace, and a king with another card beside it: {cards}",
            cards=_cards("AH KC 4C", words),
        ),
        words("- a high spade: {cards}", cards=_cards("AS KS QS", words)),
        words(
            "- every spade beyond the third, and a short suit: once you have none of it left, "
            "your spades take its tricks"
        ),
        "",
        words(
            "You bid 3 and your partner 4: together you need 7. With 7 you score {made}, with "
            "9 that and 2 bags, {more}; with 6 you lose {made}.",
            made=7 * POINTS_PER_TRICK,
            more=7 * POINTS_PER_TRICK + 2,
        ),
        words(
            "It does not matter which of you takes them. Once you have yours, you can still "
            "keep the other side from making its contract."
        ),
    ]


def _nil(_: Rules, words: Translator) -> list[str]:
    return [
        words("### Nil"),
        words(
            "With a nil bid you try to take no trick: it scores {value} points if you do not, "
            "and costs {value} if you do. Your partner's bid alone is then the contract.",
            value=_USUAL.nil_value,
        ),
        words(
            "A hand for nil has low cards in every suit and no high spade: {cards}",
            cards=_cards("8S 4S 9H 5H 2H 7D 3D", words),
        ),
        words(
            "With {cards} it is a risk: sooner or later one of them takes a trick.",
            cards=_cards("KS QS", words),
        ),
        words(
            "Beside a partner's nil, play high and take the tricks that would fall to them. "
            "Against a nil, play low."
        ),
        words(
            "At some tables nil may be bid **blind**, before you look at your cards: that "
            "counts double."
        ),
    ]


def _bags(_: Rules, words: Translator) -> list[str]:
    return [
        words("### Bags"),
        words(
            "Each trick beyond your side's contract is a bag. It scores 1 point and stays on "
            "the sheet from round to round."
        ),
        words(
            "With {limit} bags your side loses {cost} points, and the count begins again.",
            limit=_USUAL.bag_limit,
            cost=_bags_cost(),
        ),
        words(
            "So bid what you hold, and not less. Once your contract is made, get rid of high "
            "cards under higher ones: {cards}",
            cards=_cards("KD AD", words),
        ),
    ]


def _commands(rules: Rules, words: Translator) -> list[str]:
    return [
        words("### Commands"),
        words("New tables in this server play **{rules}**.", rules=rules_title(rules, words)),
        words(
            "- {new} opens a table, {join} takes a seat, {leave} frees it",
            new=words.command("new"),
            join=words.command("join"),
            leave=words.command("leave"),
        ),
        words(
            "- {hand} shows your cards, {hint} says what a strong player would do, {score} "
            "explains every point",
            hand=words.command("hand"),
            hint=words.command("hint"),
            score=words.command("score"),
        ),
        words(
            "- {tables} lists the tables here, {rules} shows the rules of one",
            tables=words.command("tables"),
            rules=words.command("rules show"),
        ),
        words(
            "- {leaderboard} and {stats} show how well people have played",
            leaderboard=words.command("leaderboard"),
            stats=words.command("stats"),
        ),
        words(
            "- {me} is for your own settings: card colors, language, a question before each card",
            me=words.command("me"),
        ),
    ]


_PARAGRAPHS: Final[dict[Page, Callable[[Rules, Translator], list[str]]]] = {
    Page.GAME: _game,
    Page.BIDS: _bids,
    Page.NIL: _nil,
    Page.BAGS: _bags,
    Page.COMMANDS: _commands,
}


def practice_label(words: Translator) -> str:
    """Label the button that begins a practice round."""
    return words("Play a practice round")


def open_label(words: Translator) -> str:
    """Label the button that opens a table."""
    return words("Open a table")


def practice_heading(words: Translator) -> str:
    """Head a practice round before the first trick."""
    return words("### Practice round")


def trick_heading(number: int, tricks: int, words: Translator) -> str:
    """Head a practice round at one of its tricks, counted from 1."""
    return words("### Practice round, trick {number} of {tricks}", number=number, tricks=tricks)


def practice_intro(words: Translator) -> str:
    """Say what a practice round is, at its beginning."""
    return words(
        "-# Only you see this, and it does not count. The others are computer players, and one "
        "of them is your partner. Stop whenever you like."
    )


def practice_over(words: Translator) -> str:
    """Head the score sheet of a practice round."""
    return words("### Your practice round is over: the score sheet")


def real_table_label(words: Translator) -> str:
    """Label the button that opens a table after a practice round."""
    return words("Play a real table")


def another_label(words: Translator) -> str:
    """Label the button that begins one more practice round."""
    return words("Another practice round")


def back_label(words: Translator) -> str:
    """Label the button that leads back to the help."""
    return words("Back to the help")


def round_lost(words: Translator) -> str:
    """Say that a practice round cannot go on."""
    return words(
        "This practice round cannot go on. {help} begins another.", help=words.command("help")
    )
