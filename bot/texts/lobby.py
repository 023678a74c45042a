"""What the public message of a table that waits for people says."""

from collections.abc import Sequence

from bot.tables.model import Table
from bot.texts.guests import private_mark
from bot.texts.names import MARKS, chair_name, label_name, plain, rules_title
from bot.texts.rules import clock_sentence, rules_line
from bot.texts.table import DOT, TOGETHER, link, title
from bot.texts.translator import Translator
from engine.seats import Seat

HASH_SHOWN = 12
"""Characters of the hash that a lobby shows: 48 bits, enough to identify the secret."""


def head(table: Table, words: Translator) -> str:
    """Describe the game of a lobby."""
    lines = [
        title(table, words),
        rules_line(table.rules, words),
        f"-# {clock_sentence(table, words)}",
    ]
    return "\n".join([*lines, private_mark(words)] if table.private else lines)


def seats(table: Table, words: Translator) -> str:
    """List the seats, side by side."""
    return "\n".join(said for _, said in blocks(table, words))


def blocks(table: Table, words: Translator) -> list[tuple[tuple[Seat, ...], str]]:
    """List who sits where, by side; in solo as one block without a heading."""
    if table.rules.mode == "solo":
        seats = table.rules.seats
        marked = [f"{MARKS[seat]}{TOGETHER}{_seat(table, seat, words)}" for seat in seats]
        return [(seats, "\n".join(marked))]
    blocks = []
    for side in table.rules.sides:
        seats = table.rules.seats_of(side)
        said = [_seat(table, seat, words) for seat in seats]
        head = words("**Side {number}**", number=side + 1)
        blocks.append((seats, "\n".join([f"{MARKS[side]}{TOGETHER}{head}", *said])))
    return blocks


def _seat(table: Table, seat: Seat, words: Translator) -> str:
    chair = table.chairs[seat]
    marks = []
    if chair.person is not None and chair.person.id == table.host:
        marks.append(words("host"))
    if chair.ready:
        marks.append(words("ready \N{WHITE HEAVY CHECK MARK}"))
    name = chair_name(chair, words)
    name = f"*{name}*" if chair.empty else f"**{name}**"
    if chair.held_for is not None:
        name = words("*held for* <@{user}>", user=chair.held_for)
    return DOT.join([words("Seat {number}: {name}", number=seat + 1, name=name), *marks])


def foot(table: Table, words: Translator) -> str:
    """Say how the game starts, with the beginning of the hash of the deals."""
    starts = words(
        "-# It starts when everyone is ready, or when the host starts; computer players fill the "
        "gaps."
    )
    return f"{starts}\n{hash_line(table, words)}"


def hash_line(table: Table, words: Translator) -> str:
    """Show the beginning of the hash of the deals, and where all of it is."""
    return words(
        "-# Hash of the deals: `{hash}\N{HORIZONTAL ELLIPSIS}`, see **Fair deals**",
        hash=table.commitment[:HASH_SHOWN],
    )


def seat_label(table: Table, seat: Seat, words: Translator) -> str:
    """Label a seat's button, short enough for a phone."""
    chair = table.chairs[seat]
    if chair.person is not None:
        return f"{seat + 1} {label_name(chair.person.name)}"
    if chair.computer is not None and table.ask_first and table.game is not None:
        return words("{number} ask for {name}'s seat", number=seat + 1, name=chair.computer)
    if chair.computer is not None:
        return words("{number} take {name}'s seat", number=seat + 1, name=chair.computer)
    if chair.held_for is not None:
        return words("{number} held", number=seat + 1)
    return words("{number} sit here", number=seat + 1)


def invitation(table: Table, users: Sequence[int], name: str, words: Translator) -> str:
    """Tell guests that a seat is held for them.

    Args:
        table: the lobby.
        users: the ids of the guests.
        name: who invites them.
        words: the language of the server.
    """
    return words(
        "{people}: {name} invites you to table {id}. A seat is held for you; **Leave** there gives "
        "it up. {link}",
        people=", ".join(f"<@{user}>" for user in users),
        name=plain(name),
        id=table.id,
        link=link(table),
    )


def call(table: Table, role_id: int, words: Translator) -> str:
    """Call the server's players to a lobby."""
    free = sum(chair.free for chair in table.chairs)
    said = words.plural(
        "Table {id} needs {count} more", "Table {id} needs {count} more", free, id=table.id
    )
    return DOT.join([f"<@&{role_id}> {said}", rules_title(table.rules, words), link(table)])


def call_label(table: Table, words: Translator) -> str:
    """Label the button that calls the server's players to a lobby."""
    free = sum(chair.free for chair in table.chairs)
    return words.plural("Need {count} more", "Need {count} more", free)
