"""`/spades history`: one's games, their score, and a round card by card."""

import random

import pytest
from discord import ui

from bot.texts import answers
from bot.texts.sheet import number, sheet_text, signed
from bot.texts.translator import ENGLISH
from cogs.records import history
from cogs.records.history import game_view, step_view
from engine.actions import Bid, Play
from engine.game import Game
from engine.game_notation import parse_game
from engine.notation import print_bid
from engine.players import rules_of_thumb
from engine.players.review import Judgement, review
from engine.presets import PRESETS
from engine.seats import SEATS
from engine.turns import after_plays, sheet_of
from engine.views import seat_view
from tests.cogs.careless import think_here
from tests.cogs.forging import forge
from tests.cogs.player import Player, Said
from tests.cogs.reading import each_component
from tests.cogs.server import Server
from tests.engine.harness import play_game
from tests.engine.tools import fresh_deal
from tests.render.tables import table_of


async def finished(server: Server, **options: object) -> None:
    """Let Ada play a game against computers to its end."""
    await server.alone(rules="hero_partners", target=50, **options)
    await server.play_out()


def press_ids(said: Said) -> list[str]:
    """Give the custom ids of an answer's buttons."""
    return [c["custom_id"] for c in each_component(said.message) if c["type"] == 2]


def menu_ids(said: Said) -> list[str]:
    """Give the custom ids of an answer's menus."""
    return [c["custom_id"] for c in each_component(said.message) if c["type"] == 3]


async def opened(server: Server, ada: Player) -> Said:
    """Open the first deal of the first game by its menus."""
    listed = await ada.slash("history")
    game = await ada.choose(listed.message, "1")
    return await ada.choose(game.message, "1", custom_id="ms:deal:1")


async def test_ones_games_are_listed(server: Server, ada: Player, eve: Player) -> None:
    """Newest first, with result, partner and points; whoever has not played has none."""
    await finished(server)
    table = server.table() if server.is_open() else await server.tables.get(1)
    assert table.game is not None
    said = await ada.slash("history")
    assert said.private
    assert "Table 1" in said.text
    won = table.game.outcome is not None and table.game.outcome.winner == 0
    assert ("won" if won else "lost") in said.text
    assert " : ".join(number(tally.points) for tally in table.game.tallies) in said.text
    assert "not finished a game" in (await eve.slash("history")).text


async def test_a_running_game_is_not_listed(server: Server, ada: Player) -> None:
    """History has games that are over."""
    await server.alone()
    assert "not finished a game" in (await ada.slash("history")).text


async def test_completion_offers_ones_games(server: Server, ada: Player, eve: Player) -> None:
    """By number, and only to those who played; a game that is named opens at once."""
    await finished(server)
    assert [value for _, value in await ada.choices("history", "game", "table 1")] == [1]
    assert await ada.choices("history", "game", "table 9") == []
    assert await eve.choices("history", "game") == []
    said = await ada.slash("history", game=1)
    assert "Round 1" in said.text or "round 1" in said.text


async def test_completion_finds_an_older_game(
    server: Server, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its number; whoever types something else chooses among the last ones."""
    monkeypatch.setattr(history, "OFFERED", 1)
    await finished(server)
    await server.lobby(rules="hero_partners", target=50, computers=3)
    await ada.press(server.message(2), label="Start")
    await ada.open_hand(2)
    await server.play_out(2)
    assert [value for _, value in await ada.choices("history", "game")] == [2]
    assert [value for _, value in await ada.choices("history", "game", "1")] == [1, 2]
    assert [value for _, value in await ada.choices("history", "game", "table 1")] == []


async def test_a_round_is_stepped_through(server: Server, ada: Player) -> None:
    """From the bids to the last card and back, with every hand; the ends are disabled."""
    await finished(server)
    table = await server.tables.get(1)
    assert table.game is not None
    states = after_plays(table.game, 1)
    said = await opened(server, ada)
    assert "deal 1" in said.text
    assert "Trick" not in said.text
    said = await ada.press(said.message, label="▶")
    assert "Trick 1:" in said.text
    said = await ada.press(said.message, label="⏩")
    assert "Trick 2:" in said.text
    said = await ada.press(said.message, label="◀")
    assert "Trick 1:" in said.text
    for _ in range(len(states)):
        last = next(c for c in each_component(said.message) if c.get("label") == "⏩")
        if last.get("disabled"):
            break
        said = await ada.press(said.message, label="⏩")
    assert "Trick 13:" in said.text
    assert answers.scores(table, ENGLISH).splitlines()[-1] in said.text, "the score comes last"
    assert said.private


@pytest.mark.parametrize(("preset", "seed"), [("campus", 2), ("cardcouch", 4)])
def test_the_end_of_a_deal_says_what_came_of_it(preset: str, seed: int) -> None:
    """Its score and a claim, or why it was thrown in; before the end nothing of it is told."""
    game = play_game(PRESETS[preset], seed).game
    table = table_of(PRESETS[preset], game)
    assert any(each.thrown_in for each in game.deals) or any(each.claimed for each in game.deals)
    for place, each in enumerate(game.deals, start=1):
        states = after_plays(game, place)
        first, last = (
            [
                c.content
                for c in step_view(table, place, at, states, ENGLISH).walk_children()
                if isinstance(c, ui.TextDisplay)
            ]
            for at in (0, len(states) - 1)
        )
        sheet = sheet_of(game, place)
        if sheet is None:
            assert "threw this hand in" in last[-1] or "are thrown in" in last[-1]
            continue
        assert sheet_text(table, sheet, ENGLISH) in last[-1]
        assert ("which were certain" in last[-1]) == (each.claimed is not None)
        assert sheet_text(table, sheet, ENGLISH) not in "".join(first)


async def test_a_round_is_shown_to_everyone(server: Server, ada: Player, eve: Player) -> None:
    """The shared card is public, and whoever looks further does so alone."""
    await finished(server)
    said = await opened(server, ada)
    shared = await ada.press(
        (await ada.press(said.message, label="▶")).message, label="Show everyone"
    )
    assert not shared.private
    assert "Trick 1:" in shared.text
    own = await eve.press(server.last, label="Look through it")
    assert own.private
    assert "Trick 1:" in own.text


async def test_a_game_is_given_as_text(server: Server, ada: Player) -> None:
    """The file has the whole game in the project's notation."""
    await finished(server)
    game = await ada.slash("history", game=1)
    said = await ada.press(game.message, label="As text")
    (file,) = said.message.attachments
    table = await server.tables.get(1)
    assert table.game is not None
    read = parse_game((await file.read()).decode().strip())
    assert [each.deal for each in read.deals] == [each.deal for each in table.game.deals]
    assert read.outcome == table.game.outcome


async def test_hands_of_a_round_that_is_played_stay_hidden(server: Server, ada: Player) -> None:
    """A forged press for the present round of a running game shows nothing."""
    await server.alone()
    for forged in ("s:past:1:1:0", "s:share:1:1:0", "s:review:1:1", "s:retry:1:1:1"):
        said = await forge(server, ada, ada.hand(), forged)
        assert "do not know this table" in said.text
        assert "Trick" not in said.text


@pytest.fixture
def thinking(server: Server) -> None:
    """Let reviews be made, in the process of the test."""
    think_here(server.bot.services)


@pytest.mark.usefixtures("thinking")
async def test_a_review_names_what_was_dear(server: Server, ada: Player) -> None:
    """It shows accuracy and the mistakes of the person's own seat, each to be tried again."""
    await server.alone(rules="hero_partners", target=50)
    await ada.open_hand()
    await ada.look()
    await ada.bid(max(int(each.last) for each in ada.of_verb("bid") if each.last.isdigit()))
    await server.play_out()
    table = await server.tables.get(1)
    assert table.game is not None
    expected = review(table.game, 1, SEATS[0], "review 1/1")
    said = await ada.press((await opened(server, ada)).message, label="Review my play")
    assert expected.accuracy is not None
    assert f"{round(expected.accuracy)} of 100" in said.text
    assert "Try 1 again" in said.labels
    mistake = expected.mistakes[0]
    again = await ada.press(said.message, label="Try 1 again")
    assert "What would you do?" in again.text
    better = await _try(ada, again, mistake, best=True)
    assert "✅" in better.text
    worse = await _try(ada, better, mistake, best=False)
    assert "more games in a hundred" in worse.text
    back = await ada.press(worse.message, label="Back to the review")
    assert back.text == said.text


async def _try(ada: Player, shown: Said, mistake: Judgement, *, best: bool) -> Said:
    """Choose at a position: the best, or what was done in the game."""
    action = mistake.best if best else mistake.turn.action
    if isinstance(action, Bid):
        return await ada.choose(shown.message, print_bid(action))
    assert isinstance(action, Play)
    (pressed,) = [each for each in press_ids(shown) if each.endswith(f":{action.card}")]
    return await ada.press(shown.message, custom_id=pressed)


async def test_without_processes_there_is_no_review(server: Server, ada: Player) -> None:
    """Where the operator wants no processes, one sentence says that there is none now."""
    await finished(server)
    said = await ada.press((await opened(server, ada)).message, label="Review my play")
    assert "no review right now" in said.text


async def test_who_did_not_play_has_nothing_to_review(
    server: Server, ada: Player, eve: Player
) -> None:
    """Others may look at the cards, not at a review of somebody's play."""
    await finished(server)
    await ada.press((await opened(server, ada)).message, label="Show everyone")
    own = await eve.press(server.last, label="Look through it")
    said = await eve.press(own.message, label="Review my play")
    assert "did not play" in said.text


async def test_the_result_leads_to_the_game(server: Server, ada: Player, eve: Player) -> None:
    """Review opens it for the person alone, with their own play to review; a watcher has none."""
    await server.alone(rules="hero_partners", target=50)
    await server.play_out()
    own = await ada.press(server.last, label="Review")
    assert own.private
    assert "Round 1" in own.text
    assert menu_ids(own) == ["ms:deal:1", "ms:review:1"]
    assert menu_ids(await eve.press(server.last, label="Review")) == ["ms:deal:1"]


@pytest.mark.usefixtures("thinking")
async def test_a_deal_is_reviewed_from_the_game(server: Server, ada: Player) -> None:
    """The second menu leads to the review at once."""
    await finished(server)
    game = await ada.slash("history", game=1)
    said = await ada.choose(game.message, "1", custom_id="ms:review:1")
    assert "Ada's play: table 1, deal 1" in said.text


@pytest.mark.usefixtures("thinking")
async def test_only_the_own_play_is_reviewed(server: Server, ada: Player, ben: Player) -> None:
    """Who left early has the rounds until then, and whoever took the seat the later ones."""
    await server.four(rules="hero_partners", target=150)
    await server.until_round_ends()
    await ben.leave()
    await server.play_out()
    table = await server.tables.get(1)
    assert table.game is not None
    assert len(table.game.deals) > 1, "one round says nothing"
    listed = await ben.slash("history")
    assert "left early" in listed.text
    game = await ben.slash("history", game=1)
    first = await ben.choose(game.message, "1", custom_id="ms:review:1")
    assert "Ben's play" not in first.text
    assert "table 1, deal 1" in first.text
    game = await ben.slash("history", game=1)
    second = await ben.choose(game.message, "2", custom_id="ms:review:1")
    assert "Someone else held your seat" in second.text
    game = await ada.slash("history", game=1)
    assert "Ada's play" in (await ada.choose(game.message, "2", custom_id="ms:review:1")).text


async def test_ones_own_points_come_first(server: Server, ben: Player) -> None:
    """The list of the second side has its points before those of the first."""
    await server.four(rules="hero_partners", target=50)
    await server.play_out()
    table = await server.tables.get(1)
    assert table.game is not None
    first, second = (number(tally.points) for tally in table.game.tallies)
    assert f"{second} : {first}" in (await ben.slash("history")).text


def test_a_long_game_has_a_menu_for_each_25_deals() -> None:
    """None of its deals is left out, and each says what came of it."""
    rules = PRESETS["hero_solo"].changed(target=2000, losing_score=None)
    game, chance = Game.new(rules, SEATS[0]), random.Random(1)
    while len(game.deals) < 27:
        game = game.apply(fresh_deal(game))
        while game.to_act is not None:
            game = game.apply(rules_of_thumb.choose(seat_view(game, game.to_act), chance))
    table = table_of(rules, game)
    view = game_view(table, ENGLISH, reviewed=True)
    menus = [each for each in view.walk_children() if isinstance(each, ui.Select)]
    assert [len(menu.options) for menu in menus] == [25, 2, 25, 2]
    assert [menu.options[0].value for menu in menus] == ["1", "26", "1", "26"]
    assert len({menu.custom_id for menu in menus}) == 4
    sheet = game.sheets[0]
    points = " : ".join(signed(side.points) for side in sheet.sides)
    assert menus[0].options[0].description == points
