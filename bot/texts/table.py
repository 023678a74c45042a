"""The texts of a table's public messages."""

from typing import Final

from bot.tables.model import DueKind, Pace, Status, Table
from bot.texts.ending import ended_by
from bot.texts.names import MARKS, label_name, plain, rules_title, seat_name
from bot.texts.near_the_end import end_near, moment
from bot.texts.sheet import bid_text, number, sets_so_far
from bot.texts.translator import Translator
from engine.phases import Phase
from engine.seats import Seat, Side
from engine.tally import Tally
from engine.views import PublicView, public_view

DOT = " \N{MIDDLE DOT} "
TOGETHER = "\N{NO-BREAK SPACE}"
"""A no-break space between a name and its details, for narrow screens."""

_BEFORE_PLAY: Final = frozenset({Phase.DRAWING, Phase.BIDDING, Phase.EXCHANGING})


def title(table: Table, words: Translator) -> str:
    """Give the heading of a table, with its round."""
    if table.game is None or not table.game.number:
        return words("## \N{BLACK SPADE SUIT}\N{VARIATION SELECTOR-15} Table {id}", id=table.id)
    return words(
        "## \N{BLACK SPADE SUIT}\N{VARIATION SELECTOR-15} Table {id}, round {round}",
        id=table.id,
        round=table.game.round_number,
    )


def table_head(table: Table, view: PublicView, words: Translator) -> str:
    """Give the table, the round, the dealer, and whether spades are broken."""
    broken = _spades(view, words)
    dealer = words("{name} deals", name=seat_name(table, view.dealer, words))
    goal = _goal(table, words)
    return "\n".join([title(table, words), f"-# {DOT.join([goal, dealer, broken])}"])


def _goal(table: Table, words: Translator) -> str:
    rules, target = rules_title(table.rules, words), table.rules.target
    goal = rules if target is None else words("{rules}, to {target}", rules=rules, target=target)
    return DOT.join([goal, *end_near(table, words)])


def _spades(view: PublicView, words: Translator) -> str:
    if view.rules.spade_leads == "any_time":
        return words("spades may be led at any time")
    return words("spades broken") if view.broken else words("spades not broken")


def short_head(table: Table, words: Translator) -> str:
    """Give the table and the round, when a picture shows the rest."""
    return f"{title(table, words)}\n-# {_goal(table, words)}"


def seated(table: Table, view: PublicView, words: Translator) -> str:
    """Name everyone by the marks and numbers of the picture, by side."""
    groups = [
        f"{MARKS[side]}{TOGETHER}"
        + DOT.join(_numbered(table, view, seat, words) for seat in table.rules.seats_of(side))
        for side in table.rules.sides
    ]
    return "\n".join(groups) if table.rules.mode == "partners" else DOT.join(groups)


def _numbered(table: Table, view: PublicView, seat: Seat, words: Translator) -> str:
    name = seat_name(table, seat, words)
    if table.chairs[seat].away:
        computer = f"\N{ROBOT FACE}{TOGETHER}{table.chairs[seat].computer}"
        name = words("{name} ({computer} stands in)", name=name, computer=computer)
    shown = f"{seat + 1}{TOGETHER}{name}"
    return f"**{shown}**" if view.to_act == seat else shown


def sides(table: Table, view: PublicView, words: Translator) -> str:
    """Give points, bags, bids and tricks of every side and seat."""
    return "\n".join(_side(table, view, side, words) for side in table.rules.sides)


def _side(table: Table, view: PublicView, side: Side, words: Translator) -> str:
    seats = table.rules.seats_of(side)
    tally = view.tallies[side]
    standing = tally_text(table, tally, words)
    if len(seats) == 1:
        return f"{_seat(table, view, seats[0], words)}{DOT}{standing}"
    head = [words("**Side {number}**", number=side + 1), standing]
    if view.bids_itself:
        head.append(words("no bids, each trick scores 10"))
    bids = [bid for seat in seats if (bid := view.bids[seat]) is not None]
    if len(bids) == len(seats):
        head.append(_contract(view.contract_of(side), words))
    return "\n".join([DOT.join(head), *(_seat(table, view, seat, words) for seat in seats)])


def tally_text(table: Table, tally: Tally, words: Translator) -> str:
    """Give points, bags and sets, with their limits."""
    points = words.plural("{n} point", "{n} points", tally.points, n=number(tally.points))
    limit = table.rules.bag_limit
    bags = (
        words.plural("{count} bag", "{count} bags", tally.bags)
        if limit is None
        else words("bags {bags}/{limit}", bags=tally.bags, limit=limit)
    )
    return DOT.join([points, bags, *sets_so_far(table.rules, tally, words)])


def _contract(tricks: int | None, words: Translator) -> str:
    return words("contract {tricks}", tricks=tricks) if tricks else words("no contract")


def _seat(table: Table, view: PublicView, seat: Seat, words: Translator) -> str:
    mark = "\N{BLACK RIGHTWARDS ARROWHEAD}" if view.to_act == seat else "\N{BULLET}"
    name = f"**{seat_name(table, seat, words)}**"
    if table.chairs[seat].away:
        computer = f"\N{ROBOT FACE}{TOGETHER}{table.chairs[seat].computer}"
        name = words("{name} ({computer} stands in)", name=name, computer=computer)
    pieces = [f"{mark} {name}"]
    bid = view.bids[seat]
    if bid is not None and view.own_bids[seat] is not None:
        pieces.append(words("bid {bid}", bid=bid_text(bid, words)))
    if view.phase == Phase.EXCHANGING and view.passed[seat]:
        pieces.append(words("has passed cards"))
    if view.phase not in _BEFORE_PLAY and not view.thrown_in:
        pieces.append(words("took {tricks}", tricks=view.taken[seat]))
    return DOT.join(pieces)


def turn(  # noqa: PLR0911 - one a phase
    table: Table, view: PublicView, words: Translator
) -> str:
    """Say who is to act, and until when."""
    waiting = _waiting(table, words)
    if waiting:
        return waiting
    if view.to_act is None:
        return ""
    name = _mention(table, view.to_act, words)
    due = table.due
    until = ""
    if due is not None and due.kind is DueKind.TURN:
        until = DOT + moment(due.at)
    if view.phase == Phase.DRAWING:
        return words("{name} to draw", name=name) + until
    if view.phase == Phase.BIDDING:
        return words("{name} to bid", name=name) + until
    if view.phase == Phase.EXCHANGING:
        return words("{name} to pass cards to the partner", name=name) + until
    if not view.trick:
        return words("{name} to lead", name=name) + until
    return words("{name} to play", name=name) + until


def _waiting(table: Table, words: Translator) -> str:
    due = table.due
    if table.status is Status.PAUSED:
        closes = "" if due is None else moment(due.at)
        return words(
            "\N{DOUBLE VERTICAL BAR} Nobody is at the table. Take a seat, or come back to yours by "
            "**My hand**; it closes {when}.",
            when=closes,
        )
    if table.status is Status.PARKED:
        return words(
            "\N{DOUBLE VERTICAL BAR} Parked. {resume} brings the table back.",
            resume=words.command("resume"),
        )
    return ""


def _mention(table: Table, seat: Seat, words: Translator) -> str:
    chair = table.chairs[seat]
    if chair.person is not None and not chair.away:
        return f"<@{chair.person.id}>"
    return f"**{seat_name(table, seat, words)}**"


def restarted(table: Table, words: Translator) -> str:
    """Say that the bot was restarted; at a slow table the clock has gone on."""
    if table.pace is Pace.SLOW:
        return words("-# The bot was restarted. Nothing is lost: the table goes on.")
    return words(
        "-# The bot was restarted. Nothing is lost: the table goes on, with full time on the clock."
    )


def link(table: Table) -> str:
    """Give the address of a table's message, or of its channel where it has none."""
    place = table.place
    channel = f"https://discord.com/channels/{place.guild_id}/{place.channel_id}"
    return channel if table.message_id is None else f"{channel}/{table.message_id}"


def prompt(table: Table, user_id: int, words: Translator) -> str:
    """Ask a person to act, in a message of its own."""
    return words(
        "<@{user}>, table {id} waits for you: {link}", user=user_id, id=table.id, link=link(table)
    )


def abandoned(table: Table, words: Translator) -> str:
    """Warn that a table where nobody acts will be closed; empty without a warning."""
    if table.warned_at is None or table.due is None:
        return ""
    return words(
        "\N{HOURGLASS WITH FLOWING SAND} Nobody has played here for days. This table closes "
        "{when}, unless one of you presses a button.",
        when=moment(table.due.at),
    )


def next_deal(table: Table, words: Translator) -> str:
    """Say when the next round is dealt."""
    due = table.due
    if due is None or due.kind is not DueKind.DEAL:
        return _waiting(table, words)
    again = table.game is not None and public_view(table.game).thrown_in
    said = (
        words("Everything is dealt again {when}.", when=moment(due.at))
        if again
        else words("The next round is dealt {when}.", when=moment(due.at))
    )
    ready = [seat_name(table, s, words) for s in table.rules.seats if table.chairs[s].ready]
    if not ready:
        return said
    return said + "\n" + words("-# Ready for it: {names}", names=", ".join(ready))


def closed(table: Table, words: Translator) -> str:
    """Say that a table was closed without a result, by whom or why."""
    said = words("This table was closed without a result. The game does not count.")
    if table.end_votes:
        said = ended_by(table, words)
    elif table.warned_at is not None:
        said = words(
            "This table was closed because nobody had played here for days. The game "
            "does not count."
        )
    return f"{title(table, words)}\n{said}"


def listed(table: Table, words: Translator) -> str:
    """Describe a table in one line, for a list of tables."""
    seated = ", ".join(plain(person.name) for person in table.people)
    state = {
        Status.LOBBY: words("waits for people"),
        Status.PLAYING: words("plays"),
        Status.PAUSED: words("paused"),
        Status.PARKED: words("parked"),
    }.get(table.status, words("ended"))
    private = [words("private")] if table.private else []
    rules = rules_title(table.rules, words)
    return DOT.join([words("**Table {id}**", id=table.id), state, *private, rules, seated])


def which_table(more: int, words: Translator) -> str:
    """Ask which table is meant.

    Args:
        more: how many there are besides those offered.
        words: the language.
    """
    asked = words("Which table do you mean?")
    if not more:
        return asked
    return f"{asked}\n" + words.plural("-# And {count} more.", "-# And {count} more.", more)


def table_label(table: Table, words: Translator) -> str:
    """Name a table by its number and people, for a button."""
    names = ", ".join(label_name(person.name) for person in table.people)
    return DOT.join(filter(None, [words("Table {id}", id=table.id), names]))
