"""What a person reads when something cannot be done."""

from bot.tables.errors import TableError, TableRefusal
from bot.tables.model import Table
from bot.texts.rule_refusals import RuleRefusal, rule_refusal_text
from bot.texts.table_refusals import table_refusal_text
from bot.texts.translator import Translator
from engine.errors import RuleError


def refusal_text(
    refusal: RuleError | TableError, words: Translator, table: Table | None = None
) -> str:
    """Say in one sentence why something cannot be done, and what can.

    Args:
        refusal: the error.
        words: the language.
        table: the table that it happened at, where it is known.

    Raises:
        TypeError: the error is missing in the unions of refusals.
    """
    if isinstance(refusal, RuleRefusal):
        return rule_refusal_text(refusal, words, table)
    if isinstance(refusal, TableRefusal):
        return table_refusal_text(refusal, words)
    raise TypeError(refusal)


def unexpected_text(words: Translator) -> str:
    """Say that something went wrong that is nobody's fault at the table."""
    return words("Something went wrong on my side. Nothing is lost; please try again in a moment.")


def discord_away_text(words: Translator) -> str:
    """Say that Discord could not do what an answer needed."""
    return words("Discord could not do that just now. Please try again in a moment.")


def discord_forbids_text(words: Translator) -> str:
    """Say that Discord does not let the bot do what an answer needed."""
    return words("Discord does not let me do that here. A moderator can check my permissions.")


def unreadable_text(words: Translator) -> str:
    """Say that a command came with values that it cannot have."""
    return words("Discord sent something that I cannot read. Please use the command again.")


def slow_text(words: Translator) -> str:
    """Say that an answer comes late, above the answer itself."""
    return words("That took a moment; here it is.")


def old_button_text(words: Translator) -> str:
    """Say that a button cannot be understood any more."""
    return words(
        "This button belongs to an older version of the bot. Use {hand} instead.",
        hand=words.command("hand"),
    )


def missing_permissions_text(missing: str, words: Translator) -> str:
    """Say which permissions the bot lacks in a channel."""
    return words(
        "I cannot host a table here: I need the permissions {missing} in this channel.",
        missing=missing,
    )
