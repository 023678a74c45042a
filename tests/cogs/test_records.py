"""`/spades leaderboard` and `stats`, after games that were really played."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import discord
import pytest

from bot.tables.model import Table
from bot.tables.records import RANKED_AFTER, Order, season_of, year_and_quarter
from bot.texts.records import order_name
from bot.texts.translator import ENGLISH
from engine.score_sheet import Item
from tests.cogs.player import Player
from tests.cogs.reading import buttons_of, labels_of, text_of
from tests.cogs.server import Server
from tests.cogs.storing import ManyRecords, recording
from tests.cogs.test_looks import drawing, pictured

LINE: Final = r"(\d+)\. <@(\d+)> · \*\*(\d+)\s\?\*\* · 5 games"
"""A line of the leaderboard: place, person and a provisional rating."""

CHANGE: Final = r"\s\*\*(\d+)\s\?\*\*\s\((\W\d+)\)"
"""A provisional rating, and by how much it has moved."""

NILS = {Item.NIL_MADE, Item.BLIND_NIL_MADE}


async def test_nobody_has_played_yet(server: Server, ada: Player, eve: Player) -> None:
    """Before the first game both say so, the leaderboard to everybody and with what it asks for."""
    board = await ada.slash("leaderboard")
    assert not board.private
    assert re.fullmatch(
        r"## Leaderboard: rating with partners\n-# Season \d{4}/[1-4] · from 5 rated games on\n"
        r"Nobody has played enough for that yet. /spades new opens a table\.",
        board.text,
    )
    assert board.labels == ["All time"]
    mine = await ada.slash("stats")
    assert mine.private
    assert mine.text == (f"## {ada.mention}\nhas not finished a round in this server yet.")


async def test_stats_follow_from_the_score_sheets(server: Server, ada: Player, ben: Player) -> None:
    """Wins, points, bags, contracts, nils and tricks are those of the sheets, for every seat."""
    await server.four(rules="cardcouch", target=150)
    table = await server.play_out()
    for seat, person in enumerate(server.people[:4]):
        said = await ada.slash("stats", person=person.member)
        assert said.private
        lines = said.text.split("\n")
        assert lines[0] == f"## {person.mention}"
        assert lines[1].startswith("Rating with partners: **")
        assert lines[-6:] == [*_stats(table, seat)]
    assert (await ben.slash("stats")).text == (await ada.slash("stats", person=ben.member)).text


def _stats(table: Table, seat: int) -> Iterator[str]:
    assert table.game is not None
    assert table.game.outcome is not None
    sheets, side = table.game.sheets, seat % 2
    sides = [sheet.sides[side] for sheet in sheets]
    won = int(table.game.outcome.winner == side)
    own = [said for sheet in sheets if (said := sheet.bids[seat]) is not None]
    nils = [sheet for sheet, said in zip(sheets, own, strict=True) if said.is_nil]
    made = [sheet for sheet in nils if sheet.taken[seat] == 0]
    contracts = [each for each in sides if each.contract is not None]
    kept = [e for e in contracts if any(line.item is Item.CONTRACT_MADE for line in e.lines)]
    yield f"**{won}** of 1 games won ({won:.0%})"
    points = sum(each.points for each in sides) / len(sheets)
    average = f"{points:.1f}".replace("-", "\N{MINUS SIGN}")
    rounds = "round" if len(sheets) == 1 else "rounds"
    yield f"**{average}** points a round over {len(sheets)} {rounds}"
    yield f"Contracts made: **{len(kept)}** of {len(contracts)}"
    yield f"Nils made: **{len(made)}** of {len(nils)}"
    bid, took = sum(each.tricks for each in own), sum(s.taken[seat] for s in sheets)
    yield f"Tricks bid and taken: {bid} and {took}"
    bags = sum(each.bags for each in sides)
    yield f"Bags: {bags}, **{bags / len(sheets):.1f}** a round"


async def play(server: Server, games: int, **options: Any) -> None:  # noqa: ANN401 - those of the command
    """Let four people play short games, one after the other."""
    for table_id in range(1, games + 1):
        await server.four(**options)
        await server.play_out(table_id)


async def test_the_leaderboard_ranks_by_rating(server: Server, ada: Player) -> None:
    """After enough games everybody has a rating, provisional at first, and partners the same."""
    await play(server, RANKED_AFTER[Order.PARTNERS], rules="cardcouch", target=50)
    said = (await ada.slash("leaderboard")).text.split("\n")
    assert said[0] == "## Leaderboard: rating with partners"
    lines = [re.fullmatch(LINE, line) for line in said[2:6]]
    assert all(lines)
    found = [(line[1], line[2], int(line[3])) for line in lines if line]
    assert [place for place, *_ in found] == ["1", "1", "3", "3"]
    assert {each for _, each, _ in found} == {str(p.id) for p in server.people[:4]}
    assert found[0][2] == found[1][2] >= 1500 >= found[2][2] == found[3][2]
    assert "No" not in (await ada.slash("leaderboard", season="all")).text
    assert "Nobody" in (await ada.slash("leaderboard", season="last")).text


async def test_a_result_says_what_changed(server: Server, ada: Player) -> None:
    """The message of a finished game names everyone's rating, and by how much it has moved."""
    await server.four(rules="cardcouch", target=50)
    table = await server.play_out()
    await server.rest()
    assert table.game is not None
    assert table.game.outcome is not None
    line = next(line for line in text_of(server.last).split("\n") if line.startswith("Rating:"))
    for seat, person in enumerate(server.people[:4]):
        change = re.search(person.name + CHANGE, line)
        assert change is not None
        won = seat % 2 == table.game.outcome.winner
        # Nobody wins by losing; who was as good as expected stays where they were.
        assert change[2][0] in ("+±" if won else "\N{MINUS SIGN}±")
        moved = int(change[2].replace("\N{MINUS SIGN}", "-").replace("±", ""))
        assert int(change[1]) == 1500 + moved
    assert "Rating with partners: **" in (await ada.slash("stats")).text


async def test_a_game_alone_with_computers_is_rated_too(server: Server, ada: Player) -> None:
    """The person's rating moves by what the computers' fixed ratings say; they have none shown."""
    await server.alone(rules="hero_solo", target=50)
    await server.play_out()
    await server.rest()
    line = next(line for line in text_of(server.last).split("\n") if line.startswith("Rating:"))
    assert line.count("**") == 2
    said = (await ada.slash("stats")).text
    assert "Against computers alone" in said
    assert "Against people" not in said


async def test_a_season_ends(server: Server, ada: Player, ben: Player) -> None:
    """The first result of a new quarter tells that the last is over, and opens its final table."""
    await play(server, 5, rules="cardcouch", target=50)
    before = present_season(server)
    while present_season(server) == before:
        await server.env.advance_time(7 * 86_400)
    table_id = await server.four(rules="cardcouch", target=50)
    await server.play_out(table_id)
    await server.rest()
    result = server.last
    year, quarter = year_and_quarter(before)
    assert f"**Season {year}/{quarter} is over.**" in text_of(result)
    final = await ben.press(result, label="Final table")
    assert final.private
    assert f"-# Season {year}/{quarter}" in final.text
    assert final.text.count("<@") == 4
    assert "Nobody" in (await ada.slash("leaderboard")).text
    assert (await ada.slash("leaderboard", season="last")).text == final.text
    table_id = await server.four(rules="cardcouch", target=50)
    await server.play_out(table_id)
    await server.rest()
    assert "is over" not in text_of(server.last)


def present_season(server: Server) -> int:
    """Give the season of the simulated time."""
    return season_of(server.env.now())


async def test_who_has_left_is_not_ranked(server: Server, ada: Player, ben: Player) -> None:
    """Someone who is not in the server any more is in no leaderboard."""
    await play(server, 5, rules="cardcouch", target=50)
    assert ben.mention in (await ada.slash("leaderboard")).text
    server.guild.remove_member(ben.member)
    said = (await ada.slash("leaderboard")).text
    assert ben.mention not in said
    assert said.count("<@") == 3


async def test_ratings_begin_anew(server: Server, ada: Player) -> None:
    """Whoever manages the server can let the ratings begin anew, and the statistics stay."""
    await play(server, 5, rules="cardcouch", target=50)
    await server.env.advance_time(1)
    role = server.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    boss = server.newcomer("Boss", roles=[role])
    asked = await boss.slash("ratings")
    assert asked.private
    assert "Begin anew?" in asked.text
    assert "<@" in (await ada.slash("leaderboard")).text
    done = await boss.press(asked.message, label="Begin anew")
    assert "have begun anew" in done.text
    for season in ("this", "all"):
        assert "<@" not in (await ada.slash("leaderboard", season=season)).text
    assert "<@" in (await ada.slash("leaderboard", order="wins")).text


@pytest.mark.parametrize("order", list(Order))
async def test_every_order_of_the_leaderboard(server: Server, ada: Player, order: Order) -> None:
    """Each order has its title and says how much it asks for, whether or not anyone has played."""
    await server.alone(rules="hero_partners", target=50)
    await server.play_out()
    said = (await ada.slash("leaderboard", order=order.value)).text
    assert said.startswith(f"## Leaderboard: {order_name(order, ENGLISH)}\n")
    assert f"from {RANKED_AFTER[order]} " in said.split("\n")[1]


async def test_the_leaderboard_has_pages(server: Server, ada: Player, eve: Player) -> None:
    """Ten people a page; anyone may turn the pages of the one message, to its ends."""
    recording(server, lambda records: ManyRecords(records, 25))
    said = await ada.slash("leaderboard")
    assert said.text.count("\n") == 12
    assert [(b.label, b.disabled) for b in buttons_of(said.message)] == [
        ("Back", True), ("Next", False), ("All time", False),
    ]  # fmt: skip
    turned = await eve.press(said.message, label="Next")
    assert turned.message.id == said.message.id
    assert "\n11. " in turned.text
    await eve.press(said.message, label="Next")
    assert text_of(server.last).endswith("-# Page 3 of 3")
    assert labels_of(server.last, enabled=True) == ["Back", "All time"]
    await ada.press(said.message, label="Back")
    assert text_of(server.last).endswith("-# Page 2 of 3")
    await ada.press(said.message, label="All time")
    assert "-# All time" in text_of(server.last)
    assert labels_of(server.last, enabled=True) == ["Next", "This season"]


async def test_the_pages_turn_after_a_restart(server: Server, ada: Player) -> None:
    """The button says by itself which page of which order and season it turns to."""
    recording(server, lambda records: ManyRecords(records, 25))
    said = await ada.slash("leaderboard", order="points", season="all")
    await server.restart()
    recording(server, lambda records: ManyRecords(records, 25))
    turned = await ada.press(said.message, label="Next")
    assert turned.text.startswith("## Leaderboard: points a round\n-# All time")
    assert "\n11. " in turned.text


async def test_records_of_servers_are_apart(server: Server, ada: Player) -> None:
    """What was played in one server does not show in another."""
    await server.alone(rules="hero_partners", target=50)
    await server.play_out()
    guild = server.env.create_guild("Other")
    zoe = server.newcomer("Zoe", guild)
    channel = guild.create_text_channel("elsewhere")
    assert "Nobody has played enough" in (await zoe.slash("leaderboard", channel)).text


async def test_another_persons_stats_are_whispered_too(
    server: Server, ada: Player, eve: Player
) -> None:
    """Asking for someone else's totals shows them to nobody else."""
    said = await ada.slash("stats", person=eve.member)
    assert said.private
    assert said.text.startswith(f"## {eve.mention}")


async def test_a_card_is_a_picture_too(server: Server, ada: Player) -> None:
    """Where pictures are on, the card is drawn, and described in words; the text stays."""
    await play(server, 2, rules="cardcouch", target=50)
    server.bot.services = replace(server.bot.services, renderer=drawing(server))
    said = await ada.slash("stats")
    assert said.private
    [described] = pictured(said.message)
    assert described.startswith("Ada, Season ")
    assert re.search(r"\. Rating with partners: 1\d{3}\s\?\. ", described)
    assert "Of the last 2 games " in described
    assert "The rating went from 1" in described
    assert "Rating with partners: **1" in said.text
