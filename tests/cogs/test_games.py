"""Whole games, by people who press buttons: the result, every score sheet, what is remembered."""

import re
from dataclasses import dataclass

import pytest

from bot.tables.model import Status, Table
from engine.presets import PRESETS, PUBLISHED
from engine.score_sheet import Item, RoundScore, SideScore
from tests.cogs.reading import labels_of, text_of
from tests.cogs.server import Server

MINUS = "\N{MINUS SIGN}"
CHANGE = f"[+{MINUS}]\\d+"
TOTAL = f"{MINUS}?\\d+"
HEAD = re.compile(
    rf"\*\*(?P<who>.+)\*\* (?P<change>{CHANGE}) "
    rf"\((?P<before>{TOTAL}) → \*\*(?P<after>{TOTAL})\*\*\)"
)
LINE = re.compile(rf"-# (?P<why>.+): (?P<points>{CHANGE})")
RESULT = re.compile(
    rf"^(?:(\d)\. )?(.+): \*\*({TOTAL})\*\* · (?:bags )?(\d+)(?:/5|/10| bags?)"
    r"(?: · sets (\d+)/\d+)?$",
    re.MULTILINE,
)

CONTRACTS = {
    Item.CONTRACT_MADE: "",
    Item.CONTRACT_SET: "",
    Item.TEN_MADE: ", and a ten counts more",
    Item.TEN_SET: "",
    Item.BLIND_BID_MADE: ", blind",
    Item.BLIND_BID_SET: ", blind",
}
"""By the item of a contract, what its line says besides the bid and the tricks."""


@dataclass(frozen=True, slots=True)
class Read:
    """One side of a score sheet, as a person reads it."""

    who: str
    change: int
    before: int
    after: int
    lines: tuple[tuple[str, int], ...]


def number(text: str) -> int:
    """Read a number with its real minus."""
    return int(text.replace(MINUS, "-"))


def sheet_in(text: str) -> list[Read]:
    """Read the score sheet in a message."""
    found: list[Read] = []
    for line in text.split("\n"):
        if head := HEAD.fullmatch(line):
            change, before, after = (number(head[n]) for n in ("change", "before", "after"))
            found.append(Read(head["who"], change, before, after, ()))
        elif found and (item := LINE.fullmatch(line)):
            last = found.pop()
            lines = (*last.lines, (item["why"], number(item["points"])))
            found.append(Read(last.who, last.change, last.before, last.after, lines))
    return found


def names(table: Table, side: SideScore) -> str:
    """Name a side as the messages do."""
    chairs = [table.chairs[seat] for seat in table.rules.seats_of(side.side)]
    return " & ".join(c.name if c.person else f"🤖\N{NO-BREAK SPACE}{c.computer}" for c in chairs)


def check_sheet(table: Table, sheet: RoundScore, text: str) -> None:
    """Check what a message says of a round against the engine's sheet of it."""
    read = sheet_in(text)
    assert [each.who for each in read] == [names(table, side) for side in sheet.sides]
    for said, side in zip(read, sheet.sides, strict=True):
        assert (said.before, said.after) == (side.before.points, side.after.points)
        assert said.change == said.after - said.before == sum(n for _, n in said.lines)
        assert [points for _, points in said.lines] == [line.points for line in side.lines]
        for (why, _), line in zip(said.lines, side.lines, strict=True):
            check_reason(table, sheet, why, line.item, line.count)


def check_reason(table: Table, sheet: RoundScore, why: str, item: Item, count: int) -> None:
    """Check that the words of a line tell of the right thing, with its numbers."""
    match item:
        case _ if item in CONTRACTS:
            said = re.fullmatch(rf"bid (\d+), took (\d+)(: set)?{CONTRACTS[item]}", why)
            assert said is not None
            bid, took = int(said[1]), int(said[2])
            assert bid == count
            made = item in {Item.CONTRACT_MADE, Item.TEN_MADE, Item.BLIND_BID_MADE}
            assert (took >= bid) == made == (said[3] is None)
        case Item.TRICKS:
            assert re.fullmatch(rf"{count} tricks? in a round that bids itself", why)
        case Item.BOSTON:
            assert why.startswith("Boston")
        case Item.NIL_MADE | Item.BLIND_NIL_MADE:
            assert re.fullmatch(r".+ made (blind )?nil", why)
        case Item.NIL_FAILED | Item.BLIND_NIL_FAILED:
            assert re.search(rf" bid (blind )?nil, took {count} trick", why)
        case Item.BAGS:
            assert re.match(rf"{count} bags? \(\d+ to \d+\)", why)
        case Item.BAG_PENALTY:
            assert re.match(rf"bags reached \d+: {count} are paid for, \d+ stay", why)
        case _:
            pytest.fail(f"no preset has {item}")


def check_messages(server: Server, table: Table) -> None:
    """Check what is left in the channel: the lobby, a sheet for each round, the result."""
    assert table.game is not None
    sheets = table.game.sheets
    lobby, *rounds = server.messages()
    assert "The game has begun below" in text_of(lobby)
    deals = table.game.deals
    assert len(rounds) == len(deals)
    played = [message for message, deal in zip(rounds, deals, strict=True) if not deal.thrown_in]
    for sheet, message in zip(sheets, played, strict=True):
        check_sheet(table, sheet, text_of(message))
    assert labels_of(lobby) == ["Fair deals"]
    for message in rounds[:-1]:
        assert labels_of(message) == []
    assert labels_of(rounds[-1]) == ["Rematch", "Score", "Review", "Verify"]


def check_result(table: Table, text: str) -> None:
    """Check who is said to have won, with every total, in order."""
    game = table.game
    assert game is not None
    assert game.outcome is not None
    last = game.sheets[-1]
    assert f"### 🏆 **{names(table, last.sides[game.outcome.winner])}** won" in text
    order = sorted(last.sides, key=lambda side: (-side.after.points, side.after.bags))
    said = RESULT.findall(text)
    assert [(who, number(points), int(bags)) for _, who, points, bags, _ in said] == [
        (names(table, side), side.after.points, side.after.bags) for side in order
    ]
    if table.rules.sets_lose is not None:
        assert [int(sets) for *_, sets in said] == [side.after.sets for side in order]
    if game.outcome.places is None:
        assert {place for place, *_ in said} == {""}
    else:
        places = game.outcome.places
        assert [int(place) for place, *_ in said] == [places[side.side] for side in order]


async def check_records(server: Server, table: Table) -> None:
    """Check that everybody's statistics tell of this game."""
    game = table.game
    assert game is not None
    assert game.outcome is not None
    for seat, chair in enumerate(table.chairs):
        if chair.person is None:
            continue
        won = table.rules.side_of(table.rules.seats[seat]) == game.outcome.winner
        person = server.people[seat]
        stats = (await person.slash("stats")).text
        assert f"**{int(won)}** of 1 games won" in stats
        rounds = "1 round" if len(game.sheets) == 1 else f"{len(game.sheets)} rounds"
        assert f"over {rounds}\n" in stats


@pytest.mark.parametrize("rules", PRESETS)
async def test_four_people_play_a_game(server: Server, rules: str) -> None:
    """Four people, or three, play each preset from the first bid to the winner.

    CardCouch is played to its 500 points, the others to fewer.
    """
    shorter = {} if rules == "cardcouch" else {"target": 100}
    table = await server.play_out(await server.four(rules=rules, **shorter))
    assert table.status is Status.FINISHED
    check_messages(server, table)
    check_result(table, text_of(server.last))
    await check_records(server, table)
    for person in server.people[: table.rules.players]:
        assert "This table has ended:" in person.hand_text()


@pytest.mark.parametrize("rules", PRESETS)
async def test_one_person_plays_with_three_computers(server: Server, rules: str) -> None:
    """The same alone: computer players do the rest, at once.

    Presets that were published are played to their own points, the others to fewer.
    """
    shorter = {} if rules in PUBLISHED else {"target": 100}
    table = await server.play_out(await server.alone(rules=rules, **shorter))
    assert table.status is Status.FINISHED
    check_messages(server, table)
    check_result(table, text_of(server.last))
    await check_records(server, table)


@pytest.mark.parametrize("settings", [{"computer_delay_seconds": 1.2}])
async def test_computers_take_their_time(server: Server) -> None:
    """At the usual pace one computer player acts each 1.2 s, so that people can follow."""
    await server.alone(rules="cardcouch")
    await server.people[0].bid(3)
    version = server.table().version
    for acted in range(1, 4):
        await server.env.advance_time(1.15)
        assert server.table().version == version + acted - 1
        await server.env.advance_time(0.06)
        assert server.table().version == version + acted
