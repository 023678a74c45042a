"""The texts of a person's own data: what is stored, giving it out, and forgetting it."""

from bot.texts.translator import Translator


def label(words: Translator) -> str:
    """Label the button that leads to a person's own data."""
    return words("My data")


def head(words: Translator) -> str:
    """Say what is stored of a person."""
    return words(
        "### Your data\nStored are your id, your name, your settings, your games with the cards "
        "you bid and played, and your totals.\n**Download** gives you all of it as one file. "
        "**Forget me** deletes your id and name everywhere; the games stay for those you played "
        "with, without a sign of you."
    )


def download(words: Translator) -> str:
    """Label the button that gives the file."""
    return words("Download")


def forget(words: Translator) -> str:
    """Label the button that begins to forget."""
    return words("Forget me")


def file(words: Translator) -> str:
    """Introduce the file."""
    return words(
        "All that is stored of you, as JSON. docs/privacy.md of this bot's project explains it; "
        "games that are not over are left out, since you may not see their cards yet."
    )


def first_question(words: Translator) -> str:
    """Say what it means to be forgotten, and ask."""
    return words(
        "### Forget you?\nYou leave every table; computer players take over your seats. Your "
        "settings, totals and places on leaderboards go, in every server. Download your data first "
        "if you want to keep it."
    )


def second_question(words: Translator) -> str:
    """Ask once more."""
    return words("### Really?\nThis happens at once, and nobody can undo it.")


def go_on(words: Translator) -> str:
    """Label the button that leads to the second question."""
    return words("Go on")


def for_good(words: Translator) -> str:
    """Label the button that forgets."""
    return words("Forget me for good")


def forgotten(words: Translator) -> str:
    """Say that it is done."""
    return words(
        "### You are forgotten\nNothing here leads to you any more. If you play again, you begin "
        "as someone new. Messages that Discord shows already may keep your name until they change."
    )


def too_large(words: Translator) -> str:
    """Say that Discord takes no file of this size."""
    return words(
        "Your data is too large for a file in Discord. Ask whoever runs this bot for it: `python "
        "-m bot db export` gives it out."
    )
