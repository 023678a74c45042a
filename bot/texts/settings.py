"""The texts of personal and server settings."""

from typing import Final

from bot.preferences import NEVER, PersonalSettings, ServerSettings
from bot.tables.model import CLOCKS, Pace
from bot.texts.translator import Translator

LANGUAGE_NAMES: Final = {
    "en": "English",
    "de": "Deutsch",
    "es": "Espa\u00f1ol",
    "fr": "Fran\u00e7ais",
    "pt": "Portugu\u00eas",
}
"""The name of each language in that language."""


def personal_head(words: Translator) -> str:
    """Head the settings of a person."""
    return words("### Your settings\nThey apply in every server. Press to change.")


def personal_label(name: str, settings: PersonalSettings, words: Translator) -> str:
    """Label the button of a personal setting, with its present value."""
    return {
        "four_color": words("Four colors: {state}", state=_on(settings.four_color, words)),
        "order": words("Low cards first: {state}", state=_on(_low(settings), words)),
        "playable_first": words(
            "Playable cards first: {state}", state=_on(settings.playable_first, words)
        ),
        "confirm": words("Ask before a card: {state}", state=_on(settings.confirm, words)),
        "confirm_costly": words(
            "Ask before nil and passing: {state}", state=_on(settings.confirm_costly, words)
        ),
        "hints": words("Hints: {state}", state=_on(settings.hints, words)),
        "tips": words("Tips for beginners: {state}", state=_on(settings.tips, words)),
        "text_only": words("Text only: {state}", state=_on(settings.text_only, words)),
    }[name]


def _low(settings: PersonalSettings) -> bool:
    return settings.order == "low_first"


def _on(value: bool, words: Translator) -> str:  # noqa: FBT001 - the one thing it says
    return words("on") if value else words("off")


def my_mention_prompt(words: Translator) -> str:
    """Ask a person when to mention them."""
    return words("Mention me when a table has waited for me")


def mention_prompt(words: Translator) -> str:
    """Ask a server when to mention people."""
    return words("Mention people when a table has waited for them")


def mention_after(seconds: float, words: Translator) -> str:
    """Say after which time someone is mentioned."""
    if seconds == NEVER:
        return words("never")
    whole = round(seconds)
    if whole % 60:
        return words.plural("after {count} second", "after {count} seconds", whole)
    return words.plural("after {count} minute", "after {count} minutes", whole // 60)


def mention_as_server(seconds: float, words: Translator) -> str:
    """Name the choice to be mentioned as the server says."""
    return words("As here: {when}", when=mention_after(seconds, words))


def mention_as_usual(seconds: float, words: Translator) -> str:
    """Name the choice to mention people as the operator has set it."""
    return words("As usual: {when}", when=mention_after(seconds, words))


def language_prompt(words: Translator) -> str:
    """Ask for the language."""
    return words("Language")


def same_language(words: Translator) -> str:
    """Name the choice of Discord's own language."""
    return words("As in Discord")


def server_head(words: Translator) -> str:
    """Head the settings of a server."""
    return words(
        "### Settings of this server\nThe time to think applies to tables opened from now on, "
        "everything else at once."
    )


def pictures_label(settings: ServerSettings, words: Translator) -> str:
    """Label the button of the pictures, with the present value."""
    return words("Pictures: {state}", state=_on(settings.pictures, words))


def last_card_label(settings: ServerSettings, words: Translator) -> str:
    """Label the button of the last card, with the present value."""
    return words("Last card plays itself: {state}", state=_on(settings.last_card, words))


def claims_label(settings: ServerSettings, words: Translator) -> str:
    """Label the button that lets certain tricks be claimed with what it is now."""
    return words("Claim certain tricks: {state}", state=_on(settings.claims, words))


def call_prompt(words: Translator) -> str:
    """Ask for the role that a lobby may call to it."""
    return words("Role that a table without enough people may mention once")


def no_call(words: Translator) -> str:
    """Say that no role is called."""
    return words("None")


def role_not_mentionable(role_id: int, words: Translator) -> str:
    """Say that Discord will not notify those who have the role."""
    return words(
        "A mention of <@&{role}> notifies nobody: let anyone mention the role, or let the bot "
        "mention all roles.",
        role=role_id,
    )


def absent_prompt(words: Translator) -> str:
    """Ask how long a table without a clock waits for the person to act."""
    return words("Without a clock: when a computer player may play for someone who is away")


def hours(count: int, words: Translator) -> str:
    """Say a number of hours."""
    return words.plural("{count} hour", "{count} hours", count)


def abandoned_prompt(words: Translator) -> str:
    """Ask how long a table without a clock is kept when nobody acts."""
    return words("Without a clock: when a table where nobody plays is closed")


def days(count: int, words: Translator) -> str:
    """Say a number of days."""
    return words.plural("{count} day", "{count} days", count)


def pace_prompt(words: Translator) -> str:
    """Ask for the pace."""
    return words("How long people may think")


def pace_name(pace: Pace, words: Translator) -> str:
    """Name a pace."""
    if pace is Pace.RULES:
        return words("As the rules say")
    bid, play = CLOCKS[pace]
    if bid is None or play is None:
        return words("No clock")
    return {
        Pace.QUICK: words("Quick: {bid} s to bid, {play} s to play", bid=bid, play=play),
        Pace.STEADY: words("Steady: {bid} s to bid, {play} s to play", bid=bid, play=play),
        Pace.RELAXED: words("Relaxed: {bid} s to bid, {play} s to play", bid=bid, play=play),
        Pace.SLOW: words("Slow: a day a turn"),
    }[pace]
