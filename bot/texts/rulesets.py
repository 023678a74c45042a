"""Texts about the rule sets of a server."""

from bot.tables.rule_codes import code_of
from bot.tables.rulesets import DEFAULT_PRESET, RuleSet
from bot.texts.names import plain, preset_title
from bot.texts.room import ROOM, within_room
from bot.texts.rules import listed_rules
from bot.texts.translator import ADMIN, Translator
from engine.presets import PRESETS
from engine.rules import Rules


def shown_name(name: str, words: Translator) -> str:
    """Give a preset by its title, and a saved rule set by its name."""
    return preset_title(name, words) if name in PRESETS else plain(name)


def saved(name: str, words: Translator) -> str:
    """Say that rules were saved."""
    return words(
        "Saved as **{name}**. {new} offers them to everyone in this server.",
        name=plain(name),
        new=words.command("new"),
    )


def deleted(name: str, rules: Rules | None, words: Translator) -> str:
    """Say that a rule set was deleted, and how to have it back.

    Args:
        name: its name.
        rules: its rules, or None if they could not be read.
        words: the language of the reader.
    """
    said = words("**{name}** is deleted. Tables with these rules go on.", name=plain(name))
    if rules is None:
        return said
    back = words("The code of its rules, should you want them back: `{code}`", code=code_of(rules))
    return f"{said}\n{back}"


def is_default(name: str, words: Translator) -> str:
    """Say what new tables play from now on."""
    return words("New tables of this server play **{name}** now.", name=shown_name(name, words))


def listing(rule_sets: tuple[RuleSet, ...], default: str | None, words: Translator) -> str:
    """List the presets and what the server has saved, the default marked."""
    default = default or DEFAULT_PRESET
    own = [
        _row(saved.name, saved.name.casefold() == default, _line(saved, words), words)
        for saved in rule_sets
    ]
    presets = [
        _row(name, name == default, listed_rules(rules, words, preset_title(name, words)), words)
        for name, rules in PRESETS.items()
    ]
    head = words("### Saved in this server")
    none = words(
        "-# None yet: {save} keeps the rules of a table under a name.",
        save=words.command("rules save", ADMIN),
    )
    shown = within_room(own, words, ROOM - sum(len(row) + 1 for row in presets))
    return "\n".join([head, *(shown or [none]), words("### Presets"), *presets])


def _row(name: str, default: bool, line: str, words: Translator) -> str:  # noqa: FBT001 - told by name
    mark = words(" (default)") if default else ""
    return f"- **{shown_name(name, words)}**{mark}: {line}"


def code_line(rules: Rules, words: Translator) -> str:
    """Give the code of rules, for whoever wants to play them elsewhere."""
    said = words(
        "To play these rules in any server, paste `{code}` after {new}.",
        code=code_of(rules),
        new=words.command("new"),
    )
    return f"-# {said}"


def choice_line(rule_set: RuleSet | str, words: Translator) -> str:
    """Say what sets a saved rule set or a preset apart, in one line."""
    if isinstance(rule_set, RuleSet):
        return _line(rule_set, words)
    return listed_rules(PRESETS[rule_set], words, preset_title(rule_set, words))


def _line(rule_set: RuleSet, words: Translator) -> str:
    if rule_set.rules is None:
        return words("saved by another version, cannot be read")
    return listed_rules(rule_set.rules, words, rule_set.name)


def seat_would_go(name: str, words: Translator) -> str:
    """Say that rules for fewer people would take a person's seat away."""
    return words(
        "{name} sits in the seat that would be removed, so nothing has changed.", name=plain(name)
    )
