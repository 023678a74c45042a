"""What is said where people end a game before it is over."""

from collections.abc import Iterable

from bot.tables.model import Table
from bot.tables.votes import votes_needed
from bot.texts.names import seat_name
from bot.texts.translator import Translator


def question(table: Table, user_id: int, words: Translator, *, moderator: bool) -> str:
    """Ask whether a person means to end a game.

    Args:
        table: the table.
        user_id: who has asked for the end.
        words: the language of that person.
        moderator: whether the person's word alone is enough.
    """
    asked = words("**End this game without a result?** That cannot be taken back.")
    needed = 1 if moderator else votes_needed(table, user_id)
    if needed > 1:
        asked += "\n" + words(
            "Others play here too, so it takes {needed} of you; the table shows who wants it.",
            needed=needed,
        )
    if table.seat_of(user_id) is not None:
        asked += "\n-# " + words("Your statistics count it as an unfinished game.")
    return asked


def voted(table: Table, words: Translator) -> str:
    """Say to who has voted for the end how many votes there are."""
    return words(
        "You want to end this game: {votes} of {needed}. It goes on until enough of you do.",
        votes=len(table.end_votes),
        needed=votes_needed(table),
    )


def wanted(table: Table, words: Translator) -> str:
    """Say to everyone who wants to end a game; nothing where nobody does."""
    if not table.end_votes:
        return ""
    count = len(table.end_votes)
    names, needed = _named(table, table.end_votes, words), max(count, votes_needed(table))
    return words.plural(
        "\N{WAVING WHITE FLAG} {names} wants to end this game: {count} of {needed}.",
        "\N{WAVING WHITE FLAG} {names} want to end this game: {count} of {needed}.",
        count,
        names=names,
        needed=needed,
    )


def ended_by(table: Table, words: Translator) -> str:
    """Say to everyone who has ended a game without a result."""
    return words(
        "{names} ended this game without a result. The rounds that were finished stay counted.",
        names=_named(table, table.end_votes, words),
    )


def _named(table: Table, users: Iterable[int], words: Translator) -> str:
    """Name people in the order of their seats, and who holds none at the end."""
    seats = {user: table.seat_of(user) for user in users}
    seated = sorted(seat for seat in seats.values() if seat is not None)
    others = sorted(user for user, seat in seats.items() if seat is None)
    names = [seat_name(table, seat, words) for seat in seated]
    return ", ".join([*names, *(f"<@{user}>" for user in others)])
