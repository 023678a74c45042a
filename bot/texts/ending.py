"""Texts for ending a game before it is over."""

from collections.abc import Iterable

from bot.tables import votes
from bot.tables.model import Table
from bot.tables.votes import to_agree, votes_needed
from bot.texts.names import chair_name, seat_name, side_name
from bot.texts.translator import Translator
from engine.seats import Side


def question(table: Table, user_id: int, words: Translator, *, moderator: bool) -> str:
    """Ask whether a person means to end a game.

    Args:
        table: the table.
        user_id: who asked for the end.
        words: the language of that person.
        moderator: whether the person can end it alone.
    """
    asked = words("**End this game without a result?** That cannot be taken back.")
    needed = 1 if moderator else votes_needed(table, user_id)
    if needed > 1:
        asked += "\n" + words(
            "Others play here too, so it takes {needed} votes; the table shows who "
            "wants to end it.",
            needed=needed,
        )
    if table.seat_of(user_id) is not None:
        asked += "\n-# " + words("Your statistics count it as an unfinished game.")
    return asked


def who_waits(table: Table, user_id: int, words: Translator) -> str:
    """Name the others who sit in a lobby, or for whom a seat is held; empty if nobody does."""
    people = [
        chair_name(chair, words)
        for chair in table.chairs
        if chair.person is not None and chair.person.id != user_id
    ]
    guests = [f"<@{chair.held_for}>" for chair in table.chairs if chair.held_for is not None]
    return ", ".join([*people, *guests])


def close_question(table: Table, user_id: int, words: Translator) -> str:
    """Ask whether a person means to close a lobby in which others wait.

    Args:
        table: the table.
        user_id: who asked for it.
        words: the language of that person.
    """
    return words(
        "**Close table {id}?** {names} would have to find another one.",
        id=table.id,
        names=who_waits(table, user_id, words),
    )


def leave_question(table: Table, user_id: int, words: Translator) -> str:
    """Ask whether a person means to leave a game.

    Args:
        table: the table.
        user_id: who asked to leave.
        words: the language of that person.
    """
    asked = words(
        "**Leave the game at table {id}?** A computer player goes on in your seat. You can come "
        "back while nobody else has taken it.",
        id=table.id,
    )
    if votes.voters(table) <= {user_id}:
        asked += "\n" + words("Nobody else plays here now, so the game stops when you leave.")
    return asked


def resign_question(table: Table, user_id: int, side: Side, words: Translator) -> str:
    """Ask whether a person means their side to give the game up.

    Args:
        table: the table.
        user_id: who has asked for it.
        side: the side of that person.
        words: the language of that person.
    """
    asked = words(
        "**Resign this game?** {winners} win it, and it counts as lost for your side. That cannot "
        "be taken back.",
        winners=side_name(table, Side(1 - side), words),
    )
    for seat in to_agree(table, side, user_id):
        asked += "\n" + words(
            "{name} has to agree; the table shows that you ask.",
            name=seat_name(table, seat, words),
        )
    return asked


def resign_voted(table: Table, side: Side, words: Translator) -> str:
    """Say to who wants their side to give the game up who has not agreed yet."""
    names = [seat_name(table, seat, words) for seat in to_agree(table, side)]
    return words(
        "You want to resign. The game goes on until {names} agrees.", names=", ".join(names)
    )


def resigned(table: Table, words: Translator) -> str:
    """Say that a person's side has given the game up."""
    return words("Your side has resigned at table {id}.", id=table.id)


def resigning(table: Table, words: Translator) -> str:
    """Say to everyone who wants their side to give the game up, and who may agree."""
    lines = []
    for side in table.rules.sides:
        wishing = _votes_of(table, side)
        if wishing:
            others = [seat_name(table, seat, words) for seat in to_agree(table, side)]
            lines.append(
                words(
                    "\N{WAVING WHITE FLAG} {name} wants to resign. If {partner} agrees, the game "
                    "is lost for their side.",
                    name=_named(table, wishing, words),
                    partner=", ".join(others),
                )
            )
    return "\n".join(lines)


def resigning_sides(table: Table) -> tuple[Side, ...]:
    """Give the sides that somebody wants to give the game up."""
    return tuple(side for side in table.rules.sides if _votes_of(table, side))


def _votes_of(table: Table, side: Side) -> frozenset[int]:
    chairs = (table.chairs[seat] for seat in table.rules.seats_of(side))
    people = {chair.person.id for chair in chairs if chair.person is not None}
    return table.resign_votes & people


def voted(table: Table, words: Translator) -> str:
    """Tell someone who voted for the end how many votes there are."""
    return words(
        "You want to end this game: {votes} of {needed}. It goes on until enough of you do.",
        votes=len(table.end_votes),
        needed=votes_needed(table),
    )


def wanted(table: Table, words: Translator) -> str:
    """Tell everyone who wants to end a game; empty if nobody does."""
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
    """Tell everyone who ended a game without a result."""
    return words(
        "{names} ended this game without a result. Finished rounds still count.",
        names=_named(table, table.end_votes, words),
    )


def _named(table: Table, users: Iterable[int], words: Translator) -> str:
    """Name people in the order of their seats, those without a seat last."""
    seats = {user: table.seat_of(user) for user in users}
    seated = sorted(seat for seat in seats.values() if seat is not None)
    others = sorted(user for user, seat in seats.items() if seat is None)
    names = [seat_name(table, seat, words) for seat in seated]
    return ", ".join([*names, *(f"<@{user}>" for user in others)])
