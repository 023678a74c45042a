"""The texts of refusals and faults."""

from bot.tables.errors import TableError, TableRefusal
from bot.tables.model import Table
from bot.texts.rule_refusals import RuleRefusal, rule_refusal_text
from bot.texts.table_refusals import table_refusal_text
from bot.texts.translator import Translator
from engine.errors import RuleError


def refusal_text(
    refusal: RuleError | TableError, words: Translator, table: Table | None = None
) -> str:
    """Say in one sentence why something is not possible, and what is.

    Args:
        refusal: the error.
        words: the language.
        table: the table, if known.

    Raises:
        TypeError: the error is not in the unions of refusals.
    """
    if isinstance(refusal, RuleRefusal):
        return rule_refusal_text(refusal, words, table)
    if isinstance(refusal, TableRefusal):
        return table_refusal_text(refusal, words)
    raise TypeError(refusal)


def unexpected_text(words: Translator) -> str:
    """Say that the bot has failed."""
    return words("Something went wrong on my side. Nothing is lost; please try again in a moment.")


def discord_away_text(words: Translator) -> str:
    """Say that Discord failed."""
    return words("Discord could not do that just now. Please try again in a moment.")


def discord_forbids_text(words: Translator) -> str:
    """Say that the bot lacks a permission."""
    return words("Discord does not let me do that here. A moderator can check my permissions.")


def unreadable_text(words: Translator) -> str:
    """Say that a command has invalid options."""
    return words("Discord sent something that I cannot read. Please use the command again.")


def slow_text(words: Translator) -> str:
    """Say above an answer that it is late."""
    return words("That took a moment; here it is.")


def deleted_message_text(words: Translator) -> str:
    """Say that a press counts, although the message with the button is gone."""
    return words("Done. The message with this button has just been deleted.")


def old_button_text(words: Translator) -> str:
    """Say that a button is no longer understood."""
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
