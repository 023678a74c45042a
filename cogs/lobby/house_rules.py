"""House rules of a table: the forms of its lobby."""

from collections.abc import Mapping
from typing import Final

from bot.tables import lifecycle, seating
from bot.tables.errors import NotInLobby, SeatTaken
from bot.tables.forms import filled
from bot.tables.model import Status, Table
from bot.texts.fields import FORMS, typed_text
from bot.texts.house_rules.catalogue import has_effect
from bot.texts.refusals import old_button_text, refusal_text
from bot.texts.rulesets import seat_would_go
from cogs.base.door import Handler, Pressed
from cogs.base.services import services_of
from cogs.lobby.forms import AGAIN, NOTHING_TYPED, answers_in, house_rules_view, rules_form
from engine.errors import RuleError


async def house(pressed: Pressed) -> None:
    """Show the rules with a button to each form."""
    table = await _lobby_of_host(pressed)
    await pressed.answer.whisper(house_rules_view(table, pressed.words))


async def form(pressed: Pressed) -> None:
    """Open a form."""
    name = _form_name(pressed)
    if name is None:
        await pressed.answer.say(old_button_text(pressed.words))
        return
    table = await _lobby_of_host(pressed)
    drafts = services_of(pressed.interaction).drafts
    again = pressed.id.args[-1] == AGAIN
    typed = drafts.of((pressed.user_id, table.id, name)) if again else NOTHING_TYPED
    await pressed.answer.ask(rules_form(table, name, pressed.words, typed))


async def filled_in(pressed: Pressed) -> None:
    """Take the answers of a form; where one does not fit, nothing changes, and none is lost."""
    name = _form_name(pressed)
    if name is None:
        await pressed.answer.say(old_button_text(pressed.words))
        return
    given = answers_in(pressed.data)
    answers = {field: given[field] for field in FORMS[name] if field in given}
    note = ""

    def change(table: Table) -> Table:
        return lifecycle.change_rules(
            table, pressed.user_id, filled(table.rules, answers, has_effect)
        )

    tables = services_of(pressed.interaction).tables
    try:
        table = await tables.change(
            pressed.id.table_id, change, pressed.user_id, pressed.command_id
        )
    except RuleError as refusal:
        table = await tables.get(pressed.id.table_id)
        note = refusal_text(refusal, pressed.words, table)
    except SeatTaken as refusal:
        table = await tables.get(pressed.id.table_id)
        note = seat_would_go(refusal.name, pressed.words)
    drafts, key = services_of(pressed.interaction).drafts, (pressed.user_id, table.id, name)
    if not note:
        drafts.forget(key)
        await pressed.answer.update(house_rules_view(table, pressed.words))
        return
    drafts.keep(key, answers)
    note = f"{note}\n{typed_text(table.rules, answers, pressed.words)}"
    await pressed.answer.update(house_rules_view(table, pressed.words, note, name))


def _form_name(pressed: Pressed) -> str | None:
    match pressed.id.args:
        case [name, *again] if name in FORMS and again in ([], [AGAIN]):
            return name
        case _:
            return None


async def _lobby_of_host(pressed: Pressed) -> Table:
    table = await services_of(pressed.interaction).tables.get(pressed.id.table_id)
    seating.require_open(table)
    if table.status is not Status.LOBBY:
        raise NotInLobby
    seating.require_host(table, pressed.user_id)
    return table


HANDLERS: Final[Mapping[str, Handler]] = {
    "house": house,
    "form": form,
    "filled": filled_in,
}
"""What each button, menu and form of this module does, by its verb."""
