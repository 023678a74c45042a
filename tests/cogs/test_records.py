"""`/spades leaderboard` and `stats`, after games that were really played."""

from collections.abc import Iterator

import pytest

from bot.tables.model import Table
from bot.tables.records import RANKED_AFTER, Order, Page
from bot.texts.records import leaderboard
from bot.texts.translator import ENGLISH
from engine.score_sheet import Item
from tests.cogs.player import Player
from tests.cogs.reading import buttons_of, labels_of, text_of
from tests.cogs.server import Server
from tests.cogs.storing import ManyRecords, recording

NILS = {Item.NIL_MADE, Item.BLIND_NIL_MADE}


async def test_nobody_has_played_yet(server: Server, ada: Player, eve: Player) -> None:
    """Before the first game both say so, the leaderboard to everybody and with what it asks for."""
    board = await ada.slash("leaderboard")
    assert not board.private
    assert board.text == (
        "## Leaderboard: wins\nNobody has finished a game here yet. /spades new opens a table."
    )
    for order, asked in (
        ("win_rate", f"{RANKED_AFTER[Order.WIN_RATE]} games"),
        ("points_a_round", f"{RANKED_AFTER[Order.POINTS_A_ROUND]} rounds"),
        ("fewest_bags", f"{RANKED_AFTER[Order.FEWEST_BAGS]} rounds"),
    ):
        said = (await ada.slash("leaderboard", order=order)).text
        assert f"Nobody has finished {asked} here yet." in said
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
        assert said.text.split("\n") == [f"## {person.mention}", *_stats(table, seat)]
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
    yield f"Bags: {sum(each.bags for each in sides)}"


async def test_the_leaderboard_ranks_by_wins(server: Server, ada: Player) -> None:
    """The winners of a game share the first place, the others the third."""
    await server.four(rules="hero_partners", target=50)
    table = await server.play_out()
    assert table.game is not None
    assert table.game.outcome is not None
    winner = table.game.outcome.winner
    ranked = sorted(range(4), key=lambda seat: (seat % 2 != winner, seat))
    places = ("1", "1", "3", "3")
    said = await ada.slash("leaderboard")
    assert said.text.split("\n") == [
        "## Leaderboard: wins",
        *(
            f"{place}. {server.people[seat].mention} · "
            f"**{'1 win' if seat % 2 == winner else '0 wins'}** · 1 game"
            for place, seat in zip(places, ranked, strict=True)
        ),
        "-# Page 1 of 1",
    ]
    assert said.labels == []


@pytest.mark.parametrize(
    ("order", "title"),
    [
        ("wins", "wins"),
        ("win_rate", "win rate"),
        ("points_a_round", "points a round"),
        ("nils_made", "nils made"),
        ("fewest_bags", "fewest bags"),
    ],
)
async def test_every_order_of_the_leaderboard(
    server: Server, ada: Player, order: str, title: str
) -> None:
    """Each order has its title, whether or not anyone has played enough for it."""
    await server.alone(rules="hero_partners", target=50)
    await server.play_out()
    assert (await ada.slash("leaderboard", order=order)).text.startswith(f"## Leaderboard: {title}")


async def test_the_leaderboard_has_pages(server: Server, ada: Player, eve: Player) -> None:
    """Ten people a page; anyone may turn the pages of the one message, to its ends."""
    recording(server, lambda _: ManyRecords(25))
    said = await ada.slash("leaderboard", order="win_rate")
    assert said.text.count("\n") == 11
    assert [(b.label, b.disabled) for b in buttons_of(said.message)] == [
        ("Back", True), ("Next", False),
    ]  # fmt: skip
    turned = await eve.press(said.message, label="Next")
    assert turned.message.id == said.message.id
    assert turned.text.startswith("## Leaderboard: win rate\n11. ")
    await eve.press(said.message, label="Next")
    assert text_of(server.last).endswith("-# Page 3 of 3")
    assert labels_of(server.last, enabled=True) == ["Back"]
    await ada.press(said.message, label="Back")
    assert text_of(server.last).endswith("-# Page 2 of 3")


async def test_the_pages_turn_after_a_restart(server: Server, ada: Player) -> None:
    """The button says by itself which page of which order it turns to."""
    recording(server, lambda _: ManyRecords(25))
    said = await ada.slash("leaderboard", order="fewest_bags")
    await server.restart()
    recording(server, lambda _: ManyRecords(25))
    turned = await ada.press(said.message, label="Next")
    assert turned.text.startswith("## Leaderboard: fewest bags\n11. ")


async def test_a_game_with_computers_counts_for_the_person(server: Server, ada: Player) -> None:
    """Only people are ranked: one line after a game with three computer players."""
    await server.alone(rules="hero_solo", target=50)
    await server.play_out()
    said = await ada.slash("leaderboard")
    assert said.text.count(" game") == 1
    assert ada.mention in said.text


async def test_records_of_servers_are_apart(server: Server, ada: Player) -> None:
    """What was played in one server does not show in another."""
    await server.alone(rules="hero_partners", target=50)
    await server.play_out()
    guild = server.env.create_guild("Other")
    zoe = server.newcomer("Zoe", guild)
    channel = guild.create_text_channel("elsewhere")
    assert "Nobody has finished" in (await zoe.slash("leaderboard", channel)).text


async def test_another_persons_stats_are_whispered_too(
    server: Server, ada: Player, eve: Player
) -> None:
    """Asking for someone else's totals shows them to nobody else."""
    said = await ada.slash("stats", person=eve.member)
    assert said.private
    assert said.text.startswith(f"## {eve.mention}")


@pytest.mark.parametrize(
    ("order", "lacks"),
    [
        (Order.WINS, "a game"),
        (Order.WIN_RATE, "3 games"),
        (Order.POINTS_A_ROUND, "5 rounds"),
        (Order.FEWEST_BAGS, "5 rounds"),
    ],
)
def test_an_empty_leaderboard_says_how_much_is_asked_for(order: Order, lacks: str) -> None:
    """Each order says how much somebody has to finish, as the records ask for it."""
    said = leaderboard(Page((), 1, 1), order, ENGLISH)
    assert f"Nobody has finished {lacks} here yet." in said
    number = next((word for word in lacks.split() if word.isdigit()), "1")
    assert int(number) == RANKED_AFTER[order]
