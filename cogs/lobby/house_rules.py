"""The handlers of a lobby's panel of house rules."""

from collections.abc import Callable, Mapping
from typing import Final

from bot.tables import lifecycle, seating
from bot.tables.errors import NotInLobby, SeatTaken, TableError
from bot.tables.mending import changed, mended
from bot.tables.model import Status, Table
from bot.tables.rule_answers import read_answer
from bot.tables.rulesets import find_rules
from bot.texts import rule_panel as texts
from bot.texts.house_rules.catalogue import ENTRIES, GUIDE, TOPIC_OF, TOPICS
from bot.texts.house_rules.entry import RuleEntry
from bot.texts.names import preset_titles
from bot.texts.refusals import old_button_text, refusal_text
from bot.texts.rulesets import seat_would_go
from bot.texts.translator import Translator
from cogs.base.door import Handler, Pressed
from cogs.base.services import services_of
from cogs.lobby.rules_panel import (
    BACK,
    CODE,
    answer_in,
    arg_answer,
    code_form,
    number_form,
    rule_view,
    sets_view,
    topic_view,
    topics_view,
)
from engine.errors import BadRules, RuleError
from engine.rules import Rules


async def house(pressed: Pressed) -> None:
    """Show the topics, in a new message or in place of the page whose way back was pressed."""
    table = await _lobby_of_host(pressed)
    shown = topics_view(table, pressed.words)
    if BACK in pressed.id.args:
        await pressed.answer.update(shown)
    else:
        await pressed.answer.whisper(shown)


async def topic(pressed: Pressed) -> None:
    """Show the rules of a topic."""
    found = next((each for each in TOPICS if pressed.id.args == (each.name,)), None)
    if found is None:
        await pressed.answer.say(old_button_text(pressed.words))
        return
    table = await _lobby_of_host(pressed)
    await pressed.answer.update(topic_view(table, found, pressed.words))


async def rule(pressed: Pressed) -> None:
    """Show the chosen rule."""
    entry = ENTRIES.get("".join(pressed.values))
    if entry is None:
        await pressed.answer.say(old_button_text(pressed.words))
        return
    table = await _lobby_of_host(pressed)
    await pressed.answer.update(rule_view(table, entry, pressed.words))


async def choose(pressed: Pressed) -> None:
    """Apply a value from a button or a menu."""
    match pressed.id.args, pressed.values:
        case ([name, arg], ()) | ([name], [arg]) if name in ENTRIES:
            await _take(pressed, ENTRIES[name], arg_answer(arg))
        case _:
            await pressed.answer.say(old_button_text(pressed.words))


async def number(pressed: Pressed) -> None:
    """Ask for a number."""
    entry = ENTRIES.get("".join(pressed.id.args))
    if entry is None or entry.choices:
        await pressed.answer.say(old_button_text(pressed.words))
        return
    table = await _lobby_of_host(pressed)
    await pressed.answer.ask(number_form(table, entry, pressed.words))


async def filled_in(pressed: Pressed) -> None:
    """Apply a number from its form."""
    entry = ENTRIES.get("".join(pressed.id.args))
    answer = None if entry is None else answer_in(pressed.data, entry.name)
    if entry is None or answer is None:
        await pressed.answer.say(old_button_text(pressed.words))
        return
    await _take(pressed, entry, answer)


async def mend(pressed: Pressed) -> None:
    """Apply a value, and change the rules that contradict it."""
    match pressed.id.args:
        case [name, arg] if name in ENTRIES:
            await _take(pressed, ENTRIES[name], arg_answer(arg), mending=True)
        case _:
            await pressed.answer.say(old_button_text(pressed.words))


async def _take(pressed: Pressed, entry: RuleEntry, answer: str, *, mending: bool = False) -> None:
    """Change a rule; if others contradict it, say so, with a button that changes them."""
    words = pressed.words

    def new_rules(rules: Rules) -> Rules:
        wanted = {entry.name: read_answer(entry.name, answer)}
        with_others = mended(rules, wanted, GUIDE) if mending else None
        return with_others or changed(rules, wanted, GUIDE)

    table, refusal = await _change(pressed, new_rules)
    if refusal is None:
        note = texts.is_now(entry, table.rules, words)
        await pressed.answer.update(topic_view(table, TOPIC_OF[entry.name], words, note))
        return
    note, offered = _refused(refusal, table, words), ""
    if isinstance(refusal, BadRules):
        wanted = {entry.name: read_answer(entry.name, answer)}
        with_others = mended(table.rules, wanted, GUIDE)
        if with_others is not None:
            offered = answer or "none"
            note += "\n" + texts.mending_text(table.rules, with_others, [entry.name], words)
    await pressed.answer.update(rule_view(table, entry, words, note, offered))


async def sets(pressed: Pressed) -> None:
    """Show the presets, and the code of these rules."""
    table = await _lobby_of_host(pressed)
    await _show_sets(pressed, table)


async def _show_sets(pressed: Pressed, table: Table, note: str = "") -> None:
    rule_sets = services_of(pressed.interaction).rule_sets
    saved = await rule_sets.all(table.place.guild_id)
    await pressed.answer.update(sets_view(table, saved, pressed.words, note))


async def take(pressed: Pressed) -> None:
    """Start from a preset."""
    await _take_over(pressed, "".join(pressed.values))


async def code(pressed: Pressed) -> None:
    """Ask for a code."""
    table = await _lobby_of_host(pressed)
    await pressed.answer.ask(code_form(table, pressed.words))


async def coded(pressed: Pressed) -> None:
    """Apply the rules of a code."""
    await _take_over(pressed, answer_in(pressed.data, CODE) or "")


async def _take_over(pressed: Pressed, name: str) -> None:
    table = await _lobby_of_host(pressed)
    services, words = services_of(pressed.interaction), pressed.words
    try:
        rules = await find_rules(
            services.rule_sets, table.place.guild_id, name or "?", preset_titles()
        )
    except (RuleError, TableError) as refusal:
        await _show_sets(pressed, table, _refused(refusal, table, words))
        return
    table, taken = await _change(pressed, lambda _: rules)
    if taken is None:
        note = texts.taken_over(table.rules, words)
        await pressed.answer.update(topics_view(table, words, note))
    else:
        await _show_sets(pressed, table, _refused(taken, table, words))


async def _change(
    pressed: Pressed, new_rules: Callable[[Rules], Rules]
) -> tuple[Table, RuleError | SeatTaken | None]:
    """Change the rules; give the table afterwards, and the reason of a refusal, if any."""
    tables = services_of(pressed.interaction).tables

    def change(table: Table) -> Table:
        return lifecycle.change_rules(table, pressed.user_id, new_rules(table.rules))

    try:
        table = await tables.change(
            pressed.id.table_id, change, pressed.user_id, pressed.command_id
        )
    except (RuleError, SeatTaken) as refusal:
        return await tables.get(pressed.id.table_id), refusal
    return table, None


def _refused(refusal: RuleError | TableError, table: Table, words: Translator) -> str:
    if isinstance(refusal, SeatTaken):
        return seat_would_go(refusal.name, words)
    return refusal_text(refusal, words, table)


async def _lobby_of_host(pressed: Pressed) -> Table:
    table = await services_of(pressed.interaction).tables.get(pressed.id.table_id)
    seating.require_open(table)
    if table.status is not Status.LOBBY:
        raise NotInLobby
    seating.require_host(table, pressed.user_id)
    return table


HANDLERS: Final[Mapping[str, Handler]] = {
    "house": house,
    "topic": topic,
    "rule": rule,
    "choose": choose,
    "number": number,
    "filled": filled_in,
    "mend": mend,
    "sets": sets,
    "take": take,
    "code": code,
    "coded": coded,
}
"""The handlers of this module's controls, by verb."""
