"""Texts about who may sit at a table."""

from typing import Final

from bot.tables.asking import who_allows
from bot.tables.model import Asking, Table
from bot.texts.names import label_name, plain, seat_name
from bot.texts.translator import Translator
from engine.seats import Seat

MOST_NAMED: Final = 40
"""Guests to name; a mention takes at most 22 characters."""


def people_head(table: Table, words: Translator) -> str:
    """Tell the host who may sit down, and who is invited."""
    head = [words("### Who may sit at table {id}", id=table.id), _who(table, words)]
    if table.ask_first:
        head.append(
            words(
                "During the game, taking a computer player's seat needs permission from you or "
                "the partner there."
            )
        )
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


def ask_first_label(table: Table, words: Translator) -> str:
    """Label the button that protects the seats of computer players, with what it is now."""
    state = words("on") if table.ask_first else words("off")
    return words("Computers' seats ask first: {state}", state=state)


def asked(table: Table, user_id: int, words: Translator) -> str:
    """Say to someone that they have asked for a seat, and who may say yes."""
    asking = next((each for each in table.asking if each.person.id == user_id), None)
    if asking is None:
        return ""
    return words(
        "You have asked for the seat of {computer}. It is yours as soon as {names} says yes.",
        computer=seat_name(table, asking.seat, words),
        names=_who_allows(table, asking, words),
    )


def asks(table: Table, words: Translator) -> str:
    """Say to everyone who asks for the seat of a computer player."""
    said = (
        words(
            "\N{RAISED HAND} {name} asks for the seat of {computer}. {names} can say yes.",
            name=plain(asking.person.name),
            computer=seat_name(table, asking.seat, words),
            names=_who_allows(table, asking, words),
        )
        for asking in table.asking
    )
    return "\n".join(said)


def _who_allows(table: Table, asking: Asking, words: Translator) -> str:
    names = [seat_name(table, seat, words) for seat in who_allows(table, asking.seat)]
    if len(names) > 1:
        return words("{name} or {other}", name=names[0], other=names[1])
    return names[0] if names else f"<@{table.host}>"


def allow_label(asking: Asking, words: Translator) -> str:
    """Label the button that gives someone the seat that they ask for."""
    return words("Let {name} in", name=label_name(asking.person.name))


def deny_label(table: Table, asking: Asking, words: Translator) -> str:
    """Label the button that leaves a seat to the computer player."""
    return words("Keep {computer}", computer=table.chairs[asking.seat].computer)


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


def free_question(table: Table, seat: Seat, words: Translator) -> str:
    """Ask whether the host means to free the seat of someone who is away."""
    computer = f"\N{ROBOT FACE}\N{NO-BREAK SPACE}{table.chairs[seat].computer}"
    return words(
        "**Free {name}'s seat?** {computer} keeps playing in it, anyone may take it, and {name} "
        "comes back only while nobody has.",
        name=seat_name(table, seat, words),
        computer=computer,
    )


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
