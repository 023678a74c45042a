"""Texts about who may sit at a table."""

from typing import Final

from bot.tables.model import Table
from bot.texts.names import label_name
from bot.texts.translator import Translator
from engine.seats import Seat

MOST_NAMED: Final = 40
"""Guests to name; a mention takes at most 22 characters."""


def people_head(table: Table, words: Translator) -> str:
    """Tell the host who may sit down, and who is invited."""
    head = [words("### Who may sit at table {id}", id=table.id), _who(table, words)]
    seated = {person.id for person in table.people}
    guests = sorted(table.invited - seated)
    if guests:
        named = ", ".join(f"<@{user_id}>" for user_id in guests[:MOST_NAMED])
        head.append(words("Let in by name: {people}", people=named))
    rest = len(guests) - MOST_NAMED
    if rest > 0:
        head.append(words.plural("-# And {count} more.", "-# And {count} more.", rest))
    return "\n".join(head)


def _who(table: Table, words: Translator) -> str:
    if table.private:
        return words("Only people whom you let in can sit down.")
    return words("Anyone who can see the channel can sit down.")


def private_mark(words: Translator) -> str:
    """Say in the lobby that a table is private."""
    return words("-# Private: only people whom the host lets in can sit down.")


def private_label(table: Table, words: Translator) -> str:
    """Label the button that makes a table private or public, with the present state."""
    return words("Private: {state}", state=words("on") if table.private else words("off"))


def let_in_prompt(words: Translator) -> str:
    """Ask whom to let in."""
    return words("Let someone in")


def take_off_prompt(words: Translator) -> str:
    """Ask whom to remove from the table."""
    return words("Remove someone from the table")


def free_label(table: Table, seat: Seat, words: Translator) -> str:
    """Label the button that frees the seat of someone who is away, or a seat that is held."""
    if table.chairs[seat].person is None:
        return words("Free seat {number}", number=seat + 1)
    return words("Free {name}'s seat", name=label_name(table.chairs[seat].name))


def let_in(table: Table, user_id: int, words: Translator) -> str:
    """Say to the host that someone may sit down, and which seat is held."""
    said = words(
        "<@{user}> may sit down at table {id} now, with {join}.",
        user=user_id,
        id=table.id,
        join=words.command("join"),
    )
    held = table.held_seat(user_id)
    if held is None:
        return said
    return f"{said} " + words("Seat {seat} is held for them.", seat=held + 1)


def not_a_person(words: Translator) -> str:
    """Say that a bot cannot be let in."""
    return words("That is a bot. Only people can be let in.")
