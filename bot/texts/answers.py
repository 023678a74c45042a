"""Short answers to commands and presses, which only the person sees."""

from collections.abc import Sequence

from bot.tables.model import Table
from bot.texts.names import plain, seat_name
from bot.texts.room import ROOM, first_within_room
from bot.texts.sheet import sheet_text, signed
from bot.texts.standing import standing_text
from bot.texts.table import link, listed, title
from bot.texts.translator import Translator
from engine.seats import Seat

_SHEETS_IN_FULL = 2
"""Rounds to explain point by point; earlier ones get one line each."""


def sat_down(table: Table, seat: Seat, words: Translator) -> str:
    """Say where a person sits, and with whom."""
    partner = table.rules.partner_of(seat)
    if partner is None or table.chairs[partner].empty:
        return words("You sit in seat {seat} of table {id}.", seat=seat + 1, id=table.id)
    return words(
        "You sit in seat {seat} of table {id}, with {partner}.",
        seat=seat + 1,
        id=table.id,
        partner=seat_name(table, partner, words),
    )


def found_seat(table: Table, seat: Seat, words: Translator) -> str:
    """Say at which table a person has found a seat."""
    return f"{sat_down(table, seat, words)}\n{link(table)}"


def waits_already(table: Table, words: Translator) -> str:
    """Say that a person sits in a lobby already."""
    return words("You are already waiting at table {id}: {link}", id=table.id, link=link(table))


def begun(table: Table, words: Translator) -> str:
    """Say that a game has begun, to someone who holds no seat in it."""
    return words("The game at table {id} has begun.", id=table.id)


def declined(table: Table, words: Translator) -> str:
    """Say that a seat is held for the person no more."""
    return words("No seat is held for you at table {id} any more.", id=table.id)


def left(table: Table, words: Translator) -> str:
    """Say what leaving has changed."""
    if table.game is None:
        return words("You have left table {id}.", id=table.id)
    return words(
        "You have left table {id}. A computer player keeps your seat; you can take it back while "
        "nobody else has, with {join}.",
        id=table.id,
        join=words.command("join"),
    )


def stood_in(table: Table, seat: Seat, words: Translator) -> str:
    """Say that a computer player plays for someone who is away."""
    computer = f"\N{ROBOT FACE}\N{NO-BREAK SPACE}{table.chairs[seat].computer}"
    return words(
        "{computer} plays for {name} now, who can come back at any time.",
        computer=computer,
        name=seat_name(table, seat, words),
    )


def ended(table: Table, words: Translator) -> str:
    """Say that a table was closed."""
    return words("Table {id} is closed without a result.", id=table.id)


def resumed(table: Table, words: Translator) -> str:
    """Say that a table has moved to this channel."""
    return words("Table {id} goes on here.", id=table.id)


def opened_in(table: Table, words: Translator) -> str:
    """Say in which thread a table was opened."""
    return words("Table {id} is open in <#{channel}>.", id=table.id, channel=table.place.channel_id)


def rematch(table: Table, words: Translator) -> str:
    """Say where the rematch is."""
    return words(
        "Rematch: table {id} is open in <#{channel}>.", id=table.id, channel=table.place.channel_id
    )


def rematch_call(table: Table, users: Sequence[int], name: str, words: Translator) -> str:
    """Mention those who played before, and tell them that someone wants a rematch.

    Args:
        table: the rematch.
        users: the ids of those to mention.
        name: the name of the person who opened it.
        words: the language of the server.
    """
    people = ", ".join(f"<@{user}>" for user in users)
    return words(
        "{people}: {name} wants a rematch, at table {id}.",
        people=people,
        name=plain(name),
        id=table.id,
    )


def table_list(tables: Sequence[Table], words: Translator) -> str:
    """List the open tables of a server, with links."""
    if not tables:
        return words(
            "No table is open in this server. Open one with {new}.", new=words.command("new")
        )
    return _listed(tables, ROOM, words)


def my_turns(tables: Sequence[Table], words: Translator) -> str:
    """List the tables that wait for the person."""
    return words("### Your turn") + "\n" + _listed(tables, ROOM // 2, words)


def other_tables(tables: Sequence[Table], words: Translator) -> str:
    """List the tables that do not."""
    return words("**Other tables**") + "\n" + _listed(tables, ROOM // 2, words)


def _listed(tables: Sequence[Table], room: int, words: Translator) -> str:
    rows = (f"{listed(table, words)}\n{link(table)}" for table in tables)
    return "\n".join(first_within_room(rows, len(tables), words, room))


def scores(table: Table, words: Translator) -> str:
    """Give the standing, the last rounds in full, and a line for each round before."""
    game = table.game
    head = [title(table, words), standing_text(table, words)]
    if game is None or not game.sheets:
        return "\n".join(head)
    full = game.sheets[-_SHEETS_IN_FULL:]
    short = game.sheets[:-_SHEETS_IN_FULL]
    for sheet in reversed(full):
        head.append(words("**Round {number}**", number=sheet.number))
        head.append(sheet_text(table, sheet, words))
    for sheet in reversed(short[-_MOST_SHORT:]):
        points = " : ".join(signed(side.points) for side in sheet.sides)
        head.append(words("-# Round {number}: {points}", number=sheet.number, points=points))
    return "\n".join(head)


_MOST_SHORT = 20
"""Earlier rounds to list; more would exceed the length of a message."""
